"""What a deal or a move draws, one draw after the other.

Each draw of the rules is one by itself: a card, then the next. Only a deal of few cards is drawn at
once: cards in a hand have no order, so that different draws lead to the same state, and there are
far fewer states than ways to draw them. What can come in one way only is not drawn at all.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from duelhall.engine.game import Game
from duelhall.engine.outcomes import (
    Outcome,
    deal_outcomes,
    dealt_by_rules,
    merged,
    played_by_rules,
)
from duelhall.engine.record import State
from duelhall.engine.sources import AllOutcomes, Fork, chance_from, forked

FEW = 1000
"""In a deal, so many ways to draw are gone through to find out to which states they lead."""


class Draw(NamedTuple):
    """What can be drawn, and how likely each of it is."""

    names: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    states: tuple[State, ...] = ()
    """What each of it leads to; nothing where more may be drawn after it."""


class Drawing(NamedTuple):
    """A deal or a legal move that is being carried out, and what it has drawn so far."""

    game: Game
    before: State | None  # None for a deal
    move: int = 0
    drawn: tuple[str, ...] = ()

    def next(self) -> Draw | State:
        """What is to be drawn next, or, if that is nothing, the state that all of it leads to."""
        if self.before is None and not self.drawn and self._has_few_deals():
            found = merged(deal_outcomes(self.game))
            return found[0].state if len(found) == 1 else self._one_of(found)
        source = Beginning(self.drawn)
        try:
            with chance_from(source, self.game.definition.outcomes.names):
                return self._run()
        except Undrawn as end:
            return Draw(end.fork.names, end.fork.probabilities)

    def chosen(self, draw: Draw, number: int) -> "Drawing":
        """The same after one more draw."""
        return self._replace(drawn=(*self.drawn, draw.names[number]))

    def _has_few_deals(self) -> bool:
        """Whether there are few ways to deal, by the sizes of the draws in one of them."""
        source = AllOutcomes()
        with chance_from(source, self.game.definition.outcomes.names):
            self._run()
        return prod(source.sizes) <= FEW

    def _one_of(self, found: Sequence[Outcome]) -> Draw:
        write = self.game.definition.outcomes.text
        names, probabilities, states = zip(*found, strict=True)
        return Draw(tuple(map(write, names)), probabilities, states)

    def _run(self) -> State:
        if self.before is None:
            return dealt_by_rules(self.game)
        return played_by_rules(self.game, self.before, self.move)


class Undrawn(Exception):
    """More is drawn than was chosen so far."""

    def __init__(self, fork: Fork) -> None:
        super().__init__("more is drawn than has been chosen so far")
        self.fork = fork


class Beginning:
    """Draws that were chosen by name; the first one after them raises Undrawn.

    A draw that can bring but one thing is not among them.
    """

    def __init__(self, chosen: Sequence[str]) -> None:
        self._left = list(chosen)

    def choose(self, names: Sequence[str]) -> int:
        """The index of what was chosen."""
        fork = forked(names)
        if len(fork.names) == 1:
            return 0
        if not self._left:
            raise Undrawn(fork)
        return names.index(self._left.pop(0))
