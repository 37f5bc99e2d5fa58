"""Reading two armies as the rules draw them (F14).

            [+ ].[- ]
    [! ][! ][|@].[| ][! ]
    ---------------------
        [! ][| ].[|@][! ][! ]
            [- ].[+ ]

The upper army is turned by 180 degrees: its back line is on top, and its left is on the right. What
follows `<<<` is a comment; lines of speeds, of markers and of `^` are read over. First the lines
are cut into units, then the units are brought onto the columns that the divides fix.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import UNDECIDED, Array
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
from duelhall.games.frontline.symbols import BROKEN, MOST_SYMBOLS, SIGNS

COMMENT = "<<<"
BETWEEN = "---"
DIVIDE = "."
READ_OVER = ("0123456789,", "*", "^")
"""What lines of speeds, of markers and of pointers consist of."""

ARMIES = ("lower", "upper")
LINES = 2
LONGEST_ROW = 200
"""How long a row may be to be shown in a message."""

INSIDE = "a position inside a round may have that: read it with --regroup"


class BadDrawing(DuelhallError):
    """A drawing that is no battle; says where, and shows the place."""

    def __init__(self, line: int, column: int, message: str, text: str = "") -> None:
        self.line, self.column, self.message = line, column, message
        place = f"line {line}, column {column}: {message}"
        super().__init__(f"{place}\n  {text}\n  {' ' * (column - 1)}^" if text else place)


@dataclass(frozen=True)
class Battle:
    """Two armies on the field, with the faces of their units by seat and number."""

    cell: Array
    faces: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def state(self) -> Battlefield:
        """The battle as the rules see it; the lower army is player 0's."""
        state: Battlefield = self.cell[0]
        return state


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
class Grid:
    """The columns of a drawing: they are counted from the divide, and all of the same width."""

    divide: int
    width: int

    def column(self, unit: Unit) -> int | None:
        """A unit's column as it is drawn: 1, 2, ... right of the divide and -1, -2, ... left."""
        if unit.start > self.divide:
            column, rest = divmod(unit.start - self.divide - 1, self.width)
            column += 1
        else:
            column, rest = divmod(unit.start - self.divide, self.width)
        return None if rest or unit.end - unit.start != self.width else column

    def start(self, column: int) -> int:
        """Where the brackets of a column begin."""
        if column < 0:
            return self.divide + column * self.width
        return self.divide + 1 + (column - 1) * self.width


def read_battle(text: str, *, inside_a_round: bool = False) -> Battle:
    """The battle that is drawn (F14); BadDrawing if it is none.

    As a setup it must have lines without gaps, nobody behind an empty place, and as many front
    units on either side of the divide, give or take one. Inside a round it need not.
    """
    return Reader(text).battle(inside_a_round=inside_a_round)


class Reader:
    """Reads one drawing."""

    def __init__(self, text: str) -> None:
        self.rows = [row.partition(COMMENT)[0].rstrip() for row in text.splitlines()]

    def wrong(self, line: int, start: int, message: str) -> BadDrawing:
        """The error at a place of the drawing; lines and columns are counted from 1."""
        text = self.rows[line] if line < len(self.rows) else ""
        shown = text if len(text) <= LONGEST_ROW else ""
        return BadDrawing(line + 1, start + 1, message, shown)

    def battle(self, *, inside_a_round: bool) -> Battle:
        """The whole drawing."""
        between = self._between()
        upper = self._lines(0, between)[::-1]
        lower = self._lines(between + 1, len(self.rows))
        armies = [lower, upper]
        grid = self._grid(armies, between)
        cell = np.zeros(1, BATTLE)
        cell[0].victor = UNDECIDED
        faces = [self._station(cell[0], seat, lines, grid) for seat, lines in enumerate(armies)]
        if not inside_a_round:
            for seat, lines in enumerate(armies):
                self._check_setup(cell[0], seat, lines, grid, between)
        return Battle(cell, (faces[0], faces[1]))

    # --- lines ---

    def _between(self) -> int:
        """Where the one line is that parts the armies."""
        found = [n for n, row in enumerate(self.rows) if row.lstrip().startswith(BETWEEN)]
        if not found:
            message = f"there is no line {BETWEEN} between an upper and a lower army"
            raise self.wrong(max(0, len(self.rows) - 1), 0, message)
        if len(found) > 1:
            raise self.wrong(found[1], 0, f"a drawing has one line {BETWEEN}, and this is another")
        place = self.rows[found[0]].find("[")
        if place >= 0:
            raise self.wrong(found[0], place, f"nobody stands on the line {BETWEEN}")
        return found[0]

    def _lines(self, start: int, end: int) -> list[Line]:
        """The lines of units between two rows of text, from top to bottom."""
        lines: list[Line] = []
        number = start
        while number < end:
            if self._is_read_over(number):
                number += 1
                continue
            line, number = self._line(number, end)
            lines.append(line)
            if len(lines) > LINES:
                message = "an army has a front line and a back line, and this is a third"
                raise self.wrong(line.number, 0, message)
        return lines

    def _is_read_over(self, number: int) -> bool:
        signs = set(self.rows[number]) - {" "}
        return any(signs <= set(allowed) for allowed in READ_OVER)

    def _line(self, number: int, end: int) -> tuple[Line, int]:
        """A line of units and the row of text after it; tall units take more than one row."""
        row = self.rows[number]
        line, place = Line(number, None), 0
        tall: list[Unit] = []
        while place < len(row):
            if row[place] == "[":
                unit, closed = self._unit(number, place)
                (line.units if closed else tall).append(unit)
                place = unit.end
                continue
            if row[place] == DIVIDE:
                if line.divide is not None:
                    raise self.wrong(number, place, "a line has one centre divide, not two")
                line.divide = place
            elif row[place] == "]":
                raise self.wrong(number, place, "this bracket closes no unit: there is no [")
            elif row[place] != " ":
                message = "expected a unit in brackets, as [|@], or the divide"
                raise self.wrong(number, place, f"{message} {DIVIDE}, not {row[place]!r}")
            place += 1
        if not tall:
            return line, number + 1
        self._close(line, tall, number + 1, end)
        line.units.sort(key=lambda unit: unit.start)
        return line, number + 2

    def _unit(self, number: int, start: int) -> tuple[Unit, bool]:
        """The unit whose bracket opens here, and whether it is closed in the same row."""
        row = self.rows[number]
        end = start + 1
        while end < len(row) and row[end] not in f"[]{DIVIDE}":
            end += 1
        closed = end < len(row) and row[end] == "]"
        symbols = self._symbols(number, start + 1, end)
        return Unit(number, start, end + closed, symbols), closed

    def _symbols(self, number: int, start: int, end: int) -> str:
        """The symbols in a piece of a row."""
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

    # --- columns ---

    def _grid(self, armies: list[list[Line]], between: int) -> Grid:
        """The columns, as the divides and the first unit fix them; all else must fit in."""
        lines = [line for army in reversed(armies) for line in army]
        divides = [(line.number, line.divide) for line in lines if line.divide is not None]
        for seat, army in enumerate(armies):
            if not any(line.divide is not None for line in army):
                number = army[0].number if army else between
                raise self.wrong(
                    number, 0, f"the {ARMIES[seat]} army has no centre divide {DIVIDE}"
                )
        first = divides[0][1]
        for number, divide in divides:
            if divide != first:
                message = f"the divides are not lined up: the first one is in column {first + 1}"
                raise self.wrong(number, divide, message)
        units = [unit for line in lines for unit in line.units]
        if not units:
            raise self.wrong(between, 0, "nobody stands on this battlefield")
        return Grid(first, units[0].end - units[0].start)

    def _station(self, s: Battlefield, seat: int, lines: list[Line], grid: Grid) -> tuple[str, ...]:
        """Bring the units of an army onto the battlefield, and return their faces."""
        faces = [""]
        for line, places in zip(lines, (s.front[seat], s.back[seat]), strict=False):
            for unit in line.units:
                places[self._column(unit, seat, grid)] = len(faces)
                self._check_symbols(unit)
                for sign in unit.symbols:
                    if sign in SIGNS:
                        s.symbols[seat, len(faces), SIGNS.index(sign)] += 1
                faces.append(unit.symbols)
        count_units(s, seat)
        return tuple(faces)

    def _column(self, unit: Unit, seat: int, grid: Grid) -> int:
        """Where a unit stands on its player's side of the battlefield (F2, F3)."""
        column = grid.column(unit)
        if column is None:
            message = (
                f"this unit is out of line: columns are {grid.width} wide here and are counted "
                "from the divide"
            )
            raise self.wrong(unit.line, unit.start, message)
        if not 0 < abs(column) <= MOST_COLUMNS:
            message = f"there are at most {MOST_COLUMNS} columns on each side of the divide"
            raise self.wrong(unit.line, unit.start, message)
        place = HALF + column if column < 0 else HALF + column - 1
        return place if seat == 0 else int(facing(place))

    def _check_symbols(self, unit: Unit) -> None:
        if not unit.symbols:
            raise self.wrong(unit.line, unit.start, "a unit has at least one symbol")
        if len(unit.symbols) > MOST_SYMBOLS:
            message = f"a unit has at most {MOST_SYMBOLS} symbols, and this one {len(unit.symbols)}"
            raise self.wrong(unit.line, unit.start, message)

    # --- setups ---

    def _check_setup(
        self, s: Battlefield, seat: int, lines: list[Line], grid: Grid, between: int
    ) -> None:
        """Refuse an army that nobody can have set up so."""
        front = s.front[seat] != NOBODY
        if s.units[seat] == 0:
            number = lines[0].number if lines else between
            raise self.wrong(number, 0, f"the {ARMIES[seat]} army has no units")
        for unit in lines[1].units if len(lines) == LINES else ():
            if not front[self._column(unit, seat, grid)]:
                message = f"nobody stands in front of this unit; {INSIDE}"
                raise self.wrong(unit.line, unit.start, message)
        gap = next(_gaps(front), None)
        if gap is not None:
            drawn = gap if seat == 0 else int(facing(gap))
            column = drawn - HALF if drawn < HALF else drawn - HALF + 1
            message = f"there is a gap in the front line; {INSIDE}"
            raise self.wrong(lines[0].number, grid.start(column), message)
        left, right = int(front[:HALF].sum()), int(front[HALF:].sum())
        if abs(left - right) > 1:
            if seat == 1:
                left, right = right, left
            message = (
                f"{left} front units stand left of the divide and {right} right of it, and they "
                f"may differ by one; {INSIDE}"
            )
            raise self.wrong(lines[0].number, grid.divide, message)


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
