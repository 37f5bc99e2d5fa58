"""Processes that have lost their parents and are adopted by a process of the arena.

A bot's process may leave its session and drop the environment by which it would be recognized. When
its parent ends, Linux gives it to the nearest ancestor that accepts orphans.
"""

import ctypes
import multiprocessing
import os
import signal
from contextlib import suppress
from pathlib import Path

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36
"""Constants from <linux/prctl.h>."""

_adopting: set[int] = set()
"""The id of this process, if it adopts orphans; what a fork inherited does not count."""

_children: set[int] = set()
"""The processes that this one has started itself and not yet seen the end of."""


def adopt() -> None:
    """Let this process adopt orphans, if the system supports it.

    Adopted processes are killed after the game, so use this only in a process where nothing but
    the arena starts other processes.
    """
    if _prctl(SET_CHILD_SUBREAPER, 1):
        _adopting.add(os.getpid())


def end_with_parent() -> None:
    """Let this process be told to stop when its parent ends, for whatever reason."""
    _prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid != os.getppid():
        os._exit(128 + signal.SIGTERM)


def _prctl(what: int, value: int) -> bool:
    """Change how the system treats this process; False if that is not supported."""
    with suppress(OSError, AttributeError, TypeError):
        return bool(ctypes.CDLL(None).prctl(what, value, 0, 0, 0) == 0)
    return False


def note_child(pid: int) -> None:
    """Remember that this process was started here: it is no orphan."""
    _children.add(pid)


def forget_child(pid: int) -> None:
    """A process that was started here has ended."""
    _children.discard(pid)


def is_child(pid: int) -> bool:
    """Whether a process was started here, and has not been seen to end."""
    return pid in _children


def is_adopted(pid: int) -> bool:
    """Whether a process was adopted by this one, which did not start it."""
    if os.getpid() not in _adopting or is_child(pid):
        return False
    with suppress(OSError, ValueError):
        status = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        _, parent, *_ = status.rpartition(")")[2].split()
        return int(parent) == os.getpid()
    return False


def bury(pid: int) -> None:
    """Reap an adopted process that has ended by now."""
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)
