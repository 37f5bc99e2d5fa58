"""Kernels: what each thread of a GPU does, for the rows that are its own.

They are templates. Bound to a game, `STATE` is the type of its states, `MOVES` the number of its
moves, and the row functions are its own. What a thread needs to work in is memory of its own; for
random games, it is a part of the memory that a block shares.
"""

from typing import Any

import numpy as np

from duelhall.batch.one_game import CELLS, DICE_CELLS, note_outcome, set_seed, take_dice
from duelhall.batch.rows import deal_row, refuse_row, step_row
from duelhall.engine.backend.cuda import WARP
from duelhall.engine.backend.entries import MOVE_TYPE
from duelhall.engine.chance import below
from duelhall.engine.dice import DICE
from duelhall.engine.observing import mask_row, observe_in_zeros
from duelhall.engine.record import UNDECIDED, Array
from duelhall.engine.rule import helper
from duelhall.engine.templates import deal, legal, play, play_game

cuda: Any = None  # numba-cuda's module, once a kernel is bound
cells_in: Any = None
STATE: Any = None
MOVES: Any = None
LIST_TYPE: Any = None
LIST: Any = None
WORDS: Any = None

ALIGNMENT = 16
"""Arrays of records begin at multiples of this, so that no number in them lies across two words."""

ALL = np.int32(-1)
"""All threads of a warp, a bit each."""

FEW = 16
"""When this many threads of a warp have no game, they deal new ones, while the others wait."""


def play_games(table: Array, ends: Array, seed: int, blank: Array) -> None:
    """Play a game for each row of a table, and keep its last state where there is room for it."""
    cells = cuda.local.array(CELLS, STATE, ALIGNMENT)
    moves = cuda.local.array(MOVES, MOVE_TYPE)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    for row in range(cuda.grid(1), len(table), cuda.gridsize(1)):
        play_game(table, row, seed + np.uint64(row), blank, cells, moves, dice)
        if row < len(ends):
            ends[row] = cells[0]


def play_random_games(table: Array, seed: int, blank: Array) -> None:
    """Play a game for each row of a table with all legal moves equally likely. Lean states and
    lists of moves are both in shared memory.
    """
    words = cuda.shared.array((WARP, WORDS), np.uint64, ALIGNMENT)
    moves = cuda.shared.array((WARP, LIST), LIST_TYPE, ALIGNMENT)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    lane = cuda.threadIdx.x
    play_together(table, seed, blank, words[lane], moves[lane], dice)


def play_with_long_lists(table: Array, seed: int, blank: Array) -> None:
    """The same, with lists of moves that do not fit in shared memory beside the states."""
    words = cuda.shared.array((WARP, WORDS), np.uint64, ALIGNMENT)
    moves = cuda.local.array(MOVES, LIST_TYPE)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    play_together(table, seed, blank, words[cuda.threadIdx.x], moves, dice)


@helper
def play_together(
    table: Array, seed: Any, blank: Array, words: Array, moves: Array, dice: Array
) -> None:
    """Play a thread's share of the games of a table, together with the other threads of its warp:
    all list their moves at the same time, and all make them at the same time.

    Where they part, each piece of code is run for some of them while the others wait.
    """
    cells = cells_in(words)
    s = cells[0]
    row, count, length, listed = cuda.grid(1), len(table), 0, 0
    is_playing = False
    while True:
        waiting = cuda.popc(cuda.ballot_sync(ALL, not is_playing and row < count))
        playing = cuda.popc(cuda.ballot_sync(ALL, is_playing))
        if waiting + playing == 0:
            break
        if (waiting >= FEW or playing == 0) and not is_playing and row < count:
            for place in range(WORDS):
                words[place] = blank[place]
            set_seed(seed + np.uint64(row), cells, dice)
            deal(s)
            table[row].first = s.to_move
            is_playing, length = True, 0
        cuda.syncwarp()
        if is_playing and s.winner == UNDECIDED:
            take_dice(dice, s.to_move, length)
            listed = legal(s, moves)
        cuda.syncwarp()
        if is_playing and s.winner == UNDECIDED:
            play(s, int(moves[below(dice[0], listed)]))
            length += 1
        cuda.syncwarp()
        if is_playing and s.winner != UNDECIDED:
            note_outcome(table, row, s, length)
            row += cuda.gridsize(1)
            is_playing = False


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
