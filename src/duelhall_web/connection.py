"""One connection of a browser: what comes in is read and limited, what goes out is queued.

All messages of one moment go out together. A player who makes a move learns that it was made, and
how the table looks now. Each piece that is written to a socket is a call of the operating system,
and often wakes another process; with many players, that is much of what a server does.
"""

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from duelhall.engine.errors import BadUsage, DuelhallError
from duelhall_web.helper import Helper
from duelhall_web.lobby import Bucket, Lobby, NoSuchTable
from duelhall_web.messages import (
    VERSION,
    ClientHello,
    ClientMessage,
    Error,
    FromClient,
    Id,
    Ping,
    Pong,
    ToClient,
)
from duelhall_web.session import Session, as_json

QUOTED = 200
"""How many characters are quoted of an error; it may name a field of any length."""

HELLO_SECONDS = 10.0
"""How long a browser may take to say hello."""

QUESTIONS = 4
"""How many questions of one connection are answered at the same time."""

UNWELCOME = 1008
"""The code of a connection that is closed because of what came in."""

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

_decode = msgspec.json.Decoder(ClientMessage).decode


class Numbered(msgspec.Struct):
    """What is read of a message that is not carried out, so that its answer can be found."""

    id: Id | None = None


_decode_id = msgspec.json.Decoder(Numbered).decode


def _id_in(data: str | bytes) -> int | None:
    """The id of a message, if it has one that can be read."""
    try:
        return _decode_id(data).id
    except UNREADABLE:
        return None


class Connection:
    """A browser that is connected. It is a guest at one table."""

    def __init__(self, socket: WebSocket, lobby: Lobby) -> None:
        self._socket, self._lobby = socket, lobby
        self.place = -1
        self.session: Session | None = None
        self.has_gone = False
        self._rate = Bucket(lobby.limits.messages, lobby.limits.burst)
        self._errors_left = lobby.limits.errors
        self._outbox: asyncio.Queue[bytes | None] = asyncio.Queue(lobby.limits.waiting)
        self._questions: set[asyncio.Task[None]] = set()
        self._is_obeying = False
        self._is_leaving = False

    # --- what goes out ---

    def tell(self, message: bytes) -> None:
        """Queue a message; who does not read is not waited for, and can come back."""
        try:
            self._outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.leave()

    def leave(self) -> None:
        """End the connection once what is queued has been sent."""
        if self._is_leaving:
            return
        self._is_leaving = True
        if self._outbox.full():
            self._outbox.get_nowait()
        self._outbox.put_nowait(None)

    async def _send_all(self) -> None:
        while (message := await self._outbox.get()) is not None:
            await self._socket.send_text(message.decode())
        await self._socket.close(UNWELCOME)

    def _say(self, message: ToClient) -> None:
        self.tell(as_json(message))

    # --- what comes in ---

    async def run(self) -> None:
        """Talk until one side has enough."""
        await self._socket.accept()
        sending = asyncio.create_task(self._send_all())
        listening = asyncio.create_task(self._listen())
        try:
            await asyncio.wait({sending, listening}, return_when=asyncio.FIRST_COMPLETED)
            if self._is_leaving:
                await asyncio.wait({sending}, timeout=HELLO_SECONDS)
        finally:
            self._lobby.leave(self)
            self._is_leaving = True
            for task in (sending, *self._questions):
                task.cancel()
            if not self._is_obeying:  # what is being done is done to its end
                listening.cancel()
            for task in (sending, listening):
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _listen(self) -> None:
        session = await self._greeted()
        if session is None:
            self.leave()
            return
        while not self._is_leaving and (message := await self._received()):
            self._is_obeying = True
            await self._obey(session, message)
            self._is_obeying = False

    async def _greeted(self) -> Session | None:
        """The table that a browser asks for in its hello; None after saying what is wrong. To say
        hello may not take long, while to read that table may.
        """
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = await self._received()
        except TimeoutError:
            return None
        if not isinstance(message, ClientHello):
            self._complain(None, "bad", "say hello first")
            return None
        if message.version != VERSION:
            says = f"this server speaks version {VERSION}: load the page again"
            self._complain(None, "version", says)
            return None
        try:
            return await self._lobby.enter(
                self, message.table, message.token, message.last, message.name
            )
        except DuelhallError as error:
            codes = {NoSuchTable: "token", BadUsage: "bad"}
            self._complain(None, codes.get(type(error), "unavailable"), str(error))
        return None

    async def _received(self) -> FromClient | None:
        """The next message that can be read and is allowed; None if there is no more."""
        while not self._is_leaving:
            event = await self._socket.receive()
            if event["type"] == "websocket.disconnect":
                return None
            if message := self._read(event.get("text") or event.get("bytes") or b""):
                return message
        return None

    def _read(self, data: str | bytes) -> FromClient | None:
        """A message, if it can be read and comes in time."""
        is_allowed = self._rate.take()
        if len(data) > self._lobby.limits.message_bytes:
            self._complain(None, "bad", "this message is too long")
            return None
        if not is_allowed:
            self._complain(_id_in(data), "slow", "too many messages: slow down")
            return None
        try:
            message: FromClient = _decode(data)
        except UNREADABLE as error:
            self._complain(_id_in(data), "bad", f"cannot read this message: {str(error)[:QUOTED]}")
            return None
        return message

    def _complain(self, number: int | None, code: str, says: str) -> None:
        """Say what is wrong with what came in; after too much of it, end the connection."""
        self._say(Error(id=number, code=code, says=says))  # type: ignore[arg-type]  # one of its words
        self._errors_left -= 1
        if self._errors_left <= 0:
            self.leave()

    async def _obey(self, session: Session, message: FromClient) -> None:
        """Do what is asked for. Questions may take long, and nothing waits for them."""
        if isinstance(message, ClientHello):
            self._complain(None, "bad", "you have said hello already")
        elif isinstance(message, Ping):
            self._say(Pong(message.id, session.now))
        elif not Helper.can_answer(message):
            self._say(await session.answer(self.place, message))
        elif len(self._questions) >= QUESTIONS:
            number = getattr(message, "id", None)
            self._complain(number, "busy", "wait for the answers to your other questions")
        else:
            task = asyncio.create_task(self._answer(session, message))
            self._questions.add(task)
            task.add_done_callback(self._questions.discard)

    async def _answer(self, session: Session, message: FromClient) -> None:
        self._say(await session.answer(self.place, message))


FAREWELL = 10.0
"""Seconds after which a connection is cut that does not take what is left for it."""

MOST_PIECES = 100
"""Of how many pieces a message may be made; the limit of its length does not count empty ones."""

FRAMES = (50.0, 300)
"""How many frames may come in a second, and at once: more than all messages that are allowed, with
signs of life. Each takes time before anybody knows what it is, and the smallest has six bytes."""

READ_AT_ONCE = 2048
"""How many bytes are taken apart before the frames in them are counted."""


class Gathering:
    """A transport that writes everything at the end of the event loop's round."""

    def __init__(self, transport: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> None:
        """Write this soon, together with what comes until then."""
        if not self._pieces:
            self._loop.call_soon(self._write_all)
        self._pieces.append(data)

    def close(self) -> None:
        """Write what is left, and close."""
        self._write_all()
        self._transport.close()
        self._loop.call_later(FAREWELL, self._transport.abort)

    def _write_all(self) -> None:
        if self._pieces and not self._transport.is_closing():
            data, self._pieces = b"".join(self._pieces), []
            self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class GatheringProtocol(WebSocketsSansIOProtocol):
    """The protocol of a WebSocket, over such a transport."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called when a browser wants a WebSocket."""
        gathering: Any = Gathering(transport, self.loop)
        super().connection_made(gathering)
        self._frames = Bucket(*FRAMES)

    def data_received(self, data: bytes) -> None:
        """Called for what comes in: for the whole request first, and then for frames."""
        for start in range(0, len(data), READ_AT_ONCE):
            super().data_received(data[start : start + READ_AT_ONCE])
            if self.transport.is_closing():
                return
        if not self.handshake_initiated:  # it asked in a way that no browser does
            self.transport.abort()

    def handle_events(self) -> None:
        """Called for some frames; whoever sends too many is cut off."""
        if self._frames.take(len(self.conn.events)):
            super().handle_events()
        else:
            self.transport.abort()

    def handle_text(self, event: Frame) -> None:
        """Called for a message, which is read as it is: bytes that may be no text at all."""
        self.handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Called for a further piece of a message."""
        if len(self.frames) >= MOST_PIECES:
            self.transport.abort()
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        """Called for a sign of life, which is answered to those only who read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_parser_exception(self) -> None:
        """Called when what comes in makes no sense."""
        if self.conn.close_sent is None:  # it made none from the beginning
            self.transport.abort()
        else:
            super().handle_parser_exception()
