"""Solving a small game exactly: both seats' best play against each other, whatever is hidden.

>>> import duelhall
>>> from duelhall.search.solver import solve
>>> solution = solve(duelhall.load("blade[controller, deck=tiny]"))
>>> round(solution.value, 3)
-0.036

A seat decides in the same way wherever it cannot tell the difference. So a plan says how often
each move is made in each information state, and the best plan is found by a linear program: its
numbers are how likely a seat makes it possible that a sequence of its moves is played (the sequence
form of Koller, Megiddo and von Stengel). Every decision, every deal and every draw is gone through.

The equilibrium of a matrix game: how two sides choose who decide in secret.

What one side gets, the other loses. In the equilibrium each side chooses by chance, so often that
the other cannot do better whatever it chooses.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np

from duelhall.engine.errors import DuelhallError, from_extra
from duelhall.engine.record import Array
from duelhall.match.game import Game
from duelhall.match.tree import Chance, Node, Position, undealt

EMPTY = 0
"""The sequence of a seat that has not moved yet."""

MOST_DECISIONS = 200_000

Plan = Mapping[str, Mapping[int, float]]
"""For each information state of a seat, how likely each move is."""


class TooManyDecisions(DuelhallError):
    """A game that is too large to be solved."""


class Solution(NamedTuple):
    """What a game is worth to seat 0, and how both seats play."""

    value: float
    plans: tuple[Plan, Plan]


class InformationState(NamedTuple):
    """An information state: which sequence of the seat leads to it, and which go on from it."""

    after: int
    first: int
    moves: tuple[int, ...]


@dataclass
class Sequences:
    """All sequences of moves of a seat, by numbers."""

    choices: dict[str, InformationState] = field(default_factory=dict)
    count: int = 1  # the empty one

    def at(self, information: str, after: int, moves: list[int]) -> InformationState:
        """The choice in an information state."""
        if information not in self.choices:
            self.choices[information] = InformationState(after, self.count, tuple(moves))
            self.count += len(moves)
        return self.choices[information]


def solve(game: Game, most_decisions: int = MOST_DECISIONS) -> Solution:
    """The value of a game and a best plan for each seat; TooManyDecisions if it is too large.

    It needs SciPy: `pip install 'duelhall[arena]'`.
    """
    optimize = from_extra("arena", "scipy.optimize")
    form = SequenceForm(game, most_decisions)
    form.walk(undealt(game), 1.0, (EMPTY, EMPTY))
    return form.solved(optimize)


class SequenceForm:
    """What each pair of sequences is worth to seat 0, times the chance of all that is drawn."""

    def __init__(self, game: Game, most_decisions: int) -> None:
        self.game, self.most_decisions = game, most_decisions
        self.sequences = (Sequences(), Sequences())
        self._worth: dict[tuple[int, int], float] = {}
        self._decisions = 0

    def walk(self, node: Node, chance: float, played: tuple[int, int]) -> None:
        """Go through all that can follow a node to which these sequences lead."""
        if isinstance(node, Chance):
            for number, probability in enumerate(node.draw.probabilities):
                self.walk(node.child(number), chance * float(probability), played)
        elif node.over:
            worth = chance * self.game.returns(node.state)[0]
            self._worth[played] = self._worth.get(played, 0.0) + worth
        else:
            self._decide(node, chance, played)

    def _decide(self, node: Position, chance: float, played: tuple[int, int]) -> None:
        self._decisions += 1
        if self._decisions > self.most_decisions:
            raise TooManyDecisions(f"there are more than {self.most_decisions} decisions")
        seat, moves = node.to_move, self.game.legal_moves(node.state)
        choice = self.sequences[seat].at(node.information_state(seat), played[seat], moves)
        for number, move in enumerate(choice.moves, start=choice.first):
            longer = (number, played[1]) if seat == 0 else (played[0], number)
            self.walk(node.child(move), chance, longer)

    def solved(self, optimize: Any) -> Solution:
        """The plan of seat 0 that gets most against the answer that is worst for it, and the plan
        of seat 1, which the prices of its sequences are.

        The numbers that are looked for are the plan, and below it what seat 1 can hold seat 0 to
        from each of its information states on.
        """
        rows, columns = (each.count for each in self.sequences)
        plan, answer = (_constraints(each) for each in self.sequences)
        worth = _matrix({(b, a): value for (a, b), value in self._worth.items()}, columns, rows)
        goal = np.zeros(rows + answer.shape[0])
        goal[rows] = -1.0
        found = optimize.linprog(
            goal,
            A_ub=_beside(-worth, answer.T),
            b_ub=np.zeros(columns),
            A_eq=_beside(plan, _matrix({}, plan.shape[0], answer.shape[0])),
            b_eq=np.eye(1, plan.shape[0])[0],
            bounds=[(0, None)] * rows + [(None, None)] * answer.shape[0],
            method="highs",
        )
        plans = found.x[:rows], -found.ineqlin.marginals
        first, second = (_plan(*each) for each in zip(self.sequences, plans, strict=True))
        return Solution(-float(found.fun), (first, second))


def _constraints(sequences: Sequences) -> Any:
    """What makes numbers for sequences a plan: the empty one has 1, and those that go on from an
    information state have together as much as the one that leads to it.
    """
    entries = {(0, EMPTY): 1.0}
    for row, choice in enumerate(sequences.choices.values(), start=1):
        entries[row, choice.after] = -1.0
        entries.update({(row, choice.first + n): 1.0 for n in range(len(choice.moves))})
    return _matrix(entries, 1 + len(sequences.choices), sequences.count)


def _plan(sequences: Sequences, weights: Array) -> Plan:
    """How likely each move is; all are equally likely where the plan never comes to."""
    return {
        information: dict(zip(choice.moves, _shares(choice, weights), strict=True))
        for information, choice in sequences.choices.items()
    }


def _shares(choice: InformationState, weights: Array) -> list[float]:
    own = weights[choice.first : choice.first + len(choice.moves)].clip(min=0.0)
    total = own.sum()
    shares: list[float] = (own / total if total else np.full(len(own), 1 / len(own))).tolist()
    return shares


def _matrix(entries: Mapping[tuple[int, int], float], rows: int, columns: int) -> Any:
    sparse = from_extra("arena", "scipy.sparse")
    places = np.array(list(entries), int).reshape(-1, 2)
    return sparse.csr_array((list(entries.values()), places.T), (rows, columns))


def _beside(left: Any, right: Any) -> Any:
    return from_extra("arena", "scipy.sparse").hstack([left, right], format="csr")


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
    rows, columns = _as_shares(rows), _as_shares(columns)
    return Equilibrium(rows, columns, float(rows @ payoffs @ columns))


def _as_shares(weights: Array) -> Array:
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
