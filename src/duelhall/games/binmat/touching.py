"""How a person makes the moves of BINMAT with the cards on the table."""

from functools import cache

from duelhall.engine.board import Touch
from duelhall.engine.features import Touches
from duelhall.games.binmat.cards import NAMES
from duelhall.games.binmat.state import (
    CARD_MOVES,
    COMBAT,
    DISCARD,
    DISCARD_FOR_TWO,
    DRAW,
    LANES,
    PASS,
    PLAY_UP,
    WAYS,
    State,
)

STACKS, HANDS = "da", ("hd", "ha")
"""The ids of the seats' zones on the board; those of stacks go on with the number of the lane."""


def places(s: State, move: int) -> tuple[Touch, ...]:
    """A deck to draw from, a stack to fight with, or a card and where it goes."""
    return _places(int(s.to_move), move)


@cache
def _places(seat: int, move: int) -> tuple[Touch, ...]:
    if move == PASS:
        return ()
    if move < COMBAT:
        lane = move - DRAW
        return (Touch(f"l{lane}" if lane < LANES else "a"),)
    if move < CARD_MOVES:
        return (Touch(f"{STACKS[seat]}{move - COMBAT}"),)
    card, way = divmod(move - CARD_MOVES, WAYS)
    return (Touch(HANDS[seat], NAMES[card]), Touch(_goal(seat, way)))


def _goal(seat: int, way: int) -> str:
    """The zone that a card goes to."""
    if way == DISCARD_FOR_TWO:
        return "xa"
    return f"{'x' if way >= DISCARD else STACKS[seat]}{way % LANES}"


def says(_s: State, move: int) -> str:
    """`Draw from lane 3`, `Play 7^ face down to lane 2`."""
    return _says(move)


@cache
def _says(move: int) -> str:
    if move == PASS:
        return "Pass"
    if move < COMBAT:
        lane = move - DRAW
        return f"Draw from lane {lane}" if lane < LANES else "Draw from the attacker deck"
    if move < CARD_MOVES:
        return f"Begin combat in lane {move - COMBAT}"
    card, way = divmod(move - CARD_MOVES, WAYS)
    return _said(NAMES[card], way)


def _said(card: str, way: int) -> str:
    """What is done with a card."""
    if way == DISCARD_FOR_TWO:
        return f"Discard {card} and draw two cards"
    lane = way % LANES
    if way >= DISCARD:
        return f"Discard {card} to lane {lane}"
    return f"Play {card} face {'up' if way >= PLAY_UP else 'down'} to lane {lane}"


def says_partly(_s: State, move: int) -> str:
    """`Play a card face down to lane 2`."""
    return _said("a card", (move - CARD_MOVES) % WAYS)


TOUCHES = Touches(places, says, says_partly)
