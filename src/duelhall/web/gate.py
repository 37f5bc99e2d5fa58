"""The gate: who asks for this server by a name that is not its own stays outside, and whatever
goes wrong inside comes out as a plain answer.

A page of any site can make its own name lead to this machine (DNS rebinding). A browser then takes
that page for one of this server's, but still says which name it asks for.
"""

import re
from collections.abc import Collection

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from duelhall.engine.errors import shortened
from duelhall.web.entrance import CROWDED
from duelhall.web.http_messages import Problem
from duelhall.web.log import unforeseen

JSON = "application/json"
LOOPBACK = ("localhost", "127.0.0.1", "::1")

GONE = (ClientDisconnect, ClientDisconnected, WebSocketDisconnect)
"""Whoever asked has gone, which is no error."""

HOST = re.compile(r"(?:\[([0-9a-f:.]+)\]|([\w.-]+?))\.?(?::\d*)?", re.ASCII)


def answer(message: msgspec.Struct, status: int = 200) -> Response:
    """A message as the answer to a request."""
    return Response(msgspec.json.encode(message), status, media_type=JSON)


class Gate:
    """Lets in who asks for one of these hosts, or for the address that the connection came to."""

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
            has_begun = True
            await send(message)

        try:  # messages of a WebSocket take the shortest way
            await (self._refusal(scope) or self._app)(
                scope, receive, send if has_begun else send_on
            )
        except GONE:
            pass
        except Exception as error:
            says = unforeseen(error)  # and a WebSocket ends
            if not has_begun:
                await answer(Problem(says=says), 500)(scope, receive, send)

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
