"""The backend `cuda`: batches on a GPU, its arrays, and kernels over their rows.

A kernel is what each thread of a GPU does, for the rows that are its own. It is a template: bound
to a game, `STATE` is the type of its states, `MOVES` the number of its moves, and the row functions
are its own. What a thread needs to work in is memory of its own. Random games have other kernels,
in random.py.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from duelhall.backend.cpu import Cpu
from duelhall.backend.entries import MOVE_TYPE
from duelhall.batch.batch import Rows, deal_row, refuse_row, renew_row, step_row
from duelhall.batch.launch import CELLS, DICE_CELLS, cells_of
from duelhall.batch.simulate import OUTCOME
from duelhall.engine.chance import DICE
from duelhall.engine.definition import Definition
from duelhall.engine.errors import from_extra
from duelhall.engine.observation import mask_row, observe_in_zeros
from duelhall.engine.record import UNDECIDED, Array
from duelhall.engine.template import bound, play_game
from duelhall.match.game import Game
from duelhall_gpu import ALIGNMENT, CUDA, Gpu, Kernel, NoGpu
from duelhall_gpu.random import random_games

cuda: Any = None  # numba-cuda's module, once a kernel is bound
STATE: Any = None
MOVES: Any = None


def play_games(table: Array, ends: Array, seed: int, blank: Array) -> None:
    """Play a game for each row of a table, and keep its last state where there is room for it."""
    cells = cuda.local.array(CELLS, STATE, ALIGNMENT)
    moves = cuda.local.array(MOVES, MOVE_TYPE)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    for row in range(cuda.grid(1), len(table), cuda.gridsize(1)):
        play_game(table, row, seed + np.uint64(row), blank, cells, moves, dice)
        if row < len(ends):
            ends[row] = cells[0]


def deal_games(states: Array, seeds: Array, step: int, to_move: Array, blank: Array) -> None:
    """Deal a game in each row."""
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        deal_row(row, states, seeds, step, to_move, blank)


def note_ended(states: Array, ended: Array) -> None:
    """Say of each row whether its game is over."""
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        ended[row] = states[row].winner != UNDECIDED


def refuse_moves(states: Array, moves: Array, most: int, refused: Array) -> None:
    """Say of each row whether its move is to be refused."""
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        refuse_row(row, states, moves, most, refused)


def make_moves(
    states: Array,
    moves: Array,
    seeds: Array,
    step: int,
    to_move: Array,
    rewards: Array,
    ended: Array,
    blank: Array,
) -> None:
    """Make the move of each row, and a new deal after the end."""
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_row(row, states, moves, to_move, rewards, ended)
        renew_row(row, states, seeds, step, to_move, ended, blank)


def mark_legal(states: Array, masks: Array) -> None:
    """Mark the legal moves of each row."""
    moves = cuda.local.array(MOVES, MOVE_TYPE)
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        mask_row(row, states, moves, masks)


def observe_states(states: Array, seats: Array, blank: Array, tensors: Array) -> None:
    """Write what the seat of each row knows, into zeros."""
    seen = cuda.local.array(2, STATE, ALIGNMENT)
    seen[0] = blank[0]
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        observe_in_zeros(row, states, seats, seen, tensors)


BYTE = np.uint8


class OnGpu:
    """A batch's device: arrays on a GPU, which PyTorch, JAX and CuPy take without a copy."""

    def __init__(self, game: Game) -> None:
        self._game, self._gpu = game, gpu()
        self._state = game.definition.rules.STATE
        self._blank = self._gpu.records(self._gpu.array(game.blank().view(BYTE)), self._state)

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""
        return self._gpu.zeros(shape, dtype)

    def states(self, count: int) -> Any:
        """Room for states, which are blank once they are dealt."""
        return self._gpu.records(self.zeros((count * self._state.itemsize,), BYTE), self._state)

    def array(self, given: Any) -> Any:
        """An array from any other one, on the GPU or not."""
        return self._gpu.array(given)

    def deal(self, rows: Rows) -> bool:
        """Deal in each row, and say whether there is something to decide in all."""
        count = len(rows.states)
        arguments = rows.seeds, np.uint64(count), rows.to_move, self._blank
        self._run(deal_games, (deal_row,), rows.states, *arguments)
        ended = self.zeros((count,), np.bool_)
        self._run(note_ended, (), rows.states, ended)
        return not bool(ended.any())

    def refuse(self, rows: Rows) -> int | None:
        """Find moves that may not be made, and return the first such row."""
        most = self._game.definition.rules.MOVES
        self._run(refuse_moves, (refuse_row,), rows.states, rows.moves, most, rows.refused)
        return int(rows.refused.argmax()) if bool(rows.refused.any()) else None

    def step(self, rows: Rows) -> None:
        """Make the moves."""
        given = rows.moves, rows.seeds, np.uint64(len(rows.states))
        changed = rows.to_move, rows.rewards, rows.ended
        self._run(make_moves, (step_row, renew_row), rows.states, *given, *changed, self._blank)

    def mask(self, states: Any, masks: Any) -> None:
        """Mark the legal moves."""
        self._run(mark_legal, (mask_row,), states, masks)

    def observe(self, states: Any, seats: Any, numbers: Any) -> None:
        """Write what the seats know. The zeros are written by all threads side by side, and not
        by each thread into its own row.
        """
        numbers[:] = 0
        tensors = self._gpu.records(numbers, self._game.layout.dtype)
        self._run(observe_states, (observe_in_zeros,), states, seats, self._blank, tensors)

    def state(self, states: Any, row: int) -> Array:
        """A copy of one state."""
        return self._gpu.on_host(states[row : row + 1])

    def _run(
        self,
        template: Callable[..., None],
        row_functions: tuple[Callable[..., None], ...],
        states: Any,
        *arguments: Any,
    ) -> None:
        definition = self._game.definition.origin
        rows = {each.__name__: _bound(definition, each) for each in row_functions}
        kernel_of(self._gpu, definition, template, **rows)(len(states), states, *arguments)


@cache
def kernel_of(
    gpu: Gpu, definition: Definition, template: Callable[..., None], **names: Any
) -> Kernel:
    """A kernel of a game, bound to these names as well; the same one each time."""
    rules = definition.rules
    given = {"STATE": rules.STATE, "MOVES": rules.MOVES, **names}
    return gpu.kernel(template, given, definition.name)


@cache
def _bound(definition: Definition, row_function: Callable[..., None]) -> Callable[..., None]:
    found: Callable[..., None] = bound(row_function, definition.functions)
    return found


def played_on_gpu(
    game: Game, play: Callable[..., None], count: int, seed: int, kept: int = 0
) -> tuple[Any, Any]:
    """Play games in as many threads as can be under way. Returns the bytes of the outcomes and of
    the first states in which games ended, which stay on the GPU, before all of that is done.
    """
    definition, device = game.definition.origin, gpu()
    state, cells = definition.rules.STATE, cells_of(play)
    rows = device.zeros((count * OUTCOME.itemsize,), BYTE)
    last = device.zeros((kept * state.itemsize,), BYTE)
    at_random = random_games(device, definition, play) if kept == 0 else None
    if at_random is not None:
        at_random.play(game.blank(), device.records(rows, OUTCOME), seed)
        return rows, last
    blank = device.array(game.blank().view(BYTE))
    kernel_of(device, definition, play_games, play_game=play, CELLS=cells)(
        min(count, device.most_threads),
        device.records(rows, OUTCOME),
        device.records(last, state),
        np.uint64(seed),
        device.records(blank, state),
    )
    return rows, last


class Cuda(Cpu):
    """The backend that leaves batches to a GPU, and everything else to the CPU: whatever is asked
    about a single state is answered as with the backend `cpu`.
    """

    def __init__(self, definition: Definition) -> None:
        gpu()  # a missing one is reported at once, not at the first batch
        super().__init__(definition)

    def device(self, game: Game) -> OnGpu:
        """What holds the arrays of a batch, and works on its rows."""
        return OnGpu(game)

    def launch(
        self, game: Game, play: Callable[..., None], table: Array, seed: int, ends: Array
    ) -> None:
        """Play a game for each row of a table, and keep the states in which the first ones ended,
        as many as there is room for.
        """
        rows, last = played_on_gpu(game, play, len(table), seed, len(ends))
        table.view(BYTE)[:] = gpu().on_host(rows)
        ends.view(BYTE)[:] = gpu().on_host(last)


def gpu() -> Gpu:
    """The GPU of this machine; NoGpu or MissingPackage says what is missing."""
    return _found()


@cache
def _found() -> Gpu:
    from_extra(CUDA, "numba_cuda")
    try:
        from duelhall_gpu.translate import NumbaGpu, why_unusable
    except AttributeError as error:  # numba-cuda 0.30 takes names from NumPy that 2.5 dropped
        raise NoGpu(f"numba-cuda cannot work with NumPy {np.__version__}: {error}") from error

    why = why_unusable()
    if why is not None:
        raise NoGpu(why)
    return NumbaGpu()
