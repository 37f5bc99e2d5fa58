"""The standings of a tournament, in which an order that the games do not show is not claimed.

An Elo point is what it is in a match of two: near equality, it promises the same score. In
Davidson's model a unit of strength promises less the more games are drawn, so a strength is
multiplied by 400 / log(10) * 2 / (2 + v).

Intervals heed that the two games of a mirrored pair share their deal, where pairs are known.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duelhall.arena.statistics.crosstable import Crosstable, Result, crosstable_of
from duelhall.arena.statistics.davidson import Davidson, Fit
from duelhall.arena.statistics.deals import Deals
from duelhall.arena.statistics.estimates import DECADE, NORMAL_95, UNKNOWN, Estimate
from duelhall.engine.errors import DuelhallError

DIGITS = 6
"""Of an Elo, by which players are put in order; those that are then equal stay as given."""


@dataclass(frozen=True)
class Standing:
    """A line of the standings."""

    name: str
    elo: float
    """Above the average of the field."""

    low: float
    high: float
    games: int
    points: float
    separable_from_next: bool
    """Whether the games show that this player is stronger than the one in the next line."""


@dataclass(frozen=True)
class Standings:
    """All players, the strongest first, and what was found out about the game itself."""

    rows: list[Standing]
    seat_advantage: Estimate
    """What sitting in seat 0 is worth, in Elo."""

    draw_parameter: float
    """Davidson's v: equals draw a share of v / (2 + v) of their games."""

    deal_share: float = 0.0
    """The share of the pairs that the deal decides for a seat; negative: for a player."""

    @property
    def draw_share(self) -> float:
        """The share of drawn games between equals."""
        return self.draw_parameter / (2 + self.draw_parameter)

    @property
    def groups(self) -> list[list[Standing]]:
        """The standings cut where neighbours are separable: within a group is no order yet."""
        groups: list[list[Standing]] = [[]]
        for row in self.rows:
            groups[-1].append(row)
            if row.separable_from_next:
                groups.append([])
        return [group for group in groups if group]


def rate(
    players: Sequence[str],
    results: Iterable[Result] | NDArray[Any] | Crosstable,
    *,
    seat_term: bool = True,
) -> Standings:
    """The standings after these results: (player in seat 0, player in seat 1, points of seat 0).

    Players are given by their index. Without a seat term, the seats are taken to be worth the same.
    """
    table = crosstable_of(len(players), results)
    if table.players != len(players):
        raise DuelhallError(f"{len(players)} names for a table of {table.players} players")
    if not players:
        return Standings([], UNKNOWN, 0.0)
    deals = Deals(Davidson(table, seat_term=seat_term).fit(), table)
    fit = deals.heeded
    elos = _elos(fit, table)
    return Standings(
        _rows(players, table, fit, elos),
        _seat_advantage(fit, table) if seat_term else Estimate(0.0, 0.0, 0.0),
        fit.draws,
        deals.share,
    )


def _scale(fit: Fit) -> tuple[float, float]:
    """How much Elo a unit of strength is, and how that changes with the logarithm of v."""
    per_unit = DECADE / log(10) * 2 / (2 + fit.draws)
    return per_unit, -per_unit * fit.draws / (2 + fit.draws)


def _elos(fit: Fit, table: Crosstable) -> list[Estimate]:
    """The ratings as differences to the average of the field, with their intervals."""
    per_unit, change = _scale(fit)
    above_average = np.eye(table.players) - 1 / table.players
    centred = above_average @ fit.strengths
    slopes = np.column_stack([per_unit * above_average, np.zeros(table.players), change * centred])
    variances = fit.variance(slopes)
    return [
        _estimate(per_unit * strength, variance if games else inf)
        for strength, variance, games in zip(centred, variances, table.games, strict=True)
    ]


def _seat_advantage(fit: Fit, table: Crosstable) -> Estimate:
    """What sitting in seat 0 is worth, with its interval."""
    if not table.games.any():
        return UNKNOWN
    per_unit, change = _scale(fit)
    slopes = np.array([0.0] * table.players + [per_unit, change * fit.seat])
    return _estimate(per_unit * fit.seat, float(fit.variance(slopes)))


def _estimate(value: float, variance: float) -> Estimate:
    """A value with a normal distribution's 95% interval."""
    reach = NORMAL_95 * sqrt(variance)
    return Estimate(float(value), float(value - reach), float(value + reach))


def _rows(
    players: Sequence[str], table: Crosstable, fit: Fit, elos: Sequence[Estimate]
) -> list[Standing]:
    """The lines of the standings, the strongest first, who has not played yet last."""
    games, points, fields = table.games, table.points, table.fields
    order = sorted(
        range(len(players)), key=lambda at: (games[at] == 0, -round(elos[at].value, DIGITS))
    )
    separable = [
        bool(fields[better] == fields[worse]) and _are_separable(fit, better, worse)
        for better, worse in pairwise(order)
    ]
    return [
        Standing(
            name=players[player],
            elo=elos[player].value,
            low=elos[player].low,
            high=elos[player].high,
            games=int(games[player]),
            points=float(points[player]),
            separable_from_next=is_separable,
        )
        for player, is_separable in zip(order, [*separable, False], strict=True)
    ]


def _are_separable(fit: Fit, better: int, worse: int) -> bool:
    """Whether the 95% interval of the difference of two strengths leaves out 0.

    It is the difference's own interval: those of the two players overlap long before.
    """
    slopes = np.zeros(len(fit.parameters))
    slopes[[better, worse]] = 1, -1
    reach = NORMAL_95 * sqrt(float(fit.variance(slopes)))
    return bool(fit.strengths[better] - fit.strengths[worse] > reach)
