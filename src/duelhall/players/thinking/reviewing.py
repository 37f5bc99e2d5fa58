"""Looking back at a game: what each decision was worth, and whether luck or moves decided.

A decision is judged by what its player could know. Beside that stands what it would have been with
all cards known: a move that was right and lost all the same was bad luck, not a mistake.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event, local

from duelhall.engine.arguments import checked_number, checked_seed
from duelhall.engine.chance import dice_of, dice_root
from duelhall.engine.computed import computed_once
from duelhall.engine.record import SEATS, GameState, other_seat
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.players.thinking.judging import Judgement, Thinker, judged
from duelhall.players.thinking.names import thinker
from duelhall.players.thinking.searching import Thought

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
