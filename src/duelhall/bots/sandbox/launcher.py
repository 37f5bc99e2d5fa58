"""The launcher: a small process that starts programs in sandboxes and says how they end.

It knows nothing of games, so that copying it for each start is quick. It also makes the next
sandbox of a program in advance, when it has nothing else to do, and what is the same in all
sandboxes for programs that it does not know yet: then a start takes hardly longer than without one.
When the process that started it is gone, it ends, and all its programs with it: it is the first
process of a namespace, without which the system lets none of the others live.
"""

import gc
import os
import select
import signal
import socket
import struct
import sys
from collections import OrderedDict
from contextlib import suppress
from typing import NamedTuple

from duelhall.bots.sandbox import system_calls as system
from duelhall.bots.sandbox.confinement import be_the_same_user, confine, withdraw
from duelhall.bots.sandbox.orders import Order, read_order

LONGEST_ORDER = 2**17
PIPES, MOST_FILES = 3, 6
MOST_SPARE = 8
"""How many sandboxes are made in advance, at most."""

BLANK = 2
"""How many are made in advance for programs that have not been started before."""

MOST_OPEN = 65_536
"""More files than the launcher ever has open."""

PAUSE = 10
"""Milliseconds without an order after which there is time to make one."""

NAMESPACES = (
    system.NEW_USER | system.NEW_MOUNTS | system.NEW_PROCESSES | system.NEW_NETWORK | system.NEW_IPC
)
ENDED = struct.Struct("ii")
"""How a program ended: what `waitid` calls its code and its status."""

STARTED = struct.Struct("i")
"""The error that kept a program from being started, or 0."""


class Cell(NamedTuple):
    """A process in a sandbox that waits to become a program, and a socket to it."""

    process: int
    door: socket.socket


class Launcher:
    """Starts programs as it is told to by a socket."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._user, self._group = os.getuid(), os.getgid()
        self._running: dict[int, tuple[int, int]] = {}  # by descriptor: process, where to say it
        self._spare: OrderedDict[bytes, Cell] = OrderedDict()  # by order
        self._blank: list[Cell] = []  # without an order yet
        self._can_make_blank = True
        self._wanted: dict[bytes, int | None] = {}  # spare cells: their groups by their orders
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)

    def run(self) -> None:
        """Start programs until nobody wants any more."""
        while True:
            events = self._poll.poll(PAUSE if self._wanted or self._lacks_blank else None)
            for file, _ in events:
                if file != self._control.fileno():
                    self._bury(file)
                elif not self._obey():
                    return
            if not events and self._wanted:
                self._make_spare()
            elif not events:
                self._make_blank()

    # --- starting ---

    def _obey(self) -> bool:
        """Carry out an order; False if there will be no more."""
        text, files, _, _ = socket.recv_fds(
            self._control, LONGEST_ORDER, MOST_FILES, socket.MSG_CMSG_CLOEXEC
        )
        if not text:
            return False
        *given, ended = files
        own, following = given[PIPES:] or (None, None)
        try:
            process = self._started(text, given[:PIPES], own)
        except OSError as error:
            os.close(ended)
            said = STARTED.pack(error.errno or -1) + str(error.filename or "").encode()
            self._control.send(said)
        else:
            self._watch(process, ended)
            self._want(text, following)
        finally:
            for file in given:
                os.close(file)
        return True

    def _started(self, text: bytes, files: list[int], group: int | None) -> int:
        """The process of a program; OSError if it could not be started."""
        cell = self._spare.pop(text, None) or self._cell(text, group)
        with cell.door:
            with suppress(BrokenPipeError):  # it has said already why it cannot become anything
                socket.send_fds(cell.door, [b"begin"], files)
            said = cell.door.recv(LONGEST_ORDER)
        if not said:
            return cell.process
        os.waitpid(cell.process, 0)
        number, _, name = said.decode().partition(" ")
        raise OSError(int(number), os.strerror(int(number)), name)

    def _watch(self, process: int, ended: int) -> None:
        descriptor = os.pidfd_open(process)
        self._running[descriptor] = (process, ended)
        self._poll.register(descriptor, select.POLLIN)
        socket.send_fds(self._control, [STARTED.pack(0)], [descriptor])

    def _bury(self, descriptor: int) -> None:
        """Say how a program ended; nothing is left of it by then."""
        process, ended = self._running.pop(descriptor)
        self._poll.unregister(descriptor)
        os.close(descriptor)
        how = os.waitid(os.P_PID, process, os.WEXITED)
        if how is not None:
            with suppress(OSError):
                os.write(ended, ENDED.pack(how.si_code, how.si_status))
        os.close(ended)

    # --- cells ---

    def _want(self, text: bytes, group: int | None) -> None:
        """Remember for which program to make a cell, and to which group that will belong."""
        self._forget(text)
        self._wanted[text] = None if group is None else os.dup(group)

    def _forget(self, text: bytes) -> None:
        group = self._wanted.pop(text, None)
        if group is not None:
            os.close(group)

    def _make_spare(self) -> None:
        """Make a cell for a program that was started before; the oldest one makes room."""
        text, group = next(iter(self._wanted.items()))
        with suppress(OSError):
            if text not in self._spare:
                self._spare[text] = self._cell(text, group)
        self._forget(text)
        while len(self._spare) > MOST_SPARE:
            _, oldest = self._spare.popitem(last=False)
            oldest.door.close()
            os.waitpid(oldest.process, 0)

    @property
    def _lacks_blank(self) -> bool:
        return self._can_make_blank and len(self._blank) < BLANK

    def _make_blank(self) -> None:
        """Make a cell for a program that nobody has asked for yet."""
        try:
            self._blank.append(self._new_cell())
        except OSError:  # reported to the process that asks for a program
            self._can_make_blank = False

    def _cell(self, text: bytes, group: int | None) -> Cell:
        """A cell for an order, and in a group; OSError if the system does not allow that."""
        cell = self._blank.pop() if self._blank else self._new_cell()
        if group is not None:
            os.write(group, str(cell.process).encode())
        with suppress(BrokenPipeError):  # it has said already why it is none
            cell.door.send(text)
        return cell

    def _new_cell(self) -> Cell:
        """A new process in namespaces of its own, which waits for its order."""
        ours, its_own = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with its_own:
            process = system.clone(NAMESPACES)
            if process == 0:
                self._become(its_own)
        return Cell(process, ours)

    def _become(self, door: socket.socket) -> None:
        """Turn this process into the program when it is told to, or say why not."""
        try:
            _keep_only(door.fileno())
            withdraw(self._user, self._group)
            if text := door.recv(LONGEST_ORDER):
                self._carry_out(read_order(text), door)
        except OSError as error:
            door.send(f"{error.errno} {error.filename or ''}".encode())
        except BaseException as error:  # nothing of the launcher may go on in this process
            door.send(f"1 {error!r}".encode())
        finally:
            os._exit(127)

    def _carry_out(self, order: Order, door: socket.socket) -> None:
        """Become the program of an order; without its files, it is not wanted any more."""
        confine(order)
        _, files, _, _ = socket.recv_fds(door, 1, MOST_FILES, socket.MSG_CMSG_CLOEXEC)
        for number, file in enumerate(files):
            os.dup2(file, number)
        if files:
            os.execvpe(order.command[0], order.command, order.environment)


def _keep_only(file: int) -> None:
    """Close all files but this one and the standard ones: a pipe of another program would never
    come to its end while a cell has it as well.
    """
    os.closerange(3, file)
    os.closerange(file + 1, MOST_OPEN)


def main() -> None:
    """Start the launcher, and end with it; the socket's number is the last word of the command
    line.
    """
    gc.disable()
    gc.freeze()  # what is never looked at need not be copied
    user, group = os.getuid(), os.getgid()
    with socket.socket(fileno=int(sys.argv[-1])) as control:
        control.set_inheritable(False)
        process = system.clone(system.NEW_USER | system.NEW_PROCESSES)
        if process == 0:
            _launch(control, user, group)
    os.waitpid(process, 0)


def _launch(control: socket.socket, user: int, group: int) -> None:
    """Be the launcher, as the first process of a namespace."""
    try:
        system.prctl(system.SET_DEATH_SIGNAL, signal.SIGKILL)
        be_the_same_user(user, group)
        Launcher(control).run()
    finally:
        os._exit(0)
