"""A store that is damaged, away, full or gone: what can go on does, and it says what cannot."""

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from duelhall_web import lobby as halls
from duelhall_web.lobby import SET_ASIDE, ServerLimits, time_in
from duelhall_web.store import AWAY, DAMAGED, BrokenStore, Journal, SqliteStore, only_server
from tests.endurance.stores import survive
from tests.web.halls import Guest, TestHall, in_hall, settle
from tests.web.stores import event, row

EVENT = "UPDATE events SET data = {} WHERE table_id = 'TABLE' AND number = {}"
CHANGED = "json_set(CAST(data AS TEXT), '$.{}', {})"
ROW = "UPDATE tables SET {} WHERE id = 'TABLE'"


@pytest.mark.parametrize(
    "damage",
    [
        EVENT.format("x'00ff7b'", 3),
        EVENT.format("'{}'", 4),
        EVENT.format("''", 1),
        EVENT.format("7", 2),
        EVENT.format("'[[[[[[[['", 2),
        EVENT.format('\'{"type": "flown", "time": 1}\'', 3),
        EVENT.format(CHANGED.format("time", "'noon'"), 3),
        EVENT.format(CHANGED.format("time", "1e300"), 3),
        EVENT.format(CHANGED.format("time", "-5"), 1),
        EVENT.format(CHANGED.format("bank", "1e300"), 1),
        EVENT.format(CHANGED.format("chairs", "json('[3, 3]')"), 2),
        EVENT.format(CHANGED.format("game", "'chess'"), 2),
        EVENT.format(CHANGED.format("seed", "-1"), 2),
        EVENT.format(CHANGED.format("chair", "-1"), 3),
        EVENT.format(CHANGED.format("move", "'7 of hearts'"), 5),
        EVENT.format(CHANGED.format("seat", "1"), 9),  # taken back from a move of the other seat on
        "DELETE FROM events WHERE table_id = 'TABLE' AND number = 4",
        "DELETE FROM events WHERE table_id = 'TABLE' AND number = 1",
        "DELETE FROM events WHERE table_id = 'TABLE' AND number = 9",
        "DELETE FROM events WHERE table_id = 'TABLE'",
        ROW.format("time = 9e9"),  # which looks the same
        "UPDATE events SET number = 'third' WHERE table_id = 'TABLE' AND number = 3",
    ],
)
def test_a_damaged_table_is_set_aside(damage: str, caplog: pytest.LogCaptureFixture) -> None:
    said, running = survive(damage)
    assert said == SET_ASIDE
    assert [table.damage for table in running.tables] == [SET_ASIDE, ""], "those come first"
    (told,) = [line for line in caplog.messages if "is set aside" in line]
    assert running.tables[0].table in told


@pytest.mark.parametrize(
    "damage",
    ["time = 'late'", "time = 9e999", "opened = x'ff'", "changed = 1e300", "about = x'ff'",
     "about = CAST(x'ff' AS TEXT)", "clocked = 'yes'", "is_over = 'no'"],
)  # fmt: skip
def test_a_damaged_row_costs_no_game(damage: str) -> None:
    said, running = survive(ROW.format(damage), EVENT.replace("TABLE", "nobody").format("''", 1))
    assert (said, len(running.tables)) == ("", 2)
    assert DAMAGED in [table.about for table in running.tables] or "about = CAST" in damage


def test_a_start_does_not_wait_for_a_table_without_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    goes_on, play_through = threading.Event(), halls._play_through

    def hang(*words: Any) -> None:
        assert goes_on.wait(60)
        play_through(*words)

    async def run(hall: TestHall) -> None:
        made = await hall.open(clock={"bank": 60})
        (session,) = hall.lobby._sessions.values()
        session.close()
        hall.lobby._sessions.clear()
        monkeypatch.setattr(halls, "_play_through", hang)
        monkeypatch.setattr(halls, "BEGINNING", 0.001)
        await hall.lobby.begin()
        assert made.table not in hall.lobby._sessions
        goes_on.set()
        assert (await hall.enter(made)).state["clock"]["bank"] == [60, 60]

    in_hall(run)
    assert "the server starts before 1 table could be read" in caplog.text


def test_a_thread_that_reads_a_table_does_not_hold_up_the_end() -> None:
    program = """
import asyncio, threading
from duelhall_web.lobby import in_background

async def read():
    print(await in_background(int, "7"))
    asyncio.ensure_future(in_background(threading.Event().wait))
    await asyncio.sleep(0)

asyncio.run(read())
print("over")
"""
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert done.stdout.split() == [b"7", b"over"]


@pytest.mark.parametrize(
    "uptime",
    ["'noon'", "''", "'nan nan'", "'1e999 1e999'", "'-3 -3'", "x'ff'", "'5e9'", "7", "'90.0 10.0'"],
)
def test_a_damaged_clock_is_that_of_the_last_event(uptime: str) -> None:
    said, _ = survive("DELETE FROM settings", f"INSERT INTO settings VALUES ('uptime', {uptime})")
    assert said == ""


def test_one_number_sets_no_clock(caplog: pytest.LogCaptureFixture) -> None:
    store = SqliteStore(None)
    dropped = b'{"type": "dropped", "time": %f}'
    store.add([event("a", 1, dropped % 4.5)], [row("a", time=4.5)])
    store.add([event("b", 1, dropped % 4.5)], [row("b", time=9e9), row("c", time=8e9)])
    store.add([event("d", 1, dropped % 9e9)], [row("d", time=1.5)])
    assert time_in(store) == 4.5
    assert len([line for line in caplog.messages if "and is not there" in line]) == 2
    for noted, found in (("5.5 5.5", 5.5), ("5e9", 4.5), ("1.5 1.5", 4.5)):
        store.set("uptime", noted)
        assert time_in(store) == found


# --- stores that fail ---


def test_a_store_that_hangs_is_not_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
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

    asyncio.run(run())
    assert "has not answered" in caplog.text
    assert "may not have been done" in AWAY, "it may have been, if the store goes on later"


def test_who_comes_while_a_store_fails_is_sent_away_with_the_others() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        guests = [await hall.enter(made, place) for place in range(2)]
        mover = guests[guests[0].state["to_move"]]
        journal: Any = hall.journal
        add, asked, failed = journal.add, asyncio.Event(), asyncio.Event()

        async def hang(*_words: Any) -> None:
            asked.set()
            await failed.wait()
            raise BrokenStore(AWAY)

        journal.add = hang
        moving = asyncio.create_task(mover.move())
        await asked.wait()
        late, token = Guest(), made.tokens[mover.place] or ""
        coming = asyncio.create_task(hall.lobby.enter(late, made.table, token, None, ""))
        await asyncio.sleep(0)
        failed.set()
        assert (await moving)["says"] == AWAY
        session = await coming
        await settle()
        assert [guest.has_left for guest in (*guests, late)] == [True, True, True]
        assert (late in session.guests, late.heard) == (False, [])
        journal.add = add
        back = await hall.enter(made, mover.place)
        assert (await back.move())["what"] == "moved"

    in_hall(test)


def test_a_store_that_never_answers_does_not_hold_the_server(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("duelhall_web.store.FAREWELL", 0.02)
    monkeypatch.setattr(halls, "FAREWELL", 0.02)
    goes_on = threading.Event()

    async def run() -> None:
        hall = TestHall()
        asked = asyncio.ensure_future(hall.journal.ask(lambda _store: goes_on.wait()))
        await asyncio.sleep(0)
        await hall.lobby.close()
        await hall.journal.close()
        asked.cancel()

    asyncio.run(run())
    goes_on.set()
    assert "did not answer when the server ended" in caplog.text


def test_a_full_disk_refuses_tables_until_there_is_room(caplog: pytest.LogCaptureFixture) -> None:
    store = SqliteStore(None)

    async def run(hall: TestHall) -> None:
        store._base.execute("PRAGMA max_page_count = 1")
        refusals = list[str]()
        while not refusals:  # there is some room left in the last pages
            try:
                await hall.open(opponent="here")
            except BrokenStore as error:
                refusals.append(str(error))
        assert refusals == [AWAY]
        store._base.execute("PRAGMA max_page_count = 1000000")
        await hall.open(opponent="here")

    in_hall(run, store, limits=ServerLimits(tables_at_once=1000))
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


def test_the_clock_is_noted_after_a_write_that_failed(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(halls, "BEAT", 0.001)
    store, said = SqliteStore(None), [BrokenStore("it is locked"), ZeroDivisionError("7")]

    def fail(name: str, value: str) -> None:
        if said:
            raise said.pop()
        SqliteStore.set(store, name, value)

    async def run(hall: TestHall) -> None:
        made = await hall.open(clock={"bank": 60})
        for place in range(2):
            await hall.enter(made, place)
        monkeypatch.setattr(store, "set", fail)
        await hall.lobby.begin()
        async with asyncio.timeout(60):
            while await hall.journal.ask(lambda store: store.setting("uptime")) is None:
                await asyncio.sleep(0.001)

    in_hall(run, store)
    assert "it is locked" in caplog.text
    assert "ZeroDivisionError: 7" in caplog.text
