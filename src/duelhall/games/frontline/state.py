"""What a match of Frontline consists of: its options, its state, its moves, and how it ends."""

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.definition import Reason
from duelhall.engine.errors import BadOption
from duelhall.engine.options import Options, Switch, Table, Value
from duelhall.engine.record import SEATS, Cube, Grid, Int8, PerSeat, Row
from duelhall.engine.rule import helper
from duelhall.engine.text import counted
from duelhall.games.frontline.battlefield import Battlefield
from duelhall.games.frontline.cards import (
    COPIES,
    MOST_KINDS,
    SHAPE,
    STANDARD,
    canonical_text,
    parse_table,
)
from duelhall.games.frontline.symbols import SYMBOLS

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
           "how the players get their cards"),
    Switch("hand", (6, 6, 8, 6), range(1, LARGEST_HAND + 1), ("F21",),
           "how many cards each player gets"),
    Switch("battles", (1, 1, 1, 1), range(1, MOST_BATTLES + 1), ("F23",),
           "the match is the best of this many battles"),
    Table("cards", (STANDARD,) * len(MODES), SHAPE, parse_table, canonical_text,
          "how many of each card, for example 4| 3|@, or a file given with --cards", ("F20",),
          "the set of cards"),
    check=check_options,
    kind=Choices,
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
