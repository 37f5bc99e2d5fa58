"""What the two games of a mirrored pair have in common: the deal, and so its luck.

Games with the chances of Davidson's model need not be independent of each other. In some share of
the pairs, one lot may decide both games:

- for a seat. The player who sits there is lucky, each of the two once, and the luck cancels out:
  strengths are known better than from independent games, the seat's advantage less well.
- for a player, whom the deal suits in either seat. Then it is the other way round.

Let u be what seat 0 got in a game, (win - loss) / 2, minus what was expected. The products u u' of
both games are summed over all pairs and compared with what one lot would make of them. That is one
number for the whole tournament, since a variance from each player's own pairs would be far too
small whenever few of them, or only wins, happen to be alike. Between unequal players, one lot can
seldom decide for a seat, so what the number means for a pair depends on the chances of both games.
"""

from functools import cached_property
from math import sqrt

import numpy as np

from duelhall.stats.crosstable import Crosstable
from duelhall.stats.davidson import Fit, Floats
from duelhall.stats.score import NORMAL_95

HALF_SCORES = np.array([-0.5, 0.0, 0.5])
"""What an outcome is worth: (win - loss) / 2."""

IS_DRAWN = np.array([0.0, 1.0, 0.0])

INDEPENDENT = 1.0
"""How much the imaginary independent pairs weigh: as much as four real ones between equals.

Without them, n pairs that are all alike would leave no doubt. With them, what was not seen in n
pairs may still have a chance of about 3 / n.
"""

ENOUGH = 5.0
"""How much pairs must weigh to show that deals matter: as much as twenty between equals."""


class Deals:
    """How far deals decided the pairs in a table, given the fit of its games."""

    def __init__(self, fit: Fit, table: Crosstable) -> None:
        self.fit = fit
        counts = table.pairs.sum(axis=(2, 3))
        self.one, self.other = np.nonzero(counts)
        self.counts = counts[self.one, self.other]
        self.outcomes = table.pairs[self.one, self.other]
        chances = fit.chances
        self.chances = chances[self.one, self.other], chances[self.other, self.one]

    @cached_property
    def share(self) -> float:
        """The share of pairs in which one lot decides for a seat or, if negative, for a player."""
        return float(np.clip(self._surplus / (self._possible + INDEPENDENT), -1, 1))

    @property
    def matter(self) -> bool:
        """Whether such a share would arise by chance less than once in 20 times."""
        first, second = self._variances()
        reach = NORMAL_95 * sqrt(float(self.counts @ (first * second)))
        return self._possible >= ENOUGH and abs(self._surplus) > reach

    @cached_property
    def _surplus(self) -> float:
        """How much the sum of u u' exceeds what independent games would give."""
        return self._products() - self._products_by_fitting()

    @cached_property
    def _possible(self) -> float:
        """How far from that the sum could be if one lot decided both games of each pair."""
        products = HALF_SCORES @ self._by_one_lot(for_seat=self._surplus > 0) @ HALF_SCORES
        return float(self.counts @ np.abs(products))

    @property
    def adjusted_fit(self) -> Fit:
        """The fit, with the uncertainty that shared deals give it."""
        return self.fit.with_more_variance(self._covariance())

    def _covariance(self) -> Floats:
        """How the two games of pairs vary together, in the order of the fit's parameters.

        A pair's derivatives are u - u' for its first player, u' - u for its second, u + u' for the
        seat, and the number of draws for the draws.
        """
        surplus = abs(self.share) * self._by_one_lot(for_seat=self.share > 0)
        surplus *= self.counts[:, None, None]
        of_points = 2 * HALF_SCORES @ surplus @ HALF_SCORES
        first, second = HALF_SCORES @ surplus @ IS_DRAWN, IS_DRAWN @ surplus @ HALF_SCORES
        matrix = np.zeros((len(self.fit.parameters), len(self.fit.parameters)))
        matrix[self.one, self.other] = of_points
        matrix += matrix.T
        np.fill_diagonal(matrix, -matrix.sum(axis=1))
        matrix[-2, -2] = of_points.sum()
        np.add.at(matrix[:, -1], self.one, first - second)
        np.add.at(matrix[:, -1], self.other, second - first)
        matrix[-2, -1] = (first + second).sum()
        matrix[-1] = matrix[:, -1]
        matrix[-1, -1] = 2 * (IS_DRAWN @ surplus @ IS_DRAWN).sum()
        return matrix

    def _products(self) -> float:
        """The sum of u u' over all pairs."""
        first, second = (HALF_SCORES - (of @ HALF_SCORES)[:, None] for of in self.chances)
        return float((self.outcomes * first[:, :, None] * second[:, None, :]).sum())

    def _products_by_fitting(self) -> float:
        """What that sum comes to for independent games, because the fit follows the results."""
        first, second = self._variances()
        covariance = self.fit.root @ self.fit.root.T
        own, shared = np.diag(covariance), covariance[self.one, self.other]
        of_differences = own[self.one] + own[self.other] - 2 * shared
        return float((self.counts * first * second * (of_differences - own[-2])).sum())

    def _variances(self) -> tuple[Floats, Floats]:
        """The variances of u and u', for each pair of players."""
        first, second = (of @ HALF_SCORES**2 - (of @ HALF_SCORES) ** 2 for of in self.chances)
        return first, second

    def _by_one_lot(self, *, for_seat: bool) -> Floats:
        """How much likelier each pair of outcomes is if one lot, not two, decides both games.

        The lot of a seat makes both games end alike from the side of seat 0, as far as their
        chances allow; the lot of a player makes them end as differently as they can.
        """
        first, second = (np.cumsum(of, axis=1) for of in self.chances)
        below, other = first[:, :, None], second[:, None, :]
        both = np.minimum(below, other) if for_seat else np.maximum(below + other - 1, 0)
        surplus = both - below * other
        return np.diff(np.diff(surplus, axis=1, prepend=0), axis=2, prepend=0)
