"""The time of a person's turn, where a game is played by the clock."""

import math
import time

from duelhall.engine.features import TurnClock
from duelhall.engine.match import Match


class TurnTime:
    """Counts the seconds of the turn that a match is in, from when it is first asked for."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.match, self.seconds = match, seconds
        clock = match.game.definition.feature(TurnClock)
        self.lasts = clock is not None and clock.lasts_its_time(match.game.options)
        self._turn, self._end = -1, 0.0

    def left(self) -> float:
        """How many seconds are left of the turn."""
        if self._turn != len(self.match.moves):
            self._turn, self._end = len(self.match.moves), time.monotonic() + self.seconds
        return self._end - time.monotonic()

    def rest(self) -> float:
        """After a move, how many seconds its turn goes on, where a turn lasts its full time."""
        return max(0.0, self._end - time.monotonic()) if self.lasts else 0.0

    def wait(self) -> None:
        """Let the rest of the turn go by."""
        time.sleep(self.rest())


def seconds_text(seconds: float) -> str:
    """A time to read, rounded up to a tenth of a second."""
    return f"{math.ceil(max(0.0, seconds) * 10) / 10:g}"
