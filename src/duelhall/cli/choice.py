"""Which game to play: the options shared by all commands that play one."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cyclopts import Parameter

from duelhall.terminal.parameters import OptionValues, RuleSet

if TYPE_CHECKING:
    from duelhall.engine.features import CardWishes
    from duelhall.match.game import Game


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
    def wishes(self) -> "CardWishes":
        """The cards that are asked for."""
        from duelhall.engine.features import CardWishes

        return CardWishes(self.cards, self.deck, self.opponent_deck)

    def game(self, name: str, seat: int = 0) -> "Game":
        """The game asked for, by its name or its full name; the deck is for this seat."""
        from duelhall.terminal.choosing import chosen_game

        return chosen_game(name, self.rules, self.option or (), self.wishes, seat)


NOTHING_SAID = Choice()
