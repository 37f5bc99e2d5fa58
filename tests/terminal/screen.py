"""Running the command at a terminal, as a person does who types keys."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

from duelhall.bots.signals import HANGUPS

PATIENCE = 60.0
"""Seconds after which something that should appear on the screen is given up."""


def listen_to_signals() -> None:
    """Ignore none of them, as a shell tells what it starts in the background to do."""
    for number in (signal.SIGINT, *HANGUPS):
        signal.signal(number, signal.SIG_DFL)


class Screen:
    """The command at a terminal of its own."""

    def __init__(self, *arguments: str, state: Path) -> None:
        self.near, far = pty.openpty()
        environment = {
            **os.environ, "TERM": "xterm", "COLUMNS": "80", "LINES": "50", "NO_COLOR": "1",
            "XDG_STATE_HOME": str(state),
        }  # fmt: skip
        self.process = subprocess.Popen(
            [sys.executable, "-m", "duelhall", *arguments],
            stdin=far, stdout=far, stderr=far, env=environment, start_new_session=True,
            preexec_fn=listen_to_signals,  # noqa: PLW1509
        )  # fmt: skip
        os.close(far)
        self.seen = ""

    def __enter__(self) -> "Screen":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.near)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.near, keys.encode())

    def wait_for(self, text: str, *, patience: float = PATIENCE) -> str:
        """Everything that appears up to this text; what comes behind it is for the next time."""
        deadline = time.monotonic() + patience
        while text not in self.seen:
            left = deadline - time.monotonic()
            assert left > 0, f"{text!r} did not appear; this did: {self.seen!r}"
            if select.select([self.near], [], [], left)[0]:
                self.seen += os.read(self.near, 65536).decode(errors="replace")
        before, _, self.seen = self.seen.partition(text)
        return before
