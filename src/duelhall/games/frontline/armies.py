"""Armies as grids of units.

A unit's place is its row, 0 the front line and 1 the back line, and its column, as the near player
sees it: 0 and up to the right of the divide, -1 and down to the left of it. So columns of the same
number face each other (F3).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from duelhall.engine.board import GRID, Card, Fact, Zone, whose
from duelhall.games.frontline.battlefield import HALF, NOBODY, Battlefield, facing
from duelhall.games.frontline.symbols import BROKEN, SIGNS

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
