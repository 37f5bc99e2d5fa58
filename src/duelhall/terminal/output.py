"""Explanations as lines of text, and the console that everything is printed on."""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from rich.console import Console

from duelhall.engine.text import bare, visible
from duelhall.match.explain import Step
from duelhall.terminal.wrapping import wrapped

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
