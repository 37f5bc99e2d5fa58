"""The server as an ASGI application: who is let in, the routes, and what every answer carries.

Whoever connects and says nothing, or says it a letter at a time, takes up a file descriptor, of
which a process has only so many. So a request must be complete in time, and an address has only so
many connections. Where one more comes, the one that has waited longest goes: whoever has something
to say has said it by then.

A page of any site can make its own name lead to this machine (DNS rebinding). A browser then takes
that page for one of this server's, but still says which name it asks for; so whoever asks for a
name that is not this server's stays outside.
"""

import asyncio
import os
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected

from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError, shortened
from duelhall.play.entry import Entry
from duelhall_web.connection import QUOTED, Connection
from duelhall_web.events import Uptime, fits
from duelhall_web.lobby import (
    Lobby,
    NoSuchTable,
    OverLimit,
    ServerLimits,
    counted_as,
    definitions,
    games_offered,
    time_in,
)
from duelhall_web.log import log, notice, unforeseen
from duelhall_web.messages import Problem, SeatSetup, TableSetup
from duelhall_web.session import Services
from duelhall_web.store import BrokenStore, Journal, SessionStore
from duelhall_web.views import client_path
from duelhall_web.workers import Compiler, TooBusy, Workers

SPARE = 3000
"""How many file descriptors a server wants besides those of its WebSockets."""

KEPT = 1 / 4
"""Which part of them is for what is here already and for the owner, when strangers have taken the
rest; the system keeps no more connections waiting to be let in than half of that.
"""

ANSWERING = 60.0
"""Seconds in which an answer must be given, and taken."""

VISITORS, CROWDED = "visitors", "crowded"
"""What is told to the requests of a connection: who is here, and that few descriptors are left."""


def raised_files(limits: ServerLimits) -> int:
    """How many files this process may open, after asking the system for what it may need."""
    wanted = limits.all_connections + SPARE
    with suppress(ImportError, OSError, ValueError):  # not every system has a limit to be raised
        from resource import RLIMIT_NOFILE, getrlimit, setrlimit

        soft, hard = getrlimit(RLIMIT_NOFILE)
        if 0 <= soft < wanted:  # no limit at all is a number below 0
            most, wanted = wanted if hard < 0 else min(wanted, hard), soft
            setrlimit(RLIMIT_NOFILE, (most, hard))
            wanted = most
    return wanted


class Visitors:
    """The connections that are no WebSockets, by the addresses that they come from."""

    def __init__(self, limits: ServerLimits, files: int, proxies: Collection[str] = ()) -> None:
        self.limits, self._proxies = limits, proxies
        self.many = files * (1 - KEPT)
        with Path(os.devnull).open("rb") as file:  # the system gives out the lowest free number
            self.most = self.many - file.fileno()  # connections of all kinds
        self._ended = 0
        self._here: defaultdict[str, dict[Entrance, None]] = defaultdict(dict)

    def add(self, visitor: "Entrance", address: str) -> None:
        """Count a connection; if it is one too many, the one that has waited longest goes."""
        if CROWDED in visitor.app_state:
            by_number = sorted(self._here.values(), key=len, reverse=True)
            self._ended += _end_one_of(each for those in by_number for each in those)
            log.warning(
                "at a limit: few file descriptors are left (ulimit -n), so that connections that "
                "asked for nothing were ended; since the start, %d",
                self._ended,
            )
        mine = self._here[counted_as(address)]
        mine[visitor] = None
        if len(mine) > self.limits.connections and address not in self._proxies:
            log.warning("at a limit: an address has too many connections that ask for nothing")
            _end_one_of(mine)

    def remove(self, visitor: "Entrance", address: str) -> None:
        """A connection has ended, or is a WebSocket now."""
        self._here[counted_as(address)].pop(visitor, None)
        if not self._here[counted_as(address)]:
            del self._here[counted_as(address)]


def _end_one_of(visitors: "Iterable[Entrance]") -> bool:
    """End the connection of the first who waits; whether there was one."""
    found = next((each for each in visitors if each.is_waiting), None)
    if found is not None:
        found.leave()
        found.transport.abort()
    return found is not None


class Entrance(H11Protocol):
    """HTTP, for as long as a request may take."""

    def connection_made(self, transport: Any) -> None:
        """Called when somebody connects."""
        super().connection_made(transport)
        self._visitors: Visitors = self.app_state[VISITORS]
        self._address = self.client[0] if self.client else ""
        self._patience, self._since = self._visitors.limits.request_seconds, self.loop.time()
        self._timer = self.loop.call_later(self._patience, self._look)
        number = transport.get_extra_info("socket").fileno()
        if len(self.connections) > self._visitors.most or number >= self._visitors.many:
            self.app_state = {**self.app_state, CROWDED: True}
        self._visitors.add(self, self._address)

    @property
    def is_waiting(self) -> bool:
        """Whether it has asked for nothing, or not to the end."""
        if self.cycle is None or (self.cycle.more_body and not self.cycle.response_started):
            return True
        return self.cycle.response_complete and not self.transport.get_write_buffer_size()

    def _look(self) -> None:
        """End the connection if it has taken too long."""
        allowed = self._patience if self.is_waiting else ANSWERING
        left = self._since + allowed - self.loop.time()
        if left <= 0:
            self.transport.abort()
        else:
            self._timer = self.loop.call_later(min(left, self._patience), self._look)

    def on_response_complete(self) -> None:
        """Called when a request was answered: the next one may come."""
        self._since = self.loop.time()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Called when it becomes a WebSocket."""
        self.leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Called when the connection has ended."""
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        """Be counted no longer."""
        self._timer.cancel()
        self._visitors.remove(self, self._address)


JSON = "application/json"
LOOPBACK = ("localhost", "127.0.0.1", "::1")

GONE = (ClientDisconnect, ClientDisconnected, WebSocketDisconnect)
"""Whoever asked has gone, which is no error."""

HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+?))\.?(?::\d*)?", re.ASCII)


def answer(message: msgspec.Struct, status: int = 200) -> Response:
    """A message as the answer to a request."""
    return Response(msgspec.json.encode(message), status, media_type=JSON)


POLICY = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    b"form-action 'none'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""What every answer says to the browser: no script, style or picture from elsewhere, none inline,
and no framing."""


class Gate:
    """Lets in who asks for one of these hosts, or for the address that the connection came to. All
    answers get their headers here, and whatever goes wrong inside comes out as a plain answer.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, {*LOOPBACK, *hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        has_begun = scope["type"] == "websocket"

        async def send_on(message: Message) -> None:
            nonlocal has_begun
            if not has_begun:
                has_begun = True
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        way = send if has_begun else send_on  # messages of a WebSocket take the shortest one
        try:
            await (self._refusal(scope) or self._app)(scope, receive, way)
        except GONE:
            pass
        except Exception as error:
            says = unforeseen(error)  # and a WebSocket ends
            if not has_begun:
                await answer(Problem(says=says), 500)(scope, receive, way)

    def _refusal(self, scope: Scope) -> Response | None:
        header = Headers(scope=scope).get("host", "")
        found = HOST.fullmatch(header.lower())
        here = (scope.get("server") or ("",))[0]
        if found is None or (found[1] or found[2]) not in {*self._hosts, here}:
            says = f"{shortened(header)} is not this server, unless its owner says so by --origin"
            return answer(Problem(says=says), 421)
        stays = scope["type"] == "websocket" or scope["method"] == "POST"
        if stays and CROWDED in scope.get("state", {}):
            return answer(Problem(says="this server is full; try again later"), 503)
        return None


STATIC = Path(__file__).with_name("static")
"""Where the built client is."""

INDEX = "index.html"
ASSETS = "assets/"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
"""The names of these files change with what is in them."""
FRESH = {"cache-control": "no-cache"}

NOT_BUILT = "The client is not built. In a checkout, `make serve` builds it, and starts the server."


@dataclass(frozen=True)
class ServerConfig:
    """What a server is started with."""

    store: Callable[[], SessionStore]
    bots: Sequence[Entry] = ()
    hosts: Sequence[str] = ()  # by which it is reached, besides its addresses
    proxies: Sequence[str] = ()  # the addresses of those that say for whom they ask
    origins: Sequence[str] = ()  # other than the server's own, from which pages may connect
    owner: str = ""  # the hash of the owner's token
    limits: ServerLimits = field(default_factory=ServerLimits)
    files: int = 1024  # that may be open
    workers: int | None = None
    compiles: bool = True


def make_app(config: ServerConfig) -> Starlette:
    """The application."""
    door = Door(config)
    routes = [
        Route("/api/games", door.games),
        Route("/api/tables", door.open_table, methods=["POST"]),
        Route("/api/tables", door.tables),
        Route("/api/seats", door.sit_down, methods=["POST"]),
        Route("/api/invitation", door.invitation),
        Route("/api/tables/{table}/game", door.saved_game),
        Route("/api/rules/{game}", door.rules),
        Route("/api/{path:path}", _nothing_there),
        WebSocketRoute("/ws", door.connect),
        Route("/{path:path}", door.page),
    ]
    middleware = [
        Middleware(Gate, hosts=config.hosts),
        Middleware(GZipMiddleware, minimum_size=1000),
    ]
    return Starlette(
        routes=routes,
        middleware=middleware,
        lifespan=door.lifespan,
        exception_handlers={DuelhallError: _problem},
    )


def client_files(folder: Path) -> dict[str, Callable[[], Response]]:
    """What answers with the client's files, by their paths, and with the boards that games from
    elsewhere bring: what a browser asks for is not looked up on the disk. Each answer is a new one,
    since it is changed when it is compressed.
    """
    found: dict[str, Callable[[], Response]] = {}
    for file in folder.glob("**/*.*"):
        name, (kind, _) = file.relative_to(folder).as_posix(), guess_type(file.name)
        lasting = FOREVER if name.startswith(ASSETS) else FRESH
        found[name] = partial(Response, file.read_bytes(), headers=lasting, media_type=kind)
    for game in definitions():
        if module := game.picture.client:
            try:
                text = module.read_bytes()
            except OSError as error:
                log.warning("%s has no board of its own: %s", game.name, error)
            else:
                found[client_path(game.name)] = partial(
                    Response, text, headers=FRESH, media_type="text/javascript"
                )
    return found


async def _nothing_there(_request: Request) -> Response:
    return answer(Problem(says="there is nothing at this address"), 404)


STATUS = {NoSuchTable: 404, OverLimit: 429, BrokenStore: 503, TooBusy: 503}


async def _problem(_request: Request, error: Exception) -> Response:
    """An error that somebody can act on."""
    if isinstance(error, OverLimit):
        at_limit(error)
    return answer(Problem(says=str(error)), STATUS.get(type(error), 400))


def at_limit(error: OverLimit) -> None:
    """Log that something is refused; each limit is of a kind of its own there."""
    log.warning(f"at a limit: {error}")


def is_own_origin(connection: HTTPConnection, allowed: Sequence[str]) -> bool:
    """Whether a request comes from a page of this server; whatever is no browser says nothing."""
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers.get("host")
    except ValueError:
        return False


def _token(request: Request) -> str:
    """The secret that a request brings, which must not stand in its address."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""


class Door:
    """Answers requests."""

    lobby: Lobby

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self._files = client_files(STATIC)

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[dict[str, Any]]:
        """Everything that a server has while it runs."""
        config = self._config
        asyncio.get_running_loop().set_exception_handler(notice)
        store = config.store()
        uptime = Uptime(time_in(store))
        journal, workers = Journal(store), Workers(config.workers)
        services = Services(journal, uptime, workers, {entry.name: entry for entry in config.bots})
        compiler = Compiler(is_on=config.compiles)
        self.lobby = Lobby(services, compiler, config.limits)
        self._games = msgspec.json.encode(games_offered(config.bots))
        workers.start()
        try:
            await self.lobby.begin()
            yield {VISITORS: Visitors(config.limits, config.files, config.proxies)}
        finally:
            await self.lobby.close()
            await journal.close()
            workers.close()
            compiler.close()

    # --- over HTTP ---

    async def page(self, request: Request) -> Response:
        """A file of the client; every other page is the client, which finds its way by the path."""
        path = request.path_params["path"]
        if path.startswith(ASSETS) and path not in self._files:
            return await _nothing_there(request)
        found = self._files.get(path) or self._files.get(INDEX)
        return found() if found else PlainTextResponse(NOT_BUILT, status_code=503)

    async def games(self, _request: Request) -> Response:
        """What can be played."""
        return Response(self._games, media_type=JSON)

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        return await self._made(request, TableSetup, self.lobby.open)

    async def sit_down(self, request: Request) -> Response:
        """Take the seat that an invitation is to."""
        return await self._made(request, SeatSetup, self.lobby.sit_down)

    async def invitation(self, request: Request) -> Response:
        """What an invitation is to."""
        return answer(await self.lobby.invitation(_token(request), _address(request)))

    async def _made(
        self, request: Request, kind: type[Any], make: Callable[..., Awaitable[msgspec.Struct]]
    ) -> Response:
        """Make what somebody wants who is on a page of this server."""
        if not is_own_origin(request, self._config.origins):
            return answer(Problem(says="this page belongs to another server"), 403)
        if not request.headers.get("content-type", "").startswith(JSON):
            return answer(Problem(says=f"send {JSON}"), 415)
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > self._config.limits.request_bytes:
                return answer(Problem(says="this is too long"), 413)
        try:
            setup = msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return answer(Problem(says=f"cannot read this: {str(error)[:QUOTED]}"), 400)
        made = await make(setup, _address(request))
        self.lobby.services.workers.expect_questions()
        return answer(made, 201)

    async def tables(self, request: Request) -> Response:
        """What is going on, for the owner."""
        if not fits(_token(request), self._config.owner):
            return answer(Problem(says="this is for the owner of the server"), 403)
        return answer(await self.lobby.tables())

    async def saved_game(self, request: Request) -> Response:
        """A game that is over, as `duelhall replay` and `duelhall verify` read it."""
        text = await self.lobby.saved_game(request.path_params["table"], _token(request))
        return Response(text, media_type=JSON)

    async def rules(self, request: Request) -> Response:
        """A rulebook, in Markdown."""
        rulebook = registry.find(request.path_params["game"]).rulebook
        return PlainTextResponse(rulebook.read_text(encoding="utf-8"))

    # --- over a WebSocket ---

    async def connect(self, socket: WebSocket) -> None:
        """Talk with a browser; one that does not belong here is not let in."""
        if not is_own_origin(socket, self._config.origins):
            await socket.close()
            return
        try:
            with self.lobby.addresses.connected(_address(socket)):
                await Connection(socket, self.lobby).run()
        except OverLimit as error:
            at_limit(error)
            await socket.close()


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""
