"""What the results of a contest come to: points, standings, and who meets next.

Results are counted some at a time: a million games take no more memory than a few.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from duelhall.arena.schedule import Meetings, meetings_of, swiss_round, swiss_rounds
from duelhall.arena.settings import Settings
from duelhall.arena.store import ENDINGS, NOBODY, Rows
from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.engine.record import SEATS
from duelhall.stats import Crosstable, Pentanomial, Sprt, Standings, Tally, match_lines, rate

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

GAMES_OF_A_PAIR = 2
OUTCOMES = 3
"""Lost, drawn and won."""

BY_SEAT = ((0, "first", "seconds_0", "lapses_0"), (1, "second", "seconds_1", "lapses_1"))
"""Each seat with its columns: who sat there, how long it thought, and which turns it lost."""

NEVER = np.iinfo(np.int64).max
"""The number of a game that is not there."""


def points_of_seat_0(rows: Rows) -> Floats:
    """What the player in seat 0 got from each game."""
    won = np.where(rows["winner"] == 0, 1.0, 0.0)
    return np.where(rows["winner"] == NOBODY, 0.5, won)


def whole_pairs(rows: Rows) -> tuple[Numbers, Numbers]:
    """The rows of the two games of each mirrored pair of which both are finished."""
    order = np.argsort(rows["pair"], kind="stable")
    pairs = rows["pair"][order]
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    starts = starts[np.diff(starts, append=len(pairs)) == GAMES_OF_A_PAIR]
    one, other = order[starts], order[starts + 1]
    is_mirrored = (rows["first"][one] == rows["second"][other]) & (
        rows["second"][one] == rows["first"][other]
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
        self._seconds = np.zeros(players)

    @classmethod
    def of(cls, pieces: Iterable[Rows], players: int) -> Self:
        """The summary of results."""
        summary = cls(players)
        for rows in pieces:
            summary.add(rows)
        return summary

    def add(self, rows: Rows) -> None:
        """Count some results."""
        self.games += len(rows)
        self.moves += int(rows["moves"].sum())
        outcomes = _halves(points_of_seat_0(rows))
        for seat, player, time, lapses in BY_SEAT:
            own = outcomes if seat == 0 else 2 - outcomes
            cells = OUTCOMES * rows[player] + own
            counts = np.bincount(cells, minlength=self._outcomes[:, seat].size)
            self._outcomes[:, seat] += counts.reshape(-1, OUTCOMES)
            np.add.at(self._seconds, rows[player], rows[time])
            np.add.at(self._lapses, rows[player], rows[lapses])
            late = rows[rows[lapses] > 0]
            np.minimum.at(self._first_lapses, late[player], late["number"])
        rows = rows[rows["faulty"] >= 0]
        faulty = np.where(rows["faulty"] == 0, rows["first"], rows["second"])
        np.add.at(self._faults, (faulty, rows["ending"]), 1)
        np.minimum.at(self._first_faults, faulty, rows["number"])

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
        return float(self._seconds[player])

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

    def add_results(self, rows: Rows) -> None:
        """Count many games at once."""
        points = points_of_seat_0(rows)
        points = np.where(rows["first"] == 0, points, 1 - points)
        losses, draws, wins = np.bincount(_halves(points), minlength=OUTCOMES).tolist()
        self.tally += Tally(wins, draws, losses)
        one, other = whole_pairs(rows)
        counts = np.bincount(_halves(points[one] + points[other]), minlength=5)
        self.counted += Pentanomial(*counts.tolist())
        single = np.ones(len(rows), np.bool_)
        single[one] = single[other] = False
        rest = zip(rows["pair"][single].tolist(), points[single].tolist(), strict=True)
        for pair, each in rest:
            self._match_up(pair, each)

    def lines(self, test: Sprt | None) -> list[str]:
        """What is known so far, in lines."""
        return match_lines(self.tally, self.counted, test)


def _halves(points: Floats) -> Numbers:
    """Points in half points, as whole numbers."""
    return np.asarray(np.rint(2 * points), np.int64)


def points_by_player(rows: Rows, players: int) -> Floats:
    """The points of each player."""
    points = points_of_seat_0(rows)
    first = np.bincount(rows["first"], points, players)
    second = np.bincount(rows["second"], 1 - points, players)
    return np.asarray(first + second, np.float64)


def standings_of(rows: Rows, settings: Settings) -> Standings:
    """The standings of a tournament."""
    names = [entry.name for entry in settings.entries]
    points, (one, other) = points_of_seat_0(rows), whole_pairs(rows)
    single = np.ones(len(rows), np.bool_)
    single[one] = single[other] = False
    crosstable = Crosstable(len(names))
    crosstable.add(np.column_stack([rows["first"], rows["second"], points])[single])
    crosstable.add_pairs(
        np.column_stack([rows["first"][one], rows["second"][one], points[one], points[other]])
    )
    return rate(names, crosstable)


def roles_in(settings: Settings) -> tuple[str | None, ...]:
    """What the seats are called in the game of a tournament, if they differ."""
    try:
        roles = registry.find(settings.game_name.game).roles
    except UnknownName:  # it is not installed here
        roles = None
    return tuple(roles) if roles else (None,) * SEATS


def rounds(settings: Settings, results: Callable[[], Rows]) -> Iterator[Meetings]:
    """The games of a tournament; a swiss round is drawn up when the previous one is over."""
    if settings.pairing != "swiss":
        yield meetings_of(settings)
        return
    rests: Counter[int] = Counter()
    earlier: set[int] = set()
    for number in range(swiss_rounds(settings)):
        rows = results()
        played = rows[np.isin(rows["number"], [*earlier])]
        points = points_by_player(played, len(settings.entries))
        pairs = np.sort(np.column_stack([played["first"], played["second"]])).tolist()
        met = {(low, high) for low, high in pairs}
        meetings, resting = swiss_round(settings, number, points.tolist(), met, rests)
        rests.update([] if resting is None else [resting])
        earlier |= {meeting.number for meeting in meetings}
        yield meetings
