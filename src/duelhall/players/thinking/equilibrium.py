"""The equilibrium of a matrix game: how two sides choose who decide in secret.

What one side gets, the other loses. In the equilibrium each side chooses by chance, so often that
the other cannot do better whatever it chooses.
"""

from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from duelhall.engine.record import Array

SMALLEST = 1e-9
"""What is less than this is nothing."""


class Equilibrium(NamedTuple):
    """How often each row and each column is chosen, and what the rows then get on average."""

    rows: Array
    columns: Array
    value: float


def equilibrium(payoffs: Array) -> Equilibrium:
    """The equilibrium of what each row gets against each column.

    HiGHS finds it, where SciPy is installed. Players must be able to think without extras, and a
    simplex of a few lines does well enough where it is not; the value is the same.
    """
    payoffs = np.asarray(payoffs, float)
    rows, columns = (_by_highs if find_spec("scipy") else _by_simplex)(payoffs)
    rows, columns = _shares(rows), _shares(columns)
    return Equilibrium(rows, columns, float(rows @ payoffs @ columns))


def _shares(weights: Array) -> Array:
    weights = np.where(weights > SMALLEST, weights, 0.0)
    shares: Array = weights / weights.sum()
    return shares


def _by_highs(payoffs: Array) -> tuple[Array, Array]:
    """The rows get the most that they can be sure of; the price of each bound is its column."""
    from scipy.optimize import linprog

    count, bounds = payoffs.shape
    solved = linprog(
        np.append(np.zeros(count), -1.0),
        A_ub=np.column_stack([-payoffs.T, np.ones(bounds)]),
        b_ub=np.zeros(bounds),
        A_eq=[np.append(np.ones(count), 0.0)],
        b_eq=[1.0],
        bounds=[(0, None)] * count + [(None, None)],
        method="highs",
    )
    return solved.x[:count], -solved.ineqlin.marginals


def _by_simplex(payoffs: Array) -> tuple[Array, Array]:
    """The columns' share of the most that rows of payoffs above 0 allow; its prices are the rows.

    Bland's rule, to go by the first that helps, never goes round in circles.
    """
    above = payoffs - payoffs.min() + 1.0
    count, more = above.shape
    table = np.block(
        [[above, np.eye(count), np.ones((count, 1))], [-np.ones(more), np.zeros(count + 1)]]
    )
    basis = np.arange(more, more + count)
    while (helping := np.flatnonzero(table[-1, :-1] < -SMALLEST)).size:
        column = helping[0]
        can = np.flatnonzero(table[:-1, column] > SMALLEST)
        limits = table[can, -1] / table[can, column]
        tied = can[limits <= limits.min() + SMALLEST]
        row = tied[basis[tied].argmin()]
        table[row] /= table[row, column]
        others = np.arange(len(table)) != row
        table[others] -= np.outer(table[others, column], table[row])
        basis[row] = column
    columns = np.zeros(more + count)
    columns[basis] = table[:-1, -1]
    return table[-1, more:-1], columns[:more]
