"""Many games side by side, stepped through with arrays: an environment for learners."""

from typing import Any

import numpy as np

from duelhall.batch.device import device_of
from duelhall.engine.arguments import (
    checked_moves,
    checked_number,
    checked_seat,
    checked_seed,
    checked_threads,
)
from duelhall.engine.errors import BadDeal, IllegalMove
from duelhall.engine.record import SEATS, GameState, state_of
from duelhall.match.explain import forbidding_rule
from duelhall.match.game import Game, checked_game


class IllegalMoveInRow(IllegalMove):
    """A move in an array that is not allowed; no move of that array was made."""

    def __init__(self, game: Game, state: GameState, row: int, move: int) -> None:
        self.row = row
        legal = [
            f"{number} ({game.move_text(number, state)})" for number in game.legal_moves(state)
        ]
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
        self._seed, zeros = seed, self._device.zeros
        self.states = self._device.states(self.n)
        self.seeds = zeros((self.n,), np.uint64)
        self.to_move = zeros((self.n,), np.int8)
        self.rewards = zeros((self.n, SEATS), np.float32)
        self.ended = zeros((self.n,), np.bool_)
        self._refused = zeros((self.n,), np.bool_)
        self._moves = zeros((self.n,), np.int64)
        self._masks = zeros((self.n, self.game.definition.rules.MOVES), np.bool_)
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
        if not self._device.deal(self.states, self.seeds, self.n, self.to_move):
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
        self._moves[:] = checked_moves("moves", moves, self._device.array(moves), self.n)
        row = self._device.refuse(self.states, self._moves, self._refused)
        if row is not None:
            state = state_of(self._device.state(self.states, row))
            raise IllegalMoveInRow(self.game, state, row, int(self._moves[row]))
        self._device.step(
            self.states, self._moves, self.seeds, self.n, self.to_move, self.rewards, self.ended
        )
        return self.rewards, self.ended
