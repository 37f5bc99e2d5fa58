"""How much one server does, and how much it does for someone who asks too much."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_network

from duelhall.engine.errors import DuelhallError

HOUR = 3600.0

LOOKS = 4
"""How often invitations may be looked at or accepted for each table that may be opened."""


class OverLimit(DuelhallError):
    """More than this server does."""


@dataclass(frozen=True)
class ServerLimits:
    """What is allowed."""

    message_bytes: int = 16_384  # of one message from a browser
    request_bytes: int = 262_144  # of one request over HTTP, which may hold a card file
    request_seconds: float = 10.0  # until a request is complete
    messages: float = 20.0  # a second, from one connection
    burst: int = 60  # of messages at once
    errors: int = 20  # of one connection, before it is closed
    waiting: int = 200  # messages to one connection that does not read them
    connections: int = 40  # from one address
    all_connections: int = 5000
    tables: float = 60.0  # an hour, from one address
    tables_at_once: int = 30  # of them at once
    open_tables: int = 20_000  # in memory at the same time

    @classmethod
    def for_address(cls, connections: int) -> "ServerLimits":
        """With so many connections from one address, and as many tables."""
        return cls(connections=connections, tables=connections, tables_at_once=connections)


class Bucket:
    """Allows so many things a second on average, and so many at once."""

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._then = most, clock()

    def take(self, count: int = 1) -> bool:
        """Whether so many more are allowed now."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < count:
            return False
        self._left -= count
        return True

    @property
    def is_full(self) -> bool:
        """Whether nobody has taken anything for long, so that it can be forgotten."""
        return self._left + (self._clock() - self._then) * self._rate >= self._most


def counted_as(address: str) -> str:
    """What an address counts as: who has one of IPv6 has a whole network of them."""
    try:
        is_long = ":" in address and "." not in address
        return str(ip_network((address, 64), strict=False)) if is_long else address
    except ValueError:
        return address


class Addresses:
    """What each address has at the moment."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._connections: Counter[str] = Counter()
        self._tables: dict[str, Bucket] = {}
        self._codes: dict[str, Bucket] = {}

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return self._connections.total()

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """Count a connection while it lasts; OverLimit if there are too many."""
        address = counted_as(address)
        if self._connections[address] >= self._limits.connections:
            raise OverLimit("too many connections from your address")
        if self.connections >= self._limits.all_connections:
            raise OverLimit("this server is full; try again later")
        self._connections[address] += 1
        try:
            yield
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]

    def take_table(self, address: str) -> None:
        """Count a table that is opened; OverLimit if it is one too many."""
        limits = self._limits
        if not _taken(self._tables, address, limits.tables, limits.tables_at_once):
            raise OverLimit("too many tables were opened from your address; try again later")

    def take_code(self, address: str) -> None:
        """Count a look at an invitation; OverLimit if it is one too many."""
        limits = self._limits
        if not _taken(self._codes, address, LOOKS * limits.tables, LOOKS * limits.tables_at_once):
            raise OverLimit("too many invitations were tried from your address; try again later")


def _taken(buckets: dict[str, Bucket], address: str, hourly: float, most: float) -> bool:
    """Whether an address may have one more; addresses that had none for long are forgotten."""
    for other in [other for other, bucket in buckets.items() if bucket.is_full]:
        del buckets[other]
    return buckets.setdefault(counted_as(address), Bucket(hourly / HOUR, most)).take()
