"""A server in this process that is reached through sockets, as strangers reach it."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from threading import Thread
from typing import Any

import uvicorn

from duelhall_web.app import ServerConfig
from duelhall_web.events import hashed
from duelhall_web.lobby import ServerLimits
from duelhall_web.serve import config_of, listening_socket
from duelhall_web.store import SqliteStore

OWNER = "the owner's token"
PATIENCE = 60.0
"""Seconds after which something that should have happened did not."""

WISH = b"POST /api/tables HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
"""How a wish for a table begins."""

UPGRADE: Any = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""What a WebSocket is asked for with."""


class Running:
    """A server, and how to speak to it."""

    def __init__(self, port: int) -> None:
        self.port = port

    def connect(self, said: bytes = b"") -> socket.socket:
        """A connection, after something was sent."""
        found = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        found.sendall(said)
        return found

    def ask(self, path: bytes = b"/api/games", method: bytes = b"GET", **headers: str) -> bytes:
        """The whole answer to a request."""
        return heard(self.connect(request(path, method, **headers)))

    def owner_sees(self) -> bytes:
        """What is on the owner's page."""
        return self.ask(b"/api/tables", authorization=f"Bearer {OWNER}")


def request(path: bytes, method: bytes = b"GET", **headers: str) -> bytes:
    """A request, after which the connection ends."""
    said = {"host": "localhost", "connection": "close", **headers}
    lines = [
        f"{name.replace('_', '-')}: {value}\r\n".encode("latin-1") for name, value in said.items()
    ]
    return method + b" " + path + b" HTTP/1.1\r\n" + b"".join(lines) + b"\r\n"


def heard(connection: socket.socket) -> bytes:
    """Everything that is said until the connection ends."""
    parts = []
    with connection:
        try:
            while part := connection.recv(65_536):
                parts.append(part)
        except ConnectionResetError:
            pass
    return b"".join(parts)


@contextmanager
def running(limits: ServerLimits, **options: Any) -> Iterator[Running]:
    """A server with a store in memory."""
    setup = ServerConfig(
        options.pop("store", partial(SqliteStore, None)),
        owner=hashed(OWNER),
        limits=limits,
        workers=1,
        compiles=False,
        **options,
    )
    with listening_socket("127.0.0.1", 0) as sock:
        server = uvicorn.Server(config_of(setup))
        thread = Thread(target=server.run, args=([sock],), daemon=True)
        thread.start()
        try:
            yield Running(sock.getsockname()[1])
        finally:
            server.should_exit = True
            thread.join()
