"""Stopping on signals, with everything left in order.

A signal handler that raises an error may do so where errors are lost, for example in a destructor.
So a signal is only noted, and the code that plays games checks for it where it can stop.
"""

import signal
from types import FrameType
from typing import Any

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
