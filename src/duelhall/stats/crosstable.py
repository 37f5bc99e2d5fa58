"""All results of a tournament, in a table that grows with the players, not with the games."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from duelhall.engine.errors import DuelhallError, from_extra

OUTCOMES = 3
"""Lost, drawn or won by the player in seat 0."""

PIECE = 50_000
"""How many results are made into an array at a time."""

COLUMNS = 3
"""The columns of an array of results: player in seat 0, player in seat 1, points of seat 0."""

Result = tuple[int, int, float]
"""The player in seat 0, the player in seat 1, and the points of seat 0: 1, 0.5 or 0."""


class Crosstable:
    """How often each player, in seat 0, lost, drew and won against each other player in seat 1.

    If it is the role that matters rather than the seat, let seat 0 stand for the role.

    >>> import numpy as np
    >>> from duelhall.stats import Crosstable
    >>> table = Crosstable(players=2)
    >>> table.add([(0, 1, 1), (0, 1, 0.5), (1, 0, 0)])
    >>> table.add_pairs(np.array([[0, 1, 1, 0]]))  # won in seat 0, then in seat 1
    >>> table.counts[0, 1].tolist(), table.results[0, 1].tolist(), table.games.tolist()
    ([0, 1, 2], [0, 1, 4], [5, 5])
    >>> table.meetings.tolist(), table.fields.tolist(), int(table.pairs.sum())
    ([[0, 3], [2, 0]], [0, 0], 1)
    """

    def __init__(self, players: int) -> None:
        self.players = players
        self.counts = np.zeros((players, players, OUTCOMES), dtype=np.int64)
        self.pairs = np.zeros((players, players, OUTCOMES, OUTCOMES), dtype=np.int64)
        """How many mirrored pairs of two players are among these games, by the outcomes of the game
        with the first of them in seat 0 and of the game with the second there."""

    def add(self, results: Iterable[Result] | NDArray[Any]) -> None:
        """Count results: tuples, or an array with three columns; only a piece at a time is held."""
        if isinstance(results, np.ndarray):
            for start in range(0, len(results), PIECE):
                self._count(results[start : start + PIECE])
            return
        remaining = iter(results)
        while piece := list(islice(remaining, PIECE)):
            self._count(np.array(piece, dtype=np.float64))

    def add_pairs(self, pairs: NDArray[Any]) -> None:
        """Count mirrored pairs of two players: an array with four columns.

        The columns are the two players, and the points of seat 0 when the first sat there and when
        the second did.
        """
        self.add(pairs[:, [0, 1, 2]])
        self.add(pairs[:, [1, 0, 3]])
        one, other = pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64)
        np.add.at(self.pairs, (one, other, *_outcomes(pairs[:, 2:]).T), 1)

    def _count(self, results: NDArray[Any]) -> None:
        """Count a piece of the results, each in its cell of the table."""
        self._check(results)
        seat0, seat1 = results[:, 0].astype(np.int64), results[:, 1].astype(np.int64)
        cells = (seat0 * self.players + seat1) * OUTCOMES + _outcomes(results[:, 2])
        counts = np.bincount(cells, minlength=self.counts.size)
        self.counts += counts.reshape(self.counts.shape)

    def _check(self, results: NDArray[Any]) -> None:
        """Refuse results of players who do not exist, and points that a game cannot give."""
        if results.ndim != COLUMNS - 1 or results.shape[1] != COLUMNS:
            raise DuelhallError(
                "a result is (player in seat 0, player in seat 1, points of seat 0)"
            )
        known = np.isin(results[:, :2], np.arange(self.players)).all(axis=1)
        fits = known & np.isin(results[:, 2], (0, 0.5, 1))
        if not fits.all():
            raise DuelhallError(
                f"expected players from 0 to {self.players - 1} and points of 0, 0.5 or 1: "
                f"{tuple(results[~fits][0].tolist())}"
            )

    @property
    def meetings(self) -> NDArray[np.int64]:
        """How many games each player in seat 0 played against each in seat 1."""
        return np.asarray(self.counts.sum(axis=2))

    @property
    def games(self) -> NDArray[np.int64]:
        """How many games each player played."""
        return np.asarray(self.meetings.sum(axis=1) + self.meetings.sum(axis=0))

    @property
    def results(self) -> NDArray[np.int64]:
        """How often each player lost, drew and won against each other, in either seat."""
        return np.asarray(self.counts + self.counts.transpose(1, 0, 2)[:, :, ::-1])

    @property
    def fields(self) -> NDArray[np.int64]:
        """The number of each player's field: two share one if a chain of games connects them."""
        csgraph = from_extra("arena", "scipy.sparse.csgraph")
        _, labels = csgraph.connected_components(self.meetings > 0, directed=False)
        return np.asarray(labels, dtype=np.int64)


def _outcomes(points: NDArray[Any]) -> NDArray[np.int64]:
    return np.asarray(2 * points, dtype=np.int64)


def crosstable_of(
    players: int, results: "Iterable[Result] | NDArray[Any] | Crosstable"
) -> Crosstable:
    """The table of these results, unless they are one already."""
    if isinstance(results, Crosstable):
        return results
    table = Crosstable(players)
    table.add(results)
    return table
