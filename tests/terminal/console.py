"""Running the command as a user does, through pipes."""

import os
import subprocess
import sys
from pathlib import Path

from duelhall.terminal.sitting import COMPILING


def duelhall(
    *arguments: str, typed: str | None = None, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command with these arguments, and these lines typed.

    That the rules are being compiled is told where that takes long; how long it takes is no matter
    of any test, so it is left out of what was told.
    """
    run = subprocess.run(
        [sys.executable, "-m", "duelhall", *arguments],
        input="" if typed is None else typed,
        env={**os.environ, "PYTHONUNBUFFERED": "", **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    run.stderr = run.stderr.replace(f"{COMPILING}\n", "")
    return run
