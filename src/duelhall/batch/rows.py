"""Many games side by side, a row each: dealing, refusing and making moves.

A row function does one row, with everything that it needs passed in, so that a thread of a GPU can
run it as well as the loop of a template. Observations and masks are in engine/observation.py.
"""

from duelhall.engine.chance import WORD
from duelhall.engine.observation import returns_row
from duelhall.engine.record import UNDECIDED, Array
from duelhall.engine.rule import helper
from duelhall.engine.template import allowed, deal, play

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
    row: int,
    states: Array,
    moves: Array,
    seeds: Array,
    step: int,
    to_move: Array,
    rewards: Array,
    ended: Array,
    blank: Array,
) -> None:
    """Make the move of a row, say what it brought each seat, and make a new deal after the end."""
    s = states[row]
    play(s, int(moves[row]))
    returns_row(row, states, rewards)
    ended[row] = s.winner != UNDECIDED
    to_move[row] = s.to_move
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
    """Make the move of each row."""
    for row in range(len(states)):
        step_row(row, states, moves, seeds, step, to_move, rewards, ended, blank)
