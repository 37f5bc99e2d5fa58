"""One connection: what was begun is done to its end, and messages go out together and as the schema
says.
"""

import asyncio
import json
from typing import Any

import jsonschema
import pytest
from starlette.websockets import WebSocketDisconnect

from duelhall_web.connection import QUESTIONS, Connection, Gathering
from duelhall_web.events import decoded, encoded
from duelhall_web.lobby import ServerLimits
from duelhall_web.messages import HintRequest
from duelhall_web.schema import schema, schema_text
from duelhall_web.store import AWAY, BrokenStore
from tests.docs.blocks import ROOT
from tests.web.servers import TestServer, settle

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


async def test_a_move_is_made_to_its_end_though_the_browser_is_gone(server: TestServer) -> None:
    made = await server.open()
    other = await server.enter(made, 1)
    (session,) = server.lobby._sessions.values()
    place = session.room.places[session.room.match.to_move]
    hello = {"type": "hello", "version": 1, "table": made.table, "token": made.tokens[place]}
    move = {"type": "move", "id": 1, "move": session.room.match.legal()[0], "position": 0}
    socket: Any = Socket(hello, move)
    stored, add = asyncio.Event(), server.journal.add

    async def add_later(*words: Any) -> None:
        if any(b"answered" in event.data for event in words[0]):
            socket.is_gone.set()
            await stored.wait()
        await add(*words)

    journal: Any = server.journal
    journal.add = add_later
    running = asyncio.create_task(Connection(socket, server.lobby).run())
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


async def test_a_move_that_the_store_refuses_is_answered_before_the_end(server: TestServer) -> None:
    made = await server.open()
    other = await server.enter(made, 1)
    (session,) = server.lobby._sessions.values()
    place = session.room.places[session.room.match.to_move]
    hello = {"type": "hello", "version": 1, "table": made.table, "token": made.tokens[place]}
    move = {"type": "move", "move": session.room.match.legal()[0], "position": 0}
    socket: Any = Socket(hello, {**move, "id": 1}, {**move, "id": 2}, waits=False)
    add, asked = server.journal.add, list[object]()

    async def refuse(*words: Any) -> None:
        if any(b"answered" in event.data for event in words[0]):
            asked.append(words)
            raise BrokenStore(AWAY)
        await add(*words)

    journal: Any = server.journal
    journal.add = refuse
    await Connection(socket, server.lobby).run()
    *_, first, second, end = socket.sent
    assert [(each["id"], each["says"]) for each in (first, second)] == [(1, AWAY), (2, AWAY)]
    assert (end["type"], len(asked), other.has_left) == ("closed", 1, True)


@pytest.mark.parametrize("server", [{"limits": LIMITS}], indirect=True)
async def test_who_does_not_read_is_not_waited_for(server: TestServer) -> None:
    made = await server.open()
    hello = {"type": "hello", "version": 1, "table": made.table, "token": made.tokens[0]}
    socket: Any = Socket(hello)  # it does not go on after the first presence
    connection = Connection(socket, server.lobby)
    running = asyncio.create_task(connection.run())
    while not socket.sent or socket.sent[-1]["type"] != "presence":
        await asyncio.sleep(0)
    for _ in range(LIMITS.waiting + 1):
        connection.tell(b"{}")
    assert connection._is_leaving
    socket.is_gone.set()
    await running
    (session,) = server.lobby._sessions.values()
    assert session.guests == []


async def test_one_connection_asks_only_so_many_questions_at_a_time(server: TestServer) -> None:
    class Slow:
        async def answer(self, _place: int, _message: object) -> None:
            await asyncio.Event().wait()

    socket: Any = Socket()
    session: Any = Slow()
    connection = Connection(socket, server.lobby)
    for number in range(QUESTIONS + 1):
        await connection._obey(session, HintRequest(number))
    answer = json.loads(connection._outbox.get_nowait() or b"")
    assert (answer["code"], answer["id"]) == ("busy", QUESTIONS)
    for question in connection._questions:
        question.cancel()


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


async def test_what_is_written_at_a_time_goes_out_in_one_piece() -> None:
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


def test_the_file_is_up_to_date() -> None:
    """`python -m duelhall_web.schema > docs/reference/web.schema.json` makes it so."""
    text = (ROOT / "docs/reference/web.schema.json").read_text(encoding="utf-8")
    assert text == schema_text()


@pytest.mark.parametrize(
    ("message", "is_good"),
    [
        ({"type": "hello", "version": 1, "table": "x", "token": "y"}, True),
        ({"type": "hello", "version": 1, "table": "x"}, False),
        ({"type": "move", "id": 1, "move": "7", "position": 0}, True),
        ({"type": "move", "id": 1, "move": 7, "position": 0}, False),
        ({"type": "done", "id": 1, "what": "moved"}, True),
        ({"type": "done", "id": 1, "what": "nothing"}, False),
    ],
)
def test_what_does_not_agree_is_found(message: dict[str, Any], is_good: bool) -> None:  # noqa: FBT001, a column of the table
    assert jsonschema.Draft202012Validator(schema()).is_valid(message) == is_good


@pytest.mark.parametrize(
    "stored",
    [
        b'{"type":"opened","time":1.0,"chairs":[{"name":"Ann"},{"player":"master"}],"watch":"w"}',
        b'{"type":"begun","time":1.0,"game":"blade","edition":1,"seed":7,"salt":"s","chairs":[1,0]}',
        b'{"type":"sat","time":1.0,"chair":1}',
        b'{"type":"answered","time":1.0,"move":"7","makeshift":true}',
        b'{"type":"taken back","time":1.0,"seat":0,"practice":true}',
    ],
)
def test_events_are_stored_as_they_always_were(stored: bytes) -> None:
    assert encoded(decoded(stored)) == stored
