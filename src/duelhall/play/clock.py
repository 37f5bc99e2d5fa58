"""How long players may think, and what a match has counted of it."""

import math
import time
from dataclasses import dataclass

from duelhall.engine.errors import BadUsage, shortened
from duelhall.engine.record import SEATS


def now() -> float:
    """The seconds that bots and people at a terminal are timed by."""
    return time.monotonic()


LONGEST = 1_000_000.0
"""The longest time limit, in seconds: longer than anyone needs, and still safe for the system."""


@dataclass(frozen=True)
class Clock:
    """How long a player may think, in seconds; None means no limit.

    >>> import duelhall
    >>> from duelhall.play import Clock
    >>> clock = Clock(move=10, bank=60, increment=2)
    >>> duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7, clock=clock).over
    True
    >>> clock.is_limited, Clock().is_limited
    (True, False)
    """

    move: float | None = None  #: for one decision
    bank: float | None = None  #: for all decisions of a game
    start: float = 10.0  #: to start and to say hello
    increment: float = 0.0  #: added to the bank with each move, unless it has run out

    def __post_init__(self) -> None:
        if self.increment and self.bank is None:
            raise BadUsage("an increment is added to the time for a game: say how long that is")

    @property
    def is_limited(self) -> bool:
        """Whether any time can run out."""
        return self.move is not None or self.bank is not None


NO_LIMIT = "none"
PER_GAME = "/game"
MINUTE = 60
WRITTEN = (
    "1 for one second per move, 60/game for 60 seconds per game, 1+60/game for both, 5+3 for five "
    f"minutes per game plus three seconds per move, or {NO_LIMIT}"
)


def parse_clock(text: str) -> Clock:
    """A clock as it is written on a command line.

    >>> parse_clock("1+60/game")
    Clock(move=1.0, bank=60.0, start=10.0, increment=0.0)
    >>> parse_clock("5+3")
    Clock(move=None, bank=300.0, start=10.0, increment=3.0)
    """
    if text == NO_LIMIT:
        return Clock()
    parts = text.split("+")
    try:
        numbers = [float(part.removesuffix(PER_GAME)) for part in parts]
    except ValueError:
        numbers = []
    match numbers, [part.endswith(PER_GAME) for part in parts]:
        case [move], [False]:
            clock = Clock(move=move)
        case [bank], [True]:
            clock = Clock(bank=bank)
        case [move, bank], [False, True]:
            clock = Clock(move=move, bank=bank)
        case [minutes, increment], [False, False]:
            clock = Clock(bank=minutes * MINUTE, increment=increment)
        case _:
            raise BadUsage(f"cannot read the time limit {shortened(text)}: write {WRITTEN}")
    limits = [limit for limit in (clock.move, clock.bank) if limit is not None]
    if not (all(0 < limit <= LONGEST for limit in limits) and 0 <= clock.increment <= LONGEST):
        raise BadUsage(
            f"a time limit is more than 0 and at most {LONGEST:.0f} seconds, or {NO_LIMIT}, "
            f"not {shortened(text)}"
        )
    return clock


class Timer:
    """What a clock has counted in a match: whose time runs, what they have used, what they have.

    It is told the time by whoever plays at the table, in seconds from any moment on. A seat can
    also say itself how long it has thought; then nothing needs to run here.
    """

    def __init__(self, clock: Clock, *, lasts: bool = False) -> None:
        self.clock = clock
        self.begins: float | None = None  # when the turn does; None while no time runs
        self.totals, self.slowest = [0.0] * SEATS, [0.0] * SEATS
        self._length = clock.move if lasts and clock.move else 0.0  # the least of a turn
        self._seat = 0  # whose turn it is
        self._next = -math.inf  # when the next turn can begin
        self._banks = [clock.bank] * SEATS
        self._paid = [0] * SEATS  # the number of the last move with which an increment came

    # --- the turn ---

    def begin(self, seat: int, time: float) -> None:
        """Begin a seat's turn, or go on with it if it has begun; where turns last their full time,
        the last one goes on until it is over.
        """
        if self.begins is None:
            self._seat, self.begins = seat, max(time, self._next)

    def stop(self) -> None:
        """Let no time run, nor the last turn go on."""
        self.begins, self._next = None, -math.inf

    def rest(self, time: float) -> float:
        """How many seconds it takes until the next turn can begin, though the last move is made."""
        return max(0.0, (self._next if self.begins is None else self.begins) - time)

    def thought(self, time: float) -> float:
        """How many seconds the turn has taken; never more than it may."""
        if self.begins is None:
            return 0.0
        seconds, limit = max(0.0, time - self.begins), self.limit(self._seat)
        return seconds if limit is None else min(seconds, limit)

    @property
    def deadline(self) -> float | None:
        """When the turn runs out."""
        limit = self.limit(self._seat)
        return None if self.begins is None or limit is None else self.begins + limit

    def left(self, time: float) -> float | None:
        """How many seconds are left until the turn runs out."""
        return None if self.deadline is None else max(0.0, self.deadline - time)

    # --- the seats ---

    def limit(self, seat: int) -> float | None:
        """How many seconds a seat has for a decision, from its beginning on."""
        limits = (self.clock.move, self._banks[seat])
        return min((limit for limit in limits if limit is not None), default=None)

    def bank(self, seat: int, time: float | None = None) -> float | None:
        """What is left of a seat's bank; at a time, even while its turn runs."""
        bank = self._banks[seat]
        if bank is None or time is None or seat != self._seat:
            return bank
        return max(0.0, bank - self.thought(time))

    def count(self, seat: int, seconds: float) -> None:
        """Count what a seat has thought, and end its turn."""
        self.totals[seat] += seconds
        self.slowest[seat] = max(self.slowest[seat], seconds)
        if (bank := self._banks[seat]) is not None:
            self._banks[seat] = max(0.0, bank - seconds)
        self._next = -math.inf if self.begins is None else self.begins + self._length
        self.begins = None

    def add_increment(self, seat: int, number: int) -> None:
        """Let a seat have its increment for a move of its own; no bank that has run out comes back
        by it, and no move that was taken back brings it again.
        """
        bank = self._banks[seat]
        if bank and number > self._paid[seat]:
            self._banks[seat], self._paid[seat] = bank + self.clock.increment, number


def time_text(seconds: float) -> str:
    """A time for people to read, rounded up: `4.3 s`, or `5:03` from a minute on."""
    if seconds >= MINUTE:
        return "{}:{:02}".format(*divmod(math.ceil(seconds), MINUTE))
    return f"{math.ceil(max(0.0, seconds) * 10) / 10:g} s"
