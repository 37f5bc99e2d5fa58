"""A store of which something is damaged: the server opens, and all other tables go on."""

import asyncio
import json
import random
import re
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from duelhall.engine.errors import DuelhallError
from duelhall.match import recall as commitment
from duelhall_web.messages import TableMade, TablesRunning
from duelhall_web.store import SqliteStore
from tests.endurance.mutation import VALUES, damaged_bytes, damaged_json
from tests.web.servers import TestServer

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
