"""A hall in this process, for tests: its workers are functions, and its guests are lists."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from duelhall.players.entry import Entry
from duelhall_web.events import Uptime
from duelhall_web.lobby import Lobby, ServerLimits, time_in
from duelhall_web.messages import ClientMessage, FromClient, SeatSetup, TableMade, TableSetup
from duelhall_web.session import Services, Session
from duelhall_web.store import Journal, SessionStore, SqliteStore
from duelhall_web.workers import Compiler

Found = TypeVar("Found")


class AtOnce:
    """Workers that do in this process what they are asked for."""

    async def play(self, function: Callable[..., Found], *arguments: object) -> Found:
        return function(*arguments)

    help = advise = read = play


class FakeClock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Guest:
    """Somebody who writes down what they are told."""

    place = -1
    has_gone = False

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.bytes: list[bytes] = []
        self.has_left = False
        self.session: Session | None = None

    def tell(self, message: bytes) -> None:
        self.bytes.append(message)
        self.heard.append(json.loads(message))

    def leave(self) -> None:
        self.has_left = True

    @property
    def states(self) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == "state"]

    @property
    def state(self) -> dict[str, Any]:
        return self.states[-1]

    async def ask(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Ask the host of the table for something."""
        assert self.session
        said: FromClient = msgspec.convert({"type": type_, "id": 1, **fields}, ClientMessage)
        answer = await self.session.answer(self.place, said)
        found: dict[str, Any] = msgspec.to_builtins(answer)
        return found

    async def move(self, move: str | None = None) -> dict[str, Any]:
        """Make a move, the first legal one if none is given."""
        text = move or self.state["legal"][0]["move"]
        return await self.ask("move", move=text, position=self.state["position"])


class TestHall:
    """A hall with a store, and a clock that is set by hand."""

    __test__ = False

    def __init__(
        self,
        store: SessionStore | None = None,
        bots: Mapping[str, Entry] | None = None,
        limits: ServerLimits | None = None,
    ) -> None:
        store = store or SqliteStore(None)
        self.clock = FakeClock()
        self.journal = Journal(store)
        uptime = Uptime(time_in(store), self.clock)
        workers: Any = AtOnce()
        services = Services(self.journal, uptime, workers, bots or {})
        self.lobby = Lobby(services, Compiler(is_on=False), limits)

    async def invite(self, game: str = "blade", **wish: Any) -> TableMade:
        return await self.lobby.open(msgspec.convert({"game": game, **wish}, TableSetup), "here")

    async def open(self, game: str = "blade", **wish: Any) -> TableMade:
        """A table at which a friend has sat down, if one was invited; with the friend's token."""
        made = await self.invite(game, **wish)
        if made.code is None:
            return made
        taken = await self.lobby.sit_down(SeatSetup(made.code), "there")
        return replace(made, tokens=(made.tokens[0], taken.token))

    async def enter(
        self, made: TableMade, place: int = 0, last: int | None = None, name: str = ""
    ) -> Guest:
        """Somebody who comes to a place; 2 is that of the onlookers."""
        guest = Guest()
        token = [*made.tokens, made.watch][place] or ""
        await self.lobby.enter(guest, made.table, token, last, name)
        return guest

    def go(self, guest: Guest) -> None:
        self.lobby.leave(guest)


PATIENCE = 60.0
"""Seconds after which something is taken never to happen, on a busy machine, too."""


async def settle() -> None:
    """Let everything be done that can be done without waiting for a clock."""
    async with asyncio.timeout(PATIENCE):
        while others := [task for task in asyncio.all_tasks() if _is_at_work(task)]:
            await asyncio.wait(others)
            await asyncio.sleep(0)


def _is_at_work(task: asyncio.Task[Any]) -> bool:
    coroutine: Any = task.get_coro()
    return task is not asyncio.current_task() and coroutine.__name__ != "_beat"


def in_hall(
    test: Callable[[TestHall], Awaitable[None]],
    store: SessionStore | None = None,
    **options: Any,
) -> None:
    """Run a test in a hall of its own."""

    async def run() -> None:
        hall = TestHall(store, **options)
        try:
            await test(hall)
        finally:
            await hall.lobby.close()
            await hall.journal.close()

    asyncio.run(run())
