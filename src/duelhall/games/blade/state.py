"""What a round of Blade consists of: its switches, its state, and the ways in which it ends."""

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.definition import Reason
from duelhall.engine.options import Options, Switch, Value
from duelhall.engine.record import SEATS, Grid, Int8, PerSeat, Row
from duelhall.games.blade.cards import HANDS, KINDS
from duelhall.match.replay import numbers_in

MOVES = KINDS

PACK = 32
DECK = PACK // SEATS
HAND = 10
DECKS = ("readme", "controller", "small", "tiny")
LONGEST_FIELD = 1 + SEATS * HAND  # one card by initialization, and no turn adds more than one


def longest_game(options: Mapping[str, Value]) -> int:
    """Every move takes a card from a hand, and no card ever comes back to one."""
    return SEATS * int(HANDS[DECKS.index(str(options["deck"]))])


class Choices(record.Record):
    """The options that a round is played with; open."""

    deck: Int8
    stranded: Int8
    draw_points: Int8


OPTIONS = Options(
    ("readme", "controller"),
    Switch("deck", ("readme", "controller"), DECKS, ("B1",),
           "the pack: 3 twos and 4 mirrors, 4 twos and 3 mirrors, or few cards (small, tiny)"),
    Switch("stranded", ("draws", "loses"), ("draws", "loses"), ("B5",),
           "what becomes of a player who has no card left to place in an initialization"),
    Switch("draw_points", (1, 2), (0, 1, 2), ("B14",),
           "the points that each player gets for a drawn round"),
    kind=Choices,
)  # fmt: skip
STRANDED_DRAWS, STRANDED_LOSES = 0, 1


class State(record.State):
    """A round of Blade, or what a seat sees of it."""

    options: Choices
    # cards still to be drawn, bottom first; nobody sees them
    deck: Annotated[Grid, np.int8, SEATS, DECK]
    deck_size: PerSeat  # how many those are; open
    hand: Annotated[Grid, np.int8, SEATS, KINDS]  # how many of each card; its owner sees them
    hand_size: PerSeat  # how many those are; open
    # cards in the order they were played; open
    field: Annotated[Grid, np.int8, SEATS, LONGEST_FIELD]
    field_size: PerSeat  # how many those are; open
    bolted: PerSeat  # whether the newest card of the field is invalid; open
    score: PerSeat  # the value of the field's valid cards (S5); open
    gone: Annotated[Row, np.int8, KINDS]  # cards that left the round; open, for both saw them
    turn: Int8  # turns since the last initialization (B13); open
    placing: Int8  # whether the players are initializing from their hands (B4); open


STATE = record.dtype_of(State, itemsize=128)

position_numbers = numbers_in(
    "to_move", "winner", "reason", "deck", "deck_size", "hand", "field", "field_size", "bolted",
    "gone", "turn", "placing",
)  # fmt: skip
"""Saved games tell positions apart by these; they stay as they are, whatever becomes of STATE."""

REASONS = (
    Reason("going-on", "", "the round goes on"),
    Reason("lower-score", "B11", "the player who placed a card stayed below the opponent's score"),
    Reason("special-last", "B10", "a Bolt or a Mirror was played as the last card of a hand"),
    Reason("hand-empty", "B12", "only one player had a card left at the start of a turn"),
    Reason("hands-empty", "B12", "no player had a card left, so the scores decided"),
    Reason("stranded", "B5", "there was no card left to place in an initialization"),
    Reason("forfeit", "B14", "a player timed out, crashed, gave up or made no readable move"),
)
LOWER_SCORE, SPECIAL_LAST, HAND_EMPTY, HANDS_EMPTY, STRANDED, FORFEIT = range(1, 7)
