"""Being told to stop: everything is left in order, whoever says so.

A signal that raises an error wherever it comes may come where errors are lost, as in the middle of
an object's end. So it is only noted, and whoever plays games asks for it where they can stop.
"""

import signal
from types import FrameType

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


def heed_signals() -> None:
    """Note signals from now on, but those that this process was told to ignore; a second Ctrl-C
    stops everything at once.
    """
    for number in (signal.SIGINT, *HANGUPS):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _note)


def _note(number: int, _frame: FrameType | None) -> None:
    _told.append(number)
    if number == signal.SIGINT:
        signal.signal(number, signal.default_int_handler)


def stop_if_told() -> None:
    """Stop here, if that was asked for."""
    if _told:
        raise Stopped(_told.pop(0))
