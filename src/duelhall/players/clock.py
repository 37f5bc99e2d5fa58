"""How long a player may think, and how long it has thought."""

import time
from dataclasses import dataclass


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
