"""The console that everything is printed on: lines broken between words, tables, JSON, progress."""

import json
import math
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.live import Live
from rich.text import Text

from duelhall.backend import Progress, announced_to
from duelhall.backend import cache as code_cache
from duelhall.backend.cpu import prepare
from duelhall.backend.entries import entries_of, run_guess
from duelhall.engine.text import bare, send, visible
from duelhall.match.explain import Step
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.builtin import policy_names, policy_of
from duelhall.search.search import is_thinker, thinker

FURTHER = "    "
TWO_COLUMNS = re.compile(r" *\S+(?: \S+)* {2,}")
"""The beginning of a line that has a word in one column, and what it means in another."""

UNLIMITED = 10_000
"""The width of output that nobody sees on a screen: its lines are left whole."""


def room_of(console: Console) -> int:
    """How wide lines may become: as the terminal, or without limit where there is none."""
    return console.width if console.is_terminal else UNLIMITED


def wrapped(text: str, width: int, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines of at most this width, the first one and the others with their indent.

    A word that is too long for any line gets one of its own, and stays whole.
    """
    return textwrap.wrap(
        text,
        width=max(width, 1),
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def wrapped_text(text: Text, width: int) -> list[Text]:
    """The same for a text in colours, without indents; nothing for an empty text."""
    breaks, start = list[int](), 0
    for word in re.finditer(r"\S+", text.plain):
        if word.start() > start and cell_len(text.plain[start : word.end()]) > width:
            start = word.start()
            breaks.append(start)
    lines = list(text.divide(breaks)) if text else []
    for line in lines:
        line.rstrip()
    return lines


def fitting_lines(line: str, width: int) -> list[str]:
    """A line as it is, if it fits; one of words that does not goes on below its beginning."""
    if cell_len(line) <= width:
        return [line]
    first = TWO_COLUMNS.match(line)
    if first and first.end() <= width // 2:
        return wrapped(line[first.end() :], width, first[0], " " * first.end())
    margin = " " * (len(line) - len(line.lstrip()))
    return wrapped(line.strip(), width, margin, margin + FURTHER if margin else "")


def print_fitted(*lines: str, to_stderr: bool = False) -> None:
    """Print lines; at a terminal, those that are too long go on below, between two words."""
    file = sys.stderr if to_stderr else sys.stdout
    width = shutil.get_terminal_size().columns if file.isatty() else UNLIMITED
    for line in lines:
        print("\n".join(fitting_lines(line, width)), file=file)


def longest_word(text: str) -> int:
    """The width of the longest word of a text."""
    return max((cell_len(word) for word in text.split()), default=0)


INDENT = "  "


def step_lines(steps: Iterable[Step], width: int) -> Iterator[str]:
    """The rules that fired, each once, in the order in which they first fired."""
    first: dict[str, Step] = {}
    for step in steps:
        first.setdefault(step.rule, step)
    margin = max((len(_numbers(step)) for step in first.values()), default=0)
    for step in first.values():
        numbers = f"{INDENT}{_numbers(step):{margin}}  "
        yield from wrapped(step.sentence, max(width, 40), numbers, " " * len(numbers))


def _numbers(step: Step) -> str:
    return ", ".join(step.rulings)


class _Output(Console):
    """A console that shows all of a text, and leaves it to the command if nobody reads on."""

    def render(self, *what: Any, **how: Any) -> Any:
        """What Rich makes of something to print: visible text, and codes of its own."""
        for segment in super().render(*what, **how):
            yield segment if segment.control else segment._replace(text=visible(segment.text))

    def on_broken_pipe(self) -> None:
        """Let the error pass; Rich would end the process here, and a game might be lost."""
        raise BrokenPipeError


def make_console(*, to_stderr: bool = False, plain: bool = False) -> Console:
    """Where text goes: in colour if the terminal supports it, plain elsewhere and with NO_COLOR.

    At a terminal, lines that are too long go on below, between two words.
    """
    colours: Literal["auto"] | None = None if plain else "auto"
    file = bare(sys.stderr if to_stderr else sys.stdout)
    console = _Output(file=file, highlight=False, emoji=False, color_system=colours)
    console.soft_wrap = not console.is_terminal
    return console


def json_text(document: Any) -> str:
    """A document as JSON: indented, and with every character as itself."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def print_json(document: Any) -> None:
    """Print a document as JSON."""
    print(json_text(document))


def match_heading(match: Match, seat: int | None) -> dict[str, Any]:
    """How every document about a match begins: what is played, by whom, and who looks at it."""
    return {
        "game": match.game.name,
        "rule_set": match.game.rule_set,
        "options": match.game.options,
        "full_name": match.game.full_name,
        "edition": match.game.definition.edition,
        "players": list(match.players),
        "seat": "open" if seat is None else seat,
    }


PAUSE = 0.5
"""Seconds between two drawings of the table."""
SHARE = 20
"""How many times longer the games between two drawings take than a drawing does."""
PLAIN_PAUSE = 10.0
"""Seconds between two lines if there is no terminal."""


class LiveTable:
    """Shows the progress of a tournament on standard error."""

    def __init__(self, total: int, table: Callable[[], list[str]], done: int = 0) -> None:
        self.total, self.done = total, done
        self._table, self._shown = table, time.monotonic()
        self._console = make_console(to_stderr=True)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._at_terminal = self._console.is_terminal
        self._pause, self._before = PAUSE, 0.0

    def __enter__(self) -> "LiveTable":
        if self._at_terminal:
            self._draw(f"{self.done:,} of {self.total:,} games")
            self._live.start(refresh=True)
        return self

    def __exit__(self, *_error: object) -> None:
        self._live.stop()

    def note(self, line: str) -> None:
        """A game is finished."""
        self.done += 1
        now = time.monotonic()
        if now - self._shown < (self._pause if self._at_terminal else PLAIN_PAUSE):
            return
        head = f"{self.done:,} of {self.total:,} games; {line}"
        if self._at_terminal:
            self._draw(head)
        else:
            print(head, file=sys.stderr, flush=True)
        self._shown = time.monotonic()
        self._rest_from(self._shown - now)

    def _draw(self, head: str) -> None:
        self._live.update(Text("\n".join([head, *self._table()])), refresh=True)

    def _rest_from(self, seconds: float) -> None:
        """Let games go on long enough for drawing to cost little; a single slow drawing does not
        count, since the first one loads what it needs.
        """
        self._pause = max(PAUSE, SHARE * min(seconds, self._before))
        self._before = seconds


GAP = "  "
ELLIPSIS = "…"
LEAST = 12
"""The narrowest width at which a text is still readable."""

Rows = list[list[str]]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells aligned in columns."""
    widths = _widths(rows)
    return [GAP.join(map(set_cell_size, row, widths)).rstrip() for row in rows]


def barred(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as a Markdown table, the first row being its header."""
    head, *rest = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest)]


def fitted(rows: Sequence[Sequence[str]], column: int, width: int) -> Rows:
    """Rows with one column shortened to fit this width, as long as it stays readable."""
    widths = _widths(rows)
    excess = sum(widths) + len(GAP) * (len(widths) - 1) - width
    room = max(widths[column] - excess, LEAST)
    return [
        [cut_short(cell, room) if at == column else cell for at, cell in enumerate(row)]
        for row in rows
    ]


def cut_short(text: str, width: int) -> str:
    """A text, without its middle if it is too wide: names often differ at their ends."""
    if cell_len(text) <= width:
        return text
    end = _end(text, (width - 1) // 3)
    return set_cell_size(text, width - 1 - cell_len(end)).rstrip() + ELLIPSIS + end


def _end(text: str, width: int) -> str:
    """The longest end of a text that is no wider than this."""
    return next(text[at:] for at in range(len(text) + 1) if cell_len(text[at:]) <= width)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(cell_len(cell) for cell in column) for column in zip(*rows, strict=True)]


COMPILING = "Compiling"
"""The first word of every line about compiling."""

CLEAR_LINE = "\r\x1b[K"


def compile_for_matches(game: Game, players: Iterable[str]) -> None:
    """Get machine code ready for matches between those of these players that are built in."""
    own, names = policy_names(game.definition), list(dict.fromkeys(players))
    wanted = entries_of(game.definition, [policy_of(game, name) for name in names if name in own])
    searches = [thinker(name, game) for name in names if is_thinker(name)]
    wanted += [entry for search in searches[:1] for entry in search.entries]
    with compilation_shown():
        prepare(game.definition, [e for e in wanted if e.template is not run_guess])


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Say on standard error what is being compiled; at a terminal, on a single line."""
    at_terminal, lines = sys.stderr.isatty(), CompilerLines()

    def tell(step: Progress) -> None:
        line = lines.line(step)
        if at_terminal:
            send(CLEAR_LINE, sys.stderr)
            line = cut_short(line, shutil.get_terminal_size().columns - 1)
        print(line, end="" if at_terminal else "\n", file=sys.stderr, flush=True)

    with announced_to(tell):
        yield
    if lines.told and at_terminal:
        send(CLEAR_LINE, sys.stderr)


class CompilerLines:
    """What is said of each step of compiling, and how long the rest takes by what was done."""

    def __init__(self) -> None:
        self.told = 0
        self._began = 0.0

    def line(self, step: Progress) -> str:
        """The line for a step that begins now."""
        if step.done == 0:
            self._began = time.monotonic()
        self.told += 1
        is_kept = code_cache.outlasts_this_run()
        lasts = "for this machine, once" if is_kept else "for this run alone"
        return f"{COMPILING} {lasts}: {step.what}{self._left(step.done)}"

    def _left(self, done: float | None) -> str:
        """How much longer it takes; nothing can be said of that before the first step."""
        if not done:
            return ""
        seconds = (time.monotonic() - self._began) * (1 - done) / done
        return f", about {math.ceil(seconds)} s left"
