"""How to start this program: a command line that can be pasted."""

import shlex
import shutil
import sys
from pathlib import Path


def command(*words: object) -> str:
    """A command line that can be pasted, with the path of this program if it is not on PATH."""
    if shutil.which("duelhall"):
        program = ["duelhall"]
    elif Path(sys.argv[0]).name == "duelhall":
        program = [sys.argv[0]]
    else:
        program = [sys.executable, "-m", "duelhall"]
    return shlex.join([*program, *(str(word) for word in words)])
