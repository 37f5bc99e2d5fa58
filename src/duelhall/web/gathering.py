"""WebSockets whose messages of one moment go out together.

A player who makes a move learns that it was made, and how the table looks now. Each piece that is
written to a socket is a call of the operating system, and often wakes another process; with many
players, that is much of what a server does.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

FAREWELL = 10.0
"""Seconds after which a connection is cut that does not take what is left for it."""

MOST_PIECES = 1000
"""Of how many pieces a message may be made; the limit of its length does not count empty ones."""


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
