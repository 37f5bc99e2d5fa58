"""Reading armies as the rules draw them (F14).

            [+ ].[- ]
    [! ][! ][|@].[| ][! ]
    ---------------------
        [! ][| ].[|@][! ][! ]
            [- ].[+ ]

The upper army is turned by 180 degrees: its back line is on top, and its left is on the right. An
army may also be drawn by itself, as its own player sees it. What follows `<<<` is a comment, words
above the drawing or below a `^` are captions, and speeds, markers and `^` are read over. First the
text is cut into units, then the units are brought onto the columns that the divides fix.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from duelhall.engine.record import UNDECIDED, Array
from duelhall.games.frontline.armies import NO_SPEEDS, Speeds
from duelhall.games.frontline.battlefield import (
    BATTLE,
    HALF,
    MOST_COLUMNS,
    NOBODY,
    WIDTH,
    Battlefield,
    count_units,
    facing,
)
from duelhall.games.frontline.drawing import (
    BETWEEN,
    DIVIDE,
    LINES,
    BadDrawing,
    Drawing,
    Line,
    Unit,
)
from duelhall.games.frontline.symbols import MOST_SYMBOLS, SIGNS

__all__ = ["ARMIES", "BadDrawing", "Battle", "DrawnArmy", "is_one_army", "read_army", "read_battle"]

ARMIES = ("lower", "upper")
NARROWEST_CELL = 4

INSIDE = "a position inside a round may have that: read it with --regroup"

Faces = tuple[str, ...]


@dataclass(frozen=True)
class Battle:
    """Two armies on the field, with the faces of their units by seat and number."""

    cell: Array
    faces: tuple[Faces, Faces]
    speeds: Speeds = NO_SPEEDS  # in the middle of a round, those that it is played with

    @property
    def state(self) -> Battlefield:
        """The battle as the rules see it; the lower army is player 0's."""
        state: Battlefield = self.cell[0]
        return state


@dataclass(frozen=True)
class DrawnArmy:
    """An army by itself, from its own player's point of view, with the faces of its units."""

    cell: Array
    faces: Faces

    def against(self, enemy: "DrawnArmy") -> Battle:
        """The battle in which two armies meet, this one below (F3)."""
        cell = self.cell.copy()
        for field in ("symbols", "front", "back", "left", "right", "units"):
            cell[0][field][1] = enemy.cell[0][field][0]
        return Battle(cell, (self.faces, enemy.faces))


@dataclass(frozen=True)
class Grid:
    """The columns of a drawing: they are counted from the divide, and all of the same width."""

    divide: int
    width: int

    def column(self, unit: Unit) -> int | None:
        """A unit's column as it is drawn: 1, 2, ... right of the divide and -1, -2, ... left."""
        column = self.column_at(unit.start)
        fits = unit.end - unit.start == self.width and self.start(column) == unit.start
        return column if fits else None

    def column_at(self, place: int) -> int:
        """The column in which a place of the text is; 0 at the divide."""
        if place <= self.divide:
            return (place - self.divide) // self.width
        return (place - self.divide - 1) // self.width + 1

    def start(self, column: int) -> int:
        """Where the brackets of a column begin."""
        if column < 0:
            return self.divide + column * self.width
        return self.divide + 1 + (column - 1) * self.width


def place_of(column: int, seat: int) -> int:
    """A drawn column on the side of the battlefield of its player (F2, F3)."""
    place = HALF + column if column < 0 else HALF + column - 1
    return place if seat == 0 else int(facing(place))


def read_battle(text: str, *, inside_a_round: bool = False) -> Battle:
    """The battle that is drawn (F14); BadDrawing if it is none.

    As a setup it must have lines without gaps, nobody behind an empty place, and as many front
    units on either side of the divide, give or take one. Inside a round it need not.
    """
    return Reader(text, inside_a_round=inside_a_round).battle()


def read_army(text: str, *, inside_a_round: bool = False) -> DrawnArmy:
    """The one army that is drawn, as its own player sees it (F14); BadDrawing if it is none."""
    return Reader(text, inside_a_round=inside_a_round).army()


def is_one_army(text: str) -> bool:
    """Whether units are drawn, and no line that would part two armies."""
    drawing = Drawing(text)
    return not drawing.dividing_rows and any("[" in row for row in drawing.rows)


class Reader:
    """Reads one drawing."""

    def __init__(self, text: str, *, inside_a_round: bool) -> None:
        self.drawing, self.inside_a_round = Drawing(text), inside_a_round
        self.wrong = self.drawing.wrong
        self.names = [f"the {name} army" for name in ARMIES]

    def battle(self) -> Battle:
        """Both armies of the drawing."""
        between = self.drawing.between()
        if not self.inside_a_round and self.drawing.speed is not None:
            message = "the heading names a speed, so this is inside a round: see `read_round`"
            raise self.wrong(0, 0, message)
        upper = self.drawing.lines(0, between)[::-1]
        lower = self.drawing.lines(between + 1, len(self.drawing.rows))
        cell, faces = self._stationed([lower, upper], between)
        return Battle(cell, (faces[0], faces[1]))

    def army(self) -> DrawnArmy:
        """The one army of the drawing."""
        if self.drawing.dividing_rows:
            row = self.drawing.dividing_rows[0]
            raise self.wrong(row, 0, f"one army is drawn without a line {BETWEEN}, and here is one")
        if self.drawing.speed is not None:
            message = "the heading names a speed, and a round goes on only with both armies drawn"
            raise self.wrong(0, 0, message)
        self.names = ["the army"]
        cell, (faces,) = self._stationed([self.drawing.lines(0, len(self.drawing.rows))], 0)
        return DrawnArmy(cell, faces)

    def _stationed(self, armies: list[list[Line]], between: int) -> tuple[Array, list[Faces]]:
        """A battlefield with these armies, and their faces."""
        self.grid = self._grid(armies, between)
        cell = np.zeros(1, BATTLE)
        cell[0].victor = UNDECIDED
        faces = [self._station(cell[0], seat, lines) for seat, lines in enumerate(armies)]
        if not self.inside_a_round:
            for seat, lines in enumerate(armies):
                self._check_setup(cell[0], seat, lines, between)
        return cell, faces

    # --- columns ---

    def _grid(self, armies: Sequence[Sequence[Line]], between: int) -> Grid:
        """The columns, as the divides and the first unit fix them; all else must fit in."""
        lines = [line for army in reversed(armies) for line in army]
        divides = [(line.number, line.divide) for line in lines if line.divide is not None]
        for seat, army in enumerate(armies):
            if not any(line.divide is not None for line in army):
                number = army[0].number if army else between
                raise self.wrong(number, 0, f"{self.names[seat]} has no centre divide {DIVIDE}")
        first = divides[0][1]
        for number, divide in divides:
            if divide != first:
                message = f"the divides are not lined up: the first one is in column {first + 1}"
                raise self.wrong(number, divide, message)
        units = [unit for line in lines for unit in line.units]
        if not units and not self.inside_a_round:
            raise self.wrong(between, 0, f"nobody stands on this battlefield; {INSIDE}")
        return Grid(first, units[0].end - units[0].start if units else NARROWEST_CELL)

    def _station(self, s: Battlefield, seat: int, lines: Sequence[Line]) -> Faces:
        """Bring the units of an army onto the battlefield, and return their faces."""
        faces = [""]
        for line, places in zip(lines, (s.front[seat], s.back[seat]), strict=False):
            for unit in line.units:
                places[self._place(unit, seat)] = len(faces)
                self._check_symbols(unit)
                for sign in unit.symbols:
                    if sign in SIGNS:
                        s.symbols[seat, len(faces), SIGNS.index(sign)] += 1
                faces.append(unit.symbols)
        count_units(s, seat)
        return tuple(faces)

    def _place(self, unit: Unit, seat: int) -> int:
        """Where a unit stands on its player's side of the battlefield."""
        column = self.grid.column(unit)
        if column is None:
            message = (
                f"this unit is out of line: columns are {self.grid.width} wide here and are "
                "counted from the divide"
            )
            raise self.wrong(unit.line, unit.start, message)
        if not 0 < abs(column) <= MOST_COLUMNS:
            message = f"there are at most {MOST_COLUMNS} columns on each side of the divide"
            raise self.wrong(unit.line, unit.start, message)
        return place_of(column, seat)

    def _check_symbols(self, unit: Unit) -> None:
        if not unit.symbols:
            raise self.wrong(unit.line, unit.start, "a unit has at least one symbol")
        if len(unit.symbols) > MOST_SYMBOLS:
            message = f"a unit has at most {MOST_SYMBOLS} symbols, and this one {len(unit.symbols)}"
            raise self.wrong(unit.line, unit.start, message)

    # --- setups ---

    def _check_setup(self, s: Battlefield, seat: int, lines: Sequence[Line], between: int) -> None:
        """Refuse an army that nobody can have set up so."""
        front = s.front[seat] != NOBODY
        if s.units[seat] == 0:
            number = lines[0].number if lines else between
            raise self.wrong(number, 0, f"{self.names[seat]} has no units")
        for unit in lines[1].units if len(lines) == LINES else ():
            if not front[self._place(unit, seat)]:
                message = f"nobody stands in front of this unit; {INSIDE}"
                raise self.wrong(unit.line, unit.start, message)
        gap = next(_gaps(front), None)
        if gap is not None:
            drawn = gap if seat == 0 else int(facing(gap))
            column = drawn - HALF if drawn < HALF else drawn - HALF + 1
            message = f"there is a gap in the front line; {INSIDE}"
            raise self.wrong(lines[0].number, self.grid.start(column), message)
        left, right = int(front[:HALF].sum()), int(front[HALF:].sum())
        if abs(left - right) > 1:
            if seat == 1:
                left, right = right, left
            message = (
                f"{left} front units stand left of the divide and {right} right of it, and they "
                f"may differ by one; {INSIDE}"
            )
            raise self.wrong(lines[0].number, self.grid.divide, message)


def _gaps(front: Array) -> Iterator[int]:
    """Empty columns between the divide and a unit."""
    right = np.flatnonzero(front[HALF:])
    left = np.flatnonzero(front[:HALF])
    for column in range(HALF, HALF + (int(right[-1]) if len(right) else 0)):
        if not front[column]:
            yield column
    for column in range(int(left[0]) if len(left) else WIDTH, HALF):
        if not front[column]:
            yield column
