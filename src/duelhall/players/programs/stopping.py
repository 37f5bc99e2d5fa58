"""Being told to stop: everything is left in order, whoever says so.

A signal that raises an error wherever it comes may come where errors are lost, as in the middle of
an object's end. So it is only noted, and whoever plays games asks for it where they can stop.
"""

import signal
from types import FrameType
from typing import Any

HANGUPS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""What a process is sent by `kill`, by a machine that shuts down, by a terminal that is closed."""

OFTEN = 0.25
"""How many seconds at most pass between two times of asking."""

_told: list[int] = []
"""The signals that have come and were not yet asked for."""


class Stopped(KeyboardInterrupt):
    """Somebody has told this process to stop."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def heed_signals() -> dict[int, Any]:
    """Note signals from now on, but those that this process was told to ignore, and give what was
    done with them before; a second Ctrl-C stops everything at once.
    """
    numbers = [int(number) for number in (signal.SIGINT, *HANGUPS)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _note)
    return before


def _note(number: int, _frame: FrameType | None) -> None:
    """Note a signal once: whoever stops shall not be stopped in that."""
    _told.append(number)
    again = signal.default_int_handler if number == signal.SIGINT else signal.SIG_IGN
    signal.signal(number, again)


def stop_if_told() -> None:
    """Stop here, if that was asked for."""
    if _told:
        raise Stopped(_told.pop(0))
