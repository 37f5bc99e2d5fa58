"""A bot's process: started, timed by the server's clock, and killed whole whatever it did.

It has a session, a working folder and an environment of its own. Nothing here waits for a bot
longer than allowed: pipes never block, and a thread reads what the bot writes to standard error.
"""

import math
import os
import select
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Self

from duelhall.players.clock import now
from duelhall.players.faults import Ending, Fault
from duelhall.players.programs.children import Child, PlainChild
from duelhall.players.programs.homes import Excerpt, Home
from duelhall.players.programs.limits import MEBIBYTE, Limits
from duelhall.players.programs.sandbox.choosing import sandbox_for
from duelhall.players.programs.stopping import OFTEN, stop_if_signalled
from duelhall.players.programs.system import check_system

LONGEST = 1_000_000.0
"""The longest time limit, in seconds: longer than anyone needs, and still safe for the system."""

CHUNK = 2**16
"""How many bytes are read at once."""

EXIT_GRACE = 1.0
"""How many seconds a process that closed its pipes has to end, so that its exit code is known."""

LAST_BREATH = 5.0
"""How many seconds the system has to end a process that was killed."""


class Process:
    """A bot's process with its pipes. Standard error is read while waiting for the process."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, errors: Excerpt) -> None:
        check_system()
        self._limits, self._errors = limits, errors
        self._child = _child(command, home, limits)
        self._stdin, self._stdout, self._stderr = self._child.pipes
        self._ended = self._child.ended  # readable when it ends; None when that has been seen
        self._unsent = bytearray()
        self._buffer = bytearray()
        self._output = 0  # bytes, in all
        self._silent = False  # nothing more will come from standard output
        self._verdict = ""  # why it was ended
        self._is_closed = False  # nothing more can be read or written
        self._last_look: float | None = None  # the deadline after which it was looked at once more
        self._poll = select.poll()
        for fd in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(fd, False)
        self._watch(self._stdout, self._ended)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        """The number of the process, of its group and of its session."""
        return self._child.pid

    # --- speaking ---

    def write(self, data: bytes, deadline: float | None) -> bool:
        """Write all of this to the bot; False if it no longer reads, Fault if it is too slow.

        What it was too slow for is written before anything else, so that no line is ever cut.
        """
        self._unsent += data
        while self._unsent:
            try:
                del self._unsent[: os.write(self._stdin, self._unsent)]
            except BlockingIOError:
                self._wait_until_writable(deadline)
            except BrokenPipeError:
                return False
        return True

    def close_input(self) -> None:
        """Tell the bot that nothing more will come."""
        self._child.close_input()

    def _wait_until_writable(self, deadline: float | None) -> None:
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        stop_if_signalled()
        if not poll.poll(_milliseconds(_soon(deadline))) and _is_past(deadline):
            raise Fault(Ending.TIMEOUT, "it did not read its input")

    # --- listening ---

    def _watch(self, *fds: int | None) -> None:
        for fd in fds:
            if fd is not None:
                self._poll.register(fd, select.POLLIN)

    def wait(self, deadline: float | None) -> bool:
        """Read what comes next; False if the time is up.

        After the deadline there is one last look, which waits for nothing: the server itself may
        have been late. Going on writing does not earn another one.
        """
        if _is_past(deadline):
            if self._last_look == deadline:
                return False
            self._last_look = deadline
        events = self._next_events(deadline)
        for fd, _ in events:
            if fd == self._stdout:
                self.take_output()
            elif fd == self._stderr:
                self._take_errors()
        if any(fd == self._ended for fd, _ in events):
            self._listen_to_the_end()
        return True

    def _next_events(self, deadline: float | None) -> list[tuple[int, int]]:
        """Which pipes have something, as soon as one has; none if the time is up."""
        while True:
            stop_if_signalled()
            events = self._poll.poll(_milliseconds(_soon(deadline)))
            if events or _is_past(deadline):
                return events

    def take_output(self) -> bool:
        """Read what is there, without waiting; False if there was nothing."""
        if self._silent:
            return False
        try:
            chunk = os.read(self._stdout, CHUNK)
        except BlockingIOError:
            return False
        if not chunk:
            self._silent = True
            self._poll.unregister(self._stdout)
        self._buffer += chunk
        self._output += len(chunk)
        if self._output > self._limits.output:
            raise Fault(Ending.OUTPUT, f"more than {self._limits.output} bytes of output")
        return bool(chunk)

    def _take_errors(self) -> None:
        """Read some of standard error."""
        try:
            chunk = os.read(self._stderr, CHUNK)
        except BlockingIOError:
            return
        self._errors.add(chunk)
        if not chunk:
            self._poll.unregister(self._stderr)

    def _listen_to_the_end(self) -> None:
        """The process has ended: read what it left in the pipe, even if others hold it open."""
        while self.take_output():
            pass
        self._silent = True
        if self._ended is not None:
            self._poll.unregister(self._ended)
            self._ended = None

    # --- ending ---

    def crash(self, pipe: str) -> Fault:
        """The fault of a bot that can no longer be talked to."""
        if not self.has_ended(EXIT_GRACE) and not self._verdict:
            return Fault(Ending.CRASH, f"it closed its standard {pipe} and went on running")
        return Fault(Ending.CRASH, self.exit_text())

    def has_ended(self, seconds: float = 0.0) -> bool:
        """Whether the process ends within this many seconds; it is not reaped yet."""
        deadline = now() + seconds
        while self._child.exit() is None:
            if _is_past(deadline):
                return False
            stop_if_signalled()
            self._wait_for_end(_soon(deadline))
        return True

    def _wait_for_end(self, deadline: float) -> None:
        """Wait for the process to end; if the system cannot do that, just for a moment."""
        if self._child.ended is None:
            time.sleep(0.001)
            return
        poll = select.poll()
        poll.register(self._child.ended, select.POLLIN)
        poll.poll(_milliseconds(deadline))

    def exit_text(self) -> str:
        """How the process ended, in words."""
        return self._verdict or str(self._child.exit() or "its process is running")

    def check_memory(self) -> None:
        """End a program that uses more memory than it may, all its processes together."""
        most = self._limits.memory
        if most is not None and self._child.uses_more_than(most):
            self._verdict = f"it used more than {most // MEBIBYTE} MiB of memory"
            self._child.kill()

    def kill(self) -> None:
        """End the process and all that belong to it, at once."""
        if self._is_closed:
            return
        self._child.kill()
        if self.has_ended(LAST_BREATH):
            self._child.reap()
        self._stop_reading_errors()
        self._is_closed = True
        self._child.close()

    def _stop_reading_errors(self) -> None:
        """Read what is left in standard error, but no more than a pipe can hold."""
        with suppress(BlockingIOError):
            while chunk := os.read(self._stderr, CHUNK):
                self._errors.add(chunk)


def _child(command: Sequence[str], home: Home, limits: Limits) -> Child:
    """Start a program, in a sandbox if it is to have one; Fault if it does not start."""
    kind = sandbox_for(limits.sandbox)
    if kind is None:
        return PlainChild(command, home, limits)
    from duelhall.players.programs.sandbox.children import SandboxedChild

    return SandboxedChild(command, home, limits, kind)


def _soon(deadline: float | None) -> float:
    """When to check for a stop again, on the way to a deadline."""
    soon = now() + OFTEN
    return soon if deadline is None else min(soon, deadline)


def _milliseconds(deadline: float | None) -> float | None:
    """The time left until a deadline, in the unit of `poll`."""
    return None if deadline is None else max(0, math.ceil((deadline - now()) * 1000))


def _is_past(deadline: float | None) -> bool:
    return deadline is not None and now() >= deadline
