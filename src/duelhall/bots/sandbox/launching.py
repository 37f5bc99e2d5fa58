"""Starts programs in sandboxes, by a launcher that is started when it is first needed."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from enum import StrEnum
from functools import cache
from pathlib import Path

import duelhall
from duelhall.bots.home import forget_child, note_child
from duelhall.bots.sandbox.launcher import ENDED, STARTED
from duelhall.bots.sandbox.orders import HOME, Order

BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from duelhall.bots.sandbox.launcher import main; main()"
)
PATIENCE = 30.0
"""How many seconds the launcher has to answer."""

LONGEST_NAME = 4096

NOT_OURS = 0
"""How a process ended that is another's child, as far as this one is concerned."""


class Kind(StrEnum):
    """How a sandbox is made."""

    BUBBLEWRAP = "bubblewrap"  # around the launcher, which unshares the rest for each program
    UNSHARE = "unshare"  # by the launcher alone


BUBBLEWRAP = (
    "bwrap", "--unshare-user", "--unshare-ipc", "--unshare-net", "--die-with-parent",
    "--ro-bind", "/", "/", "--bind", "/proc", "/proc", "--dev", "/dev",
)  # fmt: skip


def _around(kind: Kind) -> list[str]:
    """The command in which the launcher runs; in bubblewrap, it can write where homes are made."""
    if kind is Kind.UNSHARE:
        return []
    homes = tempfile.gettempdir()
    return [*BUBBLEWRAP, "--bind", homes, homes, "--"]


class NoSandbox(OSError):
    """A launcher that does not start programs."""


class Launching:
    """A launcher and the socket by which it is told what to start."""

    def __init__(self, kind: Kind) -> None:
        self._lock = threading.Lock()
        self._control, its_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(PATIENCE)
        with its_end:
            try:
                self._process = _started(kind, its_end.fileno())
            except BaseException:
                self._control.close()
                raise
        note_child(self._process.pid)

    def start(self, order: Order, files: list[int]) -> int:
        """The descriptor of a program's process; OSError if it does not start, and NoSandbox if
        that is not its fault.
        """
        with self._lock:
            try:
                socket.send_fds(self._control, [order.to_json()], files)
                said, descriptors, _, _ = socket.recv_fds(
                    self._control, LONGEST_NAME, 1, socket.MSG_CMSG_CLOEXEC
                )
            except OSError as error:
                raise NoSandbox(f"the launcher does not answer: {error}") from None
        if not said:
            raise NoSandbox("the launcher has ended")
        (number,) = STARTED.unpack_from(said)
        if descriptors:
            return descriptors[0]
        where = said[STARTED.size :].decode(errors="replace")
        raise OSError(number, os.strerror(number), where)

    def close(self) -> None:
        """Let the launcher end, with all that it started."""
        self._control.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        forget_child(self._process.pid)

    def leave(self) -> None:
        """Leave the launcher to the process that started it, of which this one is a fork."""
        self._control.close()
        self._process.returncode = NOT_OURS


def _started(kind: Kind, control: int) -> "subprocess.Popen[bytes]":
    """The process of a launcher, which is told by this socket what to start."""
    source = str(Path(duelhall.__file__).parents[1])
    return subprocess.Popen(
        [*_around(kind), sys.executable, "-I", "-S", "-c", BOOT, source, str(control)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[control],
        start_new_session=True,
    )


_launchers: dict[Kind, Launching] = {}
"""The launchers of this process."""


def launching(kind: Kind) -> Launching:
    """The launcher of this process, of a kind."""
    if kind not in _launchers:
        _launchers[kind] = Launching(kind)
    return _launchers[kind]


def _leave_launchers() -> None:
    """Let go of what a fork inherited: while it has the socket, the launcher would not end."""
    while _launchers:
        _launchers.popitem()[1].leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_launchers)


@atexit.register
def drop_launchers() -> None:
    """Let all launchers of this process end with it."""
    for kind in Kind:
        drop_launcher(kind)


def drop_launcher(kind: Kind) -> None:
    """Let the launcher end; the next program gets another one."""
    launcher = _launchers.pop(kind, None)
    if launcher is not None:
        launcher.close()


@cache
def available_kind() -> Kind | None:
    """The kind of sandbox that this system has; None if it has none."""
    return next(filter(works, Kind), None)


def works(kind: Kind) -> bool:
    """Whether a program starts in such a sandbox, and ends."""
    is_missing = kind is Kind.BUBBLEWRAP and shutil.which(BUBBLEWRAP[0]) is None
    if is_missing or not hasattr(signal, "pidfd_send_signal"):
        return False
    order = Order(
        command=("true",),
        environment={"PATH": os.defpath},
        folder=HOME,
        hidden=("/tmp",),
        shown=(),
        writable=(),
        memory=None,
        is_counted=False,
        scratch=2**20,
        processes=16,
        files=16,
        seconds=16,
        cores=(),
    )
    reading, writing = os.pipe()
    try:
        null = os.open(os.devnull, os.O_RDWR)
        os.close(launching(kind).start(order, [null, null, null, writing]))
    except OSError:
        drop_launcher(kind)
        os.close(reading)
        return False
    finally:
        os.close(writing)
        os.close(null)
    said = os.read(reading, ENDED.size)
    os.close(reading)
    return len(said) == ENDED.size and ENDED.unpack(said) == (os.CLD_EXITED, 0)
