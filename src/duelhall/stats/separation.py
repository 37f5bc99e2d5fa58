"""How far games show who is stronger, and the ranks that this allows."""

import numpy as np
from numpy.typing import NDArray

from duelhall.stats.davidson import Fit
from duelhall.stats.estimates import NORMAL_95

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
