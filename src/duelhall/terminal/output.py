"""Boards and explanations as lines of text; colour only repeats what the text says."""

import textwrap
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from duelhall.engine.board import HIDDEN
from duelhall.engine.explain import Step
from duelhall.engine.sketch import Row, Sketch

STYLES = {HIDDEN: "dim", "invalid": "red"}
INDENT = "  "


def sketch_lines(sketch: Sketch) -> Iterator[Text]:
    """A board: its drawing, and one line per row."""
    yield from (Text(f"{INDENT}{line}") for line in sketch.lines)
    label_width = max((len(row.label) for row in sketch.rows), default=0)
    cards_width = max((len(_cards(row)) for row in sketch.rows if row.note), default=0)
    for row in sketch.rows:
        line = Text(f"{INDENT}{row.label:{label_width}}  ")
        cards = _cards(row)
        line.append_text(cards)
        if row.note:
            line.append(" " * (cards_width - len(cards)) + f"  {row.note}", style="dim")
        yield line


def _cards(row: Row) -> Text:
    """The cards of a row, with special ones in colour."""
    if not row.pieces:
        return Text("(none)")
    pieces = [Text(piece.text, style=STYLES.get(piece.mark, "bold")) for piece in row.pieces]
    return Text(" ").join(pieces)


def step_lines(steps: Iterable[Step], width: int) -> Iterator[str]:
    """The rules that fired, each once, in the order in which they first fired."""
    first: dict[str, Step] = {}
    for step in steps:
        first.setdefault(step.rule, step)
    margin = max((len(_numbers(step)) for step in first.values()), default=0)
    for step in first.values():
        yield from textwrap.wrap(
            step.sentence,
            width=max(width, 40),
            initial_indent=f"{INDENT}{_numbers(step):{margin}}  ",
            subsequent_indent=INDENT + " " * (margin + 2),
        )


def _numbers(step: Step) -> str:
    return ", ".join(step.rulings)


class _Output(Console):
    """A console that leaves it to the command what happens when nobody reads on."""

    def on_broken_pipe(self) -> None:
        """Let the error pass; Rich would end the process here, and a game might be lost."""
        raise BrokenPipeError


def make_console(*, to_stderr: bool = False) -> Console:
    """Where text goes: in colour if the terminal supports it, plain elsewhere and with NO_COLOR."""
    return _Output(stderr=to_stderr, highlight=False, emoji=False, soft_wrap=True)
