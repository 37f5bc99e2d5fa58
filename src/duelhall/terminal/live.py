"""A table that is redrawn while games are played; plain lines if there is no terminal."""

import sys
import time
from collections.abc import Callable
from types import TracebackType

from rich.live import Live
from rich.text import Text

from duelhall.terminal.output import make_console

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
        self._table, self._last, self._shown = table, "", time.monotonic()
        self._console = make_console(to_stderr=True)
        self._live = Live(console=self._console, auto_refresh=False, transient=True)
        self._at_terminal = self._console.is_terminal
        self._pause, self._before = PAUSE, 0.0

    def __enter__(self) -> "LiveTable":
        if self._at_terminal:
            self._live.start()
            try:
                self._draw(f"{self.done:,} of {self.total:,} games")
            except BaseException:
                self._live.stop()
                raise
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._at_terminal:
            self._live.stop()

    def note(self, line: str) -> None:
        """A game is finished."""
        self.done += 1
        self._last = line
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
        """Show how things stand."""
        self._live.update(Text("\n".join([head, *self._table()])), refresh=True)

    def _rest_from(self, seconds: float) -> None:
        """Let games go on long enough for drawing to cost little; a single slow drawing does not
        count, since the first one loads what it needs.
        """
        self._pause = max(PAUSE, SHARE * min(seconds, self._before))
        self._before = seconds
