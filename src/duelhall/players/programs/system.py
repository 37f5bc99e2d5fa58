"""What the system must offer before another program can be started, watched and ended."""

import os
import select
from importlib.util import find_spec

from duelhall.engine.errors import DuelhallError


class UnsupportedSystem(DuelhallError):
    """A system on which programs cannot be players."""


def missing_parts() -> list[str]:
    """What Python lacks here; nothing on Linux."""
    there = {
        "resource": find_spec("resource") is not None,
        "select.poll": hasattr(select, "poll"),
        "os.waitid": hasattr(os, "waitid"),
        "os.killpg": hasattr(os, "killpg"),
    }
    return [name for name, is_there in there.items() if not is_there]


def check_system() -> None:
    """Refuse to run programs where they could not be watched."""
    if missing := missing_parts():
        raise UnsupportedSystem(
            f"programs cannot be players on this system, where Python has no {', '.join(missing)}; "
            "built-in players and functions can (see docs/arena.md)"
        )
