"""Kernels: what each thread of a GPU does, for the rows that are its own.

They are templates. Bound to a game, `STATE` is the type of its states, `MOVES` the number of its
moves, and the row functions are its own. What a thread needs to work in is memory of its own. For
random games there are other kernels, in random_kernels.py.
"""

from typing import Any

import numpy as np

from duelhall.backend.entries import MOVE_TYPE
from duelhall.backend.lean import ALIGNMENT
from duelhall.batch.one_game import CELLS, DICE_CELLS
from duelhall.batch.rows import deal_row, refuse_row, step_row
from duelhall.engine.chance import DICE
from duelhall.engine.observation import mask_row, observe_in_zeros
from duelhall.engine.record import UNDECIDED, Array
from duelhall.engine.template import play_game

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
    """Make the move of each row."""
    for row in range(cuda.grid(1), len(states), cuda.gridsize(1)):
        step_row(row, states, moves, seeds, step, to_move, rewards, ended, blank)


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
