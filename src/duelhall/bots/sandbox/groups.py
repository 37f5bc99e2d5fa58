"""Control groups (cgroup v2): limits on all processes of a bot together, where we may make them."""

import itertools
import os
from contextlib import suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
OWN = Path("/proc/self/cgroup")
NEEDED = ("memory", "pids")
_numbers = itertools.count(1)


class Group:
    """A control group for one bot, below one that is ours."""

    def __init__(self, above: Path, memory: int | None, processes: int) -> None:
        self._folder = above / f"duelhall-{os.getpid()}-{next(_numbers)}"
        self._folder.mkdir()
        try:
            self._write("pids.max", processes)
            if memory is not None:
                self._write("memory.max", memory)
                self._write("memory.oom.group", 1)
                with suppress(OSError):  # where there is no swap, there is no limit on it
                    self._write("memory.swap.max", 0)
            self.entrance = os.open(
                self._folder / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC
            )  # a process that writes 0 to it joins the group
        except OSError:
            self._folder.rmdir()
            raise

    def _write(self, name: str, value: int) -> None:
        (self._folder / name).write_text(str(value))

    def ran_out_of_memory(self) -> bool:
        """Whether the system has ended it for want of memory."""
        with suppress(OSError):
            events = (self._folder / "memory.events").read_text().split()
            return int(events[events.index("oom_kill") + 1]) > 0
        return False

    def close(self) -> None:
        """Remove the group; all its processes have ended."""
        os.close(self.entrance)
        with suppress(OSError):
            self._folder.rmdir()


def group_of_ours() -> Path | None:
    """A control group below which we can make others; None if there is none.

    Its processes have to move into one of these first, since a group with limits for others has no
    processes of its own. So it must be ours alone.
    """
    with suppress(OSError, StopIteration):
        own = next(line for line in OWN.read_text().splitlines() if line.startswith("0::"))
        group = ROOT / own.removeprefix("0::").lstrip("/")
        if not _has_limits(group, "cgroup.controllers"):
            return None
        if not _has_limits(group, "cgroup.subtree_control"):
            _move_in(group)
            (group / "cgroup.subtree_control").write_text(" ".join(f"+{it}" for it in NEEDED))
        _sweep(group)
        Group(group, 2**30, 16).close()
        return group
    return None


def _sweep(group: Path) -> None:
    """Remove the groups that contests left behind when they were killed."""
    for folder in group.glob("duelhall-*-*"):
        with suppress(OSError):  # somebody is in there
            if not Path("/proc", folder.name.split("-")[1]).exists():
                folder.rmdir()


def _has_limits(group: Path, file: str) -> bool:
    return set(NEEDED) <= set((group / file).read_text().split())


def _move_in(group: Path) -> None:
    """Move this process out of a group that is its own, into one below; OSError if it is not."""
    if (group / "cgroup.procs").read_text().split() != [str(os.getpid())]:
        raise PermissionError("others are in this group as well")
    inner = group / "duelhall"
    inner.mkdir(exist_ok=True)
    (inner / "cgroup.procs").write_text("0")
