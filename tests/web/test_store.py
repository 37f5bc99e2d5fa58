"""Where tables are stored: both stores do the same, and neither loses what it has confirmed."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from duelhall.engine.errors import BadUsage
from duelhall_web import lobby
from duelhall_web.lobby import ServerLimits
from duelhall_web.store import (
    AWAY,
    CONNECTING,
    BrokenStore,
    Journal,
    PostgresStore,
    SessionStore,
    SqliteStore,
    only_server,
    open_store,
)
from tests.web.servers import Guest, TestServer, event, row, settle

MODES = ("journal_mode", "synchronous")


@pytest.fixture
def store(url: str) -> Iterator[SessionStore]:
    found = open_store(url)
    yield found
    found.close()


def test_events_come_back_in_their_order(store: SessionStore, url: str) -> None:
    store.add([event("b", 1, b"first"), event("a", 1, b"other")], [row("a"), row("b")])
    store.add([event("b", number, b"%d" % number) for number in range(2, 12)], [])
    with closing(open_store(url)) as again:
        assert again.events("b") == [b"first", *(b"%d" % number for number in range(2, 12))]
        assert again.events("none") == []


def test_what_is_known_of_tables_is_the_latest(store: SessionStore) -> None:
    assert store.table("a") is None
    store.add([], [row("a", 5.0, time=3.0), row("b", 6.0, time=1e7 / 3)])
    store.add([], [row("a", 7.0, over=True, time=4.5)])
    assert store.tables() == [row("a", 7.0, over=True, time=4.5), row("b", 6.0, time=1e7 / 3)]
    assert store.table("b") == row("b", 6.0, time=1e7 / 3), "to the last digit"


def test_no_event_is_written_twice_and_nothing_is_written_in_part(store: SessionStore) -> None:
    store.add([event("a", 1, b"x")], [row("a")])
    with pytest.raises(BrokenStore):
        store.add([event("b", 1), event("a", 1, b"y")], [row("b")])
    assert store.events("a") == [b"x"]
    assert store.events("b") == []
    assert store.table("b") is None
    store.add([event("a", 2)], [])


def test_sqlite_writes_ahead_waits_for_the_disk_and_shows_nobody_its_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    modes = [store._base.execute(f"PRAGMA {name}").fetchone()[0] for name in MODES]
    store.close()
    assert modes == ["wal", 2], "2 is FULL"
    assert (tmp_path / "tables.sqlite").stat().st_mode & 0o077 == 0, "it is for its owner only"


def test_settings(store: SessionStore) -> None:
    assert store.setting("uptime") is None
    for value in ("1", "2"):
        store.set("uptime", value)
        assert store.setting("uptime") == value


def test_old_tables_are_removed_when_asked(store: SessionStore) -> None:
    store.add([event("old", 1), event("new", 1)], [row("old", 1.0), row("new", 3.0)])
    assert store.prune(2.0) == 1
    assert [each.table for each in store.tables()] == ["new"]
    assert (store.events("old"), len(store.events("new"))) == ([], 1)


@pytest.mark.parametrize(
    "url", ["tables.sqlite", "mysql://x", "", "sqlite:", "sqlite:x", "sqlite://x"]
)
def test_other_stores_are_refused(url: str) -> None:
    with pytest.raises(BadUsage, match="--store takes"):
        open_store(url)


def test_a_store_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no database")
    with closing(sqlite3.connect(tmp_path / "other")) as other:
        other.execute("CREATE TABLE tables (id)")
    for path in (tmp_path / "file", tmp_path / "file" / "below", tmp_path / "other"):
        with pytest.raises(BrokenStore):
            open_store(f"sqlite:///{path}")


# --- the journal ---


@pytest.fixture
async def journal(store: SessionStore) -> AsyncIterator[Journal]:
    found = Journal(store)
    yield found
    await found.close()


async def test_one_bad_event_does_not_hurt_the_others(journal: Journal) -> None:
    await journal.add([event("a", 1)], row("a"))
    events = event("a", 2), event("a", 1), event("b", 1)
    adding = [journal.add([each]) for each in events]
    first, second, third = await asyncio.gather(*adding, return_exceptions=True)
    assert (first, third) == (None, None)
    assert isinstance(second, BrokenStore)
    assert len(await journal.ask(lambda store: store.events("a"))) == 2


async def test_an_error_in_a_question_is_told_to_who_asked(journal: Journal) -> None:
    with pytest.raises(ZeroDivisionError):
        await journal.ask(lambda _store: 1 // 0)
    assert await journal.ask(lambda _store: 5) == 5


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_a_lost_connection_is_made_again(journal: Journal, url: str) -> None:
    await journal.add([event("a", 1)], row("a"))
    store: Any = journal._store
    with psycopg.connect(url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (store._connection.info.backend_pid,))
    await journal.add([event("a", 2)])
    assert await journal.ask(lambda store: len(store.events("a"))) == 2


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_database_that_is_silent_is_given_up(url: str) -> None:
    for address, seconds in ((url, 5), (f"{url}&connect_timeout=7", 7)):
        with closing(PostgresStore(address)) as store:
            wanted = {name: str(value) for name, value in CONNECTING.items()}
            wanted["connect_timeout"] = str(seconds)
            assert wanted.items() <= store._connection.info.get_parameters().items()
            with store._transaction() as run:
                assert run("SHOW statement_timeout").fetchone() == ("10s",)


# --- a server that is killed ---

WRITER = """
import asyncio, sys
from duelhall_web.store import Journal
from duelhall_web.store import StoredEvent, TableRow, open_store

async def write(journal, table):
    for number in range(1, 1_000_000):
        row = TableRow(table, "", False, False, 0.0, 0.0, float(number))
        await journal.add([StoredEvent(table, number, b"%d" % number)], row)
        print(table, number, flush=True)

async def main():
    journal = Journal(open_store(sys.argv[1]))
    await asyncio.gather(*(write(journal, f"t{n}") for n in range(4)))

asyncio.run(main())
"""


def test_what_was_confirmed_survives_a_kill(url: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout
        confirmed = [writer.stdout.readline().split() for _ in range(60)]
        writer.send_signal(signal.SIGKILL)
        confirmed += [line.split() for line in writer.stdout if line.endswith("\n")]
    with closing(open_store(url)) as store:
        for table in {name for name, _ in confirmed}:
            last = max(int(number) for name, number in confirmed if name == table)
            events = store.events(table)
            assert len(events) >= last
            assert events == [b"%d" % number for number in range(1, len(events) + 1)]
            known = store.table(table)
            assert known
            assert known.time == len(events)


# --- stores that fail ---


async def test_a_store_that_hangs_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    store, goes_on = SqliteStore(None), threading.Event()
    journal = Journal(store, patience=0.02)
    hanging = asyncio.ensure_future(journal.ask(lambda _store: goes_on.wait()))
    for asked in (hanging, journal.add([event("a", 1)]), journal.ask(lambda _: 1)):
        with pytest.raises(BrokenStore, match=AWAY):
            await asked
    goes_on.set()
    async with asyncio.timeout(60):
        while journal._is_stuck:
            await asyncio.sleep(0)
    await journal.add([event("a", 1)])
    assert len(await journal.ask(lambda store: store.events("a"))) == 1
    await journal.close()
    assert "has not answered" in caplog.text
    assert "may not have been done" in AWAY, "it may have been, if the store goes on later"


async def test_who_comes_while_a_store_fails_is_sent_away_with_the_others(
    server: TestServer,
) -> None:
    made = await server.open()
    guests = [await server.enter(made, place) for place in range(2)]
    mover = guests[guests[0].state["to_move"]]
    journal: Any = server.journal
    add, asked, failed = journal.add, asyncio.Event(), asyncio.Event()

    async def hang(*_words: Any) -> None:
        asked.set()
        await failed.wait()
        raise BrokenStore(AWAY)

    journal.add = hang
    moving = asyncio.create_task(mover.move())
    await asked.wait()
    late, token = Guest(), made.tokens[mover.place] or ""
    coming = asyncio.create_task(server.lobby.enter(late, made.table, token, None, ""))
    await asyncio.sleep(0)
    failed.set()
    assert (await moving)["says"] == AWAY
    session = await coming
    await settle()
    assert [guest.has_left for guest in (*guests, late)] == [True, True, True]
    assert (late in session.guests, late.heard) == (False, [])
    journal.add = add
    back = await server.enter(made, mover.place)
    assert (await back.move())["what"] == "moved"


async def test_a_store_that_never_answers_does_not_hold_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("duelhall_web.store.FAREWELL", 0.02)
    monkeypatch.setattr(lobby, "FAREWELL", 0.02)
    goes_on = threading.Event()
    server = TestServer()
    asked = asyncio.ensure_future(server.journal.ask(lambda _store: goes_on.wait()))
    await asyncio.sleep(0)
    await server.lobby.close()
    await server.journal.close()
    asked.cancel()
    goes_on.set()
    assert "did not answer when the server ended" in caplog.text


@pytest.mark.parametrize("server", [{"limits": ServerLimits(tables_at_once=1000)}], indirect=True)
async def test_a_full_disk_refuses_tables_until_there_is_room(
    server: TestServer, caplog: pytest.LogCaptureFixture
) -> None:
    store: Any = server.journal._store
    store._base.execute("PRAGMA max_page_count = 1")
    refusals = list[str]()
    while not refusals:  # there is some room left in the last pages
        try:
            await server.open(opponent="here")
        except BrokenStore as error:
            refusals.append(str(error))
    assert refusals == [AWAY]
    store._base.execute("PRAGMA max_page_count = 1000000")
    await server.open(opponent="here")
    assert "database or disk is full" in caplog.text


def test_a_file_that_is_gone_is_noticed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    store.add([event("a", 1)], [])
    for name in ("tables.sqlite", "tables.sqlite-wal"):
        (tmp_path / name).rename(tmp_path / "elsewhere")
        with pytest.raises(BrokenStore, match="No such file"):
            store.add([event("a", 2)], [])
        (tmp_path / name).touch()
        with pytest.raises(BrokenStore, match="not the file any more"):
            store.add([event("a", 2)], [])
        (tmp_path / "elsewhere").replace(tmp_path / name)
    store.add([event("a", 2)], [])
    store.close()


def test_one_server_uses_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}"
    with only_server(url):
        with pytest.raises(BrokenStore, match="another server is using"), only_server(url):
            pass
        SqliteStore(tmp_path / "new" / "tables.sqlite").close()
    with only_server(url), only_server("sqlite://"), only_server("postgresql:///x"):
        pass


async def test_the_clock_is_noted_after_a_write_that_failed(
    server: TestServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lobby, "BEAT", 0.001)
    store, said = server.journal._store, [BrokenStore("it is locked"), ZeroDivisionError("7")]

    def fail(name: str, value: str) -> None:
        if said:
            raise said.pop()
        SqliteStore.set(store, name, value)

    made = await server.open(clock={"bank": 60})
    for place in range(2):
        await server.enter(made, place)
    monkeypatch.setattr(store, "set", fail)
    await server.lobby.begin()
    async with asyncio.timeout(60):
        while await server.journal.ask(lambda store: store.setting("uptime")) is None:
            await asyncio.sleep(0.001)
    assert "it is locked" in caplog.text
    assert "ZeroDivisionError: 7" in caplog.text
