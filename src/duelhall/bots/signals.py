"""Stopping on signals, with everything left in order.

A signal handler that raises an error may do so where errors are lost, for example in a destructor.
So a signal is only noted, and the code that plays games checks for it where it can stop.

What the system must offer before another program can be started, watched and ended.
"""

import os
import select
import signal
from importlib.util import find_spec
from types import FrameType
from typing import Any

from duelhall.engine.errors import DuelhallError

HANGUPS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""The signals sent by `kill`, by a machine shutting down, or by a closed terminal."""

OFTEN = 0.25
"""The longest time between two checks, in seconds."""

_signals: list[int] = []
"""The signals that have come and were not yet acted on."""


class Stopped(KeyboardInterrupt):
    """A signal has asked this process to stop."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def note_signals() -> dict[int, Any]:
    """Note signals from now on, except those this process ignores, and return their previous
    handlers; a second Ctrl-C stops everything at once.
    """
    numbers = [int(number) for number in (signal.SIGINT, *HANGUPS)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _note)
    return before


def _note(number: int, _frame: FrameType | None) -> None:
    """Note a signal once: stopping must not be interrupted in turn."""
    _signals.append(number)
    again = signal.default_int_handler if number == signal.SIGINT else signal.SIG_IGN
    signal.signal(number, again)


def stop_if_signalled() -> None:
    """Stop here, if a signal asked for it."""
    if _signals:
        raise Stopped(_signals.pop(0))


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
            "built-in players and functions can (see duelhall docs arena)"
        )
