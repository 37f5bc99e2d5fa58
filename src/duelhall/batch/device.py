"""Where the arrays of a batch are, and what works on them row by row."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from duelhall.backend.cuda import is_on_gpu
from duelhall.backend.entries import MOVE_TYPE
from duelhall.batch.launch import in_pieces
from duelhall.batch.on_gpu import OnGpu
from duelhall.batch.rows import deal_rows, refuse_rows, step_rows
from duelhall.engine.observation import mask_rows, observe_rows
from duelhall.engine.record import UNDECIDED, Array
from duelhall.match.game import Game

ROWS_PER_THREAD = 4096
"""With fewer rows, starting a thread takes longer than the work that it takes over."""


class Device(Protocol):
    """Holds the arrays of a batch, and does its row functions for all rows.

    Its arrays are NumPy's, or others that offer DLPack; a batch only fills them, as in `a[:] = 0`,
    and reads single numbers. `states` are those of the game; `seeds` are 64-bit words; `step` is
    how far apart the seeds of a row are.
    """

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""

    def states(self, count: int) -> Any:
        """Blank states of the game."""

    def array(self, given: Any) -> Any:
        """An array from any other one, not copied if it can be used as it is."""

    def deal(self, states: Any, seeds: Any, step: int, to_move: Any) -> bool:
        """Deal in each row (`deal_row`), and say whether there is something to decide in all."""

    def refuse(self, states: Any, moves: Any, refused: Any) -> int | None:
        """Find moves that may not be made (`refuse_row`), and return the first such row."""

    def step(
        self,
        states: Any,
        moves: Any,
        seeds: Any,
        step: int,
        to_move: Any,
        rewards: Any,
        ended: Any,
    ) -> None:
        """Make the moves (`step_row`)."""

    def mask(self, states: Any, masks: Any) -> None:
        """Mark the legal moves (`mask_row`)."""

    def observe(self, states: Any, seats: Any, numbers: Any) -> None:
        """Write what the seats know (`observe_row`)."""

    def state(self, states: Any, row: int) -> Any:
        """A copy of one state, in an array of NumPy."""


def device_of(game: Game, threads: int) -> Device:
    """The device on which a game's backend runs."""
    return OnGpu(game) if is_on_gpu(game.backend) else Cores(game, threads)


class Cores:
    """Arrays of NumPy, and loops over their rows in threads."""

    def __init__(self, game: Game, threads: int) -> None:
        self._game, self._threads = game, threads
        self._blank = game.blank()

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Array:
        """An array of zeros."""
        return np.zeros(shape, dtype)

    def states(self, count: int) -> Array:
        """Blank states of the game."""
        return self._game.blank(count)

    def array(self, given: Any) -> Array:
        """An array from anything that NumPy makes one of."""
        return np.asarray(given)

    def deal(self, states: Array, seeds: Array, step: int, to_move: Array) -> bool:
        """Deal in each row, and say whether there is something to decide in all."""
        loop, word = self._game.bind(deal_rows), np.uint64(step)

        def run(rows: slice) -> None:
            loop(states[rows], seeds[rows], word, to_move[rows], self._blank)

        self._run(len(states), run)
        return bool(np.all(states["winner"] == UNDECIDED))

    def refuse(self, states: Array, moves: Array, refused: Array) -> int | None:
        """Find moves that may not be made, and return the first such row."""
        loop, most = self._game.bind(refuse_rows), self._game.definition.rules.MOVES
        self._run(len(states), lambda rows: loop(states[rows], moves[rows], most, refused[rows]))
        return int(refused.argmax()) if refused.any() else None

    def step(
        self,
        states: Array,
        moves: Array,
        seeds: Array,
        step: int,
        to_move: Array,
        rewards: Array,
        ended: Array,
    ) -> None:
        """Make the moves."""
        loop, word = self._game.bind(step_rows), np.uint64(step)

        def run(rows: slice) -> None:
            loop(
                states[rows],
                moves[rows],
                seeds[rows],
                word,
                to_move[rows],
                rewards[rows],
                ended[rows],
                self._blank,
            )

        self._run(len(states), run)

    def mask(self, states: Array, masks: Array) -> None:
        """Mark the legal moves."""
        loop = self._game.bind(mask_rows)

        def run(rows: slice) -> None:
            moves = np.zeros(self._game.definition.rules.MOVES, MOVE_TYPE)
            loop(states[rows], moves, masks[rows])

        self._run(len(states), run)

    def observe(self, states: Array, seats: Array, numbers: Array) -> None:
        """Write what the seats know."""
        loop, layout = self._game.bind(observe_rows), self._game.layout
        nothing = layout.records(layout.blank())

        def run(rows: slice) -> None:
            records = layout.records(numbers[rows])
            loop(states[rows], seats[rows], self._game.blank(2), records, nothing)

        self._run(len(states), run)

    def state(self, states: Array, row: int) -> Array:
        """A copy of one state."""
        return states[row : row + 1].copy()

    def _run(self, count: int, work: Callable[[slice], None]) -> None:
        threads = min(self._threads, max(1, count // ROWS_PER_THREAD))
        in_pieces(count, threads, threads, work)
