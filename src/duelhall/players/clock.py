"""How long a player may think, and how long it has thought.

The time of a person's turn, when a game is played with a clock.
"""

import math
import time
from dataclasses import dataclass

from duelhall.match.match import Match


def now() -> float:
    """The clock that counts, in seconds."""
    return time.monotonic()


@dataclass(frozen=True)
class Clock:
    """How long a player may think, in seconds; None means no limit.

    >>> import duelhall
    >>> from duelhall.players import Clock
    >>> clock = Clock(move=2, bank=60)
    >>> duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7, clock=clock).over
    True
    """

    move: float | None = None  #: for one decision
    bank: float | None = None  #: for all decisions of a game
    start: float = 10.0  #: to start and to say hello


class Thinking:
    """How long a seat has thought, and how much time it has left."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.total = self.slowest = 0.0

    def add(self, seconds: float) -> None:
        """Count one decision."""
        self.total += seconds
        self.slowest = max(self.slowest, seconds)

    @property
    def bank(self) -> float | None:
        """What is left for the rest of the game."""
        return None if self.clock.bank is None else max(0.0, self.clock.bank - self.total)

    @property
    def left(self) -> float | None:
        """What is left for the next decision."""
        limits = [limit for limit in (self.clock.move, self.bank) if limit is not None]
        return min(limits, default=None)


class TurnTime:
    """Counts the seconds of a match's current turn, from when they are first asked for."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.match, self.seconds = match, seconds
        clock = match.game.definition.turns
        self.lasts = clock is not None and clock.lasts(match.game.options)
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
