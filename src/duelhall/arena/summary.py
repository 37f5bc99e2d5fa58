"""What results come to, counted some at a time: a million games take no more memory than a few."""

from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np

from duelhall.arena.rows import (
    ENDING,
    ENDINGS,
    FAULTY,
    FIRST,
    LAPSES_0,
    LAPSES_1,
    MILLISECONDS,
    MOVES,
    NOBODY,
    NUMBER,
    PAIR,
    SECOND,
    TIME_0,
    TIME_1,
    WINNER,
    Table,
)
from duelhall.engine.record import SEATS
from duelhall.stats import Pentanomial, Sprt, Tally, match_lines

GAMES_OF_A_PAIR = 2
OUTCOMES = 3
"""Lost, drawn and won."""

BY_SEAT = ((0, FIRST, TIME_0, LAPSES_0), (1, SECOND, TIME_1, LAPSES_1))
"""Each seat with its columns: who sat there, how long it thought, and which turns it lost."""

NEVER = np.iinfo(np.int64).max
"""The number of a game that is not there."""


def points_of_seat_0(table: Table) -> np.ndarray[Any, np.dtype[np.float64]]:
    """What the player in seat 0 got from each game."""
    won = np.where(table[:, WINNER] == 0, 1.0, 0.0)
    return np.where(table[:, WINNER] == NOBODY, 0.5, won)


def whole_pairs(table: Table) -> tuple[Table, Table]:
    """The rows of the two games of each mirrored pair of which both are finished."""
    order = np.argsort(table[:, PAIR], kind="stable")
    pairs = table[order, PAIR]
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    starts = starts[np.diff(starts, append=len(pairs)) == GAMES_OF_A_PAIR]
    one, other = order[starts], order[starts + 1]
    is_mirrored = (table[one, FIRST] == table[other, SECOND]) & (
        table[one, SECOND] == table[other, FIRST]
    )
    return one[is_mirrored], other[is_mirrored]


class Summary:
    """Who won and lost how many games in which seat, by which faults, and how long it took."""

    def __init__(self, players: int) -> None:
        self.games = self.moves = 0
        self._outcomes = np.zeros((players, SEATS, OUTCOMES), np.int64)
        self._faults = np.zeros((players, len(ENDINGS)), np.int64)
        self._first_faults = np.full(players, NEVER)
        self._lapses = np.zeros(players, np.int64)
        self._first_lapses = np.full(players, NEVER)
        self._milliseconds = np.zeros(players, np.int64)

    @classmethod
    def of(cls, tables: Iterable[Table], players: int) -> Self:
        """The summary of results."""
        summary = cls(players)
        for table in tables:
            summary.add(table)
        return summary

    def add(self, table: Table) -> None:
        """Count some results."""
        self.games += len(table)
        self.moves += int(table[:, MOVES].sum())
        outcomes = _halves(points_of_seat_0(table))
        for seat, player, time, lapses in BY_SEAT:
            own = outcomes if seat == 0 else 2 - outcomes
            cells = OUTCOMES * table[:, player] + own
            counts = np.bincount(cells, minlength=self._outcomes[:, seat].size)
            self._outcomes[:, seat] += counts.reshape(-1, OUTCOMES)
            np.add.at(self._milliseconds, table[:, player], table[:, time])
            np.add.at(self._lapses, table[:, player], table[:, lapses])
            late = table[table[:, lapses] > 0]
            np.minimum.at(self._first_lapses, late[:, player], late[:, NUMBER])
        rows = table[table[:, FAULTY] >= 0]
        faulty = np.where(rows[:, FAULTY] == 0, rows[:, FIRST], rows[:, SECOND])
        np.add.at(self._faults, (faulty, rows[:, ENDING]), 1)
        np.minimum.at(self._first_faults, faulty, rows[:, NUMBER])

    def tally(self, player: int, seat: int) -> Tally:
        """The games of a player in a seat."""
        losses, draws, wins = self._outcomes[player, seat].tolist()
        return Tally(wins, draws, losses)

    def faults(self, player: int) -> dict[str, int]:
        """How many games a player lost by each kind of fault."""
        counts = zip(ENDINGS, self._faults[player].tolist(), strict=True)
        return {ending.value: count for ending, count in counts if count}

    def first_fault(self, player: int) -> int:
        """The number of the first game that a player lost by a fault."""
        return int(self._first_faults[player])

    def lapses(self, player: int) -> int:
        """How many turns a player lost by faults that did not cost the game."""
        return int(self._lapses[player])

    def first_lapse(self, player: int) -> int:
        """The number of the first game in which a player lost a turn so."""
        return int(self._first_lapses[player])

    def seconds(self, player: int) -> float:
        """How long a player thought, in all games together."""
        return int(self._milliseconds[player]) / MILLISECONDS

    def by_seat(self, player: int, roles: Sequence[str | None]) -> list[dict[str, Any]]:
        """The games of a player by its seat, which may have a role, for programs."""
        return [
            {"seat": seat, "role": role, **vars(self.tally(player, seat))}
            for seat, role in enumerate(roles)
        ]


class PairsSoFar:
    """The mirrored pairs of a match, counted as they are completed, for the first player."""

    def __init__(self) -> None:
        self.tally, self.counted = Tally(), Pentanomial()
        self._half: dict[int, float] = {}  # what the first player got from pairs half played

    def add(self, pair: int, points: float) -> None:
        """Count a game, by what the first player got."""
        self.tally += Tally.of_games([points])
        self._match_up(pair, points)

    def _match_up(self, pair: int, points: float) -> None:
        if pair in self._half:
            self.counted += Pentanomial.of_pairs([(self._half.pop(pair), points)])
        else:
            self._half[pair] = points

    def add_results(self, table: Table) -> None:
        """Count many games at once."""
        points = points_of_seat_0(table)
        points = np.where(table[:, FIRST] == 0, points, 1 - points)
        losses, draws, wins = np.bincount(_halves(points), minlength=OUTCOMES).tolist()
        self.tally += Tally(wins, draws, losses)
        one, other = whole_pairs(table)
        counts = np.bincount(_halves(points[one] + points[other]), minlength=5)
        self.counted += Pentanomial(*counts.tolist())
        single = np.ones(len(table), np.bool_)
        single[one] = single[other] = False
        rest = zip(table[single, PAIR].tolist(), points[single].tolist(), strict=True)
        for pair, each in rest:
            self._match_up(pair, each)

    def lines(self, test: Sprt | None) -> list[str]:
        """What is known so far, in lines."""
        return match_lines(self.tally, self.counted, test)


def _halves(points: np.ndarray[Any, np.dtype[np.float64]]) -> Table:
    """Points in half points, as whole numbers."""
    return np.asarray(np.rint(2 * points), np.int64)
