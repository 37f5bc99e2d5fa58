"""One connection: what was begun is done to its end, and messages go out together."""

import asyncio
import json
from typing import Any

from starlette.websockets import WebSocketDisconnect

from duelhall_web.connection import QUESTIONS, Connection, Gathering
from duelhall_web.lobby import ServerLimits
from duelhall_web.messages import HintRequest
from duelhall_web.store import AWAY, BrokenStore
from tests.web.halls import TestHall, in_hall, settle

LIMITS = ServerLimits(waiting=5)


class Socket:
    """A WebSocket to a browser that says some things, and is gone when it is told so."""

    def __init__(self, *messages: dict[str, Any], waits: bool = True) -> None:
        self._messages = [{"type": "websocket.receive", "text": json.dumps(m)} for m in messages]
        self.is_gone, self._waits = asyncio.Event(), waits
        self.sent: list[dict[str, Any]] = []

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, Any]:
        if self._messages:
            return self._messages.pop(0)
        await self.is_gone.wait()
        return {"type": "websocket.disconnect"}

    async def send_text(self, text: str) -> None:
        self.sent.append(json.loads(text))
        if self._waits and self.sent[-1]["type"] == "presence":
            await self.is_gone.wait()
            raise WebSocketDisconnect

    async def close(self, code: int) -> None:
        self.sent.append({"type": "closed", "code": code})


def test_a_move_is_made_to_its_end_though_the_browser_is_gone() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        other = await hall.enter(made, 1)
        (session,) = hall.lobby._sessions.values()
        place = session.room.places[session.room.match.to_move]
        hello = {"type": "hello", "version": 1, "table": made.table, "token": made.tokens[place]}
        move = {"type": "move", "id": 1, "move": session.room.match.legal()[0], "position": 0}
        socket: Any = Socket(hello, move)
        stored, add = asyncio.Event(), hall.journal.add

        async def add_later(*words: Any) -> None:
            if any(b"answered" in event.data for event in words[0]):
                socket.is_gone.set()
                await stored.wait()
            await add(*words)

        journal: Any = hall.journal
        journal.add = add_later
        running = asyncio.create_task(Connection(socket, hall.lobby).run())
        await socket.is_gone.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        assert not running.done()
        assert all(guest is other for guest in session.guests)
        stored.set()
        await running
        await settle()
        assert (len(session.room.match.moves), session.is_broken) == (1, False)
        assert other.state["position"] == 1

    in_hall(test)


def test_a_move_that_the_store_refuses_is_answered_before_the_end() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        other = await hall.enter(made, 1)
        (session,) = hall.lobby._sessions.values()
        place = session.room.places[session.room.match.to_move]
        hello = {"type": "hello", "version": 1, "table": made.table, "token": made.tokens[place]}
        move = {"type": "move", "move": session.room.match.legal()[0], "position": 0}
        socket: Any = Socket(hello, {**move, "id": 1}, {**move, "id": 2}, waits=False)
        add, asked = hall.journal.add, list[object]()

        async def refuse(*words: Any) -> None:
            if any(b"answered" in event.data for event in words[0]):
                asked.append(words)
                raise BrokenStore(AWAY)
            await add(*words)

        journal: Any = hall.journal
        journal.add = refuse
        await Connection(socket, hall.lobby).run()
        *_, first, second, end = socket.sent
        assert [(answer["id"], answer["says"]) for answer in (first, second)] == [
            (1, AWAY),
            (2, AWAY),
        ]
        assert (end["type"], len(asked), other.has_left) == ("closed", 1, True)

    in_hall(test)


def test_who_does_not_read_is_not_waited_for() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        hello = {"type": "hello", "version": 1, "table": made.table, "token": made.tokens[0]}
        socket: Any = Socket(hello)  # it does not go on after the first presence
        connection = Connection(socket, hall.lobby)
        running = asyncio.create_task(connection.run())
        while not socket.sent or socket.sent[-1]["type"] != "presence":
            await asyncio.sleep(0)
        for _ in range(LIMITS.waiting + 1):
            connection.tell(b"{}")
        assert connection._is_leaving
        socket.is_gone.set()
        await running
        (session,) = hall.lobby._sessions.values()
        assert session.guests == []

    in_hall(test, limits=LIMITS)


def test_one_connection_asks_only_so_many_questions_at_a_time() -> None:
    class Slow:
        async def answer(self, _place: int, _message: object) -> None:
            await asyncio.Event().wait()

    async def test(hall: TestHall) -> None:
        socket: Any = Socket()
        session: Any = Slow()
        connection = Connection(socket, hall.lobby)
        for number in range(QUESTIONS + 1):
            await connection._obey(session, HintRequest(number))
        answer = json.loads(connection._outbox.get_nowait() or b"")
        assert (answer["code"], answer["id"]) == ("busy", QUESTIONS)
        for question in connection._questions:
            question.cancel()

    in_hall(test)


class Transport:
    """Notes what is written to it."""

    def __init__(self) -> None:
        self.log: list[bytes | str] = []

    def write(self, data: bytes) -> None:
        self.log.append(data)

    def close(self) -> None:
        self.log.append("closed")

    def abort(self) -> None:
        self.log.append("cut")

    def is_closing(self) -> bool:
        return "closed" in self.log


def test_what_is_written_at_a_time_goes_out_in_one_piece() -> None:
    async def run() -> None:
        transport = Transport()
        gathering = Gathering(transport, asyncio.get_running_loop())
        gathering.write(b"state ")
        gathering.write(b"done")
        assert transport.log == []
        await asyncio.sleep(0)
        assert transport.log == [b"state done"]
        gathering.write(b"last")
        gathering.close()
        assert gathering.is_closing()
        await asyncio.sleep(0)
        assert transport.log == [b"state done", b"last", "closed"]

    asyncio.run(run())
