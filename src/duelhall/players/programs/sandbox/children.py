"""A program in a sandbox, as its parent sees it."""

import os
import re
import signal
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from duelhall.players.faults import Ending, Fault
from duelhall.players.programs.children import Exit
from duelhall.players.programs.homes import Home
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.sandbox.groups import Group
from duelhall.players.programs.sandbox.launcher import ENDED, MOST_SPARE
from duelhall.players.programs.sandbox.launching import Kind, NoSandbox, drop_launcher, launching
from duelhall.players.programs.sandbox.orders import Order
from duelhall.players.programs.sandbox.views import order_of

USED = re.compile(rb"^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB", re.MULTILINE)
"""What a process uses, in its status: memory of its own, and shared memory."""

SHARE = re.compile(rb"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB", re.MULTILINE)
"""Its share of that where several processes have it, which takes longer to find out."""

KIBIBYTE = 1024

GONE = (os.CLD_KILLED, signal.SIGKILL)
"""How a program ends with its launcher."""


class SandboxedChild:
    """A process in namespaces of its own; nothing that it starts outlives it."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, kind: Kind) -> None:
        order = order_of(command, home.environment(), home.folder, limits)
        self._exit: Exit | None = None
        self._group, following = _groups(limits, order)
        ends = [os.pipe() for _ in range(4)]
        (its_input, stdin), (stdout, its_output), (stderr, its_errors), (ended, its_end) = ends
        theirs = [its_input, its_output, its_errors, its_end]
        self.pipes = (stdin, stdout, stderr)
        self._open = {*self.pipes, ended}
        if self._group is not None and following is not None:
            theirs[3:3] = [self._group.entrance, following.entrance]
        try:
            self.pid, self._descriptor = _started(order, theirs, kind)
        except BaseException:
            self.close()
            raise
        finally:
            for file in (its_input, its_output, its_errors, its_end):
                os.close(file)
        self._open.add(self._descriptor)
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
        """Whether all its processes together use more bytes, shared memory included; where they
        are a group, the system takes care of that.
        """
        return self._group is None and all(
            self._sum(*source) > size for source in (("status", USED), ("smaps_rollup", SHARE))
        )

    def _sum(self, file: str, sizes: re.Pattern[bytes]) -> int:
        """What its processes use by one of their files."""
        own = Path(f"/proc/{self.pid}/root/proc")
        with suppress(OSError):
            return sum(_sizes(place / file, sizes) for place in own.glob("[0-9]*"))
        return 0

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


def _sizes(file: Path, sizes: re.Pattern[bytes]) -> int:
    with suppress(OSError):
        return KIBIBYTE * sum(int(size) for size in sizes.findall(file.read_bytes()))
    return 0


def _started(order: Order, files: list[int], kind: Kind) -> tuple[int, int]:
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
