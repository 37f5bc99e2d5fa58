"""The launcher: a small process that starts programs in sandboxes and says how they end.

It knows nothing of games, so that copying it for each start is quick. When whoever started it is
gone, it ends, and all its programs with it.
"""

import gc
import os
import select
import socket
import struct
import sys
from contextlib import suppress

from duelhall.players.programs.sandbox import system_calls as system
from duelhall.players.programs.sandbox.confinement import confine
from duelhall.players.programs.sandbox.orders import Order, read_order

LONGEST_ORDER = 2**17
MOST_FILES = 5
NAMESPACES = (
    system.NEW_USER | system.NEW_MOUNTS | system.NEW_PROCESSES | system.NEW_NETWORK | system.NEW_IPC
)
ENDED = struct.Struct("ii")
"""How a program ended: what `waitid` calls its code and its status."""

STARTED = struct.Struct("ii")
"""The error that kept a program from being started, or 0, and its process."""


class Launcher:
    """Starts programs as it is told to by a socket."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._user, self._group = os.getuid(), os.getgid()
        self._running: dict[int, tuple[int, int]] = {}  # by descriptor: process, where to say it
        self._poll = select.poll()
        self._poll.register(control, select.POLLIN)

    def run(self) -> None:
        """Start programs until nobody wants any more."""
        while True:
            for file, _ in self._poll.poll():
                if file != self._control.fileno():
                    self._bury(file)
                elif not self._obey():
                    return

    def _obey(self) -> bool:
        """Carry out an order; False if there will be no more."""
        text, files, _, _ = socket.recv_fds(
            self._control, LONGEST_ORDER, MOST_FILES, socket.MSG_CMSG_CLOEXEC
        )
        if not text:
            return False
        *given, ended = files
        try:
            process = self._started(read_order(text), given)
        except OSError as error:
            os.close(ended)
            said = STARTED.pack(error.errno or -1, 0) + str(error.filename or "").encode()
            self._control.send(said)
        else:
            self._watch(process, ended)
        finally:
            for file in given:
                os.close(file)
        return True

    def _watch(self, process: int, ended: int) -> None:
        descriptor = os.pidfd_open(process)
        self._running[descriptor] = (process, ended)
        self._poll.register(descriptor, select.POLLIN)
        socket.send_fds(self._control, [STARTED.pack(0, process)], [descriptor])

    def _started(self, order: Order, files: list[int]) -> int:
        """The process of a program; OSError if it could not be started."""
        reading, writing = os.pipe()
        process = system.clone(NAMESPACES)
        if process == 0:
            self._become(order, files, writing)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            said = pipe.read()
        if said:
            os.waitpid(process, 0)
            number, _, name = said.decode().partition(" ")
            raise OSError(int(number), os.strerror(int(number)), name)
        return process

    def _become(self, order: Order, files: list[int], errors: int) -> None:
        """Turn this process into the program, or say why not."""
        try:
            if len(files) == MOST_FILES - 1:
                os.write(files[3], b"0")  # belong to the group that limits memory
            for number, file in enumerate(files[:3]):
                os.dup2(file, number)
            confine(order, self._user, self._group)
            os.execvpe(order.command[0], order.command, order.environment)
        except OSError as error:
            os.write(errors, f"{error.errno} {error.filename or ''}".encode())
        except BaseException as error:  # nothing of the launcher may go on in this process
            os.write(errors, f"1 {error!r}".encode())
        finally:
            os._exit(127)

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


def main() -> None:
    """Be the launcher; the socket's number is the last word of the command line."""
    gc.disable()
    gc.freeze()  # what is never looked at need not be copied
    with socket.socket(fileno=int(sys.argv[-1])) as control:
        control.set_inheritable(False)
        Launcher(control).run()
