"""Running the command as a user does, but for typing."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console

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
