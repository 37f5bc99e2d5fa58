"""Being told to stop: everything is left in order, whoever says so."""

import signal
from types import FrameType

HANGUPS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""What a process is sent by `kill`, by a machine that shuts down, by a terminal that is closed."""


class Stopped(KeyboardInterrupt):
    """A signal that is taken as Ctrl-C is."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def heed_hangups() -> None:
    """Take hangups as Ctrl-C from now on, but those that this process was told to ignore."""
    for hangup in HANGUPS:
        if signal.getsignal(hangup) is not signal.SIG_IGN:
            signal.signal(hangup, _stop)


def _stop(number: int, _frame: FrameType | None) -> None:
    raise Stopped(number)
