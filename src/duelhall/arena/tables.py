"""The results of a tournament summed up: points, standings, and matches of two."""

from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from duelhall.arena.settings import Settings
from duelhall.arena.store import (
    DRAW,
    ENDING,
    ENDINGS,
    FAULTY,
    FIRST,
    MILLISECONDS,
    MOVES,
    PAIR,
    SECOND,
    TIME_0,
    TIME_1,
    WINNER,
    Table,
)
from duelhall.engine import registry
from duelhall.engine.names import parse_game_name
from duelhall.stats import (
    Crosstable,
    Pentanomial,
    Sprt,
    Standings,
    Tally,
    match_lines,
    rate,
)

HALF = 0.5
GAMES_OF_A_PAIR = 2
Floats = npt.NDArray[np.float64]


def points_of_seat_0(table: Table) -> Floats:
    """What the player in seat 0 got from each game."""
    won = np.where(table[:, WINNER] == 0, 1.0, 0.0)
    return np.where(table[:, WINNER] == DRAW, 0.5, won)


def points_by_player(table: Table, players: int) -> Floats:
    """The points of each player."""
    points = points_of_seat_0(table)
    first = np.bincount(table[:, FIRST], points, players)
    second = np.bincount(table[:, SECOND], 1 - points, players)
    return np.asarray(first + second, np.float64)


def standings_of(table: Table, settings: Settings) -> Standings:
    """The standings of a tournament."""
    names = [entry.name for entry in settings.entries]
    points, (one, other) = points_of_seat_0(table), whole_pairs(table)
    single = np.ones(len(table), np.bool_)
    single[one] = single[other] = False
    crosstable = Crosstable(len(names))
    crosstable.add(np.column_stack([table[:, FIRST], table[:, SECOND], points])[single])
    crosstable.add_pairs(
        np.column_stack([table[one, FIRST], table[one, SECOND], points[one], points[other]])
    )
    return rate(names, crosstable)


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


@dataclass(frozen=True)
class MatchResult:
    """The games of two players, from the point of view of the one with the lower number."""

    tally: Tally
    pairs: Pentanomial


def match_of(table: Table, one: int, other: int) -> MatchResult:
    """The games of two players."""
    seats = table[:, [FIRST, SECOND]]
    rows = table[(seats.min(1) == min(one, other)) & (seats.max(1) == max(one, other))]
    points = points_of(rows, one)
    first, second = whole_pairs(rows)
    halves = np.rint(2 * (points[first] + points[second])).astype(np.int64)
    counts = np.bincount(halves, minlength=5)
    tally = Tally(int((points == 1).sum()), int((points == HALF).sum()), int((points == 0).sum()))
    return MatchResult(tally, Pentanomial(*(int(count) for count in counts)))


def points_of(table: Table, player: int) -> Floats:
    """What a player got from each of its games."""
    points = points_of_seat_0(table)
    return np.where(table[:, FIRST] == player, points, 1 - points)


class PairsSoFar:
    """The mirrored pairs of a match in progress, counted as they are completed."""

    def __init__(self) -> None:
        self.tally, self.counted = Tally(), Pentanomial()
        self._half: dict[int, float] = {}

    def add(self, pair: int, points: float) -> None:
        """Count a game, by what the first player got."""
        self.tally += Tally.of_games([points])
        if pair in self._half:
            self.counted += Pentanomial.of_pairs([(self._half.pop(pair), points)])
        else:
            self._half[pair] = points

    def lines(self, test: Sprt | None) -> list[str]:
        """What is known so far, in lines."""
        return match_lines(self.tally, self.counted, test)


def games_with_faults(table: Table) -> tuple[Table, Table]:
    """The games that ended by a fault, and whose fault each was."""
    rows = table[table[:, FAULTY] >= 0]
    return rows, np.where(rows[:, FAULTY] == 0, rows[:, FIRST], rows[:, SECOND])


def faults_by_player(table: Table, players: int) -> list[dict[str, int]]:
    """How many games each player lost by each kind of fault."""
    found: list[dict[str, int]] = [{} for _ in range(players)]
    rows, faulty = games_with_faults(table)
    for row, player in zip(rows, faulty.tolist(), strict=True):
        word = ENDINGS[int(row[ENDING])].value
        found[player][word] = found[player].get(word, 0) + 1
    return found


def seconds_by_player(table: Table, players: int) -> Floats:
    """How long each player thought, in all games together."""
    first = np.bincount(table[:, FIRST], table[:, TIME_0], players)
    return (first + np.bincount(table[:, SECOND], table[:, TIME_1], players)) / MILLISECONDS


def named_game(settings: Settings) -> dict[str, Any]:
    """The game of a tournament, for programs."""
    shown = parse_game_name(settings.full_name)
    return {
        "game": shown.game,
        "rules": shown.rule_set or registry.find(shown.game).rules.OPTIONS.rule_sets[0],
        "full_name": settings.full_name,
        "edition": settings.edition,
    }


def report(table: Table, settings: Settings) -> dict[str, Any]:
    """A tournament, for programs."""
    standings = standings_of(table, settings)
    names = [entry.name for entry in settings.entries]
    faults, seconds = faults_by_player(table, len(names)), seconds_by_player(table, len(names))
    return {
        **named_game(settings),
        "format": settings.format,
        "seed": settings.seed,
        "games": len(table),
        "moves": int(table[:, MOVES].sum()),
        "seat_advantage": _estimate(standings),
        "deal_share": finite(standings.deal_share),
        "draw_share": finite(standings.draw_share),
        "standings": [
            {
                "rank": row.rank,
                "name": row.name,
                "elo": None if row.rank is None else finite(row.elo),
                "low": finite(row.low),
                "high": finite(row.high),
                "games": row.games,
                "points": row.points,
                "wins": row.tally.wins,
                "draws": row.tally.draws,
                "losses": row.tally.losses,
                "separable_from_next": row.separable_from_next,
                "faults": faults[names.index(row.name)],
                "seconds": round(float(seconds[names.index(row.name)]), 3),
            }
            for row in standings.rows
        ],
        "head_to_head": _head_to_head(standings),
    }


def _head_to_head(standings: Standings) -> list[dict[str, Any]]:
    """The games of each pairing, from the point of view of the higher-ranked player."""
    matches = (
        (one.name, other.name, standings.match(line, below))
        for (line, one), (below, other) in combinations(enumerate(standings.rows), 2)
    )
    return [
        {"players": [one, other], **asdict(tally)} for one, other, tally in matches if tally.games
    ]


def _estimate(standings: Standings) -> dict[str, float | None]:
    found = standings.seat_advantage
    return {"elo": finite(found.value), "low": finite(found.low), "high": finite(found.high)}


def finite(number: float) -> float | None:
    """A number that JSON can represent."""
    return round(float(number), 2) + 0.0 if np.isfinite(number) else None  # never -0.0
