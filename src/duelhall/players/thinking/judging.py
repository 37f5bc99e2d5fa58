"""What a move was worth, beside the best that a search finds."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import fmean, stdev
from typing import NamedTuple, Protocol

from duelhall.engine.chance import scattered, seat_dice
from duelhall.engine.record import GameState
from duelhall.players.thinking.searching import Choice, Line, Thought
from duelhall.stats.estimates import NORMAL_95

RUNS = 4
"""How often a move is judged, each time with other dice: a search may find its way to the same
mistake a thousand times, so how far it is off shows only beside another one.
"""

SURE_OF_RUNS = 3.18
"""How many standard errors a difference must have to be no accident, 19 times out of 20, if the
error is taken from so many runs (Student's t).
"""


class Thinker(Protocol):
    """What finds the best move for a view, or judges one that is given."""

    def think(
        self, view: GameState, dice: int, left: float | None = None, *, only: int | None = None
    ) -> Thought:
        """The moves with their chances to win, the best first; `only` this one if it is given."""


class Mark(NamedTuple):
    """What a move is called that gives much away."""

    word: str
    sign: str
    least: float  # the chance to win that it costs, at least


MARKS = (Mark("blunder", "??", 0.20), Mark("mistake", "?", 0.10), Mark("inaccuracy", "?!", 0.05))
"""The largest first."""


@dataclass(frozen=True)
class Verdict:
    """A move, with the chance to win by it as each run found it."""

    move: int
    chances: tuple[float, ...]
    sampling: float  # the standard error of the mean that follows from the number of simulations

    @property
    def chance(self) -> float:
        """The chance to win, with draws counted as half."""
        return fmean(self.chances)

    @property
    def error(self) -> float:
        """The standard error of that."""
        return max(self.sampling, _error_of_mean(self.chances))


@dataclass(frozen=True)
class Judgement:
    """The move that was played, and the best that was found, each with the chance to win by it.

    The chance of the best move is the chance before the decision, that of the played one the
    chance after it.
    """

    best: Verdict
    played: Verdict
    mix: tuple[Line, ...] = ()
    """Where the best is to choose by chance, what to choose from."""

    @property
    def loss(self) -> float:
        """What the played move gave away; below 0 where it looks better than the best that was
        found, which the errors of both allow.
        """
        return self.best.chance - self.played.chance

    @property
    def doubt(self) -> float:
        """What the loss may be off by, 19 times out of 20."""
        if self.best == self.played:
            return 0.0
        pairs = zip(self.best.chances, self.played.chances, strict=True)
        spread = SURE_OF_RUNS * _error_of_mean([best - played for best, played in pairs])
        return max(spread, NORMAL_95 * hypot(self.best.sampling, self.played.sampling))

    @property
    def mark(self) -> Mark | None:
        """What to call the move; None where it gave away little, or perhaps nothing."""
        if self.loss <= self.doubt:
            return None
        return next((mark for mark in MARKS if self.loss >= mark.least), None)


def judged(thinker: Thinker, seen: GameState, move: int, dice: int) -> Judgement:
    """Judge a move by what is seen before it.

    A search tries bad moves seldom, and the move that it likes best may have been lucky. So both
    are judged again, with the same budget and the same dice. If the played one is the better of the
    two for certain, then it is the best that was found.
    """
    first, *others = (int(seat_dice(dice, run)) for run in range(RUNS))
    thought = thinker.think(seen, first)
    exact = {choice.move: _verdict([choice]) for choice in thought.choices if choice.error == 0}
    if {thought.best.move, move} <= exact.keys():
        return Judgement(exact[thought.best.move], exact[move], thought.lines)
    best = (
        thought.best.move
        if thought.is_won
        else _favourite([thought, *(thinker.think(seen, each) for each in others)])
    )
    again = [int(scattered(each)) for each in (first, *others)]
    verdicts = {
        each: _verdict([thinker.think(seen, roll, only=each).best for roll in again])
        for each in {best, move}
    }
    found = Judgement(verdicts[best], verdicts[move], thought.lines)
    return found if found.loss >= -found.doubt else replace(found, best=found.played)


def _favourite(thoughts: Sequence[Thought]) -> int:
    """The move that was tried most often in all."""
    visits = Counter[int]()
    for thought in thoughts:
        for choice in thought.choices:
            visits[choice.move] += choice.visits
    return visits.most_common(1)[0][0]


def _verdict(runs: Sequence[Choice]) -> Verdict:
    sampling = hypot(*(choice.error for choice in runs)) / len(runs)
    return Verdict(runs[0].move, tuple(choice.chance for choice in runs), sampling)


def _error_of_mean(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
