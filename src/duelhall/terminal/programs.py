"""How this program is started, to be pasted into a command line."""

import shlex
import shutil
import sys
from pathlib import Path


def command(*words: object) -> str:
    """A command line that can be pasted, with this very program where it is not on the path."""
    if shutil.which("duelhall"):
        program = ["duelhall"]
    elif Path(sys.argv[0]).name == "duelhall":
        program = [sys.argv[0]]
    else:
        program = [sys.executable, "-m", "duelhall"]
    return shlex.join([*program, *(str(word) for word in words)])
