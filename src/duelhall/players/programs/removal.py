"""Removing a folder, whatever a bot has put into it."""

import os
import secrets
import stat
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from duelhall.players.clock import now

MOST_SECONDS = 20.0
"""How long removing a folder may take; a million files take about ten seconds."""


def remove(folder: Path, seconds: float = MOST_SECONDS) -> None:
    """Remove a folder with all that is in it; OSError if that cannot be done, or takes too long.

    Folders within it are moved up to it before they are emptied. So neither the stack nor the open
    files nor the length of a path grows with their depth.
    """
    deadline, names = now() + seconds, _new_names()
    with _opened(str(folder)) as top:
        waiting = deque(_emptied(top, top, names, deadline))
        while waiting:
            name = waiting.popleft()
            with _opened(name, top) as inner:
                waiting += _emptied(inner, top, names, deadline)
            os.rmdir(name, dir_fd=top)
    folder.rmdir()


def _emptied(inner: int, top: int, names: Iterator[str], deadline: float) -> list[str]:
    """Remove the files of a folder, and move its folders up; these are now called so."""
    moved: list[str] = []
    with os.scandir(inner) as entries:
        for entry in list(entries):
            if now() > deadline:
                raise TimeoutError("it contains too much")
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.name, dir_fd=inner)
                continue
            moved.append(next(names))
            _open_up(entry.name, inner)  # a folder that moves is written to
            os.rename(entry.name, moved[-1], src_dir_fd=inner, dst_dir_fd=top)
    return moved


def _new_names() -> Iterator[str]:
    """Names that nobody could foresee."""
    prefix, number = secrets.token_hex(8), 0
    while True:
        number += 1
        yield f"{prefix}-{number}"


@contextmanager
def _opened(name: str, parent: int | None = None) -> Iterator[int]:
    """A folder that may be read and written to from now on."""
    _open_up(name, parent)
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=parent)
    try:
        yield folder
    finally:
        os.close(folder)


def _open_up(name: str, parent: int | None) -> None:
    """Allow ourselves everything in a folder, unless we may already do all of that."""
    mode = os.stat(name, dir_fd=parent, follow_symlinks=False).st_mode
    if mode & stat.S_IRWXU != stat.S_IRWXU:
        os.chmod(name, stat.S_IRWXU, dir_fd=parent)
