"""Armies as grids of units, and by themselves, to be set against each other in batches.

A unit's place is its row, 0 the front line and 1 the back line, and its column, as the near player
sees it: 0 and up to the right of the divide, -1 and down to the left of it. So columns of the same
number face each other (F3).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, permutations
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.board import GRID, Card, Fact, Zone, whose
from duelhall.engine.errors import BadArgument, DuelhallError
from duelhall.engine.record import UNDECIDED, Array, Grid, Int8, Row, UInt8
from duelhall.engine.rule import helper
from duelhall.games.frontline.cards import BROKEN, SIGNS, SYMBOLS, BadUnits, card_faults
from duelhall.games.frontline.state import HALF, MOST_UNITS, NOBODY, WIDTH, Battlefield, facing

FRONT, BACK = 0, 1
WORDS = ("spear", "sword", "shield", "fortress", "bow", "crown")

Faces = Sequence[Sequence[str]]
"""The symbols on each unit's card, by seat and unit number, as they stood in the beginning."""

Speeds = Sequence[Mapping[int, Sequence[int]]]
"""The speeds at which the columns of each army attack, lowest first."""

NO_SPEEDS: Speeds = ({}, {})


def unit_card(owner: int, unit: int, face: str, row: int, column: int, markers: int = 0) -> Card:
    """A unit in its place."""
    return _unit(f"{owner}.{unit}", face, row, column, markers)


@lru_cache(maxsize=4096)
def _unit(name: str, face: str, row: int, column: int, markers: int) -> Card:
    facts = {**card_facts(face), **({"markers": markers} if markers else {})}
    return Card(face, words(face), id=name, row=row, column=column, facts=facts)


@lru_cache(maxsize=1024)
def card_facts(face: str) -> dict[str, Fact]:
    """How many whole and broken symbols of each kind a card has."""
    whole = {WORDS[at]: face.count(sign) for at, sign in enumerate(SIGNS) if sign in face}
    broken = {WORDS[symbol]: face.count(sign) for sign, symbol in BROKEN.items() if sign in face}
    return {"whole": whole, **({"broken": broken} if broken else {})}


@lru_cache(maxsize=1024)
def words(face: str) -> str:
    """A card's symbols in words."""
    names = {sign: WORDS[at] for at, sign in enumerate(SIGNS)}
    names |= {sign: f"broken {WORDS[symbol]}" for sign, symbol in BROKEN.items()}
    return ", ".join(names[sign] for sign in face)


def seen_column(owner: int, column: int, near: int) -> int:
    """A column of the state as the near player counts it."""
    return (column if owner == near else int(facing(column))) - HALF


def army_zone(owner: int, cards: Sequence[Card], seat: int | None, **facts: Fact) -> Zone:
    """An army as a grid, its front line first, from the left to the right."""
    ordered = sorted(cards, key=_place)
    return Zone(f"army{owner}", GRID, f"{whose(owner, seat)} army", owner, tuple(ordered), facts)


def _place(card: Card) -> tuple[int, int]:
    return card.row or FRONT, card.column or 0


def fighting_army(
    s: Battlefield,
    owner: int,
    faces: Faces,
    seat: int | None,
    speeds: Speeds = NO_SPEEDS,
    *,
    speeds_before: Speeds | None = None,
    markers: bool = False,
) -> Zone:
    """An army in a battle, with what is broken by now, and speeds and markers where asked for.

    Speeds that are not what they were before are marked as changed.
    """
    near = 1 if seat == 1 else 0
    marked = s.markers[owner].tolist() if markers else [0] * len(s.markers[owner])
    cards = [
        unit_card(
            owner,
            unit,
            battered(faces[owner][unit], s, owner, unit),
            row,
            seen_column(owner, column, near),
            marked[column] if row == FRONT else 0,
        )
        for row, places in ((FRONT, s.front[owner]), (BACK, s.back[owner]))
        for column, unit in enumerate(places.tolist())
        if unit != NOBODY
    ]
    told = [
        {"column": seen_column(owner, column, near), "speeds": list(found)}
        | ({"changed": True} if speeds_before and speeds_before[owner].get(column) != found else {})
        for column, found in speeds[owner].items()
    ]
    return army_zone(owner, cards, seat, **({"speeds": told} if told else {}))


def battered(card: str, s: Battlefield, seat: int, unit: int) -> str:
    """A unit's symbols with those that are broken by now, the leftmost ones first."""
    for broken, symbol in BROKEN.items():
        whole = SIGNS[symbol]
        if whole in card:
            left = int(s.symbols[seat, unit, symbol])
            card = card.replace(whole, broken, card.count(whole) - left)
    return card


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
        raise BadUnits("this hand", faults)


def all_shapes(units: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Front units left of the divide, all front units, and the columns that have one behind."""
    for ahead in range((units + 1) // 2, units + 1):
        for behind in combinations(range(ahead), units - ahead):
            for left in sorted({ahead // 2, (ahead + 1) // 2}):
                yield left, ahead, behind
