"""The server as an ASGI application: its routes, and what every answer carries."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from mimetypes import guess_type
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError
from duelhall.players.entry import Entry
from duelhall.web.catalogue import games_offered
from duelhall.web.compiling import Compiler
from duelhall.web.connection import QUOTED, Connection
from duelhall.web.entrance import VISITORS, Visitors
from duelhall.web.gate import JSON, Gate, answer
from duelhall.web.hall import Hall, NoSuchTable, time_in
from duelhall.web.host import House
from duelhall.web.http_messages import Problem, SeatWish, TableWish
from duelhall.web.journal import Journal
from duelhall.web.limits import Limits, OverLimit
from duelhall.web.log import log, notice
from duelhall.web.store import BrokenStore, Store
from duelhall.web.tokens import fits
from duelhall.web.uptime import Uptime
from duelhall.web.workers import TooBusy, Workers

STATIC = Path(__file__).with_name("static")
"""Where the built client is."""

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
"""What every answer says to the browser: no script, style or picture from elsewhere, none inline,
and no framing."""

INDEX = "index.html"
ASSETS = "assets/"
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
"""The names of these files change with what is in them."""

NOT_BUILT = "The client is not built. In a checkout, `make serve` builds it, and starts the server."


@dataclass(frozen=True)
class Setup:
    """What a server is started with."""

    store: Callable[[], Store]
    programs: Sequence[Entry] = ()
    hosts: Sequence[str] = ()  # by which it is reached, besides its addresses
    proxies: Sequence[str] = ()  # the addresses of those that say for whom they ask
    origins: Sequence[str] = ()  # other than the server's own, from which pages may connect
    owner: str = ""  # the hash of the owner's token
    limits: Limits = field(default_factory=Limits)
    files: int = 1024  # that may be open
    workers: int | None = None
    compiles: bool = True


def make_app(setup: Setup) -> Starlette:
    """The application."""
    door = Door(setup)
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
        Middleware(WithHeaders),
        Middleware(Gate, hosts=setup.hosts),
        Middleware(GZipMiddleware, minimum_size=1000),
    ]
    return Starlette(
        routes=routes,
        middleware=middleware,
        lifespan=door.lifespan,
        exception_handlers={DuelhallError: _problem},
    )


def client_files(folder: Path) -> dict[str, Callable[[], Response]]:
    """What answers with the client's files, by their paths: what a browser asks for is not looked
    up on the disk. Each answer is a new one, since it is changed when it is compressed.
    """
    found: dict[str, Callable[[], Response]] = {}
    for file in folder.glob("**/*.*"):
        name, (kind, _) = file.relative_to(folder).as_posix(), guess_type(file.name)
        lasting = FOREVER if name.startswith(ASSETS) else {"cache-control": "no-cache"}
        found[name] = partial(Response, file.read_bytes(), headers=lasting, media_type=kind)
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

    hall: Hall

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._files = client_files(STATIC)

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[dict[str, Any]]:
        """Everything that a server has while it runs."""
        setup = self._setup
        asyncio.get_running_loop().set_exception_handler(notice)
        store = setup.store()
        uptime = Uptime(time_in(store))
        journal, workers = Journal(store), Workers(setup.workers)
        house = House(journal, uptime, workers, {entry.name: entry for entry in setup.programs})
        compiler = Compiler(is_on=setup.compiles)
        self.hall = Hall(house, compiler, setup.limits)
        self._games = msgspec.json.encode(games_offered(setup.programs))
        workers.start()
        try:
            await self.hall.begin()
            yield {VISITORS: Visitors(setup.limits, setup.files, setup.proxies)}
        finally:
            await self.hall.close()
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
        return await self._made(request, TableWish, self.hall.open)

    async def sit_down(self, request: Request) -> Response:
        """Take the seat that an invitation is to."""
        return await self._made(request, SeatWish, self.hall.sit_down)

    async def invitation(self, request: Request) -> Response:
        """What an invitation is to."""
        return answer(await self.hall.invitation(_token(request), _address(request)))

    async def _made(
        self, request: Request, kind: type[Any], make: Callable[..., Awaitable[msgspec.Struct]]
    ) -> Response:
        """Make what somebody wants who is on a page of this server."""
        if not is_own_origin(request, self._setup.origins):
            return answer(Problem(says="this page belongs to another server"), 403)
        if not request.headers.get("content-type", "").startswith(JSON):
            return answer(Problem(says=f"send {JSON}"), 415)
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > self._setup.limits.request_bytes:
                return answer(Problem(says="this is too long"), 413)
        try:
            wish = msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return answer(Problem(says=f"cannot read this: {str(error)[:QUOTED]}"), 400)
        made = await make(wish, _address(request))
        self.hall.house.workers.expect_questions()
        return answer(made, 201)

    async def tables(self, request: Request) -> Response:
        """What is going on, for the owner."""
        if not fits(_token(request), self._setup.owner):
            return answer(Problem(says="this is for the owner of the server"), 403)
        return answer(await self.hall.tables())

    async def saved_game(self, request: Request) -> Response:
        """A game that is over, as `duelhall replay` and `duelhall verify` read it."""
        text = await self.hall.saved_game(request.path_params["table"], _token(request))
        return Response(text, media_type=JSON)

    async def rules(self, request: Request) -> Response:
        """A rulebook, in Markdown."""
        rulebook = registry.find(request.path_params["game"]).rulebook
        return PlainTextResponse(rulebook.read_text(encoding="utf-8"))

    # --- over a WebSocket ---

    async def connect(self, socket: WebSocket) -> None:
        """Talk with a browser; one that does not belong here is not let in."""
        if not is_own_origin(socket, self._setup.origins):
            await socket.close()
            return
        try:
            with self.hall.addresses.connected(_address(socket)):
                await Connection(socket, self.hall).run()
        except OverLimit as error:
            at_limit(error)
            await socket.close()


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""


class WithHeaders:
    """Adds the headers that every answer carries."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers; a WebSocket has none."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        await self._app(scope, receive, send_with_headers)
