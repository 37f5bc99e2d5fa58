"""Davidson's model: Bradley-Terry with draws, and with an advantage for the first seat.

With d = strength of seat 0 - strength of seat 1 + advantage of seat 0, and the draw parameter v,

    P(win) : P(draw) : P(loss)  =  e^(d/2) : v : e^(-d/2)

(R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties in paired comparison
experiments", 1970; the seat as in Davidson and Beaver, 1977). It is preferred to Rao and Kupper's
because it is an exponential family: only a player's points matter for its strength, as in any
tournament table, the likelihood has a single maximum, and its second derivatives are variances.

So that nobody's strength becomes infinite, each player gets one extra game: half a win and half a
loss against an imaginary player of strength 0. The seat and the draws each get such a game too.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from duelhall.engine.errors import from_extra
from duelhall.stats.crosstable import Crosstable

Floats = NDArray[np.float64]

PRIOR_GAMES = 1.0
"""How many imaginary games there are for each parameter."""

EVEN_DRAWS = np.log(2)
"""The logarithm of v at which equals draw every other game: the centre of the imaginary draws."""

NO_DRAWS = -np.inf
"""The logarithm of v for games that are never drawn."""

TOLERANCE = 1e-2
"""How flat the likelihood must be, in games, for Newton's last steps to begin."""

LAST_STEPS = 8
SMALL_STEP = 1e-9


@dataclass(frozen=True)
class Fit:
    """The likeliest parameters: all strengths, the seat's advantage, the logarithm of v."""

    parameters: Floats
    root: Floats
    """The covariance of all parameters is this matrix times its transpose.

    It is a root because all players may be uncertain together but hardly relative to each other:
    the variance of a difference, taken from the covariance itself, would be lost in rounding.
    """

    def variance(self, slopes: Floats) -> Floats:
        """The variance of a quantity that depends on the parameters with these slopes."""
        return np.asarray(((slopes @ self.root) ** 2).sum(axis=-1))

    def with_more_variance(self, matrix: Floats) -> "Fit":
        """The same parameters, with this much more covariance in the cost's first derivatives.

        That is more than with independent games, or less where the matrix is negative.
        """
        values, vectors = np.linalg.eigh(self.root.T @ matrix @ self.root)
        return replace(self, root=self.root @ (vectors * np.sqrt(np.maximum(1 + values, 0))))

    @property
    def chances(self) -> Floats:
        """The chances of a loss, a draw and a win, for each player in seat 0 against each other."""
        return np.exp(np.stack(log_chances(self.parameters), axis=2))

    @property
    def strengths(self) -> Floats:
        """The strengths of the players, as logarithms of the odds of winning to losing."""
        return self.parameters[:-2]

    @property
    def seat(self) -> float:
        """The advantage of seat 0, in the same unit."""
        return float(self.parameters[-2])

    @property
    def draws(self) -> float:
        """The draw parameter v."""
        return float(np.exp(self.parameters[-1]))


def log_chances(parameters: Floats) -> tuple[Floats, Floats, Floats]:
    """The log-probabilities of a loss, a draw and a win, for each pair of players."""
    strengths, seat, draws = parameters[:-2], parameters[-2], parameters[-1]
    ahead = (strengths[:, None] - strengths[None, :] + seat) / 2
    total = np.logaddexp(np.logaddexp(ahead, -ahead), draws)
    return -ahead - total, draws - total, ahead - total


class Davidson:
    """The likelihood of a crosstable, as a function of the free parameters."""

    def __init__(self, table: Crosstable, *, seat_term: bool) -> None:
        self.counts = table.counts.astype(np.float64)
        self.meetings = self.counts.sum(axis=2)
        has_draws = bool(table.counts[:, :, 1].any())
        self.free = np.array([True] * table.players + [seat_term, has_draws])
        self.centre = np.array([0.0] * (table.players + 1) + [EVEN_DRAWS])
        self.start = np.where(self.free, self.centre, 0.0)
        if not has_draws:
            self.start[-1] = NO_DRAWS

    def all_parameters(self, free: Floats) -> Floats:
        """All parameters, given the free ones."""
        parameters = self.start.copy()
        parameters[self.free] = free
        return parameters

    def cost(self, free: Floats) -> float:
        """The negative logarithm of the likelihood, including imaginary games."""
        losses, draws, wins = np.moveaxis(self.counts, 2, 0)
        log_loss, log_draw, log_win = log_chances(self.all_parameters(free))
        likelihood = (losses * log_loss + wins * log_win).sum()
        if draws.any():
            likelihood += (draws * log_draw).sum()
        from_centre = free - self.centre[self.free]
        imaginary = np.logaddexp(0, from_centre) + np.logaddexp(0, -from_centre)
        return float(PRIOR_GAMES / 2 * imaginary.sum() - likelihood)

    def gradient(self, free: Floats) -> Floats:
        """The first derivatives of the cost: expected minus observed."""
        losses, draws, wins = np.moveaxis(self.counts, 2, 0)
        loss, draw, win = np.exp(log_chances(self.all_parameters(free)))
        surplus = self.meetings * (win - loss) / 2 - (wins - losses) / 2
        likelihood = np.concatenate(
            [
                surplus.sum(axis=1) - surplus.sum(axis=0),
                [surplus.sum(), (self.meetings * draw - draws).sum()],
            ]
        )
        from_centre = free - self.centre[self.free]
        return np.asarray(likelihood[self.free] + PRIOR_GAMES / 2 * np.tanh(from_centre / 2))

    def hessian(self, free: Floats) -> Floats:
        """The second derivatives of the cost: how much games are expected to vary."""
        loss, draw, win = np.exp(log_chances(self.all_parameters(free)))
        mean = (win - loss) / 2
        of_points = self.meetings * ((win + loss) / 4 - mean**2)
        of_draws = self.meetings * draw * (1 - draw)
        of_both = -self.meetings * mean * draw
        matrix = _with_borders(of_points, of_both, float(of_draws.sum()))
        from_centre = free - self.centre[self.free]
        imaginary = PRIOR_GAMES / 4 / np.cosh(from_centre / 2) ** 2
        return np.asarray(matrix[np.ix_(self.free, self.free)] + np.diag(imaginary))

    def fit(self) -> Fit:
        """The likeliest parameters, by a trust-region search that ends with Newton steps."""
        optimize = from_extra("arena", "scipy.optimize")
        found = optimize.minimize(
            self.cost,
            self.start[self.free],
            method="trust-exact",
            jac=self.gradient,
            hess=self.hessian,
            options={"gtol": TOLERANCE, "maxiter": 200},
        ).x
        for _ in range(LAST_STEPS):
            root = _inverse_root(self.hessian(found))
            step = root @ (root.T @ self.gradient(found))
            found = found - step
            if np.abs(step).max(initial=0) < SMALL_STEP:
                break
        root = np.zeros((len(self.free), len(found)))
        root[self.free] = _inverse_root(self.hessian(found))
        return Fit(self.all_parameters(found), root)


def _inverse_root(matrix: Floats) -> Floats:
    """A matrix that, times its transpose, is the inverse of a positive definite one."""
    values, vectors = np.linalg.eigh(matrix)
    smallest = np.finfo(np.float64).eps * len(matrix) * values[-1]
    return np.asarray(vectors / np.sqrt(np.maximum(values, smallest)))


def _with_borders(of_points: Floats, of_both: Floats, of_draws: float) -> Floats:
    """The players' matrix, with the seat and the draws as its last two rows and columns."""
    players = len(of_points)
    matrix = np.empty((players + 2, players + 2))
    strengths = np.diag(of_points.sum(axis=1) + of_points.sum(axis=0)) - of_points - of_points.T
    matrix[:-2, :-2] = strengths
    matrix[:-2, -2] = matrix[-2, :-2] = of_points.sum(axis=1) - of_points.sum(axis=0)
    matrix[:-2, -1] = matrix[-1, :-2] = of_both.sum(axis=1) - of_both.sum(axis=0)
    matrix[-2, -2], matrix[-1, -1] = of_points.sum(), of_draws
    matrix[-2, -1] = matrix[-1, -2] = of_both.sum()
    return matrix
