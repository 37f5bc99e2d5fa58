"""The results of a tournament summed up: points and standings."""

from dataclasses import asdict
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from duelhall.arena.rows import FIRST, SECOND, Table
from duelhall.arena.settings import Settings
from duelhall.arena.summary import Summary, points_of_seat_0, whole_pairs
from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.engine.record import SEATS
from duelhall.engine.registry import parse_game_name
from duelhall.stats import Crosstable, Standings, rate

Floats = npt.NDArray[np.float64]


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


def roles_in(settings: Settings) -> tuple[str | None, ...]:
    """What the seats are called in the game of a tournament, if they differ."""
    try:
        roles = registry.find(settings.game_name.game).roles
    except UnknownName:  # it is not installed here
        roles = None
    return tuple(roles) if roles else (None,) * SEATS


def named_game(settings: Settings) -> dict[str, Any]:
    """The game of a tournament, for programs."""
    shown = parse_game_name(settings.full_name)
    return {
        "game": shown.game,
        "rules": shown.rule_set or registry.find(shown.game).rules.OPTIONS.rule_sets[0],
        "full_name": settings.full_name,
        "edition": settings.edition,
    }


def opened_seed(settings: Settings) -> dict[str, Any]:
    """The seed of a contest and the commitment to it, for programs; null is what is not told."""
    return {
        "seed": settings.seed,
        "commitment": settings.commitment or None,
        "salt": settings.salt or None,
    }


def report(table: Table, settings: Settings) -> dict[str, Any]:
    """A tournament, for programs."""
    standings = standings_of(table, settings)
    names = [entry.name for entry in settings.entries]
    summary = Summary.of([table], len(names))
    roles = roles_in(settings)
    return {
        **named_game(settings),
        "format": settings.format,
        **opened_seed(settings),
        "games": summary.games,
        "moves": summary.moves,
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
                "by_seat": summary.by_seat(player, roles),
                "faults": summary.faults(player),
                "lapses": summary.lapses(player),
                "seconds": round(summary.seconds(player), 3),
            }
            for row in standings.rows
            for player in [names.index(row.name)]
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
