"""Where two armies stand.

Both armies are kept from their own player's point of view: columns run from the player's left to
the right, with the centre divide in the middle of the array (F1, F2). So one player's column c
faces the other's `facing(c)`, and every rule is the same for both.
"""

from typing import Any

import numpy as np

from duelhall.engine.record import State, record
from duelhall.engine.rule import helper
from duelhall.engine.seats import SEATS
from duelhall.games.frontline.symbols import SYMBOLS

MOST_COLUMNS = 11
"""How many columns of units there can be on each side of the divide."""

HALF = MOST_COLUMNS + 1
WIDTH = 2 * HALF
"""The outermost columns stay empty, so that every column has one on each side of it."""

MOST_UNITS = 2 * (WIDTH - 2)

NOBODY = 0
"""What stands in an empty place. Units are numbered from 1, and nobody has no symbols."""

BATTLE_FIELDS: tuple[Any, ...] = (
    ("symbols", np.int8, (SEATS, 1 + MOST_UNITS, SYMBOLS)),  # whole symbols of each unit
    ("front", np.uint8, (SEATS, WIDTH)),  # which unit stands in the front line of a column
    ("back", np.uint8, (SEATS, WIDTH)),  # which unit stands behind it
    ("left", np.uint8, SEATS),  # the leftmost column that is occupied
    ("right", np.uint8, SEATS),  # the column after the rightmost one
    ("units", np.int8, SEATS),  # how many units are left
    ("crowns", np.int8, (SEATS, WIDTH)),  # crowns in a column at the start of the round
    ("bows", np.int8, (SEATS, WIDTH)),  # bows in a column at the start of the round
    ("fortresses", np.int16),  # whole fortresses of both armies
    ("hastened", np.int8, (SEATS, WIDTH)),  # what crowns and bows add to a column's speeds (F4)
    ("markers", np.int8, (SEATS, WIDTH)),  # attack markers on the front unit of a column
    ("attacks", np.int16),  # how many markers there are
    ("marked", np.uint8, SEATS * WIDTH),  # the columns that were given markers at this speed
    ("owners", np.int8, SEATS * WIDTH),  # whose columns those are
    ("marks", np.int8),  # how many those are
    ("speed", np.int8),  # the speed that is being played
    ("changes", np.int16),  # how much was broken or killed in this round (F13)
    ("rounds", np.int16),  # how many rounds were played
    ("victor", np.int8),  # who won the battle: UNDECIDED, a seat, or DRAWN
)
"""The fields of a battle; everything in them is open once the battle has begun."""

BATTLE = record(*BATTLE_FIELDS)
"""A battle by itself, for batches."""


@helper
def facing(column: int) -> int:
    """The enemy's column that a column faces (F3)."""
    return WIDTH - 1 - column


@helper
def count_units(s: State, seat: int) -> None:
    """Find out where an army begins and ends, and how many units it has."""
    s.left[seat], s.right[seat], s.units[seat] = HALF, HALF, 0
    for column in range(WIDTH):
        standing = int(s.front[seat, column] != NOBODY) + int(s.back[seat, column] != NOBODY)
        if standing > 0:
            s.units[seat] += standing
            s.left[seat] = min(int(s.left[seat]), column)
            s.right[seat] = max(int(s.right[seat]), column + 1)
