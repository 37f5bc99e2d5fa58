"""A long run in pieces: between two of them progress is shown, and Ctrl-C takes effect."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from duelhall.backend.progress import Step, announced_to
from duelhall.engine.text import bare

FIRST_PIECE = 16
"""How many games the first piece has; the next ones are as long as takes about PIECE_SECONDS."""
PIECE_SECONDS = 0.25
PATIENCE = 2.0
"""Seconds after which somebody at a terminal is shown how far it is."""
PLAIN_PAUSE = 10.0
"""Seconds between two lines where there is no terminal."""

Advance = Callable[[int], None]
"""Is told how many more games were played."""


def pieces(count: int, most: int) -> Iterator[slice]:
    """Cut rows into slices, each twice as long as the one before it as long as that takes little
    time, and none longer than `most`.
    """
    start, size = 0, FIRST_PIECE
    while start < count:
        size = min(size, most, count - start)
        began = time.monotonic()
        yield slice(start, start + size)
        start += size
        if time.monotonic() - began < PIECE_SECONDS:
            size *= 2


@contextmanager
def progress_of(count: int, *, shown: bool | None) -> Iterator[Advance]:
    """Show on standard error how many games were played: at a terminal if it takes long, elsewhere
    only if that is asked for.
    """
    if shown is None:
        shown = sys.stderr.isatty()
    if not shown:
        yield lambda _games: None
    elif sys.stderr.isatty():
        with Bar(count) as bar:
            yield bar.advance
    else:
        yield Lines(count).advance


class Bar:
    """A bar at a terminal, which goes away in the end."""

    def __init__(self, count: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(file=bare(sys.stderr)), transient=True)
        self._count, self._done = count, 0
        self._task = self._bar.add_task("", total=count)
        self._began, self._end = time.monotonic(), ExitStack()

    def __enter__(self) -> "Bar":
        self._end.enter_context(announced_to(self._announce))
        return self

    def __exit__(self, *_error: object) -> None:
        self._end.close()

    def advance(self, games: int) -> None:
        """Show it from the moment on at which somebody may begin to wonder."""
        self._done += games
        text = f"{self._done:,} of {self._count:,} games"
        self._bar.update(self._task, completed=self._done, description=text)
        if time.monotonic() - self._began >= PATIENCE:
            self._show()

    def _announce(self, _step: Step) -> None:
        """Say at once that machine code has to be compiled, which takes seconds."""
        self._bar.update(self._task, description="Compiling, once")
        self._show()

    def _show(self) -> None:
        if not self._bar.live.is_started:
            self._bar.start()
            self._end.callback(self._bar.stop)


class Lines:
    """A line now and then."""

    def __init__(self, count: int) -> None:
        self._count, self._done, self._told = count, 0, time.monotonic()

    def advance(self, games: int) -> None:
        """Say how far it is if nothing was said for a while, and in the end."""
        self._done += games
        if self._done == self._count or time.monotonic() - self._told >= PLAIN_PAUSE:
            print(f"{self._done:,} of {self._count:,} games", file=sys.stderr, flush=True)
            self._told = time.monotonic()
