"""One whole game, dealt, played and ended: what every launcher runs, row by row.

These are templates, bound to a game's rules and run in Python, in machine code or by a thread of a
GPU. They allocate nothing. Whatever they need is passed in, the same to each of them:

    table   where the outcome is noted, in the row with the number `row`
    seed    the seed of this very game
    blank   a blank state of the game, which is only read
    cells   states to work in, CELLS or as many as `cells_of` says: the game's, what a seat sees of
            it, and two to try moves in
    moves   room for a list of moves
    dice    DICE_CELLS records: those of the current decision, and what each seat's derive from

A game depends on its seed and on nothing else, so a batch can be cut into pieces anywhere.
"""

from collections.abc import Callable

from duelhall.engine.chance import below, decision_dice, scattered, seat_dice
from duelhall.engine.record import SEATS, UNDECIDED, Array, State
from duelhall.engine.rule import helper
from duelhall.engine.template import deal, legal, play, points, policy_0, policy_1, view

CELLS = 4
DICE_CELLS = 1 + SEATS


def cells_of(play: Callable[..., None]) -> int:
    """How many states a one-game function works in."""
    cells: int = getattr(play, "cells", CELLS)
    return cells


@helper
def set_chance(seed: int, blank: Array, cells: Array, dice: Array) -> None:
    """Make the first cell a blank state, and seed it and the dice."""
    cells[0] = blank[0]
    set_seed(seed, cells, dice)


@helper
def set_seed(seed: int, cells: Array, dice: Array) -> None:
    """Seed the first cell, which is blank, and the dice."""
    cells[0].rng = seed
    root = scattered(int(cells[0].rng))
    for seat in range(SEATS):
        dice[1 + seat].rng = seat_dice(root, seat)


@helper
def take_dice(dice: Array, seat: int, number: int) -> None:
    """Set the dice for a seat's decision after this many moves."""
    dice[0].rng = decision_dice(int(dice[1 + seat].rng), number)


@helper
def note_outcome(table: Array, row: int, s: State, length: int) -> None:
    """Write down how a game ended."""
    outcome = table[row]
    outcome.winner, outcome.reason, outcome.moves = s.winner, s.reason, length
    for seat in range(SEATS):
        outcome.points[seat] = points(s, seat)


@helper
def play_at_random(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game with all legal moves equally likely."""
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    table[row].first = s.to_move
    length = 0
    while s.winner == UNDECIDED:
        take_dice(dice, s.to_move, length)
        play(s, int(moves[below(dice[0], legal(s, moves))]))
        length += 1
    note_outcome(table, row, s, length)


play_at_random.cells = 1  # type: ignore[attr-defined]  # nobody is shown anything, or tries moves


@helper
def play_by_policies(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game with a policy deciding for each seat.

    A policy gets what its seat sees and two cells to try moves in, and never the state.
    """
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    table[row].first = s.to_move
    length = 0
    while s.winner == UNDECIDED:
        cells[1] = blank[0]
        view(s, s.to_move, cells[1])
        take_dice(dice, s.to_move, length)
        if s.to_move == 0:
            play(s, int(policy_0(cells[1:], moves, dice)))
        else:
            play(s, int(policy_1(cells[1:], moves, dice)))
        length += 1
    note_outcome(table, row, s, length)
