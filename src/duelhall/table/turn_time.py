"""The time of a person's turn, when a game is played with a clock."""

import math
import time

from duelhall.engine.features import TurnClock
from duelhall.match.match import Match


class TurnTime:
    """Counts the seconds of a match's current turn, from when they are first asked for."""

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
        """After a move, how many seconds are left of a turn that lasts its full time."""
        return max(0.0, self._end - time.monotonic()) if self.lasts else 0.0

    def wait(self) -> None:
        """Wait out the rest of the turn."""
        time.sleep(self.rest())


def seconds_text(seconds: float) -> str:
    """A time for people to read, rounded up to a tenth of a second."""
    return f"{math.ceil(max(0.0, seconds) * 10) / 10:g}"
