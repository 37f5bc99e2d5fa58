"""Cutting a drawing of armies into lines of units, and what is written beside them (F14)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from duelhall.engine.errors import DuelhallError
from duelhall.engine.text import checked_source
from duelhall.games.frontline.symbols import BROKEN, SIGNS

COMMENT = "<<<"
BETWEEN = "---"
DIVIDE = "."
POINTER = "^"
SPEEDS, MARKERS = "0123456789,", "*"
BESIDE = (SPEEDS, MARKERS, POINTER)
"""What rows of speeds, of attack markers and of pointers consist of."""

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

    def _is_beside(self, number: int) -> bool:
        return any(set(self.rows[number]) <= {*signs, " "} for signs in BESIDE)

    # --- lines of units ---

    def lines(self, start: int, end: int) -> list[Line]:
        """The lines of units between two rows of text, from top to bottom."""
        lines: list[Line] = []
        number = start
        while number < end:
            if self._is_beside(number):
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
                message = "expected a unit in brackets, such as [|@], or the divide"
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
