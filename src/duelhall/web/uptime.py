"""The clock of a server: it stands still while the server does not run.

All clocks of games go by it. So a restart, however long it takes, costs no player any time.
"""

import time
from collections.abc import Callable

LONGEST = 1e10
"""No server has run for more seconds: whatever says so is damaged."""


class Uptime:
    """Seconds that a server has run, in all its lives."""

    def __init__(self, before: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start = clock() - before

    def now(self) -> float:
        """The time."""
        return self._clock() - self._start
