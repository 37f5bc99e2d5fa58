"""Where a bot runs: its own folder and environment, what it may use, and removing what it leaves.

A bot's process may leave its session and drop the environment by which it would be recognized. When
its parent ends, Linux gives it to the nearest ancestor that accepts orphans: a process of the
arena can be that, and ends it.
"""

import ctypes
import multiprocessing
import os
import secrets
import signal
import stat
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Self

from duelhall.engine.text import MOST_KEPT
from duelhall.play.clock import now

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


def is_adopted(pid: int) -> bool:
    """Whether a process was adopted by this one, which did not start it."""
    if os.getpid() not in _adopting or pid in _children:
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


LONGEST_ENVIRONMENT = 2**16

SWEEPS = 10
"""How many times to look for processes that a bot left behind, at most."""


_inhabited: set[Path] = set()
"""The folders of all homes of this process."""


class Home:
    """A bot's working folder: a temporary one, unless another is given, which then stays."""

    def __init__(self, folder: Path | None = None) -> None:
        self._temporary = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="duelhall-")) if folder is None else folder
        self.left_behind = ""  # what could not be cleaned up after the bot, in words
        _inhabited.add(self.folder)
        self._strangers = _processes()  # what ran before the bot does not belong to it

    def environment(self) -> dict[str, str]:
        """The whole environment of a bot."""
        return {
            "PATH": os.environ.get("PATH", os.defpath),
            "HOME": str(self.folder),
            "LANG": os.environ.get("LANG", "C.UTF-8"),
            "DUELHALL": "1",
        }

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        left = [self._sweep()]
        _inhabited.discard(self.folder)
        if self._temporary:
            left.append(self._remove())
        self.left_behind = "; ".join(filter(None, left))

    def _remove(self) -> str:
        try:
            remove(self.folder)
        except OSError as error:
            return f"its folder {self.folder} cannot be removed: {error.strerror or error}"
        return ""

    def _sweep(self) -> str:
        """Kill the processes that left their bot's session; they are recognized by their HOME, or
        because this process has adopted them, and they do not belong to another home.

        Returns which are still there, if there are always new ones.
        """
        strays = set[int]()
        for _ in range(SWEEPS):
            new = _processes() - self._strangers
            strays = {pid for pid in new if self._is_stray(pid)}
            if not strays:
                return ""
            for pid in strays:
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            for pid in filter(is_adopted, strays):
                bury(pid)
            time.sleep(0.001)
        return f"processes that cannot be ended: {', '.join(map(str, sorted(strays)))}"

    def _is_stray(self, pid: int) -> bool:
        """Whether a process belongs to this home, or to none and has lost its parents."""
        environment = _environment_of(pid)
        homes = [home for home in _inhabited if f"HOME={home}".encode() in environment]
        return self.folder in homes if homes else is_adopted(pid)


HOME = "/tmp/home"
"""Where a bot in a sandbox is at home: in a /tmp of its own, which is gone when it ends."""


class InnerHome(Home):
    """The working folder of a bot in a sandbox, which is gone when the bot is."""

    def __init__(self) -> None:
        self.folder, self.left_behind = Path(HOME), ""

    def __exit__(self, *_error: object) -> None:
        pass


def _processes() -> set[int]:
    """All processes on this machine, if the system lists them."""
    try:
        with os.scandir("/proc") as folders:
            return {int(folder.name) for folder in folders if folder.name.isdigit()}
    except OSError:
        return set()


def _environment_of(pid: int) -> list[bytes]:
    """The beginning of a process's environment; for a bot, all of it."""
    try:
        file = os.open(f"/proc/{pid}/environ", os.O_RDONLY)
    except OSError:  # it has just ended, or it is another user's
        return []
    try:
        return os.read(file, LONGEST_ENVIRONMENT).split(b"\0")
    except OSError:
        return []
    finally:
        os.close(file)


MEBIBYTE = 2**20


class Sandbox(StrEnum):
    """Whether programs run in a sandbox."""

    REQUIRED = "required"  # or not at all
    AUTO = "auto"  # where the system has one
    OFF = "off"


@dataclass(frozen=True)
class Limits:
    """In bytes, where nothing else is said; None means no limit."""

    memory: int | None = 2048 * MEBIBYTE  # for each of its processes, as RLIMIT_DATA counts it
    line: int = MEBIBYTE // 16  # of one answer
    output: int = 8 * MEBIBYTE  # of all answers of a game
    unasked: int = 1000  # lines of a game that answer nothing
    errors: int = MOST_KEPT  # of standard error, as far as it is kept

    sandbox: Sandbox = Sandbox.OFF
    hidden: tuple[str, ...] = ()  # folders that nobody sees from a sandbox, such as the contest's
    cores: tuple[int, ...] = ()  # on which a program in a sandbox runs; all, if none are named
    scratch: int = 256 * MEBIBYTE  # of files, in a sandbox
    processes: int = 512  # at once, in a sandbox
    files: int = 1024  # open at once, in a sandbox
    seconds: int = 24 * 3600  # of CPU time for each process, in a sandbox
