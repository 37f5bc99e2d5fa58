"""All tables of a server: invitations, restarts, and tables of which something is damaged."""

import asyncio
import json
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from duelhall.match.recall import commitment
from duelhall.terminal.replay import print_verified
from duelhall_web import lobby
from duelhall_web.events import Begun, encoded, hashed
from duelhall_web.lobby import LOOKS, SET_ASIDE, NoSuchTable, OverLimit, ServerLimits, time_in
from duelhall_web.messages import SeatSetup, SeatTaken
from duelhall_web.room import WATCH, BrokenTable
from duelhall_web.session import NotNow, as_json
from duelhall_web.store import (
    DAMAGED,
    SqliteStore,
    open_store,
)
from tests.endurance.web import survive
from tests.web.servers import BROKEN, PATIENCE, Guest, TestServer, event, play_on, row, settle

CHAIRS = [{"token": hashed("mine"), "name": "Ann"}, {"token": hashed("yours")}]
OLD_TABLE = (
    {"type": "opened", "time": 1.0, "chairs": CHAIRS, "watch": hashed("theirs")},
    {"type": "begun", "time": 1.0, "game": "blade", "edition": 1, "seed": 7, "salt": "s"},
)
"""The events of a table from before there were invitations: both seats have secrets at once."""


async def seat(server: TestServer, code: str | None, name: str = "") -> SeatTaken:
    return await server.lobby.sit_down(SeatSetup(code or "", name), "there")


async def enter(server: TestServer, table: str, token: str | None) -> Guest:
    guest = Guest()
    await server.lobby.enter(guest, table, token or "", None, "")
    return guest


async def restarted(server: TestServer, url: str) -> TestServer:
    """A server that goes on with what is stored, after another one was killed."""
    await server.kill()
    return TestServer(open_store(url))


async def test_nothing_is_dealt_before_both_sit_and_the_first_to_press_sits(
    server: TestServer,
) -> None:
    made = await server.invite(name="Ann", clock={"bank": 60, "increment": 2}, seat=1)
    host = await server.enter(made)
    assert [each["type"] for each in host.heard] == ["welcome", "waiting", "presence"]
    told = host.heard[1]["invitation"]
    assert (told["status"], told["seat"], told["bank"]) == ("open", 0, 60)
    assert told["increment"] == 2
    assert [player["name"] for player in told["players"]] == ["", "Ann"]
    stored = await server.journal.ask(lambda store: store.events(made.table))
    assert not any(b"commitment" in each or b"seed" in each for each in host.bytes + stored)
    for kind in ("resign", "undo", "rematch", "hint", "decks"):
        assert (await host.ask(kind))["says"] == "nothing is dealt yet"
    with pytest.raises(BrokenTable, match="still going on"):
        await server.lobby.saved_game(made.table, made.tokens[0] or "")
    tries = [seat(server, made.code, name) for name in ("Bea", "Cid", "Dan")]
    taken, *late = await asyncio.gather(*tries, return_exceptions=True)
    assert isinstance(taken, SeatTaken)
    assert [str(each) for each in late] == ["this invitation is taken"] * 2
    assert host.heard[-1]["commitment"]
    assert host.state["players"][0]["name"] == "Bea"
    assert (await host.ask("reply", accept=False))["code"] == "not now", "too late to withdraw"
    friend = await enter(server, taken.table, taken.token)
    assert (friend.place, friend.state["seat"]) == (1, 0)
    assert (await enter(server, made.table, made.code)).place == WATCH
    await play_on(host, friend)


async def test_invitations_and_what_became_of_them_survive_a_restart(url: str) -> None:
    server = TestServer(open_store(url))
    made, withdrawn = await server.invite(), await server.invite()
    seen = (await server.enter(made)).heard[1]
    host, onlooker = await server.enter(withdrawn), await server.enter(withdrawn, WATCH)
    answers = [await each.ask("reply", accept=False) for each in (onlooker, host, host)]
    assert [answer["type"] for answer in answers] == ["error", "done", "error"]
    assert onlooker.heard[-1]["invitation"]["status"] == "withdrawn"
    await settle()
    server = await restarted(server, url)
    rows = await server.journal.ask(lambda store: store.tables())
    assert {row.table for row in rows if row.over} == {withdrawn.table}
    with pytest.raises(NotNow, match="this invitation is withdrawn"):
        await seat(server, withdrawn.code)
    host = await server.enter(made)
    assert host.heard[1] == seen
    taken = await seat(server, made.code)
    server = await restarted(server, url)
    assert (await server.enter(made)).state["commitment"] == host.state["commitment"]
    assert (await enter(server, taken.table, taken.token)).place == 1
    with pytest.raises(NotNow, match="this invitation is taken"):
        await seat(server, made.code)
    await server.kill()


async def test_a_table_from_before_there_were_invitations_is_played(server: TestServer) -> None:
    for number, happened in enumerate(OLD_TABLE, start=1):
        await server.journal.add([event("old", number, json.dumps(happened).encode())])
    guests = [await enter(server, "old", token) for token in ("mine", "yours", "theirs")]
    assert [guest.place for guest in guests] == [0, 1, WATCH]
    await play_on(*guests)


def strings_in(value: Any) -> set[str]:
    """Every text in what was sent."""
    if isinstance(value, dict):
        return {*value, *strings_in(list(value.values()))}
    if isinstance(value, list):
        return {text for each in value for text in strings_in(each)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("opponent", ["friend", "random", "broken"])
@pytest.mark.parametrize(
    "server",
    [{"bots": {"broken": BROKEN}, "limits": ServerLimits(tables_at_once=10_000)}],
    indirect=True,
)
async def test_what_the_inviters_browser_was_ever_sent_opens_one_seat(
    server: TestServer, opponent: str
) -> None:
    made = await server.invite(opponent=opponent, name="Ann")
    host = await server.enter(made)
    sent: list[Any] = [made, host.heard]
    if made.code:
        taken = await seat(server, made.code, "Bea")
        await enter(server, taken.table, taken.token)
        sent.append(await server.lobby.invitation(made.code, "here"))
    for kind in ("resign", "rematch", "resign"):
        await settle()
        sent.append(await host.ask(kind))
    sent.append(json.loads(await server.lobby.saved_game(made.table, made.tokens[0] or "")))
    places, texts = set[int](), {"", *strings_in(json.loads(as_json(sent)))}
    for text in texts:
        for table in {text, made.table}:
            with suppress(NoSuchTable):
                places.add((await enter(server, table, text)).place)
        with pytest.raises((NoSuchTable, NotNow)):
            await seat(server, text)
    assert len(texts) > 100
    assert places == {0, WATCH}


@pytest.mark.parametrize("server", [{"limits": ServerLimits(tables_at_once=1)}], indirect=True)
async def test_nobody_guesses_codes_without_end(server: TestServer) -> None:
    made = await server.invite()
    for _ in range(LOOKS):
        with pytest.raises(NoSuchTable):
            await seat(server, "a guess")
    with pytest.raises(OverLimit, match="too many invitations"):
        await seat(server, made.code)
    assert (await server.lobby.invitation(made.code or "", "elsewhere")).status == "open"


@pytest.mark.parametrize("game", ["blade", "frontline", "monsters"])
async def test_a_game_goes_on_with_the_same_numbers(game: str, url: str) -> None:
    server = TestServer(open_store(url))
    made = await server.open(game, opponent="friend", name="Ann")
    guests = [await server.enter(made, place) for place in range(3)]
    for _ in range(5):
        server.clock.time += 1 / 3
        mover = next(guest for guest in guests if guest.state["legal"])
        await mover.move()
    await next(guest for guest in guests if guest.state["undo"]).ask("undo")
    before = [guest.state for guest in guests]
    server = await restarted(server, url)
    for place, state in enumerate(before):
        idle = await server.enter(made, place, last=state["seq"])
        assert idle.states == [], "who has seen everything is told nothing"
        anew = await server.enter(made, place)
        told = {"since", "moves", "players"}  # the others have not come back yet
        assert {**anew.state, **dict.fromkeys(told)} == {**state, **dict.fromkeys(told)}
    await server.journal.close()


async def test_clocks_stand_still_while_the_server_is_away(url: str) -> None:
    server = TestServer(open_store(url))
    await server.lobby.begin()
    made = await server.open(clock={"bank": 60, "increment": 5})
    guests = [await server.enter(made, place) for place in range(2)]
    to_move = guests[0].state["to_move"]
    server.clock.time += 10
    await guests[to_move].move()
    bank = guests[0].state["clock"]["bank"]
    server.clock.time += 3
    await server.lobby.note_time()
    server = await restarted(server, url)
    server.clock.time += 100_000
    server = TestServer(open_store(url))
    await server.lobby.begin()
    assert made.table in server.lobby._sessions, "its clock runs on without anybody"
    back = await server.enter(made, 0)
    now_to_move = back.state["to_move"]
    left = [*bank]
    if now_to_move is not None:
        left[now_to_move] -= 3
    assert back.state["clock"]["bank"] == pytest.approx(left, abs=0.01)
    await server.kill()


async def test_a_table_of_another_edition_is_not_played_on(url: str) -> None:
    server = TestServer(open_store(url))
    made = await server.open()
    begun = Begun(0.0, "blade", 99, 1, "")
    await server.journal.add([event(made.table, 3, encoded(begun))])
    server = await restarted(server, url)
    with pytest.raises(BrokenTable, match="edition"):
        await server.enter(made)
    await server.journal.close()


async def test_a_table_of_an_edition_that_an_option_can_say_is_played_on_as_it_was(
    url: str, tmp_path: Path
) -> None:
    """And what is saved of it keeps the commitment that was shown before the first move."""
    server = TestServer(open_store(url))
    made = await server.open()
    begun = Begun(0.0, "binmat", 1, 1, "salt")
    await server.journal.add([event(made.table, 3, encoded(begun))])
    server = await restarted(server, url)
    guest = await server.enter(made)
    (session,) = server.lobby._sessions.values()
    assert session.room.table.match.game.full_name == "binmat[reshuffled_deck=up]"
    await guest.ask("resign")
    file = tmp_path / "game.json"
    file.write_text(await server.lobby.saved_game(made.table, made.tokens[0] or ""))
    print_verified(file, commitment("salt", 1, "binmat"), as_json=False)
    await server.kill()


async def test_a_store_that_fails_confirms_nothing() -> None:
    server = TestServer()
    made = await server.open(opponent="here")
    guests = [await server.enter(made, place) for place in range(2)]
    mover = guests[guests[0].state["to_move"]]
    await server.journal.add([event(made.table, 5, b"somebody else wrote this")])
    answer = await mover.move()
    assert (answer["type"], answer["code"]) == ("error", "unavailable")
    await asyncio.sleep(0)
    assert [guest.has_left for guest in guests] == [True, True]
    assert mover.state["position"] == 0
    await server.journal.close()


# --- a real server, killed for good ---


class Server:
    """`duelhall serve` in a process of its own."""

    def __init__(self, store: str) -> None:
        words = [sys.executable, "-m", "duelhall", "serve", "--json", "--port", "0"]
        self.process = subprocess.Popen(
            [*words, "--store", store], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout
        self.address = json.loads(self.process.stdout.readline())["address"]

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate()

    def open(self, wish: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.address}api/tables",
            data=json.dumps(wish).encode(),
            headers={"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    @contextmanager
    def entered(self, made: dict[str, Any]) -> Iterator[ClientConnection]:
        with connect(f"{self.address.replace('http', 'ws')}ws", open_timeout=PATIENCE) as socket:
            hello = {"type": "hello", "version": 1, "table": made["table"]}
            socket.send(json.dumps({**hello, "token": made["tokens"][0]}))
            yield socket


def state_in(socket: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=PATIENCE))
        if message["type"] == "state":
            return message


def test_a_killed_server_has_lost_no_move_that_it_confirmed(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    server = Server(store)
    try:
        made = server.open({"game": "frontline", "opponent": "here"})
        with server.entered(made) as socket:
            state = state_in(socket)
            for number in range(3):
                move = {"move": state["legal"][0]["move"], "position": number}
                socket.send(json.dumps({"type": "move", "id": number, **move}))
                state = state_in(socket)
            server.kill()
    finally:
        server.kill()
    server = Server(store)
    try:
        with server.entered(made) as socket:
            again = state_in(socket)
        assert (again["seq"], again["board"]) == (state["seq"], state["board"])
        assert len(again["moves"]) == 3
    finally:
        server.kill()


# --- what is damaged ---

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


async def test_a_start_does_not_wait_for_a_table_without_end(
    server: TestServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    goes_on, play_through = threading.Event(), lobby._play_through

    def hang(*words: Any) -> None:
        assert goes_on.wait(60)
        play_through(*words)

    made = await server.open(clock={"bank": 60})
    (session,) = server.lobby._sessions.values()
    session.close()
    server.lobby._sessions.clear()
    monkeypatch.setattr(lobby, "_play_through", hang)
    monkeypatch.setattr(lobby, "BEGINNING", 0.001)
    await server.lobby.begin()
    assert made.table not in server.lobby._sessions
    goes_on.set()
    assert (await server.enter(made)).state["clock"]["bank"] == [60, 60]
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
