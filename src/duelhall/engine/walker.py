"""Walking through everything that can happen in a small game, or from a position of one.

>>> import duelhall
>>> from duelhall.engine.walker import Walker
>>> blade = duelhall.load("blade")
>>> Walker(blade).ways(blade.parse_position("12BM:-:3 23BM:-:4"))
Ways(lines=432, won=(42, 262), drawn=128)
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from duelhall.engine.arguments import checked_number
from duelhall.engine.cells import copied, state_of
from duelhall.engine.errors import DuelhallError
from duelhall.engine.game import Game, checked_game
from duelhall.engine.outcomes import Outcome, deal_outcomes, move_outcomes
from duelhall.engine.record import DRAWN, UNDECIDED, State

Found = TypeVar("Found")

UNDRAWN = 1
"""The word of chance in every state of a walk; a move that changes it has drawn."""

MOST_STATES = 1_000_000


class TooLarge(DuelhallError):
    """A game with more states than the caller wanted to walk through."""


class Ways(NamedTuple):
    """How many lines of play there are, and how they end.

    A line is a sequence of moves and outcomes of chance; outcomes with the same name count once.
    """

    lines: int
    won: tuple[int, int]  # by seat 0, by seat 1
    drawn: int


class Odds(NamedTuple):
    """How likely each ending is."""

    won: tuple[Fraction, Fraction]  # by seat 0, by seat 1
    drawn: Fraction


class Fold(NamedTuple, Generic[Found]):
    """What a walk finds out: at an ending, and at a fork from what was found beyond it."""

    at_end: Callable[[int], Found]  # from the winner
    of_moves: Callable[[int, list[Found]], Found]  # from the seat to move
    of_chance: Callable[[list[tuple[Fraction, Found]]], Found]


class Walker:
    """Goes through every move and every outcome of chance, from each state once.

    The walk begins with the given state or, without one, with all deals. Words of chance in states
    are ignored: everything that can be drawn is drawn.
    """

    def __init__(self, game: Game, most_states: int = MOST_STATES) -> None:
        self.game = checked_game(game)
        self.most_states = checked_number("the number of states", most_states, 1)

    def ways(self, state: State | None = None) -> Ways:
        """All lines of play."""
        return self._walk(WAYS, state)

    def odds(self, state: State | None = None) -> Odds:
        """How likely each ending is when all legal moves are equally likely."""
        return self._walk(ODDS, state)

    def value(self, state: State | None = None) -> Fraction:
        """What the game is worth to seat 0 when both seats play perfectly: 1 for a win, -1 for a
        loss, 0 for a draw. Both are assumed to see all cards, but not what chance will bring.
        """
        return self._walk(VALUE, state)

    def _walk(self, fold: Fold[Found], state: State | None) -> Found:
        found: dict[bytes, Found] = {}

        def look(state: State) -> Found:
            state.rng = UNDRAWN
            key = state.tobytes()
            if key not in found:
                found[key] = judge(state)
                self._check_size(len(found))
            return found[key]

        def judge(state: State) -> Found:
            if state.winner != UNDECIDED:
                return fold.at_end(int(state.winner))
            moves = [branch(self._outcomes(state, move)) for move in self.game.legal_moves(state)]
            return fold.of_moves(int(state.to_move), moves)

        def branch(outcomes: Iterable[Outcome]) -> Found:
            return fold.of_chance([(each.probability, look(each.state)) for each in outcomes])

        return (
            branch(deal_outcomes(self.game))
            if state is None
            else look(state_of(copied(self.game.checked(state))))
        )

    def _outcomes(self, state: State, move: int) -> Iterator[Outcome]:
        """What a move leads to. Only a move that draws has to be interpreted."""
        after = self.game.after(state, move)
        if after.rng == UNDRAWN:
            return iter([Outcome((), Fraction(1), after)])
        return move_outcomes(self.game, state, move)

    def _check_size(self, states: int) -> None:
        if states > self.most_states:
            raise TooLarge(f"there are more than {self.most_states} states to walk through")


# --- what can be found out ---


def _ends(winner: int) -> tuple[int, int, int]:
    return int(winner == 0), int(winner == 1), int(winner == DRAWN)


def _ways_added(ways: Iterable[Ways]) -> Ways:
    rows = [(each.lines, *each.won, each.drawn) for each in ways]
    lines, first, second, drawn = (sum(column) for column in zip(*rows, strict=True))
    return Ways(lines, (first, second), drawn)


def _odds_weighted(odds: Iterable[tuple[Fraction, Odds]]) -> Odds:
    rows = [(weight * each.won[0], weight * each.won[1], weight * each.drawn)
            for weight, each in odds]  # fmt: skip
    first, second, drawn = (sum(column, Fraction()) for column in zip(*rows, strict=True))
    return Odds((first, second), drawn)


def _ways_at_end(winner: int) -> Ways:
    first, second, drawn = _ends(winner)
    return Ways(1, (first, second), drawn)


def _odds_at_end(winner: int) -> Odds:
    first, second, drawn = (Fraction(end) for end in _ends(winner))
    return Odds((first, second), drawn)


def _value_at_end(winner: int) -> Fraction:
    first, second, _ = _ends(winner)
    return Fraction(first - second)


WAYS = Fold(
    _ways_at_end,
    lambda _seat, moves: _ways_added(moves),
    lambda outcomes: _ways_added(ways for _, ways in outcomes),
)
ODDS = Fold(
    _odds_at_end,
    lambda _seat, moves: _odds_weighted((Fraction(1, len(moves)), odds) for odds in moves),
    _odds_weighted,
)
VALUE = Fold(
    _value_at_end,
    lambda seat, moves: min(moves) if seat else max(moves),
    lambda outcomes: sum((weight * value for weight, value in outcomes), Fraction()),
)
