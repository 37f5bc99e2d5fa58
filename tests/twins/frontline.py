"""A slow and obvious army battle, written from the rulings F1 to F13 alone.

A unit is a string of the symbols on its card, in their order: `|` spear, `!` sword, `@` shield,
`&` fortress, `-` bow, `+` crown, `x` a broken shield, `X` a broken fortress. Both armies are kept
from their owner's own point of view, so every rule is written once and holds for both.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

Speeds = dict[int, list[int]]
Markers = dict[int, int]
Step = tuple[int, Markers, Markers, list[int], list[int]]
Winner = Literal[0, 1, "tie"] | None

BASE_SPEEDS = {"|": [3], "!": [1, 2]}
BROKEN = {"@": "x", "&": "X"}


@dataclass
class Army:
    """The units of one player by column, as he sees them facing the enemy (F1, F2).

    Columns are ..., -2, -1 to the left of his divide and 1, 2, ... to the right of it.
    """

    front: dict[int, str] = field(default_factory=dict)
    back: dict[int, str] = field(default_factory=dict)

    def copy(self) -> "Army":
        """The same army in dictionaries of its own."""
        return Army(dict(self.front), dict(self.back))

    def has_units(self) -> bool:
        """An army lives while it has a unit in either row, with or without symbols (F11)."""
        return bool(self.front or self.back)

    def count(self, symbol: str, column: int) -> int:
        """How often a symbol stands in a column, front and back row together."""
        return self.front.get(column, "").count(symbol) + self.back.get(column, "").count(symbol)


def right_of(column: int) -> int:
    """The next column to the owner's right; there is no column 0 (F1)."""
    return 1 if column == -1 else column + 1


def left_of(column: int) -> int:
    """The next column to the owner's left; there is no column 0 (F1)."""
    return -1 if column == 1 else column - 1


def neighbours(column: int) -> tuple[int, int, int]:
    """The column itself, the one to its right and the one to its left, in this order (F1)."""
    return (column, right_of(column), left_of(column))


def facing(column: int) -> int:
    """The enemy's number of the column that faces my column (F3)."""
    return -column


def break_one(unit: str, symbol: str) -> str:
    """The unit with its leftmost unbroken symbol of this kind broken."""
    return unit.replace(symbol, BROKEN[symbol], 1)


# Step one: speeds


def speed_change(column: int, own: Army, enemy: Army) -> int:
    """+1 for each own crown, -1 for each enemy bow, in the column or its neighbours (F4)."""
    crowns = sum(own.count("+", near) for near in neighbours(column))
    bows = sum(enemy.count("-", facing(near)) for near in neighbours(column))
    return crowns - bows


def attack_speeds(column: int, own: Army, enemy: Army) -> list[int]:
    """The speeds of all attacks of a front unit, in card order; below 0 they are lost (F4, F5)."""
    change = speed_change(column, own, enemy)
    bases = [base for symbol in own.front[column] for base in BASE_SPEEDS.get(symbol, [])]
    return [base + change for base in bases if base + change >= 0]


# Step two: attacks


def target(column: int, enemy: Army) -> int | None:
    """The enemy's column that is attacked: straight across, else right, else left (F7)."""
    for near in neighbours(column):
        if facing(near) in enemy.front:
            return facing(near)
    return None


def place_markers(speed: int, speeds: Speeds, own: Army, enemy: Army) -> Markers:
    """The markers that the living front units put on the enemy's columns (F5, F6, F7)."""
    markers: Counter[int] = Counter()
    for column in own.front:
        attacked = target(column, enemy)
        for attack in speeds[column]:
            if attack == speed and attacked is not None:
                markers[attacked] += 1
    return dict(markers)


def block_with_shields(army: Army, markers: Markers) -> None:
    """Every unit with markers spends its own unbroken shields, one a marker (F8)."""
    for column in markers:
        while markers[column] > 0 and "@" in army.front[column]:
            army.front[column] = break_one(army.front[column], "@")
            markers[column] -= 1


def break_fortress(army: Army, column: int) -> None:
    """In a column the front unit's fortresses break before the back unit's (F8, F9)."""
    row = army.front if "&" in army.front.get(column, "") else army.back
    row[column] = break_one(row[column], "&")


def block_with_fortresses(army: Army, markers: Markers) -> None:
    """Three passes: each fortress serves its own column, then its right, then its left (F8)."""
    for which in range(3):
        for column in sorted({*army.front, *army.back}):
            served = neighbours(column)[which]
            while markers.get(served, 0) > 0 and army.count("&", column) > 0:
                break_fortress(army, column)
                markers[served] -= 1


def kill(army: Army, markers: Markers) -> list[int]:
    """Units with a marker left are removed with everything on them (F10)."""
    killed = sorted(column for column in markers if markers[column] > 0)
    for column in killed:
        del army.front[column]
    return killed


def resolve(army: Army, placed: Markers) -> list[int]:
    """All markers of one speed together: shields, fortresses, and only then the dead (F8, F9)."""
    markers = dict(placed)
    block_with_shields(army, markers)
    block_with_fortresses(army, markers)
    return kill(army, markers)


# Step three: regroup


def step_forward(army: Army) -> Army:
    """Back units with nobody in front step forward (F12)."""
    stepping = {column: unit for column, unit in army.back.items() if column not in army.front}
    staying = {column: unit for column, unit in army.back.items() if column in army.front}
    return Army(army.front | stepping, staying)


def line_up(army: Army, left: list[int], right: list[int]) -> Army:
    """The army with these old columns, from left to right, on the two sides of its divide.

    They stand without gaps; each back unit goes along with the unit in front of it (F12).
    """
    new_columns = [*range(-len(left), 0), *range(1, len(right) + 1)]
    lined_up = Army()
    for old, new in zip(left + right, new_columns, strict=True):
        lined_up.front[new] = army.front[old]
        if old in army.back:
            lined_up.back[new] = army.back[old]
    return lined_up


def regroup(army: Army) -> Army:
    """Step forward, close the gaps toward the divide, move the divide if it must be (F12)."""
    army = step_forward(army)
    left = sorted(column for column in army.front if column < 0)
    right = sorted(column for column in army.front if column > 0)
    while len(left) >= len(right) + 2:
        right.insert(0, left.pop())
    while len(right) >= len(left) + 2:
        left.append(right.pop(0))
    return line_up(army, left, right)


class NaiveBattle:
    """A battle of two armies: `armies`, `rounds`, `winner`, and a `log` of every speed step.

    A step of the log is (speed, markers placed on army 0, on army 1, columns killed of army 0,
    of army 1), with columns in their owner's own numbering. Every speed from the highest of the
    round down to 0 has its step, even where nothing happens (F6).
    """

    def __init__(self, first: Army, second: Army) -> None:
        self.armies = [first.copy(), second.copy()]
        self.rounds = 0
        self.log: list[Step] = []
        self.winner: Winner = self.survivor()

    def speeds(self, seat: int) -> Speeds:
        """Attack speeds of every front column as they are fixed for a round starting now (F4)."""
        own, enemy = self.armies[seat], self.armies[1 - seat]
        return {column: attack_speeds(column, own, enemy) for column in sorted(own.front)}

    def play_speed(self, speed: int, speeds: list[Speeds]) -> None:
        """All attacks of one speed are simultaneous: all markers first, then all blocks (F6)."""
        first, second = self.armies
        on_first = place_markers(speed, speeds[1], second, first)
        on_second = place_markers(speed, speeds[0], first, second)
        killed_first = resolve(first, on_first)
        killed_second = resolve(second, on_second)
        self.log.append((speed, on_first, on_second, killed_first, killed_second))

    def fight(self) -> None:
        """Steps one and two: fix the speeds, then play from the highest down to 0 (F4, F6)."""
        speeds = [self.speeds(0), self.speeds(1)]
        present = [speed for army in speeds for unit in army.values() for speed in unit]
        for speed in range(max(present, default=-1), -1, -1):
            self.play_speed(speed, speeds)

    def survivor(self) -> Winner:
        """An army without units loses, both gone is a tie; None while both have units (F13)."""
        alive = [army.has_units() for army in self.armies]
        if alive == [True, True]:
            return None
        if alive == [False, False]:
            return "tie"
        return 0 if alive[0] else 1

    def play_round(self) -> None:
        """Steps one and two, the end of the battle (F13), and regrouping if both have units."""
        if self.winner is not None:
            raise ValueError("the battle is over")
        before = [army.copy() for army in self.armies]
        self.fight()
        self.rounds += 1
        nothing_happened = self.armies == before
        self.winner = "tie" if nothing_happened else self.survivor()
        if all(army.has_units() for army in self.armies):
            self.armies = [regroup(army) for army in self.armies]

    def play(self) -> Winner:
        """A battle always runs to its end (F13)."""
        while self.winner is None:
            self.play_round()
        return self.winner
