"""A server that was stopped or killed goes on with every game where it was."""

import asyncio
import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from duelhall.match.recall import commitment
from duelhall.terminal.replay import print_verified
from duelhall_web.events import Begun, encoded
from duelhall_web.room import BrokenTable
from duelhall_web.store import StoredEvent, open_store
from tests.web.halls import TestHall
from tests.web.stores import KINDS, empty_store


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with empty_store(request.param, tmp_path) as found:
        yield found


async def killed(hall: TestHall) -> None:
    """End a hall without letting it put anything in order."""
    if hall.lobby._beating:
        hall.lobby._beating.cancel()
    for session in hall.lobby._sessions.values():
        session.close()
    await hall.journal.close()


@pytest.mark.parametrize("game", ["blade", "frontline", "monsters"])
def test_a_game_goes_on_with_the_same_numbers(game: str, url: str) -> None:
    async def run() -> None:
        hall = TestHall(open_store(url))
        made = await hall.open(game, opponent="friend", name="Ann")
        guests = [await hall.enter(made, place) for place in range(3)]
        for _ in range(5):
            hall.clock.time += 1 / 3
            mover = next(guest for guest in guests if guest.state["legal"])
            await mover.move()
        await next(guest for guest in guests if guest.state["undo"]).ask("undo")
        before = [guest.state for guest in guests]
        await killed(hall)
        hall = TestHall(open_store(url))
        for place, state in enumerate(before):
            idle = await hall.enter(made, place, last=state["seq"])
            assert idle.states == [], "who has seen everything is told nothing"
            anew = await hall.enter(made, place)
            told = {"since", "moves", "players"}  # the others have not come back yet
            assert {**anew.state, **dict.fromkeys(told)} == {**state, **dict.fromkeys(told)}
        await hall.journal.close()

    asyncio.run(run())


def test_clocks_stand_still_while_the_server_is_away(url: str) -> None:
    async def run() -> None:
        hall = TestHall(open_store(url))
        await hall.lobby.begin()
        made = await hall.open(clock={"bank": 60})
        guests = [await hall.enter(made, place) for place in range(2)]
        to_move = guests[0].state["to_move"]
        hall.clock.time += 10
        await guests[to_move].move()
        bank = guests[0].state["clock"]["bank"]
        hall.clock.time += 3
        await hall.lobby.note_time()
        await killed(hall)
        hall = TestHall(open_store(url))
        hall.clock.time += 100_000
        hall = TestHall(open_store(url))
        await hall.lobby.begin()
        assert made.table in hall.lobby._sessions, "its clock runs on without anybody"
        back = await hall.enter(made, 0)
        now_to_move = back.state["to_move"]
        left = [*bank]
        if now_to_move is not None:
            left[now_to_move] -= 3
        assert back.state["clock"]["bank"] == pytest.approx(left, abs=0.01)
        await killed(hall)

    asyncio.run(run())


def test_a_table_of_another_edition_is_not_played_on(url: str) -> None:
    async def run() -> None:
        hall = TestHall(open_store(url))
        made = await hall.open()
        begun = Begun(0.0, "blade", 99, 1, "")
        await hall.journal.add([StoredEvent(made.table, 3, encoded(begun))])
        await killed(hall)
        hall = TestHall(open_store(url))
        with pytest.raises(BrokenTable, match="edition"):
            await hall.enter(made)
        await hall.journal.close()

    asyncio.run(run())


def test_a_table_of_an_edition_that_an_option_can_say_is_played_on_as_it_was(
    url: str, tmp_path: Path
) -> None:
    """And what is saved of it keeps the commitment that was shown before the first move."""

    async def run() -> None:
        hall = TestHall(open_store(url))
        made = await hall.open()
        begun = Begun(0.0, "binmat", 1, 1, "salt")
        await hall.journal.add([StoredEvent(made.table, 3, encoded(begun))])
        await killed(hall)
        hall = TestHall(open_store(url))
        guest = await hall.enter(made)
        (session,) = hall.lobby._sessions.values()
        assert session.room.table.match.game.full_name == "binmat[reshuffled_deck=up]"
        await guest.ask("resign")
        file = tmp_path / "game.json"
        file.write_text(await hall.lobby.saved_game(made.table, made.tokens[0] or ""))
        print_verified(file, commitment("salt", 1, "binmat"), as_json=False)
        await killed(hall)

    asyncio.run(run())


def test_a_store_that_fails_confirms_nothing() -> None:
    async def run() -> None:
        hall = TestHall()
        made = await hall.open(opponent="here")
        guests = [await hall.enter(made, place) for place in range(2)]
        mover = guests[guests[0].state["to_move"]]
        await hall.journal.add([StoredEvent(made.table, 5, b"somebody else wrote this")])
        answer = await mover.move()
        assert (answer["type"], answer["code"]) == ("error", "unavailable")
        await asyncio.sleep(0)
        assert [guest.has_left for guest in guests] == [True, True]
        assert mover.state["position"] == 0
        await hall.journal.close()

    asyncio.run(run())


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
        with connect(f"{self.address.replace('http', 'ws')}ws") as socket:
            hello = {"type": "hello", "version": 1, "table": made["table"]}
            socket.send(json.dumps({**hello, "token": made["tokens"][0]}))
            yield socket


def state_in(socket: ClientConnection) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=30))
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
