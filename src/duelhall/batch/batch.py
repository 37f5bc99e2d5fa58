"""Many games side by side, stepped through with arrays: an environment for learners.

A row function does one row, with everything that it needs passed in, so that a thread of a GPU can
run it as well as the loop of a template. Observations and masks are in engine/observation.py.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from duelhall.backend import backend_of
from duelhall.backend.entries import MOVE_TYPE
from duelhall.batch.launch import in_pieces
from duelhall.engine.chance import WORD
from duelhall.engine.errors import (
    BadDeal,
    IllegalMove,
    checked_moves,
    checked_number,
    checked_seat,
    checked_seed,
    checked_threads,
)
from duelhall.engine.observation import mask_rows, observe_rows, returns_row
from duelhall.engine.record import SEATS, UNDECIDED, Array, GameState, state_of
from duelhall.engine.rule import helper
from duelhall.engine.template import allowed, deal, play
from duelhall.match.explain import forbidding_rule
from duelhall.match.game import Game, checked_game


class IllegalMoveInRow(IllegalMove):
    """A move in an array that is not allowed; no move of that array was made."""

    def __init__(self, game: Game, state: GameState, row: int, move: int) -> None:
        self.row = row
        legal = [_text(game, state, number) for number in game.legal_moves(state)]
        text, ruling, sentence = _refusal(game, state, move)
        super().__init__(f"{text} in row {row}", ruling, sentence, legal)


def _refusal(game: Game, state: GameState, move: int) -> tuple[str, str, str]:
    """The move in writing, the ruling that forbids it, and why."""
    last = game.definition.rules.MOVES - 1
    if not 0 <= move <= last:
        return str(move), "", f"moves are numbers from 0 to {last}"
    return _text(game, state, move), *forbidding_rule(game, state, move)


def _text(game: Game, state: GameState, move: int) -> str:
    return f"{move} ({game.move_text(move, state)})"


class Batch:
    """Games of one kind side by side, one in each row of its arrays.

    >>> import duelhall
    >>> from duelhall.batch import Batch
    >>> batch = Batch(duelhall.load("blade"), 4, seed=7)
    >>> batch.to_move.tolist(), batch.observations().shape
    ([0, 0, 0, 0], (4, 443))
    >>> rewards, ended = batch.step(batch.legal_mask().argmax(axis=1))  # the first legal moves
    >>> rewards.tolist(), ended.tolist()
    ([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [-1.0, 1.0]], [False, False, False, True])
    >>> batch.reset()

    A row whose game has ended gets a new deal in the same step. Row i begins with the game of the
    seed `seed + i`; the next game of a row has a seed that is `n` further. All arrays are made once
    and overwritten by each call: copy what is to be kept. Beside those that methods return, there
    are `to_move`, `seeds` and `states`, with an element for each row; `rewards` and `ended` are
    what the last step returned.

    The arrays are NumPy's with the backends `cpu` and `python`. With `cuda` they are on the GPU, as
    arrays of CuPy, and the states are an array of numba-cuda.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        backend: str | None = None,
        seed: int = 0,
        threads: int | None = None,
    ) -> None:
        self.game = checked_game(game).with_backend(backend)
        self.n = checked_number("the number of rows", n, 1)
        self._device = device_of(self.game, checked_threads(threads))
        self._seed, self._rows = seed, blank_rows(self._device, self.n)
        self.states, self.seeds, self.to_move = self._rows[:3]
        self.rewards, self.ended = self._rows[3:5]
        moves = self.game.definition.rules.MOVES
        self._masks = self._device.zeros((self.n, moves), np.bool_)
        self._numbers: Any = None
        self.reset(seed)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<batch of {self.n} games of {self.game.full_name}>"

    def reset(self, seed: int | None = None) -> None:
        """Deal all rows: from the batch's seed, or from another one that becomes its own."""
        self._seed = checked_seed(self._seed if seed is None else seed)
        first = np.arange(self.n, dtype=np.uint64) + np.uint64(self._seed)
        self.seeds[:] = self._device.array(first)
        self.rewards[:] = 0
        self.ended[:] = False
        if not self._device.deal(self._rows):
            raise BadDeal(f"the deals of {self.game.full_name} leave nothing to decide")

    def legal_mask(self) -> Any:
        """For each row and each move, whether the seat to move may make it."""
        self._device.mask(self.states, self._masks)
        return self._masks

    def observations(self, seat: int | None = None) -> Any:
        """What the seat to move knows in each row, or one and the same seat in all, as numbers laid
        out as `game.layout` says.
        """
        if self._numbers is None:
            self._numbers = self._device.zeros((self.n, self.game.layout.size), np.float32)
        seats = self.to_move
        if seat is not None:
            seats = self._device.zeros((self.n,), np.int8)
            seats[:] = checked_seat(seat)
        self._device.observe(self.states, seats, self._numbers)
        return self._numbers

    def step(self, moves: Any) -> tuple[Any, Any]:
        """Make a move in each row, given as an array of numbers. Returns what it brought both seats
        in each row (1 for a win, -1 for a loss, and 0 for a draw or while the game goes on), and
        which games have ended. Those rows already hold their next games.

        Raises IllegalMoveInRow if any of them is not allowed, and then nothing has changed.
        """
        made = self._rows.moves
        made[:] = checked_moves("moves", moves, self._device.array(moves), self.n)
        row = self._device.refuse(self._rows)
        if row is not None:
            state = state_of(self._device.state(self.states, row))
            raise IllegalMoveInRow(self.game, state, row, int(made[row]))
        self._device.step(self._rows)
        return self.rewards, self.ended


# --- where the arrays are ---

ROWS_PER_THREAD = 4096
"""With fewer rows, starting a thread takes longer than the work that it takes over."""


class Rows(NamedTuple):
    """The arrays of a batch, with an element for each row."""

    states: Any
    seeds: Any
    """64-bit words. The next seed of a row is as much further as there are rows."""
    to_move: Any
    rewards: Any
    ended: Any
    moves: Any
    refused: Any

    def part(self, rows: slice) -> "Rows":
        """Some of the rows."""
        return Rows(*(array[rows] for array in self))


class Device(Protocol):
    """Holds the arrays of a batch, and does its row functions for all rows.

    Its arrays are NumPy's, or others that offer DLPack; a batch only fills them, as in `a[:] = 0`,
    and reads single numbers. States are those of the game.
    """

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""

    def states(self, count: int) -> Any:
        """Blank states of the game."""

    def array(self, given: Any) -> Any:
        """An array from any other one, not copied if it can be used as it is."""

    def deal(self, rows: Rows) -> bool:
        """Deal in each row (`deal_row`), and say whether there is something to decide in all."""

    def refuse(self, rows: Rows) -> int | None:
        """Find moves that may not be made (`refuse_row`), and return the first such row."""

    def step(self, rows: Rows) -> None:
        """Make the moves (`step_row`), and new deals (`renew_row`)."""

    def mask(self, states: Any, masks: Any) -> None:
        """Mark the legal moves (`mask_row`)."""

    def observe(self, states: Any, seats: Any, numbers: Any) -> None:
        """Write what the seats know (`observe_row`)."""

    def state(self, states: Any, row: int) -> Any:
        """A copy of one state, in an array of NumPy."""


@runtime_checkable
class DeviceBackend(Protocol):
    """A backend that has the arrays of batches elsewhere than in the memory of this machine."""

    def device(self, game: Game) -> Device:
        """What holds them, and works on them."""


def device_of(game: Game, threads: int) -> Device:
    """The device on which a game's backend runs."""
    backend = backend_of(game.definition.origin, game.backend)
    return backend.device(game) if isinstance(backend, DeviceBackend) else Cores(game, threads)


def blank_rows(device: Device, count: int) -> Rows:
    """So many rows, in arrays of their own."""
    zeros = device.zeros
    return Rows(
        states=device.states(count),
        seeds=zeros((count,), np.uint64),
        to_move=zeros((count,), np.int8),
        rewards=zeros((count, SEATS), np.float32),
        ended=zeros((count,), np.bool_),
        moves=zeros((count,), np.int64),
        refused=zeros((count,), np.bool_),
    )


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

    def deal(self, rows: Rows) -> bool:
        """Deal in each row, and say whether there is something to decide in all."""
        loop, step = self._game.bind(deal_rows), np.uint64(len(rows.states))

        def run(piece: slice) -> None:
            part = rows.part(piece)
            loop(part.states, part.seeds, step, part.to_move, self._blank)

        self._run(len(rows.states), run)
        return bool(np.all(rows.states["winner"] == UNDECIDED))

    def refuse(self, rows: Rows) -> int | None:
        """Find moves that may not be made, and return the first such row."""
        loop, most = self._game.bind(refuse_rows), self._game.definition.rules.MOVES

        def run(piece: slice) -> None:
            part = rows.part(piece)
            loop(part.states, part.moves, most, part.refused)

        self._run(len(rows.states), run)
        return int(rows.refused.argmax()) if rows.refused.any() else None

    def step(self, rows: Rows) -> None:
        """Make the moves."""
        loop, step = self._game.bind(step_rows), np.uint64(len(rows.states))

        def run(piece: slice) -> None:
            part = rows.part(piece)
            changed = part.to_move, part.rewards, part.ended
            loop(part.states, part.moves, part.seeds, step, *changed, self._blank)

        self._run(len(rows.states), run)

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


# --- rows ---

MOST_DEALS = 1000
"""How many deals in a row may leave nothing to decide before a row is given up."""


@helper
def deal_row(
    row: int, states: Array, seeds: Array, step: int, to_move: Array, blank: Array
) -> None:
    """Deal a game by the seed of its row. Where a deal leaves nothing to decide, the next seed of
    the row is taken, which is `step` further.
    """
    s = states[row]
    for _ in range(MOST_DEALS):
        states[row] = blank[0]
        s.rng = seeds[row]
        deal(s)
        if s.winner == UNDECIDED:
            break
        seeds[row] = (int(seeds[row]) + int(step)) & WORD
    to_move[row] = s.to_move


def deal_rows(states: Array, seeds: Array, step: int, to_move: Array, blank: Array) -> None:
    """Deal a game in each row."""
    for row in range(len(states)):
        deal_row(row, states, seeds, step, to_move, blank)


@helper
def refuse_row(row: int, states: Array, moves: Array, most: int, refused: Array) -> None:
    """Say whether the move of a row is none of the game's `most` moves, or not allowed."""
    move = int(moves[row])
    refused[row] = not 0 <= move < most or not allowed(states[row], move)


def refuse_rows(states: Array, moves: Array, most: int, refused: Array) -> None:
    """Say of each row whether its move may not be made."""
    for row in range(len(states)):
        refuse_row(row, states, moves, most, refused)


@helper
def step_row(
    row: int, states: Array, moves: Array, to_move: Array, rewards: Array, ended: Array
) -> None:
    """Make the move of a row, and say what it brought each seat."""
    s = states[row]
    play(s, int(moves[row]))
    returns_row(row, states, rewards)
    ended[row] = s.winner != UNDECIDED
    to_move[row] = s.to_move


@helper
def renew_row(
    row: int, states: Array, seeds: Array, step: int, to_move: Array, ended: Array, blank: Array
) -> None:
    """Make a new deal in a row whose game has ended."""
    if ended[row]:
        seeds[row] = (int(seeds[row]) + int(step)) & WORD
        deal_row(row, states, seeds, step, to_move, blank)


def step_rows(
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
    for row in range(len(states)):
        step_row(row, states, moves, to_move, rewards, ended)
        renew_row(row, states, seeds, step, to_move, ended, blank)
