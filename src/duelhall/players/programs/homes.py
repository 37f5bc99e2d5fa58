"""Where a bot runs: its own working folder and environment, and what it wrote there."""

import os
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

from duelhall.players.programs.orphans import bury, is_adopted
from duelhall.players.programs.removal import remove
from duelhall.players.programs.sandbox.orders import HOME

LONGEST_ENVIRONMENT = 2**16

SWEEPS = 10
"""How many times to look for processes that a bot left behind, at most."""


class Excerpt:
    """The beginning and the end of a text of any length, as it comes."""

    def __init__(self, limit: int) -> None:
        self._half, self.size = limit // 2, 0
        self._head, self._tail = bytearray(), bytearray()

    def add(self, data: bytes) -> None:
        """Append this."""
        self.size += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[max(room, 0) :]
        del self._tail[: max(0, len(self._tail) - self._half)]

    def text(self) -> str:
        """What is kept, with a note on what was left out."""
        left_out = self.size - len(self._head) - len(self._tail)
        gap = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out else b""
        return (bytes(self._head) + gap + bytes(self._tail)).decode(errors="replace")


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
        """Remove the folder; what was in the way, if it cannot be removed."""
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
