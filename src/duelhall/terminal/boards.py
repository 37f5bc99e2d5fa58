"""Boards as lines of text that fit a terminal; colour only repeats what the text says."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from duelhall.engine.board import HIDDEN
from duelhall.engine.sketch import Row, Sketch
from duelhall.terminal.wrapping import UNLIMITED, longest_word, wrapped, wrapped_text

STYLES = {HIDDEN: "dim", "invalid": "red"}
INDENT = "  "
GAP = "  "
FURTHER = "    "
LEAST_NOTE = 24
"""The narrowest column in which a note is still easy to read; else it gets lines of its own."""


def sketch_lines(sketch: Sketch, width: int = UNLIMITED) -> Iterator[Text]:
    """A board: its drawing, and every row in one line, or in more where the width is too small."""
    for line in sketch.lines:
        yield from drawn_lines(INDENT + line, width)
    columns = Columns(sketch.rows, width)
    for row in sketch.rows:
        yield from columns.lines(row)


def drawn_lines(line: str, width: int) -> Iterator[Text]:
    """A line of a drawing; one of words may have to go on below, indented further."""
    if cell_len(line) <= width:
        yield Text(line)
        return
    margin = " " * (len(line) - len(line.lstrip()))
    yield from (Text(part) for part in wrapped(line.strip(), width, margin, margin + FURTHER))


class Columns:
    """Where the labels, cards and notes of a board stand."""

    def __init__(self, rows: tuple[Row, ...], width: int) -> None:
        self.width = width
        labels = max((cell_len(row.label) for row in rows), default=0)
        self.cards = min(len(INDENT) + labels + len(GAP), width // 2)
        noted = max((cards_of(row).cell_len for row in rows if row.note), default=0)
        self.notes = self.cards + noted + len(GAP)

    def lines(self, row: Row) -> Iterator[Text]:
        """A row: in one line if it fits; if not, its parts in columns, or below each other."""
        label, note = Text(INDENT + row.label), Text(row.note, style="dim")
        lines = self._below(cards_of(row), self.cards)
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


def cards_of(row: Row) -> Text:
    """The cards of a row, with special ones in colour."""
    if not row.pieces:
        return Text("(none)")
    pieces = [Text(piece.text, style=STYLES.get(piece.mark, "bold")) for piece in row.pieces]
    return Text(" ").join(pieces)


def print_lines(lines: Iterable[Text], console: Console) -> None:
    """Print lines that have been laid out."""
    for line in lines:
        console.print(line, soft_wrap=True)
