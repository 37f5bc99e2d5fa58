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

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import UNDECIDED, Array
from duelhall.engine.text import checked_source
from duelhall.games.frontline.armies import NO_SPEEDS, Speeds
from duelhall.games.frontline.cards import BROKEN, MOST_SYMBOLS, SIGNS
from duelhall.games.frontline.state import (
    BATTLE,
    HALF,
    MOST_COLUMNS,
    NOBODY,
    Battlefield,
    count_units,
    facing,
)

__all__ = ["ARMIES", "BadDrawing", "Battle", "DrawnArmy", "is_one_army", "read_army", "read_battle"]

COMMENT = "<<<"
BETWEEN = "---"
DIVIDE = "."
POINTER = "^"
SPEEDS, MARKERS = "0123456789,", "*"
BESIDE = (SPEEDS, MARKERS, POINTER)
"""What rows of speeds, of attack markers and of pointers consist of."""

UNIT = re.compile(r"\[([^][.]*)(\]?)")
"""A unit; one without a closing bracket goes on in the next row."""

CAPTION = re.compile(r"\s*[A-Za-z]")
SPEED = re.compile(r"\bspeed:? *(\d+)\b", re.IGNORECASE)
"""How a caption says, anywhere in it, which speed is being played, or was played last."""

ROUND = re.compile(r"\s*Round \d+\b", re.IGNORECASE)
"""How one begins that says that the drawing is from the beginning of a round."""

RESOLVED = re.compile(r"\bresolved?\b", re.IGNORECASE)
"""How one says, anywhere in it, that a speed was resolved, be it named or not."""

LINES = 2
WIDEST = 1000  # characters of a row, comments included
LONGEST_ROW = 200
"""How long a row may be to be shown in a message."""


class BadDrawing(DuelhallError):
    """A drawing that is no battle; says where, and shows the place."""

    def __init__(self, line: int, column: int, message: str, text: str = "") -> None:
        self.line, self.column, self.message = line, column, message
        place = f"line {line}, column {column}: {message}"
        super().__init__(f"{place}\n  {text}\n  {' ' * (column - 1)}^" if text else place)


@dataclass(frozen=True)
class Unit:
    """A unit as it is drawn: where its brackets begin and end, and its symbols."""

    line: int
    start: int
    end: int
    symbols: str


@dataclass
class Line:
    """One line of units: where it is drawn, where its divide is, and who stands in it."""

    number: int
    divide: int | None
    units: list[Unit] = field(default_factory=list)


@dataclass(frozen=True)
class Note:
    """What is written beside a unit: the speeds of its weapons, or the markers on it."""

    line: int
    start: int
    text: str


class Drawing:
    """The rows of a drawing, and what stands in them."""

    def __init__(self, text: str) -> None:
        checked = checked_source(text, partial(BadDrawing, 1, 1), widest=WIDEST)
        self.rows = [row.partition(COMMENT)[0].rstrip() for row in checked.splitlines()]
        self.speed: int | None = None  # the one that a caption names
        self.begins_round = False  # whether a caption says so
        self.is_resolved = False  # whether one says that a speed was
        self._read_captions()
        self._read_over_names()

    def wrong(self, line: int, start: int, message: str) -> BadDrawing:
        """The error at a place of the drawing; lines and columns are counted from 1."""
        text = self.rows[line] if line < len(self.rows) else ""
        shown = text if len(text) <= LONGEST_ROW else ""
        return BadDrawing(line + 1, start + 1, message, shown)

    def _read_captions(self) -> None:
        """Read what stands in words above the drawing."""
        for number, row in enumerate(self.rows):
            if row and not CAPTION.match(row):
                return
            for found in SPEED.finditer(row):
                named, self.speed = self.speed, int(found[1])
                if named not in (None, self.speed):
                    message = f"the heading names speeds {named} and {self.speed}, and may name one"
                    raise self.wrong(number, found.start(), message)
            self.begins_round |= bool(ROUND.match(row))
            self.is_resolved |= bool(RESOLVED.search(row))
            self.rows[number] = ""

    def _read_over_names(self) -> None:
        """Read over words below a pointer, which name what it points to."""
        for number in range(1, len(self.rows)):
            row, above = self.rows[number], self.rows[number - 1]
            start = len(row) - len(row.lstrip())
            if CAPTION.match(row) and above[start : start + 1] == POINTER:
                self.rows[number] = ""

    @property
    def dividing_rows(self) -> list[int]:
        """The rows that part the armies; there should be one."""
        return [n for n, row in enumerate(self.rows) if row.lstrip().startswith(BETWEEN)]

    def between(self) -> int:
        """Where the one row is that parts the armies."""
        found = self.dividing_rows
        if not found:
            message = f"there is no line {BETWEEN} between an upper and a lower army"
            raise self.wrong(max(0, len(self.rows) - 1), 0, message)
        if len(found) > 1:
            raise self.wrong(found[1], 0, f"a drawing has one line {BETWEEN}, and this is another")
        place = self.rows[found[0]].find("[")
        if place >= 0:
            raise self.wrong(found[0], place, f"nobody stands on the line {BETWEEN}")
        return found[0]

    # --- what is written beside units ---

    def notes(self, signs: str, start: int, end: int) -> Iterator[Note]:
        """What stands between two rows of text in rows that consist of these signs."""
        for number in range(start, end):
            row = self.rows[number]
            if row and set(row) <= {*signs, " "}:
                for found in re.finditer(r"\S+", row):
                    yield Note(number, found.start(), found[0])

    # --- lines of units ---

    def lines(self, start: int, end: int) -> list[Line]:
        """The lines of units between two rows of text, from top to bottom."""
        lines: list[Line] = []
        number = start
        while number < end:
            if any(set(self.rows[number]) <= {*signs, " "} for signs in BESIDE):
                number += 1
                continue
            line, number = self._line(number, end)
            lines.append(line)
            if len(lines) > LINES:
                message = "an army has a front line and a back line, and this is a third"
                raise self.wrong(line.number, 0, message)
        return lines

    def _line(self, number: int, end: int) -> tuple[Line, int]:
        """A line of units and the row of text after it; tall units take more than one row."""
        row = self.rows[number]
        line, place = Line(number, None), 0
        tall: list[Unit] = []
        while place < len(row):
            if found := UNIT.match(row, place):
                unit = Unit(number, place, found.end(), self._symbols(number, *found.span(1)))
                (line.units if found[2] else tall).append(unit)
                place = unit.end
                continue
            if row[place] == DIVIDE:
                if line.divide is not None:
                    raise self.wrong(number, place, "a line has one centre divide, not two")
                line.divide = place
            elif row[place] == "]":
                raise self.wrong(number, place, "this bracket closes no unit: there is no [")
            elif row[place] != " ":
                message = "expected a unit in brackets, such as [|@], or the divide"
                raise self.wrong(number, place, f"{message} {DIVIDE}, not {row[place]!r}")
            place += 1
        if not tall:
            return line, number + 1
        self._close(line, tall, number + 1, end)
        line.units.sort(key=lambda unit: unit.start)
        return line, number + 2

    def _symbols(self, number: int, start: int, end: int) -> str:
        for place in range(start, end):
            sign = self.rows[number][place]
            if sign not in f"{SIGNS} {''.join(BROKEN)}":
                message = f"there is no symbol {sign!r}; symbols are {' '.join(SIGNS)}"
                raise self.wrong(number, place, f"{message}, x a broken @ and X a broken &")
        return self.rows[number][start:end].replace(" ", "")

    def _close(self, line: Line, tall: list[Unit], number: int, end: int) -> None:
        """Read the second row of tall units, `[&&` above ` & ]`."""
        row = self.rows[number] if number < end else ""
        read: set[int] = set()
        for unit in tall:
            close = row.find("]", unit.start)
            if close < 0 or "[" in row:
                message = "this bracket is not closed, neither here nor in a row of its own below"
                raise self.wrong(unit.line, unit.start, message)
            symbols = unit.symbols + self._symbols(number, unit.start + 1, close)
            read.update(range(unit.start + 1, close + 1))
            line.units.append(Unit(unit.line, unit.start, close + 1, symbols))
        for place, sign in enumerate(row):
            if place not in read and sign != " ":
                raise self.wrong(number, place, "expected only the ends of tall units in this row")


# --- armies ---

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
        for name in ("symbols", "front", "back", "left", "right", "units"):
            cell[0][name][1] = enemy.cell[0][name][0]
        return Battle(cell, (self.faces, enemy.faces))


@dataclass(frozen=True)
class DrawingGrid:
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
    return DrawingReader(text, inside_a_round=inside_a_round).battle()


def read_army(text: str, *, inside_a_round: bool = False) -> DrawnArmy:
    """The one army that is drawn, as its own player sees it (F14); BadDrawing if it is none."""
    return DrawingReader(text, inside_a_round=inside_a_round).army()


def is_one_army(text: str) -> bool:
    """Whether units are drawn, and no line that would part two armies."""
    drawing = Drawing(text)
    return not drawing.dividing_rows and any("[" in row for row in drawing.rows)


class DrawingReader:
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
        self.grid = self._grid(armies, between)
        cell = np.zeros(1, BATTLE)
        cell[0].victor = UNDECIDED
        faces = [self._station(cell[0], seat, lines) for seat, lines in enumerate(armies)]
        if not self.inside_a_round:
            for seat, lines in enumerate(armies):
                self._check_setup(cell[0], seat, lines, between)
        return cell, faces

    # --- columns ---

    def _grid(self, armies: Sequence[Sequence[Line]], between: int) -> DrawingGrid:
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
        return DrawingGrid(first, units[0].end - units[0].start if units else NARROWEST_CELL)

    def _station(self, s: Battlefield, seat: int, lines: Sequence[Line]) -> Faces:
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
        places = np.flatnonzero(front)
        gaps = [c for c in (*range(HALF, places[-1]), *range(places[0], HALF)) if not front[c]]
        if gaps:
            drawn = gaps[0] if seat == 0 else int(facing(gaps[0]))
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
