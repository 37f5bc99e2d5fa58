"""Where tables are stored: both stores do the same, and neither loses what it has confirmed."""

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from duelhall.engine.errors import BadUsage
from duelhall_web.store import (
    CONNECTING,
    BrokenStore,
    Journal,
    PostgresStore,
    SessionStore,
    SqliteStore,
    open_store,
)
from tests.web.stores import KINDS, empty_store, event, row

MODES = ("journal_mode", "synchronous")


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with empty_store(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def store(url: str) -> Iterator[SessionStore]:
    found = open_store(url)
    yield found
    found.close()


def test_events_come_back_in_their_order(store: SessionStore, url: str) -> None:
    store.add([event("b", 1, b"first"), event("a", 1, b"other")], [row("a"), row("b")])
    store.add([event("b", number, b"%d" % number) for number in range(2, 12)], [])
    again = open_store(url)
    assert again.events("b") == [b"first", *(b"%d" % number for number in range(2, 12))]
    assert again.events("none") == []
    again.close()


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


def test_sqlite_writes_ahead_and_waits_for_the_disk(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.sqlite")
    modes = [store._base.execute(f"PRAGMA {name}").fetchone()[0] for name in MODES]
    store.close()
    assert modes == ["wal", 2], "2 is FULL"


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


def test_one_bad_event_does_not_hurt_the_others(store: SessionStore) -> None:
    async def run() -> list[BaseException | int | None]:
        journal = Journal(store)
        await journal.add([event("a", 1)], row("a"))
        results: list[BaseException | int | None] = await asyncio.gather(
            *(
                journal.add([event(name, number)])
                for name, number in (("a", 2), ("a", 1), ("b", 1))
            ),
            return_exceptions=True,
        )
        results.append(await journal.ask(lambda store: len(store.events("a"))))
        await journal.close()
        return results

    first, second, third, count = asyncio.run(run())
    assert first is None
    assert isinstance(second, BrokenStore)
    assert third is None
    assert count == 2


def test_an_error_in_a_question_is_told_to_who_asked(store: SessionStore) -> None:
    async def run() -> None:
        journal = Journal(store)
        with pytest.raises(ZeroDivisionError):
            await journal.ask(lambda _store: 1 // 0)
        assert await journal.ask(lambda _store: 5) == 5
        await journal.close()

    asyncio.run(run())


def test_a_lost_connection_is_made_again(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        store = open_store(url)
        assert isinstance(store, PostgresStore)
        journal = Journal(store)
        await journal.add([event("a", 1)], row("a"))
        with psycopg.connect(url, autocommit=True) as other:
            number = store._connection.info.backend_pid
            other.execute("SELECT pg_terminate_backend(%s)", (number,))
        await journal.add([event("a", 2)])
        assert await journal.ask(lambda store: len(store.events("a"))) == 2
        await journal.close()

    with empty_store("postgresql", tmp_path) as url:
        asyncio.run(run(url))


def test_a_database_that_is_silent_is_given_up(tmp_path: Path) -> None:
    with empty_store("postgresql", tmp_path) as url:
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
    store = open_store(url)
    try:
        for table in {name for name, _ in confirmed}:
            last = max(int(number) for name, number in confirmed if name == table)
            events = store.events(table)
            assert len(events) >= last
            assert events == [b"%d" % number for number in range(1, len(events) + 1)]
            known = store.table(table)
            assert known
            assert known.time == len(events)
    finally:
        store.close()
