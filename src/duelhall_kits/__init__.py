"""What only one game offers: tools that its players, its designers or its history ask for."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any


@contextmanager
def progress_shown(what: str, total: int) -> Iterator[Callable[..., Any]]:
    """A bar on standard error, at a terminal, and what moves it: `advance=` or `completed=`."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from duelhall.terminal.output import make_console

    count = TextColumn(f"{{task.completed:,}} of {{task.total:,}} {what}")
    columns, console = (count, BarColumn(), TimeRemainingColumn()), make_console(to_stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        yield partial(bar.update, bar.add_task("", total=total))
