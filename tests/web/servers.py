"""Servers for tests: in this process alone, or reached through sockets, as strangers reach it; and
the stores they run on.
"""

import asyncio
import json
import os
import socket
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import msgspec
import pytest
import uvicorn
from msgspec.structs import replace

from duelhall.play.entry import Entry
from duelhall_web.app import ServerConfig
from duelhall_web.events import Uptime, hashed
from duelhall_web.lobby import Lobby, ServerLimits, time_in
from duelhall_web.messages import ClientMessage, FromClient, SeatSetup, TableMade, TableSetup
from duelhall_web.serve import config_of, listening_socket
from duelhall_web.session import Services, Session
from duelhall_web.store import Journal, SessionStore, SqliteStore, StoredEvent, TableRow
from duelhall_web.workers import Compiler

PATIENCE = 60.0
"""Seconds after which something is taken never to happen, on a busy machine, too."""

Found = TypeVar("Found")


BROKEN = Entry("broken", command=(sys.executable, "-c", "raise SystemExit(1)"))
"""A program that does not start."""


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


class TestServer:
    """A server with a store, and a clock that is set by hand."""

    __test__ = False

    def __init__(
        self,
        store: SessionStore | None = None,
        bots: dict[str, Entry] | None = None,
        limits: ServerLimits | None = None,
    ) -> None:
        store = store or SqliteStore(None)
        self.clock = FakeClock()
        self.journal = Journal(store)
        uptime = Uptime(time_in(store), self.clock)
        workers: Any = AtOnce()
        self.bots = bots or {}
        services = Services(self.journal, uptime, workers, self.bots)
        self.lobby = Lobby(services, Compiler(is_on=False), limits or ServerLimits())

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

    async def close(self) -> None:
        await self.lobby.close()
        await self.journal.close()

    async def kill(self) -> None:
        """End without putting anything in order."""
        if self.lobby._beating:
            self.lobby._beating.cancel()
        for session in self.lobby._sessions.values():
            session.close()
        await self.journal.close()


async def sat_down(server: TestServer, **wish: Any) -> tuple[Guest, Guest]:
    """Two people at a table: the one to move, and the other one."""
    made = await server.open(**wish)
    guests = [await server.enter(made, place) for place in range(2)]
    mover = guests[0].state["to_move"]
    first, second = sorted(guests, key=lambda guest: guest.state["seat"] != mover)
    return first, second


async def play_on(*guests: Guest) -> None:
    """Let people make the first legal moves, until the game is over."""
    while not guests[0].state["result"]:
        to_move = guests[0].state["to_move"]
        mover = next((each for each in guests if each.state["seat"] == to_move), None)
        if mover is None or not mover.state["legal"]:
            await settle()
        else:
            assert (await mover.move())["what"] == "moved"


async def settle() -> None:
    """Let everything be done that can be done without waiting for a clock."""
    async with asyncio.timeout(PATIENCE):
        while others := [task for task in asyncio.all_tasks() if _is_at_work(task)]:
            await asyncio.wait(others)
            await asyncio.sleep(0)


def _is_at_work(task: asyncio.Task[Any]) -> bool:
    """Whether something has a task to do besides the test, what runs it, and the server's clock."""
    coroutine: Any = task.get_coro()
    is_of_test = task is asyncio.current_task() or "anyio" in coroutine.cr_code.co_filename
    return not is_of_test and coroutine.__name__ != "_beat"


# --- reached through sockets ---

OWNER = "the owner's token"
WISH = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
"""How a wish for a table begins."""

UPGRADE: Any = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""What a WebSocket is asked for with."""


class Running:
    """A server, and how to speak to it."""

    def __init__(self, port: int) -> None:
        self.port = port

    def connect(self, said: bytes = b"") -> socket.socket:
        """A connection, after something was sent."""
        found = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        found.sendall(said)
        return found

    def ask(self, path: bytes = b"/api/games", method: bytes = b"GET", **headers: str) -> bytes:
        """The whole answer to a request."""
        return heard(self.connect(request(path, method, **headers)))

    def owner_sees(self) -> bytes:
        """What is on the owner's page."""
        return self.ask(b"/api/tables", authorization=f"Bearer {OWNER}")


def request(path: bytes, method: bytes = b"GET", **headers: str) -> bytes:
    """A request, after which the connection ends."""
    said = {"host": "localhost", "connection": "close", **headers}
    lines = [
        f"{name.replace('_', '-')}: {value}\r\n".encode("latin-1") for name, value in said.items()
    ]
    return method + b" " + path + b" HTTP/1.1\r\n" + b"".join(lines) + b"\r\n"


def heard(connection: socket.socket) -> bytes:
    """Everything that is said until the connection ends."""
    parts = []
    with connection:
        try:
            while part := connection.recv(65_536):
                parts.append(part)
        except ConnectionResetError:
            pass
    return b"".join(parts)


@contextmanager
def running(limits: ServerLimits, **options: Any) -> Iterator[Running]:
    """A server with a store in memory."""
    setup = ServerConfig(
        options.pop("store", partial(SqliteStore, None)),
        owner=hashed(OWNER),
        limits=limits,
        workers=1,
        compiles=False,
        **options,
    )
    with listening_socket("127.0.0.1", 0) as sock:
        server = uvicorn.Server(config_of(setup))
        thread = Thread(target=server.run, args=([sock],), daemon=True)
        thread.start()
        try:
            yield Running(sock.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()


# --- stores ---

POSTGRES = "DUELHALL_TEST_POSTGRES"
"""The variable with the address of a PostgreSQL server for tests (tools/with-postgres)."""

KINDS = ("sqlite", "postgresql")


@contextmanager
def empty_store(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a store of some kind, with nothing in it."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tables.sqlite'}"
        return
    url = os.environ.get(POSTGRES)
    if url is None:
        pytest.skip("needs a PostgreSQL server: tools/with-postgres make test")
    import psycopg

    schema = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as base:
        base.execute(f"CREATE SCHEMA {schema}")
        try:
            yield f"{url}&options=-csearch_path%3D{schema}"
        finally:
            base.execute(f"DROP SCHEMA {schema} CASCADE")


def event(table: str, number: int, data: bytes = b"{}") -> StoredEvent:
    return StoredEvent(table, number, data)


def row(table: str, changed: float = 1.0, *, over: bool = False, time: float = 0.0) -> TableRow:
    return TableRow(table, "about", clocked=True, over=over, opened=0.5, changed=changed, time=time)
