"""What a round of Blade consists of: its cards and where they lie, its switches, its endings."""

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.definition import Reason
from duelhall.engine.options import Options, Switch, Value
from duelhall.engine.record import SEATS, Grid, Int8, PerSeat, Row
from duelhall.engine.rule import helper, rule
from duelhall.match.replay import numbers_in

BOLT, ONE, MIRROR = 0, 1, 8
KINDS = 9
"""A card is its type in the original bot interface: 0 Bolt, 1 to 7 the numbers, 8 Mirror."""

NAMES = "B1234567M"
"""How each card is written."""

IN_ORDER = (1, 2, 3, 4, 5, 6, 7, BOLT, MIRROR)
"""The cards in the order in which a hand is shown."""

VALUES = np.array([1, 1, 2, 3, 4, 5, 6, 7, 1], np.int8)
"""What each card adds to a score: its number, and 1 for a Bolt or a Mirror."""

COUNTS = np.array(
    [
        # B  1  2  3  4  5  6  7  M
        (6, 2, 3, 4, 4, 4, 3, 2, 4),  # as the seed's table has it
        (6, 2, 4, 4, 4, 4, 3, 2, 3),  # as the public controller's code has it
        (2, 1, 2, 2, 2, 1, 0, 0, 2),  # small: a game of its own, and soon over
        (3, 1, 3, 0, 0, 0, 0, 0, 1),  # tiny: few enough to be solved exactly
    ],
    np.int8,
)
"""How many of each card are in the pack, for each value of the option `deck` (B1)."""

WHOLE_PACKS = 2
"""The first packs are those of the rule sets; the others have fewer cards."""

PACKS = np.array([np.repeat(range(KINDS), counts) for counts in COUNTS[:WHOLE_PACKS]], np.int8)
"""The 32 cards of each whole pack, sorted."""

HANDS = np.array([10, 10, 4, 2], np.int8)
"""How many cards of their deck each player draws, for each value of the option `deck` (B1)."""


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
           "the pack: 3 twos and 4 mirrors, 4 twos and 3 mirrors, or few cards (small, tiny)",
           "Which cards are in the pack?",
           {"readme": "32: 3 twos, 4 Mirrors", "controller": "32: 4 twos, 3 Mirrors",
            "small": "12, for study", "tiny": "8, for study"}),
    Switch("stranded", ("draws", "loses"), ("draws", "loses"), ("B5",),
           "what becomes of a player who has no card left to place in an initialization",
           "A new row is due, and somebody has no card left for it:",
           {"draws": "a draw", "loses": "a loss"}),
    Switch("draw_points", (1, 2), (0, 1, 2), ("B14",),
           "the points that each player gets for a drawn round", asks=""),
    kind=Choices,
    titles=("as described", "as in the contest"),
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


@helper
def is_special(card: int) -> bool:
    """Whether the card is a Bolt or a Mirror."""
    return card in (BOLT, MIRROR)


@rule("S5")
def count_card(s: State, seat: int, card: int, times: int) -> None:
    """A score is the sum of the values of all cards on a field except the invalidated one.

    It is kept with the field: a card is counted when it comes or is valid again, and taken out
    when it is invalidated. Adding the field up again after each card took half of a move's time.
    """
    s.score[seat] += times * VALUES[card]


@helper
def put_on_field(s: State, seat: int, card: int) -> None:
    """Add a card to a field as its newest."""
    s.field[seat, s.field_size[seat]] = card
    s.field_size[seat] += 1
    count_card(s, seat, card, 1)


@helper
def newest(s: State, seat: int) -> int:
    """The most recently played card of a field."""
    return s.field[seat, s.field_size[seat] - 1]


@helper
def take_newest(s: State, seat: int) -> int:
    """Take the most recently played card off a field."""
    card = newest(s, seat)
    s.field_size[seat] -= 1
    s.field[seat, s.field_size[seat]] = 0
    return card


@helper
def remove_bolted(s: State, seat: int) -> None:
    """The invalidated card of a field, if there is one, leaves the round."""
    if s.bolted[seat]:
        leave_round(s, take_newest(s, seat))
        s.bolted[seat] = False


@helper
def take_from_hand(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    s.hand[seat, card] -= 1
    s.hand_size[seat] -= 1


@helper
def draw(s: State, seat: int) -> int:
    """Take the top card of a deck."""
    s.deck_size[seat] -= 1
    top = s.deck_size[seat]
    card = s.deck[seat, top]
    s.deck[seat, top] = 0
    return card


@helper
def leave_round(s: State, card: int) -> None:
    """Put a card away for the rest of the round."""
    s.gone[card] += 1


@helper
def end_round(s: State, winner: int, reason: int) -> None:
    """Note who won, and why."""
    s.winner = winner
    s.reason = reason
