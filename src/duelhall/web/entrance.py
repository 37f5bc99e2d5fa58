"""Connections until they are WebSockets: how many there may be, and how long a request may take.

Whoever connects and says nothing, or says it a letter at a time, takes up a file descriptor, of
which a process has only so many. So a request must be complete in time, and an address has only so
many connections. Where one more comes, the one that has waited longest goes: whoever has something
to say has said it by then.
"""

import os
from collections import defaultdict
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from duelhall.web.limits import Limits, counted_as
from duelhall.web.log import log

SPARE = 3000
"""How many file descriptors a server wants besides those of its WebSockets."""

KEPT = 1 / 4
"""Which part of them is for what is here already and for the owner, when strangers have taken the
rest; the system keeps no more connections waiting to be let in than half of that.
"""

ANSWERING = 60.0
"""Seconds in which an answer must be given, and taken."""

VISITORS, CROWDED = "visitors", "crowded"
"""What is told to the requests of a connection: who is here, and that few descriptors are left."""


def raised_files(limits: Limits) -> int:
    """How many files this process may open, after asking the system for what it may need."""
    wanted = limits.all_connections + SPARE
    with suppress(ImportError, OSError, ValueError):  # not every system has a limit to be raised
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit

        soft, hard = getrlimit(RLIMIT_NOFILE)
        if 0 <= soft < wanted:  # no limit at all is a number below 0
            most, wanted = wanted if hard < 0 else min(wanted, hard), soft
            setrlimit(RLIMIT_NOFILE, (most, hard))
            wanted = most
    return wanted


def _open_files() -> int:
    """How many files are open: the system gives out the lowest number that is free."""
    with Path(os.devnull).open("rb") as file:
        return file.fileno()


class Visitors:
    """The connections that are no WebSockets, by the addresses that they come from."""

    def __init__(self, limits: Limits, files: int, proxies: Collection[str] = ()) -> None:
        self.limits, self._proxies = limits, proxies
        self.many = files * (1 - KEPT)
        self.most = self.many - _open_files()  # connections of all kinds
        self._ended = 0
        self._here: defaultdict[str, dict[Entrance, None]] = defaultdict(dict)

    def add(self, visitor: "Entrance", address: str) -> None:
        """Count a connection; if it is one too many, the one that has waited longest goes."""
        if CROWDED in visitor.app_state:
            by_number = sorted(self._here.values(), key=len, reverse=True)
            self._ended += _end_one_of(each for those in by_number for each in those)
            log.warning(
                "at a limit: few file descriptors are left (ulimit -n), so that connections that "
                "asked for nothing were ended; since the start, %d",
                self._ended,
            )
        mine = self._here[counted_as(address)]
        mine[visitor] = None
        if len(mine) > self.limits.connections and address not in self._proxies:
            log.warning("at a limit: an address has too many connections that ask for nothing")
            _end_one_of(mine)

    def remove(self, visitor: "Entrance", address: str) -> None:
        """A connection has ended, or is a WebSocket now."""
        self._here[counted_as(address)].pop(visitor, None)
        if not self._here[counted_as(address)]:
            del self._here[counted_as(address)]


def _end_one_of(visitors: "Iterable[Entrance]") -> bool:
    """End the connection of the first who waits; whether there was one."""
    found = next((each for each in visitors if each.is_waiting), None)
    if found is not None:
        found.leave()
        found.transport.abort()
    return found is not None


class Entrance(H11Protocol):
    """HTTP, for as long as a request may take."""

    def connection_made(self, transport: Any) -> None:
        """Called when somebody connects."""
        super().connection_made(transport)
        self._visitors: Visitors = self.app_state[VISITORS]
        self._address = self.client[0] if self.client else ""
        self._patience, self._since = self._visitors.limits.request_seconds, self.loop.time()
        self._timer = self.loop.call_later(self._patience, self._look)
        number = transport.get_extra_info("socket").fileno()
        if len(self.connections) > self._visitors.most or number >= self._visitors.many:
            self.app_state = {**self.app_state, CROWDED: True}
        self._visitors.add(self, self._address)

    @property
    def is_waiting(self) -> bool:
        """Whether it has asked for nothing, or not to the end."""
        if self.cycle is None or (self.cycle.more_body and not self.cycle.response_started):
            return True
        return self.cycle.response_complete and not self.transport.get_write_buffer_size()

    def _look(self) -> None:
        """End the connection if it has taken too long."""
        allowed = self._patience if self.is_waiting else ANSWERING
        left = self._since + allowed - self.loop.time()
        if left <= 0:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(min(left, self._patience), self._look)

    def on_response_complete(self) -> None:
        """Called when a request was answered: the next one may come."""
        self._since = self.loop.time()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Called when it becomes a WebSocket."""
        self.leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection has ended."""
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        """Be counted no longer."""
        self._timer.cancel()
        self._visitors.remove(self, self._address)
