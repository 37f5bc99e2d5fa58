"""Launchers of sandboxes are ended by whoever started them, whatever happens."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from duelhall.bots.home import is_child
from duelhall.bots.sandbox import launching
from duelhall.bots.sandbox.launching import Kind, Launching, available_kind

needs_sandbox = pytest.mark.skipif(
    available_kind() is None, reason="this system lets nobody make namespaces, even by bubblewrap"
)

FORKING = """
import os, sys
from duelhall.bots.sandbox.launching import available_kind, launching

kind = available_kind()
ours = launching(kind)
child = os.fork()
if child == 0:
    sys.exit()  # as a program ends, with all that it does then
assert os.waitpid(child, 0)[1] == 0
assert launching(kind) is ours and ours._process.poll() is None
"""


def available() -> Kind:
    kind = available_kind()
    assert kind is not None
    return kind


def test_one_that_cannot_be_started_leaves_no_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[socket.socket] = []

    def socketpair(family: int, kind: int) -> tuple[socket.socket, socket.socket]:
        both = pair(family, kind)
        made.extend(both)
        return both

    def refuse(*_words: object, **_how: object) -> None:
        raise BlockingIOError

    pair = socket.socketpair
    monkeypatch.setattr(socket, "socketpair", socketpair)
    monkeypatch.setattr(subprocess, "Popen", refuse)
    with pytest.raises(BlockingIOError):
        Launching(Kind.UNSHARE)
    assert [each.fileno() for each in made] == [-1, -1]


@needs_sandbox
def test_one_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = Launching(available())
    assert is_child(launcher._process.pid)
    launcher._process.send_signal(signal.SIGSTOP)
    monkeypatch.setattr(launching, "PATIENCE", 0.1)
    launcher.close()
    assert launcher._process.returncode == -signal.SIGKILL
    assert not is_child(launcher._process.pid)


@needs_sandbox
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
def test_a_fork_leaves_the_launcher_to_whoever_started_it() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", FORKING], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
