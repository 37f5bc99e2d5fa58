"""Running the command as a user does: spoken to through pipes, or at a terminal by keys."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType

from rich.console import Console

from duelhall.bots.signals import HANGUPS
from duelhall.terminal.output import COMPILING
from tests.terminal.forking import forker

SEED = "7"

WITH_PROCESSES = ("--jobs", "--ray")
"""Options by which the command starts itself again: it must have been started as always."""

QUICK = ("--opponent", "greedy")
"""Whom people play against in tests, unless it matters: somebody who answers at once."""

OTHERS = {"--opponent", "--hotseat", "--resume", "--help"}
"""Options by which somebody else sits there, or nobody."""

BY_PYTHON = {"DUELHALL_INTERPRETED": "1"}
"""For processes of their own that compute little: importing Numba would take most of their time."""


def duelhall(
    *arguments: str, typed: str | None = None, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command with these arguments, and these lines typed.

    What is compiled is told on standard error. What was compiled before is no matter of any test,
    so that is left out here.
    """
    return as_typed(*arguments, *_quick(arguments), typed=typed, folder=folder, **environment)


def _quick(arguments: Sequence[str]) -> tuple[str, ...]:
    return QUICK if arguments[0] == "play" and not set(arguments) & OTHERS else ()


def as_typed(
    *arguments: str, typed: str | None = None, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The same, against whoever is the opponent by default."""
    run = started if set(arguments) & set(WITH_PROCESSES) else forker().run
    done = run(arguments, typed or "", {**os.environ, **environment}, folder or Path.cwd())
    lines = done.stderr.splitlines(keepends=True)
    done.stderr = "".join(line for line in lines if not line.startswith(f"{COMPILING} "))
    return done


def started(
    arguments: Sequence[str], typed: str, environment: Mapping[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    """The command, started from nothing and spoken to through pipes."""
    return subprocess.run(
        [sys.executable, "-m", "duelhall", *arguments],
        input=typed,
        env={**environment, "PYTHONUNBUFFERED": ""},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def play(*arguments: str, typed: str = "", folder: Path, **environment: str) -> str:
    """What is printed while somebody plays in this folder, where the games are saved, too."""
    environment.setdefault("XDG_STATE_HOME", str(folder / "state"))
    process = duelhall("play", *arguments, typed=typed, folder=folder, **environment)
    assert process.returncode == 0, process.stderr
    return process.stdout


def kept_in(state: Path) -> list[Path]:
    """The games saved in a folder, the one that was played last at the end."""
    return sorted((state / "duelhall").glob("*.json"), key=lambda file: file.stat().st_mtime_ns)


def printed(console: Console) -> str:
    """What was printed on a console that writes into a StringIO."""
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


# --- at a terminal ---

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
