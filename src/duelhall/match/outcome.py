"""What chance can bring in a move or in a deal: all of it, or what a script says.

What a deal or a move draws, one draw after the other.

Each draw of the rules is one by itself: a card, then the next. Only a deal of few cards is drawn at
once: cards in a hand have no order, so that different draws lead to the same state, and there are
far fewer states than ways to draw them. What can come in one way only is not drawn at all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import NamedTuple

from duelhall.engine.record import State, copied, state_of
from duelhall.engine.sources import AllOutcomes, Fork, chance_from, forked, scripted
from duelhall.engine.template import interpreted
from duelhall.match.game import Game


class Outcome(NamedTuple):
    """One thing that chance can bring."""

    names: tuple[str, ...]  # what was drawn, in order
    probability: Fraction
    state: State  # what it leads to


def scripted_move(game: Game, state: State, move: int, outcomes: Sequence[str]) -> State:
    """The state after a legal move in which chance brings these outcomes; BadOutcome if it
    cannot. The state's own word of chance stays as it is.
    """
    with scripted(outcomes, game.definition.writing.outcomes.names):
        return played_by_rules(game, state, move)


def scripted_deal(game: Game, outcomes: Sequence[str]) -> State:
    """The state that a match begins with when chance brings these outcomes in the deal."""
    with scripted(outcomes, game.definition.writing.outcomes.names):
        return dealt_by_rules(game)


def move_outcomes(game: Game, state: State, move: int) -> Iterator[Outcome]:
    """Everything that chance can bring in a legal move; a single outcome if chance plays no part
    in it.
    """
    return _every(game, lambda: played_by_rules(game, state, move))


def deal_outcomes(game: Game) -> Iterator[Outcome]:
    """Everything that chance can bring in the deal."""
    return _every(game, lambda: dealt_by_rules(game))


def merged(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes, merging those that lead to the same state under the names of the first."""
    found: dict[bytes, Outcome] = {}
    for outcome in outcomes:
        first = found.setdefault(outcome.state.tobytes(), outcome)
        if first is not outcome:
            likelier = first._replace(probability=first.probability + outcome.probability)
            found[outcome.state.tobytes()] = likelier
    return list(found.values())


def _every(game: Game, run: Callable[[], State]) -> Iterator[Outcome]:
    """What a run leads to, for everything that chance can bring in it."""
    source, is_left = AllOutcomes(), True
    while is_left:
        with chance_from(source, game.definition.writing.outcomes.names):
            state = run()
        yield Outcome(source.names, source.probability, state)
        is_left = source.next()


def played_by_rules(game: Game, state: State, move: int) -> State:
    """The state after a legal move, interpreted, so that chance can be an input."""
    after: State = state_of(copied(state))
    interpreted(game.definition.rules.play)(after, move)
    return after


def dealt_by_rules(game: Game) -> State:
    """The state that a match begins with, interpreted in the same way."""
    state: State = state_of(game.blank())
    interpreted(game.definition.rules.deal)(state)
    return state


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
            with chance_from(source, self.game.definition.writing.outcomes.names):
                return self._run()
        except Undrawn as end:
            return Draw(end.fork.names, end.fork.probabilities)

    def chosen(self, draw: Draw, number: int) -> "Drawing":
        """The same after one more draw."""
        return self._replace(drawn=(*self.drawn, draw.names[number]))

    def _has_few_deals(self) -> bool:
        """Whether there are few ways to deal, by the sizes of the draws in one of them."""
        source = AllOutcomes()
        with chance_from(source, self.game.definition.writing.outcomes.names):
            self._run()
        return prod(source.sizes) <= FEW

    def _one_of(self, found: Sequence[Outcome]) -> Draw:
        write = self.game.definition.writing.outcomes.text
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
