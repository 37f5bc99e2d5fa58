"""A page of Markdown on a terminal, in which no word is cut, however narrow its tables become."""

from collections.abc import Sequence
from typing import ClassVar

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown, MarkdownElement, TableElement
from rich.table import Table
from rich.text import Text

from duelhall.terminal.wrapping import longest_word, wrapped

GAP = 2
"""Cells between two columns of a table."""


class _Code(CodeBlock):
    """Code as it is written; a line that is too long goes on below itself, indented further."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in str(self.text).rstrip().splitlines():
            margin = " " * (len(line) - len(line.lstrip()))
            parts = wrapped(line.strip(), options.max_width - 4, margin, f"{margin}    ")
            for part in parts or [""]:
                yield Text(f"  {part}", style="markdown.code", no_wrap=True)


class _Table(TableElement):
    """A table whose columns are never narrower than their longest words."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        header = self.header.row if self.header else None
        head = [cell.content.copy() for cell in header.cells] if header else []
        body = self.body.rows if self.body else []
        rows = [[cell.content for cell in row.cells] for row in body]
        room = options.max_width - GAP * (len(head) - 1)
        widths = column_widths([head, *rows], room)
        if sum(widths) > room:
            yield from _blocks(head, rows)
            return
        for heading in head:
            heading.stylize("markdown.table.header")
        beside = (0, GAP - 1, 0, 0)  # the box itself has one cell between columns
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=beside)
        for heading, width in zip(head, widths, strict=True):
            table.add_column(heading, width=width)
        for row in rows:
            table.add_row(*row)
        yield table


def column_widths(rows: Sequence[Sequence[Text]], room: int) -> list[int]:
    """How wide the columns of a table are to be in so much room: each as wide as its longest word
    at least, and as its longest text at most. The rest of the room goes to what is longest.
    """
    columns = list(zip(*rows, strict=True))
    least = [max(longest_word(cell.plain) for cell in column) for column in columns]
    most = [max(cell.cell_len for cell in column) for column in columns]
    widths = list(least)
    while sum(widths) < room and widths != most:
        wanting = [number for number, width in enumerate(widths) if width < most[number]]
        widths[min(wanting, key=lambda number: widths[number] / most[number])] += 1
    return widths


def _blocks(head: Sequence[Text], rows: Sequence[Sequence[Text]]) -> RenderResult:
    """A table that is too wide for its words: every row as lines, each with its heading."""
    for row in rows:
        for heading, cell in zip(head, row, strict=True):
            line = Text.assemble(heading, ": ", cell) if heading.plain else cell
            yield line
        yield Text("")


class Page(Markdown):
    """A page of Markdown."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "fence": _Code,
        "code_block": _Code,
        "table_open": _Table,
    }
