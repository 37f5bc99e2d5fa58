"""The standings of a tournament, claiming no order that the games do not show.

An Elo point means the same as in a match between two: near equality, it promises the same score. In
Davidson's model, a unit of strength promises less the more games are drawn, so a strength is
multiplied by 400 / log(10) * 2 / (2 + v).

If pairs are known, intervals take into account that the two games of a mirrored pair share a deal.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duelhall.engine.errors import DuelhallError
from duelhall.stats.crosstable import Crosstable, Result, crosstable_of
from duelhall.stats.davidson import Davidson, Fit
from duelhall.stats.deals import Deals
from duelhall.stats.score import DECADE, NORMAL_95, UNKNOWN, Estimate, Tally

Booleans = NDArray[np.bool_]


def shown_stronger(fit: Fit, fields: NDArray[np.int64]) -> Booleans:
    """For each pair of players, whether the games show that the first is stronger.

    They do if the 95% interval of the difference excludes 0. That is the difference's own interval:
    those of the two players may overlap all the same. Between players whom no chain of games
    connects, nothing is shown.
    """
    roots = fit.root[: len(fit.strengths)]
    deviations = np.array([np.linalg.norm(roots - root, axis=1) for root in roots])
    ahead = fit.strengths[:, None] - fit.strengths[None, :]
    return np.asarray((ahead > NORMAL_95 * deviations) & (fields[:, None] == fields[None, :]))


def ranks_of(stronger: Booleans) -> list[int]:
    """The rank of each line of a table: 1 plus the number of players shown to be stronger.

    A player with few games may not be shown to be weaker than anybody; such a player shares the
    rank of the line above, since ranks never improve down a table.
    """
    return [int(rank) for rank in 1 + np.maximum.accumulate(stronger.sum(axis=0))]


def runs_of(stronger: Booleans) -> list[range]:
    """The longest runs of lines in which no two players are separable; runs may overlap."""
    separated = stronger | stronger.T
    lines = np.arange(1, len(stronger) + 1)
    above = np.triu(np.where(separated, lines[:, None], 0))
    starts = np.maximum.accumulate(above.max(axis=0, initial=0))
    starts_below = np.append(starts, len(stronger))[1:]
    return [
        range(int(start), int(stop))
        for start, stop, below in zip(starts, lines, starts_below, strict=True)
        if start != below and stop - start > 1
    ]


DIGITS = 6
"""How many decimals of an Elo count for the order; players equal in them stay as given."""


@dataclass(frozen=True)
class Standing:
    """A line of the standings.

    >>> from duelhall.stats import rate
    >>> first, second = rate(["ann", "bob"], [(0, 1, 1)] * 30 + [(1, 0, 0.5)] * 10).rows
    >>> first.name, first.rank, first.games, first.points, first.tally.wins
    ('ann', 1, 40, 35.0, 30)
    >>> first.low < first.elo < first.high, first.separable_from_next
    (True, True)
    """

    name: str
    elo: float
    """Above the average of the field."""

    low: float
    high: float
    tally: Tally
    rank: int | None
    """1 plus the number of players shown to be stronger; None before the first game."""

    separable_from_next: bool | None
    """Whether the games show that this player is stronger than the one in the next line."""

    @property
    def games(self) -> int:
        """How many games the player has played."""
        return self.tally.games

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.tally.points


@dataclass(frozen=True)
class Standings:
    """All players, strongest first, and what was found out about the game itself.

    >>> from duelhall.stats import rate
    >>> met, points = [(0, 1), (1, 2), (2, 0)], [1] * 12 + [0.5] * 4 + [0] * 4
    >>> games = [(*players, each) for players in met for each in points]
    >>> standings = rate(["ann", "bob", "cy"], games)
    >>> [row.name for row in standings.rows], standings.match(0, 1).text
    (['ann', 'bob', 'cy'], 'Games: 20 W: 12 L: 4 D: 4')
    >>> standings.runs, standings.seat_advantage.text
    ([range(0, 3)], '144.7 +/- 83.9 (95%)')
    >>> round(standings.draw_share, 2), round(standings.draw_parameter, 2)
    (0.23, 0.59)
    >>> standings.deals_matter, standings.deal_share, standings.results.shape
    (False, 0.0, (3, 3, 3))
    """

    rows: list[Standing]
    seat_advantage: Estimate
    """What sitting in seat 0 is worth, in Elo."""

    draw_parameter: float
    """Davidson's v: equals draw a share of v / (2 + v) of their games."""

    runs: list[range]
    """The longest runs of lines in which no two players are separable; runs may overlap."""

    results: NDArray[np.int64] = field(repr=False, compare=False)
    """How often each line's player lost, drew and won against each other line's."""

    deal_share: float = 0.0
    """The share of pairs that the deal decides for a seat or, if negative, for a player."""

    deals_matter: bool = False
    """Whether there are enough pairs to say that this share is not 0."""

    @property
    def draw_share(self) -> float:
        """The share of drawn games between equals."""
        return self.draw_parameter / (2 + self.draw_parameter)

    def match(self, line: int, other: int) -> Tally:
        """The games of two players, given by their lines, from the side of the first."""
        return _tally(self.results[line, other])


def rate(
    players: Sequence[str],
    results: Iterable[Result] | NDArray[Any] | Crosstable,
    *,
    seat_term: bool = True,
) -> Standings:
    """The standings after these results: (player in seat 0, player in seat 1, points of seat 0).

    Players are given by their index. Without a seat term, both seats count as equal.

    >>> from duelhall.stats import rate
    >>> games = [(0, 1, 1)] * 20 + [(0, 1, 0)] * 10 + [(1, 0, 1)] * 12 + [(1, 0, 0)] * 18
    >>> for row in rate(["ann", "bob"], games).rows:
    ...     print(f"{row.name}: {row.elo:.0f}, between {row.low:.0f} and {row.high:.0f}")
    ann: 47, between 2 and 93
    bob: -47, between -93 and -2
    """
    table = crosstable_of(len(players), results)
    if table.players != len(players):
        raise DuelhallError(f"{len(players)} names for a table of {table.players} players")
    if not players:
        return Standings([], UNKNOWN, 0.0, [], table.results)
    deals = Deals(Davidson(table, seat_term=seat_term).fit(), table)
    fit = deals.adjusted_fit
    elos, games = _elos(fit, table), table.games
    order = sorted(  # those who have not played yet come last
        range(len(elos)), key=lambda at: (games[at] == 0, -round(elos[at].value, DIGITS))
    )
    stronger = shown_stronger(fit, table.fields)[np.ix_(order, order)]
    against = table.results[np.ix_(order, order)]
    played = int(np.count_nonzero(games))
    return Standings(
        _rows([players[at] for at in order], [elos[at] for at in order], against, stronger),
        _seat_advantage(fit, table) if seat_term else Estimate(0.0, 0.0, 0.0),
        fit.draws,
        runs_of(stronger[:played, :played]),
        against,
        deals.share,
        deals.matter,
    )


def _scale(fit: Fit) -> tuple[float, float]:
    """How much Elo a unit of strength is, and how that changes with the logarithm of v."""
    per_unit = DECADE / log(10) * 2 / (2 + fit.draws)
    return per_unit, -per_unit * fit.draws / (2 + fit.draws)


def _elos(fit: Fit, table: Crosstable) -> list[Estimate]:
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
    players: Sequence[str],
    elos: Sequence[Estimate],
    results: NDArray[np.int64],
    stronger: Booleans,
) -> list[Standing]:
    """The lines of the standings, from data already in their order."""
    tallies = [_tally(counts) for counts in results.sum(axis=1)]
    separable = [bool(shown) for shown in np.diag(stronger, 1)]
    return [
        Standing(name, elo.value, elo.low, elo.high, tally, rank if tally.games else None, shown)
        for name, elo, tally, rank, shown in zip(
            players, elos, tallies, ranks_of(stronger), [*separable, None], strict=True
        )
    ]


def _tally(counts: NDArray[np.int64]) -> Tally:
    """The tally of games counted as lost, drawn and won."""
    losses, draws, wins = (int(count) for count in counts)
    return Tally(wins, draws, losses)
