"""Breaking text into lines between words, never within one."""

import re
import shutil
import sys
import textwrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

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
