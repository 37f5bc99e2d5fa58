"""WebSockets whose messages of one moment go out together.

A player who makes a move learns that it was made, and how the table looks now. Each piece that is
written to a socket is a call of the operating system, and often wakes another process; with many
players, that is much of what a server does.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from duelhall.web.limits import Bucket

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
