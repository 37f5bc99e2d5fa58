"""What the commands share, said once: kinds of parameters, and groups of them.

A command lists the groups that it needs as parameters of its own, and their help comes with them.
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

    from duelhall.match.game import Game


def _whole_number(_kind: Any, tokens: "Sequence[Token]") -> int:
    """A number without a fraction, which Cyclopts would round away."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise CoercionError(target_type=int, token=token) from None


def _names_of(kind: str) -> Callable[["CompletionContext"], list[str]]:
    """A function of names.py, imported only when a shell asks for names."""

    def names(typed: "CompletionContext") -> list[str]:
        from duelhall.cli import names as completing

        return list(dict.fromkeys(getattr(completing, kind)(typed)))

    return names


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number."""

Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
"""An option that is given or not."""

Json = Annotated[Flag, Parameter(help="Print the result as JSON.")]

Plain = Annotated[
    Flag,
    Parameter(
        help="Print line by line, without colour, and redraw nothing, for example for screen "
        "readers. This is also what happens when the output is not a terminal."
    ),
]

Pictures = Annotated[
    str,
    Parameter(
        help="How to draw what a move sets off, if the game has several ways: in frontline "
        "`all-speeds`, which adds the speeds before crowns and bows, or `no-speeds`."
    ),
]

SavedFile = Annotated[
    str,
    Parameter(
        help="A saved game, or a game of a tournament given as its folder, # and the game's "
        "number, for example DIR#17."
    ),
]

Sandbox = Annotated[
    Literal["required", "auto", "off"],
    Parameter(
        help="Whether programs run in a sandbox: required (or not at all), auto (where the system "
        "has one, with a warning where it has none) or off."
    ),
]

GameName = Annotated[str, Parameter(completer=_names_of("games"))]
FullName = Annotated[
    GameName, Parameter(help="The game's name, optionally in full: 'frontline[draft, hand=7]'.")
]
RuleSet = Annotated[str, Parameter(completer=_names_of("rule_sets"))]
OptionValues = Annotated[list[str], Parameter(negative=(), completer=_names_of("options"))]
PlayerName = Annotated[str, Parameter(metavar="PLAYER", completer=_names_of("players"))]
Role = Annotated[str, Parameter(completer=_names_of("roles"))]
Ruling = Annotated[str, Parameter(completer=_names_of("rulings"))]
PageName = Annotated[str, Parameter(completer=_names_of("pages"))]
SaveName = Annotated[str, Parameter(completer=_names_of("saves"))]


@Parameter(name="*")
@dataclass(frozen=True)
class GameFlags:
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

    def game(self, name: str, seat: int = 0, *, backend: str = "cpu") -> "Game":
        """The game of that name with all that is asked for, where the deck is for this seat;
        nothing may be given twice in different ways.
        """
        from duelhall.engine import registry
        from duelhall.engine.definition import CardSetup
        from duelhall.match.game import Game, card_options

        said = registry.parse_game_name(name)
        definition = registry.find(said.game)
        changes = dict(_option(text) for text in self.option or ())
        wishes = CardSetup(self.cards, self.deck, self.opponent_deck)
        chosen = card_options(definition, wishes, seat)
        for option in chosen:
            if option in changes or option in said.options:
                raise BadUsage(f"give {option} only once: with --cards or --deck, or as an option")
        said = said.with_changes(self.rules, {**changes, **chosen})
        return Game(definition, said.rule_set, said.options, backend=backend)


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise BadUsage(f"--option takes NAME=VALUE, not {text!r}")
    return name.strip(), value


NOTHING_SAID = GameFlags()


@Parameter(name="*")
@dataclass(frozen=True)
class TermFlags:
    """On what terms the games of a contest are played.

    Parameters
    ----------
    time
        The time limit: seconds per move (1), per game (60/game) or both (1+60/game), minutes per
        game and the seconds that each move adds, as chess players write it (5+3), or none. By
        default, 10 seconds per move.
    late
        What happens to a player who runs out of time for a move: pass or lose. By default, as the
        game's rules have it; in games without a clock of their own, lose.
    seed
        The seed of the deals; the same one gives the same games. By default, one that nobody can
        foresee, which is printed at the end.

    """

    time: str | None = None
    late: Literal["pass", "lose"] | None = None
    seed: Whole | None = None


@Parameter(name="*")
@dataclass(frozen=True)
class WorkerFlags:
    """Who plays the games of a contest: how many processes, which machines, and how safely.

    Parameters
    ----------
    jobs
        How many games to play at once; the games stay the same.
    ray
        Play on the Ray cluster at this address, or on one started here if no address is given.

    """

    jobs: Whole = 1
    ray: str | None = None
    sandbox: Sandbox = "auto"


@Parameter(name="*")
@dataclass(frozen=True)
class PrintFlags:
    """How results are printed.

    Parameters
    ----------
    format
        How the results are printed.
    json
        Print the results as JSON: short for --format json.

    """

    format: Literal["text", "md", "json"] = "text"
    json: Flag = False

    @property
    def form(self) -> str:
        """What is asked for by either of the two."""
        if self.json and self.format not in ("text", "json"):
            raise BadUsage(
                f"--json and --format {self.format} contradict each other: give one of them"
            )
        return "json" if self.json else self.format


USUAL_TERMS, ALONE, AS_TEXT = TermFlags(), WorkerFlags(), PrintFlags()
