"""Armies by themselves, to be set against each other in batches."""

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.errors import BadArgument, DuelhallError
from duelhall.engine.record import UNDECIDED, Array, Grid, Int8, Row, UInt8
from duelhall.engine.rule import helper
from duelhall.games.frontline.battlefield import HALF, MOST_UNITS, WIDTH, Battlefield
from duelhall.games.frontline.cards import BadCards, card_faults
from duelhall.games.frontline.symbols import SIGNS, SYMBOLS


class Army(record.Record):
    """An army from its own player's point of view, as one side of a battle."""

    # the symbols of each unit, as in a battle
    symbols: Annotated[Grid, np.int8, 1 + MOST_UNITS, SYMBOLS]
    front: Annotated[Row, np.uint8, WIDTH]  # which unit stands in the front line of a column
    back: Annotated[Row, np.uint8, WIDTH]  # which unit stands behind it
    left: UInt8  # the leftmost column that is occupied
    right: UInt8  # the column after the rightmost one
    units: Int8  # how many units there are


ARMY = record.dtype_of(Army, itemsize=321)

MOST_CARDS_TO_DEPLOY = 7
"""The largest hand whose deployments are listed: seven different cards have 161,280 of them."""


@helper
def enter(s: Battlefield, seat: int, army: Army) -> None:
    """Set an army onto its side of a battlefield that may still show the battle before.

    Machine code copies a row as a whole, if it is copied by itself and to its end.
    """
    for unit in range(1, s.symbols.shape[1]):
        for symbol in range(SYMBOLS):
            s.symbols[seat, unit, symbol] = army.symbols[unit, symbol]
    for column in range(WIDTH):
        s.front[seat, column] = army.front[column]
    for column in range(WIDTH):
        s.back[seat, column] = army.back[column]
    s.left[seat], s.right[seat], s.units[seat] = army.left, army.right, army.units


@helper
def meet(s: Battlefield, first: Army, second: Army) -> None:
    """Set two armies against each other."""
    enter(s, 0, first)
    enter(s, 1, second)
    s.rounds, s.victor = 0, UNDECIDED


@helper
def leave(s: Battlefield, seat: int, army: Army) -> None:
    """Copy one side of a battlefield into an army."""
    army.left, army.right, army.units = s.left[seat], s.right[seat], s.units[seat]
    for unit in range(1, int(army.units) + 1):
        for symbol in range(SYMBOLS):
            army.symbols[unit, symbol] = s.symbols[seat, unit, symbol]
    for column in range(WIDTH):
        army.front[column], army.back[column] = s.front[seat, column], s.back[seat, column]


def deployments(cards: Sequence[str]) -> Array:
    """Every army that a hand can be deployed as (F22), each once; cards are written as symbols.

    Equal cards are not told apart: five different ones have 1,440 deployments, five equal ones 12.
    """
    _check_hand(cards)
    counts = [[card.count(sign) for sign in SIGNS] for card in cards]
    faces = [tuple(row) for row in counts]
    orders = {tuple(faces[place] for place in order): order
              for order in permutations(range(len(cards)))}  # fmt: skip
    shapes = list(all_shapes(len(cards)))
    armies = np.zeros(len(orders) * len(shapes), ARMY)
    armies["units"] = len(cards)
    armies["symbols"][:, 1 : len(cards) + 1] = counts
    units = np.array(list(orders.values()), np.uint8).repeat(len(shapes), axis=0) + 1
    for number, (left, ahead, behind) in enumerate(shapes):
        rows = slice(number, None, len(shapes))
        armies["left"][rows], armies["right"][rows] = HALF - left, HALF - left + ahead
        armies["front"][rows, HALF - left : HALF - left + ahead] = units[rows, :ahead]
        for place, column in enumerate(behind, start=ahead):
            armies["back"][rows, HALF - left + column] = units[rows, place]
    return armies


def _check_hand(cards: Sequence[str]) -> None:
    if not isinstance(cards, list | tuple) or not all(isinstance(card, str) for card in cards):
        raise BadArgument("a hand", "a list of cards, each written as its symbols", cards)
    if not 1 <= len(cards) <= MOST_CARDS_TO_DEPLOY:
        raise DuelhallError(
            f"deployments are listed for 1 to {MOST_CARDS_TO_DEPLOY} cards, not for {len(cards)}"
        )
    faults = [f"card {card!r} {fault}" for card in cards for fault in card_faults(card)]
    if faults:
        raise BadCards("this hand", faults)


def all_shapes(units: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Front units left of the divide, all front units, and the columns that have one behind."""
    for ahead in range((units + 1) // 2, units + 1):
        for behind in combinations(range(ahead), units - ahead):
            for left in sorted({ahead // 2, (ahead + 1) // 2}):
                yield left, ahead, behind
