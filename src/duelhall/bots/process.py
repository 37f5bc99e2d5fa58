"""A bot's process: started, timed by the server's clock, and killed whole whatever it did.

It has a session, a working folder and an environment of its own. Nothing here waits for a bot
longer than allowed: pipes never block, and a thread reads what the bot writes to standard error.
"""

import errno
import math
import os
import re
import select
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from duelhall.bots import sandbox
from duelhall.bots.home import Home, Limits, bury, forget_child, note_child
from duelhall.bots.signals import OFTEN, stop_if_signalled
from duelhall.engine.errors import shortened
from duelhall.engine.text import Excerpt
from duelhall.play.clock import now
from duelhall.play.entry import check_system
from duelhall.play.seat import Ending, Fault


@dataclass(frozen=True)
class Exit:
    """How a process ended, as `waitid` says it."""

    code: int
    status: int

    @property
    def is_well(self) -> bool:
        """Whether it says so itself."""
        return (self.code, self.status) == (os.CLD_EXITED, 0)

    def __str__(self) -> str:
        if self.code == os.CLD_EXITED:
            return f"its process ended with exit code {self.status}"
        with suppress(ValueError):
            return f"its process was killed by {signal.Signals(self.status).name}"
        return f"its process was killed by signal {self.status}"


class Started:
    """A process that was started here, with our permissions, in a session of its own."""

    ended: int | None  # a file that becomes readable when it ends, if the system has them

    def __init__(self, command: Sequence[str], home: Home, limits: Limits) -> None:
        self._start(command, command[0], home, cwd=home.folder)
        _restrict(self.pid, limits)
        self.ended = _pidfd_of(self.pid)

    def _start(self, words: Sequence[str], name: str, home: Home, **how: Any) -> None:
        """Start a program, without a shell; Fault if it cannot be started."""
        try:
            self._popen = subprocess.Popen(
                words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=home.environment(),
                start_new_session=True,
                **how,
            )
        except (OSError, ValueError) as error:
            why = (isinstance(error, OSError) and error.strerror) or str(error)
            raise Fault(Ending.START, f"cannot start {name!r}: {why}") from None
        self.pid = self._popen.pid
        note_child(self.pid)
        pipes = (self._popen.stdin, self._popen.stdout, self._popen.stderr)
        stdin, stdout, stderr = self._files = [pipe for pipe in pipes if pipe is not None]
        self.pipes = (stdin.fileno(), stdout.fileno(), stderr.fileno())

    def exit(self) -> Exit | None:
        """How it ended, if it has; its id is not used again before it is reaped."""
        how = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return None if how is None else Exit(how.si_code, how.si_status)

    def kill(self) -> None:
        """End it and all of its group, at once."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)

    def reap(self) -> None:
        """Forget it; it has ended."""
        self._popen.wait()
        forget_child(self.pid)

    def excess(self) -> str:
        """Nobody knows which processes are its own; the system limits each of them."""
        return ""

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


class Sandboxed(Started):
    """A process in a sandbox. Around it is one of bubblewrap's, which ends with the thread of ours
    that started it; and so is the first one inside, which ends with that, and all others with it.
    """

    def __init__(self, command: Sequence[str], home: Home, limits: Limits) -> None:
        self._limits, self.ended = limits, None
        self._exit: Exit | None = None
        name, path = command[0], home.environment()["PATH"]
        if why := _obstacle(name, path):
            raise Fault(Ending.START, f"cannot start {name!r}: {os.strerror(why)}")
        line = sandbox.command_line(tuple(command), str(home.folder), path, limits)
        with sandbox.pipe() as (told, tell), sandbox.pipe() as (gate, _), sandbox.rules() as rules:
            files = {"--info-fd": tell, "--block-fd": gate, "--add-seccomp-fd": rules}
            words = [word for flag, file in files.items() for word in (flag, str(file.fileno()))]
            theirs = [file.fileno() for file in files.values()]
            self._start([*line, *words, "--", *command], name, home, pass_fds=theirs)
            tell.close()
            try:
                self._first = int(FIRST.findall(told.readall())[0])
                self.ended = os.pidfd_open(self._first)
                sandbox.limit(self._first, limits)
            except (LookupError, OSError):
                detail = f"cannot start {name!r} in a sandbox: {self._give_up()}"
                raise Fault(Ending.START, detail) from None

    def _give_up(self) -> str:
        """End what could not be started, and return what it says of that."""
        self._popen.kill()
        said = self._files[2].read() or b""
        super().reap()
        self.close()
        return said.decode(errors="replace").strip()

    def exit(self) -> Exit | None:
        """How it ended, if it has; nothing is left of the others by then."""
        if self._exit is None and self.ended is not None and _is_ready(self.ended, select.POLLIN):
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)  # it says at once how that was
            self._exit = _inner(super().exit())
        return self._exit

    def kill(self) -> None:
        """End the first process inside, and so all of them."""
        if self.ended is not None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.ended, signal.SIGKILL)

    def reap(self) -> None:
        """Forget it, and the first one inside, which may have become our child."""
        super().reap()
        bury(self._first)

    def excess(self) -> str:
        """What all of them have too much of together, in words."""
        return sandbox.excess(self._first, self._limits)


FIRST = re.compile(rb'"child-pid": (\d+)')
"""The number of the first process inside, in what bubblewrap tells of it."""

SIGNALLED = 128
"""What bubblewrap adds to the number of a signal that ended a program, for its own exit code."""


def _obstacle(name: str, path: str) -> int:
    """The error that keeps a program from being started here; 0 if there is none."""
    if shutil.which(name, path=path):
        return 0
    return errno.EACCES if Path(name).exists() else errno.ENOENT


def _is_ready(file: int, what: int, milliseconds: float | None = 0) -> bool:
    """Whether a file can be read or written to, within so much time."""
    poll = select.poll()
    poll.register(file, what)
    return bool(poll.poll(milliseconds))


def _inner(outer: Exit | None) -> Exit | None:
    """How a program ended, by how bubblewrap did."""
    if outer is None or outer.code != os.CLD_EXITED or outer.status <= SIGNALLED:
        return outer
    return Exit(os.CLD_KILLED, outer.status - SIGNALLED)


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


CHUNK = 2**16
"""How many bytes are read at once."""

EXIT_GRACE = 1.0
"""How many seconds a process that closed its pipes has to end, so that its exit code is known."""

LAST_BREATH = 5.0
"""How many seconds the system has to end a process that was killed."""


GLANCE = 0.25
"""How many seconds pass until the thread that reads standard error notices that it should stop."""


class Process:
    """A bot's process with its pipes. A thread of the server reads its standard error."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, errors: Excerpt) -> None:
        check_system()
        self._limits, self._errors = limits, errors
        kind = Sandboxed if sandbox.is_sandboxed(limits.sandbox) else Started
        self._child: Started = kind(command, home, limits)
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
        for file in (self._stdout, self._ended):
            if file is not None:
                self._poll.register(file, select.POLLIN)
        self._stopped = False
        self._reading = threading.Lock()  # standard error, and for which game
        self._thread = threading.Thread(target=self._read_errors, daemon=True)
        self._thread.start()

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
        stop_if_signalled()
        left = _milliseconds(_soon(deadline))
        if not _is_ready(self._stdin, select.POLLOUT, left) and _is_past(deadline):
            raise Fault(Ending.TIMEOUT, "it did not read its input")

    # --- listening ---

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
        if any(fd == self._stdout for fd, _ in events):
            self.take_output()
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
        _is_ready(self._child.ended, select.POLLIN, _milliseconds(deadline))

    def exit_text(self) -> str:
        """How the process ended, in words."""
        return self._verdict or str(self._child.exit() or "its process is running")

    def check_use(self) -> None:
        """End a program that uses more than it may, all its processes together."""
        if not self._verdict and (excess := self._child.excess()):
            self._verdict = excess
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

    # --- standard error ---

    def take_errors(self) -> None:
        """Read what it has written to standard error by now."""
        with self._reading, suppress(BlockingIOError):
            while not self._is_closed and (chunk := os.read(self._stderr, CHUNK)):
                self._errors.add(chunk)

    def _read_errors(self) -> None:
        poll = select.poll()
        poll.register(self._stderr, select.POLLIN)
        looked = now()
        while not self._stopped:
            if poll.poll(GLANCE * 1000) and self._is_at_its_end():
                return
            if now() >= looked + GLANCE:
                self.check_use()
                looked = now()

    def _is_at_its_end(self) -> bool:
        """Read some of standard error; True if it is closed."""
        with self._reading, suppress(BlockingIOError):
            chunk = os.read(self._stderr, CHUNK)
            self._errors.add(chunk)
            return not chunk
        return False

    def _stop_reading_errors(self) -> None:
        """Let the thread read to the end, which comes at once if the whole group is dead."""
        self._thread.join(GLANCE)
        self._stopped = True
        self._thread.join()


def _soon(deadline: float | None) -> float:
    """When to check for a stop again, on the way to a deadline."""
    soon = now() + OFTEN
    return soon if deadline is None else min(soon, deadline)


def _milliseconds(deadline: float | None) -> float | None:
    """The time left until a deadline, in the unit of `poll`."""
    return None if deadline is None else max(0, math.ceil((deadline - now()) * 1000))


def _is_past(deadline: float | None) -> bool:
    return deadline is not None and now() >= deadline


MOMENT = 0.0002
"""How many seconds to wait for a quick answer without going to sleep."""

Answers = Callable[[bytes], bool | None]
"""Whether a line answers the question that was asked last; None if it does not say."""


class LineProcess(Process):
    """A process that answers each line with a line."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, errors: Excerpt) -> None:
        super().__init__(command, home, limits, errors)
        self.unasked: list[bytes] = []  # the first line that nobody asked for
        self.unasked_count = 0
        self.owed = 0  # how many questions it has not answered in time

    def begin_game(self, errors: Excerpt) -> None:
        """Restart the count of its output, and keep what it writes to standard error here."""
        with self._reading:
            self._errors = errors
        self._output, self.unasked, self.unasked_count = 0, [], 0

    def ask(
        self, line: bytes, seconds: float | None, answers: Answers = lambda _line: None
    ) -> tuple[bytes, float]:
        """The bot's answer, and how long it took; the clock starts here.

        Answers to other questions are skipped. A line that does not say which question it answers
        belongs to the oldest one that is still open.
        """
        self._ignore_unasked()
        begun = now()
        deadline = None if seconds is None else begun + seconds
        try:
            self.tell(line, deadline)
            while not self._is_answer(answers(answer := self.read_line(deadline))):
                self._note_unasked(answer)
        except Fault as fault:
            fault.seconds = now() - begun
            self.owed += fault.ending is Ending.TIMEOUT
            raise
        self.owed = 0
        return answer, now() - begun

    def _is_answer(self, says: bool | None) -> bool:  # noqa: FBT001, what a line says of itself
        return self.owed == 0 if says is None else says

    def tell(self, line: bytes, deadline: float | None) -> None:
        """Send the bot a line; Fault if it does not take it."""
        if not self.write(line, deadline):
            raise self.crash("input")

    def read_line(self, deadline: float | None) -> bytes:
        """The next line, without its newline; what follows it is kept for later.

        An answer that is in the pipe when the time is up counts as in time: the server may be late.
        """
        while (end := self._buffer.find(b"\n")) < 0:
            self._check_line(len(self._buffer))
            if self._silent:
                raise self.crash("output")
            if not self.wait(deadline):
                raise Fault(Ending.TIMEOUT, self._nothing_text())
        self._check_line(end)
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _next_events(self, deadline: float | None) -> list[tuple[int, int]]:
        """Stay awake for a moment: waking up takes longer than a quick answer."""
        moment = now() + MOMENT
        while not (events := self._poll.poll(0)) and now() < moment:
            os.sched_yield()
        return events or super()._next_events(deadline)

    def _check_line(self, size: int) -> None:
        if size > self._limits.line:
            raise Fault(Ending.OUTPUT, f"a line of more than {self._limits.line} bytes")

    def _nothing_text(self) -> str:
        if self._buffer:
            begun = shortened(self._buffer.decode(errors="replace"))
            return f"it wrote {begun} and did not end the line"
        return "it wrote nothing (an answer must be flushed)"

    def _ignore_unasked(self) -> None:
        """Discard whole lines that came before the question; an answer comes after it."""
        while self.take_output():
            pass
        while (end := self._buffer.find(b"\n")) >= 0:
            self._note_unasked(bytes(self._buffer[:end]))
            del self._buffer[: end + 1]

    def _note_unasked(self, line: bytes) -> None:
        """Note a line that answers nothing, unless it is only late; Fault if there are too many."""
        if self.owed:
            self.owed -= 1
            return
        self.unasked = self.unasked or [line]
        self.unasked_count += 1
        if self.unasked_count > self._limits.unasked:
            raise Fault(
                Ending.OUTPUT, f"more than {self._limits.unasked} lines that answer no question"
            )
