"""One writer at a time: a lock on a tournament's folder.

The system keeps the lock for a process, not for what the process starts, and releases it when the
process ends, however it does. So nothing is left behind that somebody would have to remove.
"""

import os
import socket
import time
from pathlib import Path
from typing import Any, Self

from duelhall.arena.settings import BadTournament
from duelhall.engine.text import check_plain

try:
    import fcntl
except ModuleNotFoundError:  # not everywhere, and where it is missing nothing is locked
    fcntl: Any = None  # type: ignore[no-redef]

FILE = "lock"
LONGEST_NOTE = 500
"""How many bytes are read of what a holder wrote about itself."""

_held: set[Path] = set()
"""The folders that this process has locked: the system keeps no process out of its own locks."""


class InUse(BadTournament):
    """A tournament that another process, or this one, is playing."""


class FolderLock:
    """The right to write into a folder; InUse if another has it, with who that is."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._file = self._folder / FILE
        if self._folder in _held:
            raise InUse(_refusal(folder, "this process"))
        self._fd: int | None = self._locked(folder)
        _held.add(self._folder)
        _sign(self._fd)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()

    def _locked(self, folder: Path) -> int:
        """The lock's file, open and locked; another one if it was removed meanwhile."""
        while True:
            check_plain(self._file)
            fd = os.open(self._file, os.O_RDWR | os.O_CREAT, 0o600)
            try:
                _lock(fd)
                if _is_at(fd, self._file):
                    return fd
            except (BlockingIOError, PermissionError):
                holder = os.read(fd, LONGEST_NOTE).decode(errors="replace")
                os.close(fd)
                raise InUse(_refusal(folder, holder or "another process")) from None
            except BaseException:
                os.close(fd)
                raise
            os.close(fd)

    def release(self) -> None:
        """Let others write."""
        if self._fd is not None:
            _held.discard(self._folder)
            self._file.unlink(missing_ok=True)
            os.close(self._fd)
            self._fd = None


def _lock(fd: int) -> None:
    """Lock a file, where the system can."""
    if fcntl is not None:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sign(fd: int) -> None:
    """Write down who holds the lock."""
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    os.truncate(fd, 0)
    os.write(fd, f"process {os.getpid()} on {socket.gethostname()}, since {since}".encode())


def _is_at(fd: int, file: Path) -> bool:
    """Whether an open file is still the one at this path."""
    try:
        return os.path.samestat(os.fstat(fd), file.stat())
    except FileNotFoundError:
        return False


def _refusal(folder: Path, holder: str) -> str:
    return f"the tournament in {folder} is being played by {holder}: only one can write into it"
