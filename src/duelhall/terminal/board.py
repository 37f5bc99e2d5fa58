"""Boards as lines of text that fit a terminal.

Nothing is told by colour alone. Labels say whose a place is, what can be played is underlined, and
what has changed since the last look has a sign before it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from duelhall.engine.board import HIDDEN, Sketch, SketchRow
from duelhall.terminal.output import FURTHER, UNLIMITED, fitting_lines, longest_word, wrapped_text

STYLES = {HIDDEN: "dim", "invalid": "red"}
OWN, OTHER = "cyan", "yellow"
PLAYABLE, NEW = "underline", "reverse"
NOTHING = "(none)"
PART = re.compile(r"\[[^\]]*\]|[^\s\[]+")
"""A part of a drawing: what is in brackets, or a word."""
FRAME = re.compile(r"[|+.-]+")
"""A part that holds no card."""


@dataclass(frozen=True)
class Emphasis:
    """What to stress on a board for a seat: the cards that it can play, by what moves call them,
    and what was not there when it last saw the board.
    """

    seat: int | None = None
    playable: frozenset[str] = frozenset()
    before: Sketch | None = None

    def colour(self, owner: int | None) -> str:
        """The colour of what belongs to a player; the near one's is the same for both seats."""
        if owner is None:
            return ""
        return OWN if owner == (self.seat or 0) else OTHER

    def shape(self, row: SketchRow, name: str) -> str:
        """How a card in a row looks that moves call by this name."""
        can_play = name in self.playable and row.owner in (self.seat, None)
        return PLAYABLE if can_play else ""

    def earlier(self, row: SketchRow) -> SketchRow | None:
        """The row as it was when the board was last seen; None if it was not there."""
        if self.before is None:
            return row
        return next((old for old in self.before.rows if _key(old) == _key(row)), None)

    def new_parts(self, lines: Sequence[str]) -> Iterator[list[slice]]:
        """Which parts of each line of a drawing are new."""
        old = lines if self.before is None else self.before.lines
        changes = SequenceMatcher(None, old, lines, autojunk=False).get_opcodes()
        for kind, first, last, start, end in changes:
            for number in range(start, end):
                at = first + number - start
                counterpart = old[at] if at < last else ""
                yield [] if kind == "equal" else list(_unlike(counterpart, lines[number]))


def _key(row: SketchRow) -> tuple[int | None, str]:
    return row.owner, row.name or row.label


def new_cards(row: SketchRow, old: SketchRow | None) -> Counter[str]:
    """The cards of a row that were not there before, and how many of each."""
    return Counter(_texts(row)) - Counter(_texts(old) if old else ())


def _texts(row: SketchRow) -> list[str]:
    return [piece.text for piece in row.pieces] or [NOTHING]


def has_news(row: SketchRow, old: SketchRow | None) -> bool:
    """Whether there is something in a row that was not there before."""
    return old is None or old.label != row.label or bool(new_cards(row, old))


def _unlike(old: str, new: str) -> Iterator[slice]:
    """The parts of a line that another one does not have in the same place."""
    for part in PART.finditer(new):
        if old[part.start() : part.end()] != part[0] and not FRAME.fullmatch(part[0]):
            yield slice(part.start(), part.end())


def label_of(row: SketchRow, emphasis: Emphasis | None) -> Text:
    """The label of a row, in the colour of its owner."""
    label = Text(row.label)
    if emphasis:
        style = f"{emphasis.colour(row.owner)} {emphasis.shape(row, row.name)}".strip()
        label.stylize(style, len(row.label) - len(row.label.lstrip()))
    return label


def cards_of(row: SketchRow, emphasis: Emphasis | None) -> Text:
    """The cards of a row, with special ones in colour."""
    if not row.pieces:
        return Text(NOTHING)
    new = new_cards(row, emphasis.earlier(row)) if emphasis else Counter[str]()
    cards = []
    for piece in reversed(row.pieces):  # the newest one is the last
        style = STYLES.get(piece.mark, "bold")
        if emphasis:
            style = f"{style} {emphasis.shape(row, piece.name)}"
        if new[piece.text] > 0:
            new[piece.text] -= 1
            style = f"{style} {NEW}"
        cards.append(Text(piece.text, style=style.strip()))
    return Text(" ").join(reversed(cards))


INDENT = "  "
GAP = "  "
NEWS = "*"
"""The sign before what was not there at the last look."""
LEAST_NOTE = 24
"""The narrowest column in which a note is still easy to read; else it gets lines of its own."""


def sketch_lines(
    sketch: Sketch, width: int = UNLIMITED, emphasis: Emphasis | None = None
) -> Iterator[Text]:
    """A board: its drawing, and every row in one line, or in more where the width is too small.

    With emphasis it is for the eye: what is new is marked, and the rows stand beside the drawing
    where there is room.
    """
    drawing, rows = list(_drawing(sketch, width, emphasis)), sketch.rows
    if emphasis and drawing and rows:
        column = max(line.cell_len for line in drawing) + len(FURTHER)
        beside = list(_rows(rows, UNLIMITED, emphasis))
        if column + max(line.cell_len for line in beside) <= width:
            for line, row in zip_longest(drawing, beside, fillvalue=Text()):
                yield _beside(line, column, row)
            return
    yield from drawing
    yield from _rows(rows, width, emphasis)


def _drawing(sketch: Sketch, width: int, emphasis: Emphasis | None) -> Iterator[Text]:
    news = list(emphasis.new_parts(sketch.lines)) if emphasis else [[]] * len(sketch.lines)
    owners = sketch.owners or (None,) * len(sketch.lines)
    for line, owner, parts in zip(sketch.lines, owners, news, strict=True):
        first, *more = drawn_lines(INDENT + line, width)
        if emphasis:
            first.stylize(emphasis.colour(owner))
        for part in parts if not more else ():
            first.stylize(NEW, len(INDENT) + part.start, len(INDENT) + part.stop)
        yield _marked(first) if parts else first
        yield from more


def _rows(rows: tuple[SketchRow, ...], width: int, emphasis: Emphasis | None) -> Iterator[Text]:
    columns = Columns(rows, width, emphasis)
    for row in rows:
        first, *more = columns.lines(row)
        is_new = emphasis is not None and has_news(row, emphasis.earlier(row))
        yield _marked(first) if is_new else first
        yield from more


def _marked(line: Text) -> Text:
    """A line with the sign for news at its beginning."""
    return Text().append(NEWS, style="bold").append_text(line[1:])


def drawn_lines(line: str, width: int) -> Iterator[Text]:
    """A line of a drawing; one of words may have to go on below."""
    yield from map(Text, fitting_lines(line, width))


class Columns:
    """Where the labels, cards and notes of a board stand."""

    def __init__(self, rows: tuple[SketchRow, ...], width: int, emphasis: Emphasis | None) -> None:
        self.width, self.emphasis = width, emphasis
        labels = max((cell_len(row.label) for row in rows), default=0)
        self.cards = min(len(INDENT) + labels + len(GAP), width // 2)
        noted = max((cards_of(row, None).cell_len for row in rows if row.note), default=0)
        self.notes = self.cards + noted + len(GAP)

    def lines(self, row: SketchRow) -> Iterator[Text]:
        """A row: in one line if it fits; if not, its parts in columns, or below each other."""
        label = Text(INDENT).append_text(label_of(row, self.emphasis))
        note = Text(row.note, style="dim")
        lines = self._below(cards_of(row, self.emphasis), self.cards)
        if self._has_room_for(note):
            beside = wrapped_text(note, self.width - self.notes) or [Text()]
            lines[0] = _beside(lines[0], self.notes, beside[0])
            lines += [_beside(Text(), self.notes, line) for line in beside[1:]]
        else:
            lines += self._below(note, self.cards)
        if label.cell_len + len(GAP) > self.cards:
            yield label
        else:
            lines[0] = _beside(label, self.cards, lines[0][self.cards :])
        yield from lines

    def _has_room_for(self, note: Text) -> bool:
        """Whether a note can stand beside the cards."""
        least = max(LEAST_NOTE, longest_word(note.plain))
        return self.width - self.notes >= min(least, note.cell_len)

    def _below(self, text: Text, column: int) -> list[Text]:
        """A text in lines that begin at a column, or before it where a word would not fit else."""
        column = max(len(INDENT), min(column, self.width - longest_word(text.plain)))
        return [_beside(Text(), column, line) for line in wrapped_text(text, self.width - column)]


def _beside(line: Text, column: int, more: Text) -> Text:
    """A line that goes on at a column."""
    gap = " " * (column - line.cell_len) if more else ""
    return line.copy().append(gap).append_text(more)


def print_lines(lines: Iterable[Text], console: Console) -> None:
    """Print lines that have been laid out."""
    for line in lines:
        console.print(line, soft_wrap=True)
