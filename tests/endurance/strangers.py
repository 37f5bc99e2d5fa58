"""What strangers send to a server: it answers the next good request, and logs no error."""

import logging
import random
import socket
from contextlib import ExitStack, suppress
from functools import cache

from websockets.frames import Frame, Opcode

from duelhall_web.lobby import ServerLimits
from tests.endurance.mutation import CHARACTERS, NUMBERS, damaged_bytes, damaged_text
from tests.web.servers import UPGRADE, WISH, Running, request, running

PATHS = (
    "/",
    "/api/games",
    "/api/tables",
    "/api/tables/x/game",
    "/api/rules/blade",
    "/ws",
    "/assets/x",
)
HOSTS = ("localhost", "evil.example", "[::1]", "[", "", "localhost:x", "127.0.0.1:99999", "a" * 500)
ORIGINS = (
    "http://localhost",
    "http://[",
    "null",
    "http://evil.example",
    "//",
    "http://localhost:x",
)
METHODS = (b"GET", b"POST", b"HEAD", b"PUT", b"OPTIONS", b"get", b"\0")
HELLO = b'{"type": "hello", "version": 1, "table": "x", "token": "y"}'
LINGER = b"\1\0\0\0\0\0\0\0"
"""Not at all: the connection is cut, and what was sent may be lost."""


class Errors(logging.Handler):
    """Keeps what should not have been logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.name == "duelhall_web":
            self.kept.append(self.format(record))


@cache
def _server() -> tuple[Running, Errors, ExitStack]:
    """A server for all tries of this process."""
    stack, errors = ExitStack(), Errors()
    logging.getLogger().addHandler(errors)
    limits = ServerLimits(request_seconds=0.2, connections=20)
    return stack.enter_context(running(limits)), errors, stack


def web(chance: random.Random) -> None:
    """Send something hostile, and ask for something harmless then."""
    server, errors, _ = _server()
    with server.connect() as connection:
        connection.settimeout(2 * ServerLimits().request_seconds)
        with suppress(OSError):
            chance.choice((_request, _request, _half, _frames))(chance, connection)
            if chance.random() < 0.3:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
            else:
                connection.shutdown(socket.SHUT_WR)
                connection.recv(1000)
    answer = server.ask()
    assert b" 200 " in answer[:20], answer[:500]
    kept, errors.kept = errors.kept, []
    assert kept == [], kept[0]


def _request(chance: random.Random, connection: socket.socket) -> None:
    """A request of which anything may be wrong."""
    path = chance.choice(PATHS)
    if chance.random() < 0.7:
        path = damaged_text(chance, path + chance.choice(("", "%00", "%ff", "/..", "?a=b")))
    headers = {"host": chance.choice(HOSTS), "origin": chance.choice(ORIGINS)}
    if chance.random() < 0.3:
        headers |= UPGRADE
    if chance.random() < 0.5:
        headers[chance.choice(("content_length", "range", "authorization", "expect"))] = (
            chance.choice(
                (
                    *NUMBERS,
                    "bytes=0-0,0-0",
                    "100-continue",
                    "Bearer \xff",
                    CHARACTERS.split("\n")[0][:9],
                )
            )
            .encode()
            .decode("latin-1")
        )
    text = request(path.encode(), chance.choice(METHODS), **headers)
    connection.sendall(damaged_bytes(chance, text) if chance.random() < 0.5 else text)


def _half(chance: random.Random, connection: socket.socket) -> None:
    """The beginning of a good request."""
    whole = chance.choice(
        (
            request(b"/api/games"),
            request(b"/ws", **UPGRADE),
            WISH + b"content-length: 17\r\n\r\n" + b'{"game": "blade"}',
            WISH + b"transfer-encoding: chunked\r\n\r\n4\r\n" + b'{"ga\r\nffffffff\r\n',
        )
    )
    connection.sendall(whole[: chance.randrange(len(whole))])


def _frames(chance: random.Random, connection: socket.socket) -> None:
    """A WebSocket, and frames that may be broken."""
    connection.sendall(request(b"/ws", **UPGRADE))
    connection.recv(1000)
    for _ in range(chance.randint(1, 20)):
        data = chance.choice((HELLO, b"", b"\xff", b"[" * 20_000, damaged_bytes(chance, HELLO)))
        sent = Frame(Opcode.TEXT, data).serialize(mask=chance.random() < 0.9)
        if chance.random() < 0.5:  # another kind, or a piece of a message
            sent = bytes([chance.randrange(256)]) + sent[1:]
        connection.sendall(damaged_bytes(chance, sent) if chance.random() < 0.2 else sent)
