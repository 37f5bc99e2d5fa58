"""Where two armies stand.

Both armies are kept from their own player's point of view: columns run from the player's left to
the right, with the centre divide in the middle of the array (F1, F2). So one player's column c
faces the other's `facing(c)`, and every rule is the same for both.
"""

from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.record import SEATS, Cube, Grid, Int8, Int16, PerSeat, Row
from duelhall.engine.rule import helper
from duelhall.games.frontline.symbols import FASTEST, SYMBOLS

MOST_COLUMNS = 11
"""How many columns of units there can be on each side of the divide."""

HALF = MOST_COLUMNS + 1
WIDTH = 2 * HALF
"""The outermost columns stay empty, so that every column has one on each side of it."""

MOST_UNITS = 2 * (WIDTH - 2)

NOBODY = 0
"""What stands in an empty place. Units are numbered from 1, and nobody has no symbols."""

NO_PLACE = 0
"""What follows the last place that waits for a speed. The columns of both armies are places, and
are numbered from 1."""

NEVER = -1
"""The speed of an attack that is lost (F4)."""


class Battlefield(record.Record):
    """A battle by itself, for batches; everything in it is open once it has begun."""

    symbols: Annotated[Cube, np.int8, SEATS, 1 + MOST_UNITS, SYMBOLS]  # whole symbols of each unit
    # which unit stands in the front line of a column
    front: Annotated[Grid, np.uint8, SEATS, WIDTH]
    back: Annotated[Grid, np.uint8, SEATS, WIDTH]  # which unit stands behind it
    left: Annotated[Row, np.uint8, SEATS]  # the leftmost column that is occupied
    right: Annotated[Row, np.uint8, SEATS]  # the column after the rightmost one
    units: PerSeat  # how many units are left
    fortresses: Int16  # whole fortresses of both armies
    # what crowns and bows add to a column's speeds (F4)
    hastened: Annotated[Grid, np.int8, SEATS, WIDTH]
    # for each speed, from NEVER on, the first place that waits for it
    waiting: Annotated[Row, np.uint8, 1 + FASTEST + 1]
    # for each place, the next one that waits for the same speed
    following: Annotated[Row, np.uint8, 1 + SEATS * WIDTH]
    markers: Annotated[Grid, np.int8, SEATS, WIDTH]  # attack markers on the front unit of a column
    attacks: Int16  # how many markers there are
    # the places that were given markers at this speed
    marked: Annotated[Row, np.uint8, SEATS * WIDTH]
    marks: Int8  # how many those are
    speed: Int8  # the speed that is being played
    changes: Int16  # how much was broken or killed in this round (F13)
    rounds: Int16  # how many rounds were played
    victor: Int8  # who won the battle: UNDECIDED, a seat, or DRAWN


BATTLE = record.dtype_of(Battlefield, itemsize=906)


@helper
def facing(column: int) -> int:
    """The enemy's column that a column faces (F3)."""
    return WIDTH - 1 - column


@helper
def place_of(seat: int, column: int) -> int:
    """The number of a column among the columns of both armies."""
    return 1 + WIDTH * seat + column


@helper
def seat_at(place: int) -> int:
    """Whose column a place is."""
    return int(place > WIDTH)


@helper
def column_at(place: int) -> int:
    """Which of its owner's columns a place is."""
    return place - 1 - WIDTH * seat_at(place)


@helper
def wait_for(s: Battlefield, seat: int, column: int, speed: int) -> None:
    """Let a column wait for the next speed at which it attacks."""
    place, turn = place_of(seat, column), 1 + speed
    s.following[place] = s.waiting[turn]
    s.waiting[turn] = place


@helper
def first_waiting(s: Battlefield, speed: int) -> int:
    """The first place of those that wait for a speed, which then wait no more."""
    place = int(s.waiting[1 + speed])
    s.waiting[1 + speed] = NO_PLACE
    return place


@helper
def nobody_waits(s: Battlefield) -> None:
    """Let nobody wait for any speed."""
    for turn in range(1 + FASTEST + 1):
        s.waiting[turn] = NO_PLACE


@helper
def count_units(s: Battlefield, seat: int) -> None:
    """Find out where an army begins and ends, and how many units it has."""
    s.left[seat], s.right[seat], s.units[seat] = HALF, HALF, 0
    for column in range(WIDTH):
        standing = int(s.front[seat, column] != NOBODY) + int(s.back[seat, column] != NOBODY)
        if standing > 0:
            s.units[seat] += standing
            s.left[seat] = min(int(s.left[seat]), column)
            s.right[seat] = max(int(s.right[seat]), column + 1)
