"""WebSockets whose messages of one moment go out together.

A player who makes a move learns that it was made, and how the table looks now. Each piece that is
written to a socket is a call of the operating system, and often wakes another process; with many
players, that is much of what a server does.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


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

    def _write_all(self) -> None:
        if self._pieces:
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
