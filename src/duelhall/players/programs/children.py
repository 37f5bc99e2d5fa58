"""A program's process as its parent sees it: its pipes, its end, and how to end it."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from duelhall.players.faults import Ending, Fault
from duelhall.players.programs.homes import Home
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.orphans import forget_child, note_child


@dataclass(frozen=True)
class Exit:
    """How a process ended, as `waitid` says it."""

    code: int
    status: int
    ran_out_of_memory: bool = False

    @property
    def is_well(self) -> bool:
        """Whether it says so itself."""
        return (self.code, self.status) == (os.CLD_EXITED, 0)

    def __str__(self) -> str:
        if self.ran_out_of_memory:
            return "its processes used more memory than allowed"
        if self.code == os.CLD_EXITED:
            return f"its process ended with exit code {self.status}"
        with suppress(ValueError):
            return f"its process was killed by {signal.Signals(self.status).name}"
        return f"its process was killed by signal {self.status}"


class Child(Protocol):
    """A process that was started here."""

    pid: int
    pipes: tuple[int, int, int]  # its standard input, output and error
    ended: int | None  # a file that becomes readable when it ends, if the system has them

    def exit(self) -> Exit | None:
        """How it ended, if it has; its id is not used again before it is reaped."""

    def kill(self) -> None:
        """End it and all that belong to it, at once."""

    def reap(self) -> None:
        """Forget it; it has ended."""

    def uses_more_than(self, size: int) -> bool:
        """Whether all its processes together use more bytes; no, if that is not known."""

    def close_input(self) -> None:
        """Tell it that nothing more will come."""

    def close(self) -> None:
        """Close what is open."""


class PlainChild:
    """A process with the permissions of the user who started it, in a session of its own."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits) -> None:
        self._popen = _started(command, home)
        self.pid = self._popen.pid
        note_child(self.pid)
        _restrict(self.pid, limits)
        self.ended = _pidfd_of(self.pid)
        stdin, stdout, stderr = self._files = tuple(
            pipe
            for pipe in (self._popen.stdin, self._popen.stdout, self._popen.stderr)
            if pipe is not None
        )
        self.pipes = (stdin.fileno(), stdout.fileno(), stderr.fileno())

    def exit(self) -> Exit | None:
        """How it ended, if it has."""
        how = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return None if how is None else Exit(how.si_code, how.si_status)

    def kill(self) -> None:
        """End it and all of its group."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def reap(self) -> None:
        """Forget it."""
        self._popen.wait()
        forget_child(self.pid)

    def uses_more_than(self, size: int) -> bool:  # noqa: ARG002
        """Nobody knows which processes are its own; the system limits each of them."""
        return False

    def close_input(self) -> None:
        """Close standard input."""
        with suppress(OSError):
            self._files[0].close()

    def close(self) -> None:
        """Close all pipes."""
        if self.ended is not None:
            os.close(self.ended)
            self.ended = None
        for pipe in self._files:
            with suppress(OSError):
                pipe.close()


def _started(command: Sequence[str], home: Home) -> subprocess.Popen[bytes]:
    """The process of a command, without a shell; Fault if there is no such program."""
    try:
        return subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=home.folder,
            env=home.environment(),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        why = (isinstance(error, OSError) and error.strerror) or str(error)
        raise Fault(Ending.START, f"cannot start {command[0]!r}: {why}") from None


def _pidfd_of(pid: int) -> int | None:
    """A file descriptor that becomes readable when the process ends, if the system has them."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _restrict(pid: int, limits: Limits) -> None:
    """Limit the memory of a process and its children, and disable core files.

    The limit is on data, not on address space: memory that is only reserved does not count, so
    programs that reserve a lot, such as Node and Java, need no exception.
    """
    import resource  # not everywhere, and never missed where no program is started

    with suppress(AttributeError, OSError, ValueError):
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
        if limits.memory is not None:
            resource.prlimit(pid, resource.RLIMIT_DATA, (limits.memory, limits.memory))
