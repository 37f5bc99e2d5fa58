"""Processes that have lost their parents, which come to a process of the arena's own.

A bot's process may leave its session and forget its environment, by which it would be known. When
its parent ends, Linux gives it to the nearest process above it that wants such orphans.
"""

import ctypes
import multiprocessing
import os
import signal
from contextlib import suppress
from pathlib import Path

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36
"""What Linux calls so in <linux/prctl.h>."""

_adopting: set[int] = set()
"""The number of this process, if it adopts: what a fork of it has inherited does not count."""


def adopt() -> None:
    """Let orphans come to this process, where the system can do that.

    Whoever comes is killed after the game: only for processes in which nobody but the arena starts
    any.
    """
    if _prctl(SET_CHILD_SUBREAPER, 1):
        _adopting.add(os.getpid())


def end_with_parent() -> None:
    """Let this process be told to stop when the one that started it ends, however that comes."""
    _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():
        os._exit(128 + signal.SIGTERM)


def _prctl(what: int, value: int) -> bool:
    """Change how the system treats this process; False where it cannot."""
    with suppress(OSError, AttributeError):
        return bool(ctypes.CDLL(None).prctl(what, value, 0, 0, 0) == 0)
    return False


def is_adopted(pid: int) -> bool:
    """Whether a process that this one has not started has come to it."""
    if os.getpid() not in _adopting:
        return False
    with suppress(OSError, ValueError):
        status = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        _, parent, *_ = status.rpartition(")")[2].split()
        return int(parent) == os.getpid()
    return False


def bury(pid: int) -> None:
    """Let the system forget an adopted process that has ended by now."""
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
