"""Lines from a pipe, read with a time limit."""

import os
import select
import sys
import time
from functools import cache

TOO_LATE = "\0"
"""Stands for a line that did not come in time; nobody can type it."""

CHUNK = 65536


class Lines:
    """The lines of a file. All are read here, so that none waits unseen in a Python buffer."""

    def __init__(self, file: int | None, encoding: str = "utf-8") -> None:
        self._file, self._encoding = file, encoding  # the file is None at its end
        self._read = b""

    def within(self, seconds: float | None) -> str | None:
        """The next line; TOO_LATE if it does not come within these seconds, None at the end."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while self._file is not None and b"\n" not in self._read:
            if not _is_ready(self._file, deadline):
                return TOO_LATE
            self._read_on(self._file)
        if not self._read:
            return None
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(self._encoding, errors="replace").rstrip("\r").replace(TOO_LATE, "")

    def _read_on(self, file: int) -> None:
        chunk = os.read(file, CHUNK)
        self._read += chunk
        if not chunk:
            self._file = None


def _is_ready(file: int, deadline: float | None) -> bool:
    """Whether something arrives before the deadline; without one, there is no wait here."""
    if deadline is None:
        return True
    return bool(select.select([file], [], [], max(0.0, deadline - time.monotonic()))[0])


@cache
def typed_lines() -> Lines:
    """The lines of standard input; none if there is no standard input."""
    return Lines(sys.stdin.fileno(), sys.stdin.encoding) if sys.stdin else Lines(None)
