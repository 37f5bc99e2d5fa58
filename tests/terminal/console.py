"""Running the command as a user does, but for typing."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.terminal.forking import forker

WITH_PROCESSES = ("--jobs", "--ray")
"""Options by which the command starts itself again: it must have been started as always."""


def duelhall(
    *arguments: str, typed: str | None = None, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command with these arguments, and these lines typed."""
    run = started if set(arguments) & set(WITH_PROCESSES) else forker().run
    return run(arguments, typed or "", {**os.environ, **environment}, folder or Path.cwd())


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
