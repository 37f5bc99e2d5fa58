"""A process that has imported the command once, and forks each time that it is run.

Starting Python and importing Numba takes most of a second, and hundreds of tests run the command.
What is run is the same, with an environment, a folder and files of its own.
"""

import atexit
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple

LARGEST_REQUEST = 2**20
FILES = 3
"""Standard input, output and error."""

ROOT = Path(__file__).parents[2]


class Limits(NamedTuple):
    """How long a command may take, and how many bytes of addresses it may use."""

    seconds: int
    memory: int


class Forker:
    """The process that forks, seen from the tests."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.terminal.forking", str(theirs.fileno())]
        self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()

    def run(
        self,
        arguments: Sequence[str],
        typed: str,
        environment: Mapping[str, str],
        folder: Path,
        limits: "Limits | None" = None,
    ) -> subprocess.CompletedProcess[str]:
        """The command with these arguments, and these lines typed."""
        request = {
            "arguments": arguments, "environment": dict(environment), "folder": str(folder),
            "limits": limits,
        }  # fmt: skip
        with (
            tempfile.TemporaryFile() as stdin,
            tempfile.TemporaryFile() as stdout,
            tempfile.TemporaryFile() as stderr,
        ):
            files = (stdin, stdout, stderr)
            stdin.write(typed.encode())
            stdin.seek(0)
            socket.send_fds(
                self._socket, [json.dumps(request).encode()], [f.fileno() for f in files]
            )
            code = int(self._socket.recv(LARGEST_REQUEST))
            out, err = (_text_in(file) for file in (stdout, stderr))
        return subprocess.CompletedProcess(["duelhall", *arguments], code, out, err)

    def close(self) -> None:
        """End the process."""
        self._socket.close()
        self._process.wait()


def _text_in(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace").replace("\r\n", "\n")


@cache
def forker() -> Forker:
    """The one of this process; it ends with it."""
    made = Forker()
    atexit.register(made.close)
    return made


# --- in the process that forks ---


def serve(requests: socket.socket) -> None:
    """Run the command as often as somebody asks for it."""
    prepare()
    while True:
        request, files, _, _ = socket.recv_fds(requests, LARGEST_REQUEST, FILES)
        if not request:
            return
        child = os.fork()
        if child == 0:
            requests.close()
            _run(json.loads(request), files)
        for file in files:
            os.close(file)
        _, status = os.waitpid(child, 0)
        requests.send(str(os.waitstatus_to_exitcode(status)).encode())


def prepare() -> None:
    """Import what most commands need; Numba loads much with the first rule that it runs."""
    import duelhall.cli.main
    import duelhall.terminal.start
    from duelhall.engine import registry

    for name in registry.names():
        registry.find(name)
    duelhall.load("blade").match(seed=1)


def _run(request: dict[str, Any], files: Sequence[int]) -> None:
    """Be the command, and end as it does."""
    import duelhall.__main__

    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    if request["limits"]:
        seconds, memory = request["limits"]
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        signal.alarm(seconds)
    sys.argv = [str(duelhall.__main__.__file__), *request["arguments"]]
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode)  # noqa: SIM115, PTH123, files that stay open to the end
        for number, mode in enumerate(("r", "w", "w"))
    )
    code = 1
    try:
        duelhall.__main__.main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as asked:
        serve(asked)
