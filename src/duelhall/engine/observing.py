"""Observations, masks and returns of many states at once, a row each.

A row function does one row, with everything that it needs passed in, so that a thread of a GPU can
run it as well as the loop of a template. Nothing is allocated.
"""

from typing import Annotated

import numpy as np

from duelhall.engine.fields import Float32, Row
from duelhall.engine.record import DRAWN, UNDECIDED, Array, Record, State
from duelhall.engine.rule import helper
from duelhall.engine.seats import SEATS
from duelhall.engine.templates import legal, observe, view

WON, LOST, TIED = range(3)


class Standing(Record):
    """What an observation begins with: who decides next, or how it ended."""

    my_move: Annotated[Float32, "1 if I decide next"]
    result: Annotated[Row, np.float32, 3, "1 at how it ended: I won, they won, it was drawn"]


@helper
def observe_standing(s: State, seat: int, out: Standing) -> None:
    """Say who decides next, or how it ended."""
    if s.winner == UNDECIDED:
        out.my_move = int(s.to_move == seat)
    elif s.winner == DRAWN:
        out.result[TIED] = 1
    else:
        out.result[WON if s.winner == seat else LOST] = 1


@helper
def share(count: int, most: int) -> float:
    """A count as a number from 0 to 1: how much it is of the most that there can be."""
    return int(count) / int(most) if most > 0 else 0.0


@helper
def squashed(count: int, half: int) -> float:
    """A count without a useful limit as a number from 0 to 1: 0 for none, 1/2 for `half`, and less
    than 1 whatever it is.
    """
    return int(count) / (int(count) + half)


@helper
def observe_row(
    row: int, cells: Array, seats: Array, seen: Array, tensors: Array, blank: Array
) -> None:
    """Write what a seat knows of a state into its row of `tensors`.

    `seen` has two cells, a blank one and one for the view; `blank` has a record of zeros.
    """
    tensors[row] = blank[0]
    observe_in_zeros(row, cells, seats, seen, tensors)


@helper
def observe_in_zeros(row: int, cells: Array, seats: Array, seen: Array, tensors: Array) -> None:
    """The same for a row of zeros."""
    seat = int(seats[row])
    seen[1] = seen[0]
    view(cells[row], seat, seen[1])
    observe(seen[1], seat, tensors[row])


def observe_rows(cells: Array, seats: Array, seen: Array, tensors: Array, blank: Array) -> None:
    """Write what a seat knows of each state, the seat of its row, into the rows of `tensors`."""
    for row in range(len(cells)):
        observe_row(row, cells, seats, seen, tensors, blank)


@helper
def mask_row(row: int, cells: Array, moves: Array, masks: Array) -> None:
    """Mark the legal moves of a state in its row of `masks`; there are none after the end."""
    for move in range(masks.shape[1]):
        masks[row, move] = False
    if cells[row].winner == UNDECIDED:
        for place in range(legal(cells[row], moves)):
            masks[row, moves[place]] = True


def mask_rows(cells: Array, moves: Array, masks: Array) -> None:
    """Mark the legal moves of each state in the rows of `masks`."""
    for row in range(len(cells)):
        mask_row(row, cells, moves, masks)


@helper
def worth(winner: int, seat: int) -> float:
    """What a game is worth to a seat: 1 for a win, -1 for a loss, and otherwise nothing."""
    if winner in (UNDECIDED, DRAWN):
        return 0.0
    return 1.0 if winner == seat else -1.0


@helper
def returns_row(row: int, cells: Array, returns: Array) -> None:
    """Write what a game is worth to each seat into its row of `returns`."""
    for seat in range(SEATS):
        returns[row, seat] = worth(int(cells[row].winner), seat)


def returns_rows(cells: Array, returns: Array) -> None:
    """Write what each game is worth to each seat into the rows of `returns`."""
    for row in range(len(cells)):
        returns_row(row, cells, returns)
