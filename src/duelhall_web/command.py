"""The command `duelhall serve`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from duelhall.cli.flags import Flag, Whole


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
    from duelhall_web.serve import serve as serve_tables

    serve_tables(
        host,
        port,
        store,
        bots=bots,
        origins=tuple(origin or ()),
        proxies=tuple(proxy or ()),
        prune=prune,
        connections=connections,
        as_json=json,
    )
