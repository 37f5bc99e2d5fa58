"""What a match of Frontline consists of: its options, its state, its moves, and how it ends.

Both armies are kept from their own player's point of view: columns run from the player's left to
the right, with the centre divide in the middle of the array (F1, F2). So one player's column c
faces the other's `facing(c)`, and every rule is the same for both.
"""

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.definition import Reason
from duelhall.engine.errors import BadOption
from duelhall.engine.options import Options, Switch, TextOption, Value
from duelhall.engine.record import SEATS, Cube, Grid, Int8, Int16, PerSeat, Row
from duelhall.engine.rule import helper
from duelhall.engine.text import counted
from duelhall.games.frontline.cards import (
    COPIES,
    FASTEST,
    MOST_KINDS,
    SHAPE,
    STANDARD,
    SYMBOLS,
    canonical_text,
    parse_table,
)

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


LARGEST_HAND = 10
ROW = 5
"""How many cards lie open in a draft."""

LARGEST_PACK = SEATS * LARGEST_HAND + ROW - 1
"""The most cards that a deal needs: a draft's last pick is still made from a full row."""

SMALLEST_MUSTER = 8
MOST_BATTLES = 99

MODES = ("skirmish", "mirror", "muster", "draft")
SKIRMISH, MIRROR, MUSTER, DRAFT = range(4)


@helper
def cards_needed(mode: int, hand: int) -> int:
    """How many cards a deal needs (F21)."""
    hand = int(hand)
    if mode == MIRROR:
        return hand
    if mode == DRAFT:
        return SEATS * hand + ROW - 1
    return SEATS * hand


def check_options(values: Mapping[str, Value]) -> None:
    """Refuse a set too small for the mode, and a muster that is none (F21)."""
    mode, hand = str(values["mode"]), int(values["hand"])
    if mode == "muster" and hand < SMALLEST_MUSTER:
        raise BadOption(
            f"a muster has hands of {SMALLEST_MUSTER} to {LARGEST_HAND} cards (F21), not {hand}; "
            "with fewer it is a skirmish"
        )
    there = int(parse_table(str(values["cards"]))[:, COPIES].sum(dtype=int))
    needed = cards_needed(MODES.index(mode), hand)
    if there < needed:
        raise BadOption(
            f"the set is too small: it has {counted(there, 'card')}, and {mode} with hands of "
            f"{hand} needs {needed} (F21)"
        )


class Choices(record.Record):
    """The options that a game is played with; open."""

    mode: Int8
    hand: Int8
    battles: Int8
    cards: Annotated[Grid, np.int8, *SHAPE]


OPTIONS = Options(
    MODES,
    Switch("mode", MODES, MODES, ("F21",),
           "how the players get their cards", asks=""),
    Switch("hand", (6, 6, 8, 6), range(1, LARGEST_HAND + 1), ("F21",),
           "how many cards each player gets", "How many units does each player get?"),
    Switch("battles", (1, 1, 1, 1), range(1, MOST_BATTLES + 1), ("F23",),
           "the match is the best of this many battles", "How many battles?",
           {1: "one", 3: "best of 3", 5: "best of 5", 7: "best of 7"}),
    TextOption("cards", (STANDARD,) * len(MODES), SHAPE, parse_table, canonical_text,
          "how many of each card, for example 4| 3|@, or a file given with --cards", ("F20",),
          "the set of cards"),
    check=check_options,
    kind=Choices,
    titles=("an army each", "the same army for both", "a large army each", "pick in turn"),
)  # fmt: skip


def longest_game(options: Mapping[str, Value]) -> int:
    """In each battle both players place every card and commit, and in a draft pick each first."""
    hand, is_draft = int(options["hand"]), options["mode"] == MODES[DRAFT]
    return int(options["battles"]) * SEATS * (hand + 1 + hand * is_draft)


LEFT_END, RIGHT_END, BEHIND = 0, 1, 2
"""Where a card can go: to an end of the front line, or behind its first unit, its second, ..."""

PLACES = BEHIND + LARGEST_HAND - 1
COMMIT = LARGEST_HAND * PLACES
COMMIT_LEFT, COMMIT_RIGHT = COMMIT + 1, COMMIT + 2
TAKE = COMMIT_RIGHT + 1
MOVES = TAKE + ROW
"""Moves: each card to each place, three ways to commit, and the cards of a draft's row."""

NO_SIDE, ODD_LEFT, ODD_RIGHT = 0, 1, 2
"""Where the odd unit of a front line stands."""

PICKING, DEPLOYING, FOUGHT = 0, 1, 2


class State(record.State, Battlefield):
    """A match of Frontline, or what a seat sees of it.

    Its battlefield shows the battle while it is fought, and nothing before and after.
    """

    options: Choices
    # whole symbols of each unit: no more of them than cards
    symbols: Annotated[Cube, np.int8, SEATS, 1 + LARGEST_HAND, SYMBOLS]
    stage: Int8  # PICKING, DEPLOYING, or FOUGHT after the last battle; open
    # cards of each kind to draw from, during a deal; nobody's
    pool: Annotated[Row, np.int8, 1 + MOST_KINDS]
    # kinds that are still to be dealt, next last; nobody sees
    pack: Annotated[Row, np.int8, LARGEST_PACK]
    pack_size: Int8  # how many those are; open
    row: Annotated[Row, np.int8, ROW]  # kinds that lie open in a draft; open
    # kinds dealt to a player, in the set's order; F22
    hand: Annotated[Grid, np.int8, SEATS, LARGEST_HAND]
    placed: Annotated[Grid, np.int8, SEATS, LARGEST_HAND]  # which of them are deployed; secret
    # front line from the left, numbers of cards; secret
    ahead: Annotated[Grid, np.int8, SEATS, LARGEST_HAND]
    behind: Annotated[Grid, np.int8, SEATS, LARGEST_HAND]  # who stands behind each of them; secret
    length: PerSeat  # how long the front line is; secret
    odd: PerSeat  # on which side of the divide its odd unit stands; secret
    score: PerSeat  # battles won; open
    fought: Int8  # battles fought; open


STATE = record.dtype_of(State, itemsize=960)
"""`hand` is open to its owner, in a mirror and in a draft to both, and to both in the end. What is
secret is its owner's until both have committed (F22). Cards are numbered from 1 by their places
in `hand`, and those numbers are the units' numbers in the battle."""

REASONS = (
    Reason("going-on", "", "the match goes on"),
    Reason(
        "more-battles",
        "F23",
        "the battles won decide, and those that remained could not change that",
    ),
    Reason("equal-battles", "F23", "all battles are fought and the points are equal"),
    Reason("forfeit", "F23", "a player timed out, gave up or made no readable move"),
)
MORE_BATTLES, EQUAL_BATTLES, FORFEIT = range(1, 4)
