"""A program in a sandbox, as its parent sees it."""

import os
import re
import signal
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from duelhall.bots.home import Home, Limits
from duelhall.bots.process import Exit
from duelhall.bots.sandbox.groups import Group
from duelhall.bots.sandbox.launcher import ENDED, MOST_SPARE
from duelhall.bots.sandbox.launching import Kind, NoSandbox, drop_launcher, launching
from duelhall.bots.sandbox.orders import Order
from duelhall.bots.sandbox.views import order_of
from duelhall.players.seat import Ending, Fault

USED = re.compile(rb"^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB", re.MULTILINE)
"""What a process uses, in its status: memory of its own, and shared memory."""

SHARE = re.compile(rb"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB", re.MULTILINE)
"""Its share of that where several processes have it, which takes longer to find out."""

TABLES = re.compile(rb"^VmPTE:\s+(\d+) kB", re.MULTILINE)
"""What the system keeps on a process's memory, in its status."""

OPEN = re.compile(rb"^FDSize:\s+(\d+)", re.MULTILINE)
"""For how many open files a process has room, in its status."""

PROCESS = re.compile(rb"^Pid:\s+(-?\d+)", re.MULTILINE)
SOCKETS = re.compile(rb"^sockets: used (\d+)")

MOST_IN_A_PIPE, MOST_IN_A_SOCKET, FEW_FILES = 8, 512, 64
"""Kibibytes that the system may keep in a pipe, if a user has many, and in a socket; and how many
open files a process may have that do not count.
"""

KIBIBYTE = 1024

GONE = (os.CLD_KILLED, signal.SIGKILL)
"""How a program ends with its launcher."""


class SandboxedChild:
    """A process in namespaces of its own; nothing that it starts outlives it."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, kind: Kind) -> None:
        order = order_of(command, home.environment(), home.folder, limits)
        self._exit: Exit | None = None
        self._group, following = _groups(limits, order)
        order = order._replace(is_counted=self._group is not None)
        ends = [os.pipe() for _ in range(4)]
        (its_input, stdin), (stdout, its_output), (stderr, its_errors), (ended, its_end) = ends
        theirs = [its_input, its_output, its_errors, its_end]
        self.pipes = (stdin, stdout, stderr)
        self._open = {*self.pipes, ended}
        if self._group is not None and following is not None:
            theirs[3:3] = [self._group.entrance, following.entrance]
        try:
            self._descriptor = _started(order, theirs, kind)
        except BaseException:
            self.close()
            raise
        finally:
            for file in (its_input, its_output, its_errors, its_end):
                os.close(file)
        self._open.add(self._descriptor)
        self.pid = _process_of(self._descriptor)
        os.set_blocking(ended, False)
        self._ended = ended
        self.ended: int | None = ended

    def exit(self) -> Exit | None:
        """How it ended, if it has."""
        if self._exit is None:
            with suppress(BlockingIOError):
                said = os.read(self._ended, ENDED.size)
                code, status = ENDED.unpack(said) if said else GONE
                exceeded = self._group is not None and self._group.ran_out_of_memory()
                self._exit = Exit(code, status, ran_out_of_memory=exceeded)
        return self._exit

    def kill(self) -> None:
        """End the first process of its namespace, and so all of them."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._descriptor, signal.SIGKILL)

    def reap(self) -> None:
        """The launcher has done so."""

    def uses_more_than(self, size: int) -> bool:
        """Whether all its processes together use more bytes, shared memory included, and what the
        system may keep for them; where they are a group, the system takes care of that.
        """
        if self._group is not None:
            return False
        places = self._processes()
        states = [_read(place / "status") for place in places]
        room = size - KIBIBYTE * (sum(map(_kept, states)) + self._in_sockets())
        return KIBIBYTE * _sum(USED, states) > room and (
            KIBIBYTE * _sum(SHARE, [_read(place / "smaps_rollup") for place in places]) > room
        )

    def _processes(self) -> list[Path]:
        """The folders of its processes, as the system tells of them."""
        with suppress(OSError):
            return list(Path(f"/proc/{self.pid}/root/proc").glob("[0-9]*"))
        return []

    def _in_sockets(self) -> int:
        """How many kibibytes may be in its sockets, which nothing but these is connected to."""
        return MOST_IN_A_SOCKET * _sum(SOCKETS, [_read(Path(f"/proc/{self.pid}/net/sockstat"))])

    def close_input(self) -> None:
        """Close standard input."""
        self._close(self.pipes[0])

    def close(self) -> None:
        """Close all that is open."""
        for file in tuple(self._open):
            self._close(file)
        if self._group is not None:
            self._group.close()
            self._group = None

    def _close(self, file: int) -> None:
        if file in self._open:
            self._open.discard(file)
            os.close(file)


_following: OrderedDict[bytes, Group] = OrderedDict()
"""The groups of sandboxes that are made in advance, by order. To enter one takes long, since all
processors have to agree; so that, too, is done in advance.
"""


def _groups(limits: Limits, order: Order) -> tuple[Group | None, Group | None]:
    """A control group for a program and one for its next start, if we can have them."""
    if not limits.group:
        return None, None
    text = order.to_json()
    own = _following.pop(text, None)
    with suppress(OSError):
        own = own or Group(Path(limits.group), limits.memory, limits.processes)
        _following[text] = Group(Path(limits.group), limits.memory, limits.processes)
        if len(_following) > MOST_SPARE:
            _following.popitem(last=False)[1].close()
        return own, _following[text]
    if own is not None:
        own.close()
    return None, None


def _read(file: Path) -> bytes:
    """What the system tells of a process; nothing if it has just ended."""
    with suppress(OSError):
        return file.read_bytes()
    return b""


def _sum(numbers: re.Pattern[bytes], texts: list[bytes]) -> int:
    return sum(int(number) for text in texts for number in numbers.findall(text))


def _kept(status: bytes) -> int:
    """How many kibibytes the system may keep for a process, besides its own."""
    files = max(0, _sum(OPEN, [status]) - FEW_FILES)
    return _sum(TABLES, [status]) + MOST_IN_A_PIPE * files


def _process_of(descriptor: int) -> int:
    """The number of a process here; to its launcher, it has another one."""
    (number,) = PROCESS.findall(_read(Path(f"/proc/self/fdinfo/{descriptor}")))
    return int(number)


def _started(order: Order, files: list[int], kind: Kind) -> int:
    """Start a program; Fault if there is no such program, or if it cannot be started."""
    name = order.command[0]
    if "\0" in "".join(order.command):
        raise Fault(Ending.START, f"cannot start {name!r}: embedded null byte")
    try:
        return launching(kind).start(order, files)
    except NoSandbox as error:
        drop_launcher(kind)
        raise Fault(Ending.START, f"cannot start {name!r} in a sandbox: {error}") from None
    except OSError as error:
        where = f" ({error.filename})" if error.filename not in (None, "", name) else ""
        raise Fault(Ending.START, f"cannot start {name!r}: {error.strerror}{where}") from None
