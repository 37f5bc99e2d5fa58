"""Chance that was at work elsewhere: what a shuffle in the middle of a game brought there.

A game that is replayed from elsewhere makes the same moves, and its shuffles must bring the same
cards. What they brought is told in order; each time the rules draw by chance in that move, the
next told thing is brought about. Rules know nothing of it: their way to draw is exchanged while
they run.
"""

from collections.abc import Callable
from dataclasses import dataclass

from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import State


class BadOrder(DuelhallError):
    """An order of shuffled cards that the cards to be shuffled cannot have."""


@dataclass
class Given:
    """The cards that shuffles shall bring in one move, the next one first."""

    cards: list[int]
    pick: Callable[[State, int, int], int]

    def below(self, s: State, bound: int) -> int:
        """What the rules draw, in the place of a random number."""
        if not self.cards:
            raise BadOrder(f"the order ends too early: {bound} more cards are to be shuffled")
        return self.pick(s, self.cards.pop(0), bound)

    def finish(self) -> None:
        """Refuse an order of which something is left over."""
        if self.cards:
            raise BadOrder(f"the order has {len(self.cards)} cards more than are shuffled")
