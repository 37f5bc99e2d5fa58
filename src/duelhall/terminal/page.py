"""A page of Markdown on a terminal, in which no word is cut, however narrow its tables become.

Showing pages of the documentation.

The games, and their rulebooks.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Markdown, MarkdownElement, TableElement
from rich.table import Table
from rich.text import Text

from duelhall.engine import registry
from duelhall.engine.registry import parse_game_name
from duelhall.engine.rulebook import SUFFIX, find_page, page_title, pages, ruling, rulings
from duelhall.play.roster import entry_of
from duelhall.terminal.output import (
    longest_word,
    make_console,
    print_fitted,
    print_json,
    room_of,
    wrapped,
)

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


LESS = ("LESS", "FRX")
"""What the usual pager is told, unless its user tells it something else: to stay out of the way of
a page that fits the screen, and to show colours.
"""


def print_page(name: str) -> None:
    """Show a page: formatted, in the pager of the system, on a terminal; as it is written
    elsewhere.
    """
    file = find_page(name)
    text = file.read_text(encoding="utf-8")
    if file.suffix == SUFFIX and sys.stdout.isatty():
        os.environ.setdefault(*LESS)
        console = make_console()
        with console.pager(styles=True):
            console.print(Page(text))
    else:
        print(text, end="")


def print_page_list(*, as_json: bool = False) -> None:
    """Print the names of all pages, with their titles."""
    known = pages()
    if as_json:
        listed = known.items()
        print_json([{"name": name, "title": page_title(f), "file": str(f)} for name, f in listed])
        return
    width = max(map(len, known))
    for name, file in known.items():
        print_fitted(f"{name:{width}}  {page_title(file)}".rstrip())


COVERAGE = "## Where each ruling is"
"""The heading after which a rulebook addresses programmers rather than players."""


def print_games(name: str | None = None, *, as_json: bool = False) -> None:
    """Print the games, or one of them, for a person or for a program."""
    names = registry.names() if name is None else [parse_game_name(name).game]
    entries, console = [entry_of(registry.find(each)) for each in names], make_console()
    if as_json:
        print_json(entries if name is None else entries[0])
        return
    for entry in entries:
        for line in game_lines(entry, room_of(console)):
            console.print(line, markup=False)


def game_lines(entry: dict[str, Any], width: int) -> Iterator[str]:
    """A game, what can be chosen in it, and by which option of the command line."""
    texts = [
        (0, f"{entry['name']}: {entry['title']}. {entry['summary']}"),
        (2, f"rule sets: {', '.join(entry['rule_sets'])} (--rules NAME)"),
        (2, f"players: {', '.join(entry['players'])} (--opponent PLAYER)"),
        (2, "options (--option NAME=VALUE):"),
    ]
    for option in entry["options"]:
        sets, rulings = _by_rule_set(option["shown"]), ", ".join(option["rulings"])
        texts.append((4, f"{option['name']}: {option['says']}"))
        texts.append((6, f"{option['expected']}; {sets}; {rulings}"))
    for indent, text in texts:
        yield from wrapped(text, width, " " * indent, " " * (indent + 4))


def _by_rule_set(values: dict[str, Any]) -> str:
    """The value in each rule set; given once if all have the same."""
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return ", ".join(f"{value} in {rule_set}" for rule_set, value in values.items())


def print_rules(name: str, number: str | None, *, as_json: bool = False) -> None:
    """Print a rulebook or one ruling: formatted on a terminal, as Markdown elsewhere."""
    if as_json:
        print_json(_rulings(name, number))
    elif sys.stdout.isatty():
        make_console().print(Page(rulebook_text(name, number)))
    else:
        print(rulebook_text(name, number).rstrip("\n"))


def rulebook_text(name: str, number: str | None = None) -> str:
    """What a rulebook says to players, or one ruling of it, as Markdown."""
    text = registry.find(parse_game_name(name).game).rulebook.read_text(encoding="utf-8")
    return text.partition(COVERAGE)[0].strip() if number is None else ruling(text, number)


def _rulings(name: str, number: str | None) -> dict[str, Any]:
    """A rulebook for programs: its rulings by number, or one of them."""
    game = registry.find(parse_game_name(name).game)
    text = game.rulebook.read_text(encoding="utf-8")
    chosen = rulings(text) if number is None else {number.upper(): ruling(text, number)}
    listed = [{"number": each, "text": said} for each, said in chosen.items()]
    return {"game": game.name, "title": game.title, "rulings": listed}
