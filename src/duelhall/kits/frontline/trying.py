"""Drawing armies and trying them against each other, with every battle counted."""

from functools import cache

import numpy as np

from duelhall.backend.entries import Entry
from duelhall.engine.chance import DICE
from duelhall.engine.record import Array, State, cell_of
from duelhall.games.frontline.armies import ARMY, all_shapes
from duelhall.games.frontline.state import BATTLE, HALF, LARGEST_HAND
from duelhall.kits.frontline.plans import NOTHING_PLACED
from duelhall.kits.frontline.trials import TASK, run_drawing, run_trials
from duelhall.match.game import Game

CELLS = 3

SHAPE_SIZE = 2 + LARGEST_HAND // 2
"""Numbers that a shape is described by: at most half of the units stand behind."""


class Trials:
    """Imagined armies of both sides, and their battles; the same for the same dice."""

    def __init__(self, game: Game, seat: int, worth: Array, dice: int) -> None:
        self.worth = worth
        self._drawing, self._trials = game.bind(run_drawing), game.bind(run_trials)
        self._task, self._dice = np.zeros(1, TASK), np.zeros(1, DICE)
        self._cell, self._cells = np.zeros(1, BATTLE), game.blank(CELLS)
        self._task[0].seat, self._dice[0].rng = seat, dice

    @property
    def battles(self) -> int:
        """How many battles were fought so far."""
        return int(self._task[0].battles)

    @property
    def entries(self) -> list[Entry]:
        """What has to be in machine code before trying is fast."""
        army, numbers = np.zeros(1, ARMY), np.zeros(1)
        return [
            Entry(run_drawing, {}, (self._cells, army, self._task, self._dice)),
            Entry(run_trials, {}, (
                army, *standings(army[:0]), shapes_of(1), NOTHING_PLACED, army, numbers, numbers,
                numbers[None], self._task, self._cell, self._dice,
            )),
        ]  # fmt: skip

    def drawn(self, view: State, owner: int, count: int, each: int = 1) -> Array:
        """Armies that go on from a view by the rule of thumb, so many for each guess of a hand."""
        armies = np.zeros(count, ARMY)
        self._cells[0] = cell_of(view)[0]
        self._task[0].owner, self._task[0].each = owner, each
        self._drawing(self._cells, armies, self._task, self._dice)
        return armies

    def payoffs(self, armies: Array, enemies: Array) -> Array:
        """What each army gets against each enemy."""
        return self.improved(armies, enemies, np.ones(len(enemies)), 0)[1]

    def improved(
        self,
        armies: Array,
        enemies: Array,
        weights: Array,
        tries: int,
        placed: Array = NOTHING_PLACED,
        worth: Array | None = None,
    ) -> tuple[Array, Array]:
        """The armies after so many tries to do better against enemies of these weights, and what
        they then get against each of those.
        """
        armies, heaviest = armies.copy(), np.argsort(-weights, kind="stable")
        results = np.zeros((len(armies), len(enemies)))
        shape_table = shapes_of(int(armies[0]["units"]))
        self._task[0].tries = tries
        self._trials(
            armies, *standings(armies if tries else armies[:0]), shape_table, placed,
            enemies[heaviest], weights[heaviest], self.worth if worth is None else worth,
            results, self._task, self._cell, self._dice,
        )  # fmt: skip
        return armies, results[:, np.argsort(heaviest)]


@cache
def shapes_of(units: int) -> Array:
    """The shapes in which so many units can stand, as trials take them."""
    table = np.zeros((len(list(all_shapes(units))), SHAPE_SIZE), np.int8)
    for row, (left, ahead, behind) in zip(table, all_shapes(units), strict=True):
        row[: 2 + len(behind)] = left, ahead, *behind
    return table


@cache
def _shape_numbers(units: int) -> dict[bytes, int]:
    return {row.tobytes(): number for number, row in enumerate(shapes_of(units))}


def standings(armies: Array) -> tuple[Array, Array]:
    """In which order the units of each army stand, and in which shape."""
    orders = np.zeros((len(armies), LARGEST_HAND), np.uint8)
    forms = np.zeros(len(armies), np.int32)
    shape = np.zeros(SHAPE_SIZE, np.int8)
    for number, army in enumerate(armies):
        left, right = int(army["left"]), int(army["right"])
        behind = army["back"][left:right]
        columns = np.flatnonzero(behind)
        line = [*army["front"][left:right], *behind[columns]]
        orders[number, : len(line)] = line
        shape[:] = 0
        shape[: 2 + len(columns)] = HALF - left, right - left, *columns
        forms[number] = _shape_numbers(len(line))[shape.tobytes()]
    return orders, forms
