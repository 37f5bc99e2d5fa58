"""Which game is played, as every command that plays one lets it be said."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from duelhall.engine.features import CardWishes
    from duelhall.engine.game import Game


@Parameter(name="*")
@dataclass(frozen=True)
class Choice:
    """What is said of a game beside its name.

    Parameters
    ----------
    rules
        The rule set; the game's first one if you name none.
    option
        Change one option of the rule set, as NAME=VALUE; may be given several times.
    cards
        Play with the cards in this file, where a game lets you: see docs/rules/frontline.md and
        docs/monsters-card-language.md.
    deck
        The deck of seat 0, or your own deck, in monsters: the name of a ready deck, or a file.
    opponent_deck
        The other deck in monsters; another ready deck if you name none.

    """

    rules: str | None = None
    option: Annotated[list[str], Parameter(negative=())] | None = None
    cards: Path | None = None
    deck: str | None = None
    opponent_deck: str | None = None

    def __bool__(self) -> bool:
        return self != NOTHING_SAID

    @property
    def wishes(self) -> "CardWishes":
        """The cards that are asked for."""
        from duelhall.engine.features import CardWishes

        return CardWishes(self.cards, self.deck, self.opponent_deck)

    def game(self, name: str, seat: int = 0) -> "Game":
        """The game that is asked for, by its name or its name in full; the deck is the seat's."""
        from duelhall.terminal.choosing import chosen_game

        return chosen_game(name, self.rules, self.option or (), self.wishes, seat)


NOTHING_SAID = Choice()
