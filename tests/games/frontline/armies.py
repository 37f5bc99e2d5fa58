"""Armies of the twin brought onto the battlefield, and back."""

import random

import numpy as np

from duelhall.engine.record import UNDECIDED, Array
from duelhall.games.frontline.armies import ARMY
from duelhall.games.frontline.cards import SIGNS
from duelhall.games.frontline.state import BATTLE, HALF, WIDTH, Battlefield
from tests.twins.frontline import Army

Column = tuple[str, str]
"""The whole symbols of the front unit and of the back unit in brackets, "" where nobody stands."""


def place(column: int) -> int:
    """Where a column, counted from the divide with no 0, lies in the arrays."""
    return HALF + column if column < 0 else HALF + column - 1


def battle(first: Army, second: Army) -> Battlefield:
    """A battle between two armies, before its first round."""
    s: Battlefield = np.zeros(1, BATTLE)[0]
    s.victor = UNDECIDED
    for seat, army in enumerate((first, second)):
        unit = 0
        for line, row in ((army.front, s.front), (army.back, s.back)):
            for column, signs in line.items():
                unit += 1
                row[seat, place(column)] = unit
                for sign in signs:
                    if sign in SIGNS:
                        s.symbols[seat, unit, SIGNS.index(sign)] += 1
        s.units[seat] = unit
        columns = [place(column) for column in {**army.front, **army.back}]
        s.left[seat], s.right[seat] = min(columns), max(columns) + 1
    return s


def standing(s: Battlefield, seat: int) -> dict[int, Column]:
    """What stands in each column of an army."""
    found = {}
    for column in range(WIDTH):
        front, back = (_signs(s, seat, int(row[seat, column])) for row in (s.front, s.back))
        if front or back:
            found[column - HALF if column < HALF else column - HALF + 1] = (front, back)
    return found


def _signs(s: Battlefield, seat: int, unit: int) -> str:
    """A unit's whole symbols in brackets, nothing where nobody stands."""
    if unit == 0:
        return ""
    signs = "".join(SIGNS[kind] * int(s.symbols[seat, unit, kind]) for kind in range(len(SIGNS)))
    return f"[{signs}]"


def standing_in_twin(army: Army) -> dict[int, Column]:
    """The same of an army of the twin's."""

    def text(signs: str | None) -> str:
        whole = sorted((sign for sign in signs or "" if sign in SIGNS), key=SIGNS.index)
        return "" if signs is None else f"[{''.join(whole)}]"

    columns = {*army.front, *army.back}
    return {c: (text(army.front.get(c)), text(army.back.get(c))) for c in columns}


def random_army(dice: random.Random, units: int, most_symbols: int = 4) -> Army:
    """A legal setup of random units."""
    cards = ["".join(dice.choices(SIGNS, k=dice.randint(1, most_symbols))) for _ in range(units)]
    behind = dice.randint(0, units // 2)
    ahead = units - behind
    left = ahead // 2 + (dice.randint(0, 1) if ahead % 2 else 0)
    columns = [*range(-left, 0), *range(1, ahead - left + 1)]
    back = dice.sample(columns, behind)
    return Army(
        dict(zip(columns, cards[:ahead], strict=True)), dict(zip(back, cards[ahead:], strict=True))
    )


def army_in_batch(army: Army) -> Array:
    """One army of the twin's as a batch of one."""
    field = battle(army, army)
    batch = np.zeros(1, ARMY)
    for name in ("symbols", "front", "back", "left", "right", "units"):
        batch[0][name] = field[name][0]
    return batch


def in_twin(army: Array) -> Army:
    """An army of a batch as the twin's."""
    found = Army()
    for place in range(len(army["front"])):
        column = place - 12 if place < 12 else place - 11
        for line, units in ((found.front, army["front"]), (found.back, army["back"])):
            if units[place]:
                counts = army["symbols"][units[place]]
                line[column] = "".join(s * int(n) for s, n in zip(SIGNS, counts, strict=True))
    return found
