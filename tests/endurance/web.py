"""A server goes on, whatever becomes of its store, and whatever strangers send to it."""

import asyncio
import json
import logging
import random
import re
import socket
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from duelhall.engine.errors import DuelhallError
from duelhall.match import recall as commitment
from duelhall_web.lobby import ServerLimits
from duelhall_web.messages import TableMade, TablesRunning
from duelhall_web.store import SqliteStore
from tests.endurance.mutation import (
    CHARACTERS,
    NUMBERS,
    VALUES,
    damaged_bytes,
    damaged_json,
    damaged_text,
)
from tests.web.servers import UPGRADE, WISH, Running, TestServer, request, running

# --- a store of which something is damaged: the server opens, and all other tables go on ---

COLUMNS = {
    "tables": ("id", "about", "clocked", "is_over", "opened", "changed", "time"),
    "events": ("table_id", "number", "data", "data", "data"),
    "settings": ("name", "value"),
}

EVENTS = 9
"""How many there are of each game, the last of which takes moves back."""

BANK, PLAYED = 600, 30
"""Seconds for a game, and more than are played in the small store and after it."""


@cache
def small_store() -> tuple[bytes, TableMade, TableMade]:
    """What is in a file with two games that go on by the clock, in which moves were taken back, and
    who sits there. The file itself would be gone with the temporary folder of the first test.
    """

    async def play(file: Path) -> list[TableMade]:
        server = TestServer(SqliteStore(file))
        tables = [await server.open(clock={"bank": BANK}) for _ in range(2)]
        for made in tables:
            guests = [await server.enter(made, place) for place in range(2)]
            for _ in range(3):
                server.clock.time += 1
                await next(guest for guest in guests if guest.state["legal"]).move()
            for guest, type_ in zip(guests, ("undo", "reply"), strict=True):
                server.clock.time += 1
                await guest.ask(type_, **({"accept": True} if type_ == "reply" else {}))
        await server.lobby.close()
        await server.journal.close()
        return tables

    with pytest.MonkeyPatch.context() as patch:  # some deals are over after three moves
        patch.setattr(commitment, "new_seed", count(7).__next__)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "tables.sqlite"
            damaged, whole = asyncio.run(play(file))
            return file.read_bytes(), damaged, whole


@contextmanager
def copied_store() -> Iterator[Path]:
    """The small store as a file to damage."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        file.write_bytes(small_store()[0])
        yield file


def survive(*statements: str, words: tuple[object, ...] = ()) -> tuple[str, TablesRunning]:
    """Open the small store after damage to a table: what is said there, and what the owner sees."""
    _, damaged, whole = small_store()

    async def visit(store: SqliteStore) -> tuple[str, TablesRunning]:
        server, said = TestServer(store), ""
        await server.lobby.begin()
        guests = [await server.enter(whole, place) for place in range(2)]
        mover = next(guest for guest in guests if guest.state["legal"])
        server.clock.time += 1
        assert (await mover.move())["what"] == "moved"
        assert min(mover.state["clock"]["bank"]) > BANK - PLAYED, "no time went by meanwhile"
        for _ in range(2):
            try:
                await server.enter(damaged)
            except DuelhallError as error:
                said = str(error)
        running = await server.lobby.tables()
        await server.lobby.close()
        await server.journal.close()
        return said, running

    with copied_store() as copy:
        with closing(sqlite3.connect(copy, isolation_level=None)) as base:
            for statement in statements:
                base.execute(statement.replace("TABLE", damaged.table), words)
        return asyncio.run(visit(SqliteStore(copy)))


def store(chance: random.Random) -> None:
    """Damage a store by chance."""
    _, damaged, _ = small_store()
    table = chance.choice(("tables", "events", "events", "settings"))
    column = chance.choice(COLUMNS[table])
    which = {"tables": "id = 'TABLE'", "events": "table_id = 'TABLE' AND number = ?"}.get(table)
    number = chance.choice((EVENTS, chance.randint(1, EVENTS + 1)))
    words = (number,) if table == "events" else ()
    where = f"WHERE {which}" if which else ""
    if chance.random() < 0.2:
        said, _ = survive(f"DELETE FROM {table} {where}", words=words)
        assert said or table != "events" or number > EVENTS, "an event is lost and nobody is told"
        return
    value: object = chance.choice([each for each in VALUES if not isinstance(each, dict | list)])
    if column == "data" and chance.random() < 0.8:
        value = _damaged_event(chance, damaged.table, number)
    with suppress(sqlite3.Error, OverflowError, UnicodeEncodeError):  # what no column takes
        survive(f"UPDATE {table} SET {column} = ? {where}", words=(value, *words))


def _damaged_event(chance: random.Random, table: str, number: int) -> bytes:
    with copied_store() as copy, closing(sqlite3.connect(copy)) as base:
        found = base.execute(
            "SELECT data FROM events WHERE table_id = ? AND number = ?", (table, number)
        ).fetchone()
    data = found[0] if found else json.dumps({"type": "dropped", "time": 1}).encode()
    way = chance.random()
    if way < 0.2:
        return damaged_bytes(chance, data)
    if way < 0.5:
        return _with_other_digit(chance, data)
    return damaged_json(chance, data.decode()).encode(errors="replace")


def _with_other_digit(chance: random.Random, data: bytes) -> bytes:
    place = chance.choice(list(re.finditer(rb"\d", data)))
    return data[: place.start()] + b"%d" % chance.randrange(10) + data[place.end() :]


# --- what strangers send: the next good request is answered, and no error is logged ---

PATHS = (
    "/",
    "/api/games",
    "/api/tables",
    "/api/tables/x/game",
    "/api/rules/blade",
    "/ws",
    "/assets/x",
)
HOSTS = ("localhost", "evil.example", "[::1]", "[", "", "localhost:x", "127.0.0.1:99999", "a" * 500)
ORIGINS = (
    "http://localhost",
    "http://[",
    "null",
    "http://evil.example",
    "//",
    "http://localhost:x",
)
METHODS = (b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS", b"get", b"\0")
HELLO = b'{"type": "hello", "version": 1, "table": "x", "token": "y"}'
LINGER = b"\1\0\0\0\0\0\0\0"
"""Not at all: the connection is cut, and what was sent may be lost."""


class Errors(logging.Handler):
    """Keeps what should not have been logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.name == "duelhall_web":
            self.kept.append(self.format(record))


@cache
def _server() -> tuple[Running, Errors, ExitStack]:
    """A server for all tries of this process."""
    stack, errors = ExitStack(), Errors()
    logging.getLogger().addHandler(errors)
    limits = ServerLimits(request_seconds=0.2, connections=20)
    return stack.enter_context(running(limits)), errors, stack


def web(chance: random.Random) -> None:
    """Send something hostile, and ask for something harmless then."""
    server, errors, _ = _server()
    with server.connect() as connection:
        connection.settimeout(2 * ServerLimits().request_seconds)
        with suppress(OSError):
            chance.choice((_request, _request, _half, _frames))(chance, connection)
            if chance.random() < 0.3:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
            else:
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1000)
    answer = server.ask()
    assert b" 200 " in answer[:20], answer[:500]
    kept, errors.kept = errors.kept, []
    assert kept == [], kept[0]


def _request(chance: random.Random, connection: socket.socket) -> None:
    """A request of which anything may be wrong."""
    path = chance.choice(PATHS)
    if chance.random() < 0.7:
        path = damaged_text(chance, path + chance.choice(("", "%00", "%ff", "/..", "?a=b")))
    headers = {"host": chance.choice(HOSTS), "origin": chance.choice(ORIGINS)}
    if chance.random() < 0.3:
        headers |= UPGRADE
    if chance.random() < 0.5:
        headers[chance.choice(("content_length", "range", "authorization", "expect"))] = (
            chance.choice(
                (
                    *NUMBERS,
                    "bytes=0-0,0-0",
                    "100-continue",
                    "Bearer \xff",
                    CHARACTERS.split("\n")[0][:9],
                )
            )
            .encode()
            .decode("latin-1")
        )
    text = request(path.encode(), chance.choice(METHODS), **headers)
    connection.sendall(damaged_bytes(chance, text) if chance.random() < 0.5 else text)


def _half(chance: random.Random, connection: socket.socket) -> None:
    """The beginning of a good request."""
    whole = chance.choice(
        (
            request(b"/api/games"),
            request(b"/ws", **UPGRADE),
            WISH + b"content-length: 17\r\n\r\n" + b'{"game": "blade"}',
            WISH + b"transfer-encoding: chunked\r\n\r\n4\r\n" + b'{"ga\r\nffffffff\r\n',
        )
    )
    connection.sendall(whole[: chance.randrange(len(whole))])


def _frames(chance: random.Random, connection: socket.socket) -> None:
    """A WebSocket, and frames that may be broken."""
    connection.sendall(request(b"/ws", **UPGRADE))
    connection.recv(1000)
    for _ in range(chance.randint(1, 20)):
        data = chance.choice((HELLO, b"", b"\xff", b"[" * 20_000, damaged_bytes(chance, HELLO)))
        sent = Frame(Opcode.TEXT, data).serialize(mask=chance.random() < 0.9)
        if chance.random() < 0.5:  # another kind, or a piece of a message
            sent = bytes([chance.randrange(256)]) + sent[1:]
        connection.sendall(damaged_bytes(chance, sent) if chance.random() < 0.2 else sent)
