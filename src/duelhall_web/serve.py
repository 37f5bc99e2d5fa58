"""The command `duelhall serve`, which runs the server until somebody stops it.

What a server is made of is imported when there is to be one, so that help is fast.
"""

import gc
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from ipaddress import ip_address
from json import dumps
from pathlib import Path
from time import time as wall_clock
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from cyclopts import Parameter

from duelhall.cli.flags import Flag, Whole
from duelhall.engine.errors import BadUsage, from_extra, shortened
from duelhall.engine.text import counted

if TYPE_CHECKING:
    from duelhall_web.app import ServerConfig

PORT = 8642
"""Where the server is found, if nobody says otherwise and the port is free."""

GARBAGE = (20_000, 1_000_000, 1_000_000)
"""How often Python looks for garbage in circles, of which a server makes little: among new things
only, since looking through all tables and connections makes everybody wait."""

TIDYING = 3600.0
"""Seconds between two looks through everything."""

SWITCH = 0.001
"""Seconds after which the event loop lets the thread run that writes to the disk."""

EVERYWHERE = ("0.0.0.0", "::")

ELSEWHERE = "192.0.2.1"
"""An address that is not this machine's, from those that are kept for examples."""

LAST_PORT = 2**16 - 1
DAY = 86_400.0
FAREWELL = 3
"""Seconds in which connections may end when the server is stopped."""


def serve(
    *,
    host: str = "127.0.0.1",
    port: Whole | None = None,
    store: str | None = None,
    bots: Path | None = None,
    origin: Annotated[list[str] | None, Parameter(negative=())] = None,
    proxy: Annotated[list[str] | None, Parameter(negative=())] = None,
    prune: Whole | None = None,
    connections: Whole | None = None,
    json: Flag = False,
) -> None:
    """Play in a browser: start a server, and print its address.

    Every game is stored move by move, and continues after a restart. `duelhall docs server` says
    how to run it for others.

    Parameters
    ----------
    host
        The address to listen on: 0.0.0.0 for everybody in your network.
    port
        The port to listen on; by default 8642, or another one if that is taken.
    store
        Where games are stored: sqlite:///FILE, or postgresql://USER@HOST/DATABASE. By default, an
        SQLite file beside your saved games.
    bots
        A file with programs that may be played against, one per line: `name ~ command line`.
    origin
        A site whose pages may connect to this server, and by whose name it may be reached, for
        example https://duels.example.org.
    proxy
        The address of a proxy in front of this server, which says where its visitors come from.
    prune
        First remove all tables at which nobody has played for this many days.
    connections
        How many connections one address may have at a time, and how many tables it may open in an
        hour; 40 and 60 by default. A school behind one address needs more.
    json
        Print the addresses as JSON.

    """
    for module in ("starlette", "uvicorn", "websockets"):
        from_extra("web", module)
    from duelhall.play.entry import read_players
    from duelhall_web.app import ServerConfig, raised_files
    from duelhall_web.events import hashed, new_token
    from duelhall_web.lobby import ServerLimits
    from duelhall_web.store import default_url, only_server, open_store

    url, owner, origins = store or default_url(), new_token(), origin or ()
    limits = ServerLimits() if connections is None else ServerLimits.for_address(connections)
    config = ServerConfig(
        store=partial(open_store, url),
        bots=read_players(bots) if bots else (),
        hosts=hosts_of(host, origins),
        proxies=_checked(proxy or ()),
        origins=origins,
        owner=hashed(owner),
        limits=limits,
        files=raised_files(limits),
    )
    with only_server(url):
        _look_through(url, prune)
        sock = listening_socket(host, port)
        says = _said(address_of(sock, host), owner, _shown(url), as_json=json)
        run_server(config, sock, lambda: print(says, flush=True))


def config_of(config: "ServerConfig") -> Any:
    """How uvicorn is to run a server."""
    import uvicorn

    from duelhall_web.app import KEPT, Entrance, make_app
    from duelhall_web.connection import GatheringProtocol

    return uvicorn.Config(
        make_app(config),
        http=Entrance,
        ws=GatheringProtocol,
        ws_max_size=config.limits.message_bytes,
        ws_per_message_deflate=False,  # it would take more memory than all the games
        log_config=None,
        log_level="warning",
        server_header=False,
        backlog=int(config.files * KEPT / 2),
        forwarded_allow_ips=[*config.proxies],
        timeout_graceful_shutdown=FAREWELL,
    )


def run_server(config: "ServerConfig", sock: socket.socket, announce: Callable[[], None]) -> None:
    """Run a server at a socket, and say so as soon as it answers."""
    import asyncio
    import logging

    import uvicorn

    from duelhall_web.log import LogHandler, unforeseen

    def tidy_up() -> None:
        gc.collect()
        asyncio.get_running_loop().call_later(TIDYING, tidy_up)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            sys.setswitchinterval(SWITCH)
            gc.freeze()
            gc.set_threshold(*GARBAGE)
            asyncio.get_running_loop().call_later(TIDYING, tidy_up)
            announce()

    signal.signal(signal.SIGTERM, _end)
    logging.basicConfig(handlers=[LogHandler()])
    threading.excepthook = lambda said: unforeseen(said.exc_value or RuntimeError(said.thread))
    Server(config_of(config)).run(sockets=[sock])


def _end(_signal: int, _frame: FrameType | None) -> None:
    """End as usual, so that nothing is left behind; the server has closed by then."""
    sys.exit(0)


def listening_socket(host: str, port: int | None) -> socket.socket:
    """A socket at an address; without a port, at the usual one, or any that is free."""
    if port is not None and not 0 <= port <= LAST_PORT:
        raise BadUsage(f"--port takes a number from 0 to {LAST_PORT}, not {shortened(port)}")
    _check_host(host)
    for attempt in (PORT, 0) if port is None else (port,):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return socket.create_server((host, attempt), family=family, backlog=2048)
        except OSError as error:
            problem = error
    raise BadUsage(f"cannot serve at {host}, port {port}: {problem.strerror}")


def _check_host(host: str) -> None:
    """Refuse what can be no name of a machine; Python fails to say so where it listens."""
    try:
        is_name = b"\0" not in host.encode("idna")
    except ValueError:
        is_name = False
    if not is_name:
        raise BadUsage(f"--host takes a name, or an address as 127.0.0.1, not {shortened(host)}")


def hosts_of(host: str, origins: Sequence[str]) -> list[str]:
    """What a server is asked for by name, besides the address that a connection comes to."""
    try:
        sites = [urlsplit(origin).hostname or "" for origin in origins]
    except ValueError:
        sites = [""]
    if "" in sites:
        raise BadUsage("--origin takes a site such as https://duels.example.org")
    return [network_address() if host in EVERYWHERE else host.lower(), *sites]


def _checked(proxies: Sequence[str]) -> Sequence[str]:
    for proxy in proxies:
        try:
            ip_address(proxy)
        except ValueError:
            raise BadUsage(f"--proxy takes an address such as 127.0.0.1, not {proxy!r}") from None
    return proxies


def address_of(sock: socket.socket, host: str) -> str:
    """The address to type into a browser; one that others find, where they may come in."""
    shown = {"0.0.0.0": network_address(), "::": "localhost"}.get(host, host)
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{sock.getsockname()[1]}/"


def network_address() -> str:
    """By what other devices in the network find this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            sock.connect((ELSEWHERE, 9))  # which sends nothing, but chooses a way there
            return str(sock.getsockname()[0])
        except OSError:
            return "localhost"


def _said(address: str, owner: str, store: str, *, as_json: bool) -> str:
    page = f"{address}owner#{owner}"
    if as_json:
        return dumps({"address": address, "owner": page, "store": store})
    return (
        f"Duelhall is open at {address}\n"
        f"What is going on there: {page}\n"
        f"Games are stored in {store}. Ctrl-C closes the hall; no game is lost."
    )


def _shown(url: str) -> str:
    """A store's URL without a password."""
    scheme, _, rest = url.partition("://")
    user, at, place = rest.rpartition("@")
    return f"{scheme}://{user.partition(':')[0]}{at}{place}"


def _look_through(url: str, prune: int | None) -> None:
    """Read what is known of all tables, before anything is announced, after removing those at which
    nobody has played for so many days.
    """
    import sqlite3

    from duelhall_web.store import BrokenStore, open_store

    if prune is not None and prune < 1:
        raise BadUsage(f"--prune takes a number of days, at least 1, not {prune}")
    try:
        with closing(open_store(url)) as store:
            if prune is not None:
                count = store.prune(wall_clock() - prune * DAY)
                print(f"Pruned {counted(count, 'table')}.", flush=True)
            store.tables()
    except sqlite3.Error as error:
        raise BrokenStore(f"cannot read the tables in {_shown(url)}: {error}") from None
