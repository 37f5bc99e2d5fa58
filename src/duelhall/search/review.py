"""What each decision of a game was worth, and whether luck or moves decided.

A decision is judged by what its player could know. Beside that stands what it would have been with
all cards known: a move that was right and lost all the same was bad luck, not a mistake.
"""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass, replace
from math import hypot, sqrt
from statistics import fmean, stdev
from threading import Event, local
from typing import NamedTuple, Protocol

from duelhall.engine.chance import dice_of, dice_root, scattered, seat_dice
from duelhall.engine.errors import checked_number, checked_seed
from duelhall.engine.record import SEATS, GameState, other_seat
from duelhall.engine.rule import computed_once
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.search.search import Judged, MoveLine, Thought, thinker
from duelhall.stats.score import NORMAL_95

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
    mix: tuple[MoveLine, ...] = ()
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


def judged(
    thinker: Thinker, seen: GameState, move: int, dice: int, left: float | None = None
) -> Judgement:
    """Judge a move by what is seen before it, in at most `left` seconds for each search.

    A search tries bad moves seldom, and the move that it likes best may have been lucky. So both
    are judged again, with the same budget and the same dice. If the played one is the better of the
    two for certain, then it is the best that was found.
    """
    first, *others = (int(seat_dice(dice, run)) for run in range(RUNS))
    thought = thinker.think(seen, first, left)
    exact = {choice.move: _verdict([choice]) for choice in thought.choices if choice.error == 0}
    if {thought.best.move, move} <= exact.keys():
        return Judgement(exact[thought.best.move], exact[move], thought.lines)
    best = (
        thought.best.move
        if thought.is_won
        else _favourite([thought, *(thinker.think(seen, each, left) for each in others)])
    )
    again = [int(scattered(each)) for each in (first, *others)]
    verdicts = {
        each: _verdict([thinker.think(seen, roll, left, only=each).best for roll in again])
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


def _verdict(runs: Sequence[Judged]) -> Verdict:
    sampling = hypot(*(choice.error for choice in runs)) / len(runs)
    return Verdict(runs[0].move, tuple(choice.chance for choice in runs), sampling)


def _error_of_mean(values: Sequence[float]) -> float:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


DRAW = 0.5


@dataclass(frozen=True)
class Decision:
    """A move where there was more than one to choose from."""

    number: int  # of the move, counted from 1
    seat: int
    known: Judgement  # by what the seat could know
    all_known: Judgement | None  # with all cards known; None where that is not shown


@dataclass(frozen=True)
class Balance:
    """How a seat's chance to win got from its first decision to the end.

    `start`, `own`, `others` and `luck` add up to `end`.
    """

    start: float
    own: float  # what its own moves changed: below 0 where they gave something away
    others: float  # what the other seat gave away; 0 where that is not shown
    luck: float  # what is left: chance, and what became known
    end: float  # 1 for a win; in a game without a result, the chance after its last decision


@dataclass(frozen=True)
class Review:
    """A game with its decisions, as a seat could know them or with all cards open."""

    match: Match
    seat: int | None  # None for both seats
    decisions: Sequence[Decision]

    @property
    def seats(self) -> list[int]:
        """The seats whose decisions are shown and which made some."""
        return [seat for seat in range(SEATS) if self.of_seat(seat)]

    def of_seat(self, seat: int) -> list[Decision]:
        """The decisions of a seat."""
        return [each for each in self.decisions if each.seat == seat]

    def marked(self, seat: int, word: str) -> list[Decision]:
        """The decisions of a seat that are called so."""
        own = self.of_seat(seat)
        return [each for each in own if each.known.mark and each.known.mark.word == word]

    def best_text(self, decision: Decision) -> str | None:
        """The best move that was found, in notation; None if it was played."""
        best, played = decision.known.best.move, decision.known.played.move
        state = self.match.states[decision.number - 1]
        return None if best == played else self.match.game.move_text(best, state)

    def mix(self, decision: Decision) -> list[tuple[float, list[str]]]:
        """Where the best was to choose by chance, what from: how often, and which moves, one after
        the other, in notation.
        """
        state = self.match.states[decision.number - 1]
        return [
            (line.share, list(_texts(self.match.game, state, line.moves)))
            for line in decision.known.mix
        ]

    @property
    def has_result(self) -> bool:
        """Whether the game was played to its end."""
        return self.match.over and self.match.forfeited_by is None

    def result(self, seat: int) -> float:
        """What a seat got for the game: 1 for a win, 0.5 for a draw."""
        return DRAW if self.match.winner is None else float(self.match.winner == seat)

    def balance(self, seat: int) -> Balance:
        """What became of the chance of a seat that decided something, and by what."""
        decided = self.of_seat(seat)
        first, last = decided[0], decided[-1]
        end = self.result(seat) if self.has_result else last.known.played.chance
        others = sum(
            each.known.loss
            for each in self.of_seat(other_seat(seat))
            if each.number > first.number and (self.has_result or each.number < last.number)
        )
        start, own = first.known.best.chance, -sum(each.known.loss for each in decided)
        return Balance(start, own, others, end - start - own - others, end)


def _texts(game: Game, state: GameState, moves: Iterable[int]) -> Iterator[str]:
    """Moves of one seat, one after the other, in notation."""
    for move in moves:
        yield game.move_text(move, state)
        state = game.after(state, move)


class Reviewer:
    """Judges the decisions of a match, or only those of a seat, by the search of that name.

    The same for the same seed, if the budget is in simulations, however many threads there are.
    """

    def __init__(
        self,
        match: Match,
        name: str,
        *,
        seat: int | None = None,
        seed: int = 0,
        threads: int = 1,
    ) -> None:
        self.match, self.seat = match, seat
        self.threads = checked_number("the number of threads", threads, 1)
        self._name, self._root, self._own = name, dice_root(checked_seed(seed)), local()
        self._is_stopped = Event()
        thinker(name, match.game)  # which refuses a bad name before anybody waits

    @computed_once
    def numbers(self) -> list[int]:
        """The moves to judge, counted from 1."""
        game, states = self.match.game, self.match.states
        return [
            number
            for number in range(1, len(self.match.moves) + 1)
            if self.seat in (None, self.match.mover(number))
            and len(game.legal_moves(states[number - 1])) > 1
        ]

    def decisions(self) -> Generator[Decision, None, None]:
        """The decisions, one after the other; who stops asking for more waits for one search."""
        self._is_stopped.clear()
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                yield from pool.map(self._decision, self.numbers)
            finally:
                self._is_stopped.set()
                pool.shutdown(wait=False, cancel_futures=True)

    def review(self, decisions: Iterable[Decision] | None = None) -> Review:
        """The review of these decisions, or of all."""
        made = self.decisions() if decisions is None else decisions
        return Review(self.match, self.seat, tuple(made))

    def _decision(self, number: int) -> Decision:
        seat, state = self.match.mover(number), self.match.states[number - 1]
        move, dice = self.match.moves[number - 1], dice_of(self._root, seat, number)
        closed, opened = self._thinkers()
        known = judged(closed, self.match.game.view(state, seat), move, dice)
        all_known = None if self.seat is not None else judged(opened, state, move, dice)
        return Decision(number, seat, known, all_known)

    def _thinkers(self) -> tuple[Thinker, Thinker]:
        """What thinks in this thread: by what a seat can know, and with all cards known."""
        if not hasattr(self._own, "thinkers"):
            game, name = self.match.game, self._name
            both = thinker(name, game), thinker(name, game, all_known=True)
            self._own.thinkers = tuple(_Stoppable(each, self._is_stopped) for each in both)
        pair: tuple[Thinker, Thinker] = self._own.thinkers
        return pair


@dataclass(frozen=True)
class _Stoppable:
    """A thinker that thinks no more once that is of no use."""

    thinker: Thinker
    is_stopped: Event

    def think(
        self, view: GameState, dice: int, left: float | None = None, *, only: int | None = None
    ) -> Thought:
        if self.is_stopped.is_set():
            raise CancelledError
        return self.thinker.think(view, dice, left, only=only)
