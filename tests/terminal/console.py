"""Running the command as a user does, through pipes."""

import os
import subprocess
import sys
from pathlib import Path


def duelhall(
    *arguments: str, typed: str | None = None, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command with these arguments, and these lines typed."""
    return subprocess.run(
        [sys.executable, "-m", "duelhall", *arguments],
        input="" if typed is None else typed,
        env={**os.environ, "PYTHONUNBUFFERED": "", **environment},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
