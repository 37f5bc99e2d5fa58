"""Cards that came from a deck into a hand, and who may read which cards they were (N2, N40)."""

from collections.abc import Sequence
from dataclasses import dataclass

from duelhall.games.binmat.cards import CARDS, NAMES
from duelhall.games.binmat.drawing import is_open
from duelhall.games.binmat.positions import UNSEEN
from duelhall.games.binmat.state import ALWAYS_UP, HANDS, HEIGHT, PLACE, State


@dataclass(frozen=True)
class Drawn:
    """A card that was drawn or taken by damage, by whom, and whether it lay open on its deck."""

    card: int
    drawer: int
    was_open: bool

    def seen_by(self, seat: int | None) -> str:
        """The card's name if a seat got it or saw it go, or openly; `X` otherwise (N40).

        Who can work out later which card it was is not told: that would tell the order of draws.
        """
        is_told = self.was_open or seat in (None, self.drawer)
        return NAMES[self.card] if is_told else UNSEEN


def drawn(before: State, after: State, drawer: int, deck: int) -> tuple[Drawn, ...]:
    """The cards that came from a deck into a hand, in order, while no card left the hand."""
    held = int(before.count[HANDS + drawer])
    cards = [card for card in _hand(after, drawer) if _height(after, card) >= held]
    return tuple(
        Drawn(card, drawer, _was_open(before, after, deck, number))
        for number, card in enumerate(sorted(cards, key=lambda card: _height(after, card)))
    )


def _hand(state: State, seat: int) -> list[int]:
    return [card for card in range(CARDS) if int(state.spot[card]) // PLACE == HANDS + seat]


def _height(state: State, card: int) -> int:
    return int(state.spot[card]) & HEIGHT


def _was_open(before: State, after: State, deck: int, number: int) -> bool:
    """Whether a deck showed the card that was taken from it after so many others.

    When the deck ran out it was reshuffled, and only one that is always up showed its first card.
    """
    left = int(before.count[deck])
    shows = is_open(before if number < left else after, deck)
    return bool(shows) and (number != left or after.options.reshuffled_deck == ALWAYS_UP)


def as_seen(cards: Sequence[Drawn], seat: int | None) -> str:
    """Drawn cards as a seat may read them, or openly."""
    return " ".join(card.seen_by(seat) for card in cards)
