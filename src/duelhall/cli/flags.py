"""Kinds of parameters that the commands share, so that they mean the same everywhere.

Which game to play: the options shared by all commands that play one.

What the commands share.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import CoercionError, Parameter

from duelhall.engine.errors import BadUsage

if TYPE_CHECKING:
    from cyclopts import Token
    from cyclopts.completion import CompletionContext

    from duelhall.engine.definition import CardSetup
    from duelhall.match.game import Game


def _whole_number(_kind: Any, tokens: "Sequence[Token]") -> int:
    """A number without a fraction, which Cyclopts would round away."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise CoercionError(target_type=int, token=token) from None


def _names_of(kind: str) -> Callable[["CompletionContext"], list[str]]:
    """A function of completing.py, imported only when a shell asks for names."""

    def names(typed: "CompletionContext") -> list[str]:
        from duelhall.cli import names as completing

        return list(dict.fromkeys(getattr(completing, kind)(typed)))

    return names


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number."""

Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
"""An option that is given or not."""

GameName = Annotated[str, Parameter(completer=_names_of("games"))]
RuleSet = Annotated[str, Parameter(completer=_names_of("rule_sets"))]
OptionValues = Annotated[list[str], Parameter(negative=(), completer=_names_of("options"))]
PlayerName = Annotated[str, Parameter(completer=_names_of("players"))]
Role = Annotated[str, Parameter(completer=_names_of("roles"))]
Ruling = Annotated[str, Parameter(completer=_names_of("rulings"))]
PageName = Annotated[str, Parameter(completer=_names_of("pages"))]
SaveName = Annotated[str, Parameter(completer=_names_of("saves"))]


@Parameter(name="*")
@dataclass(frozen=True)
class Choice:
    """What is said of a game besides its name.

    Parameters
    ----------
    rules
        The rule set; by default, the game's first.
    option
        Change one option of the rule set (NAME=VALUE); may be given several times.
    cards
        Play with the cards in this file, if the game allows it: see `duelhall rules frontline` and
        `duelhall docs monsters-card-language`.
    deck
        In monsters, the deck of seat 0, or your own in `play`: the name of a ready-made deck, or a
        file.
    opponent_deck
        In monsters, the other deck; by default, another ready-made deck.

    """

    rules: RuleSet | None = None
    option: OptionValues | None = None
    cards: Path | None = None
    deck: str | None = None
    opponent_deck: str | None = None

    def __bool__(self) -> bool:
        return any(value is not None for value in vars(self).values())

    @property
    def wishes(self) -> "CardSetup":
        """The cards that are asked for."""
        from duelhall.engine.definition import CardSetup

        return CardSetup(self.cards, self.deck, self.opponent_deck)

    def game(self, name: str, seat: int = 0) -> "Game":
        """The game asked for, by its name or its full name; the deck is for this seat."""
        from duelhall.terminal.start import chosen_game

        return chosen_game(name, self.rules, self.option or (), self.wishes, seat)


NOTHING_SAID = Choice()


Late = Literal["pass", "lose"]
"""What a player does whose time is up."""

Sandbox = Literal["required", "auto", "off"]
"""Whether programs run in a sandbox."""

Printed = Literal["text", "md", "json"]
"""How results are printed."""


def print_format(format_: str, *, json: bool) -> str:
    """How to print results, where --json is short for --format json."""
    if json and format_ not in ("text", "json"):
        raise BadUsage(f"--json and --format {format_} contradict each other: give one of them")
    return "json" if json else format_
