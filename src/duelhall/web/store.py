"""Where tables are stored: a small interface, and the stores that have it, chosen by a URL.

A store is used by one thread at a time (journal.py). What it has added is on disk when `add`
returns, so that neither a killed server nor a power failure loses it.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit

from duelhall.engine.errors import BadUsage, DuelhallError
from duelhall.play.saves import saves_folder
from duelhall.web.uptime import LONGEST

SQLITE = "sqlite"
POSTGRES = ("postgresql", "postgres")


class BrokenStore(DuelhallError):
    """A store that cannot be used, or that another server is writing to."""


class LostEvent(DuelhallError):
    """An event that is not where the events of its table are."""


class StoredEvent(NamedTuple):
    """An event of a table, and its number there, counted from 1."""

    table: str
    number: int
    data: bytes


class TableRow(NamedTuple):
    """What a store knows of a table without reading its events."""

    table: str
    about: str  # what it is, for the owner's page
    clocked: bool  # whether its clock goes on while nobody is there
    over: bool
    opened: float  # seconds since 1970
    changed: float
    time: float  # of its last event, by the server's clock


DAMAGED = "unknown: what the store knows of this table is damaged"
"""What a table is about if its row cannot be read; its events may well be whole."""


def table_row(name: Any, about: Any, clocked: Any, over: Any, *times: Any) -> TableRow:
    """A row as it is stored. One that is damaged says so, and what is left of it."""
    flags, is_text = (clocked, over), isinstance(name, str) and isinstance(about, str)
    numbers = [each if is_number(each) else 0.0 for each in times]
    is_sound = is_text and numbers == [*times] and all(flag in (0, 1) for flag in flags)
    about = about if is_sound else DAMAGED
    return TableRow(str(name), about, bool(clocked), bool(over), *numbers)


def is_number(thing: Any) -> bool:
    """Whether this can be a number of seconds."""
    return isinstance(thing, int | float) and 0 <= thing <= LONGEST


def in_order(rows: Iterable[tuple[Any, bytes]]) -> list[bytes]:
    """The events of a table by their numbers; LostEvent if one is missing."""
    found = list[bytes]()
    for number, data in rows:
        if number != len(found) + 1:
            raise LostEvent(f"there is no event {len(found) + 1} before event {number}")
        found.append(data)
    return found


class Store(Protocol):
    """A log of events, and a few settings."""

    def add(self, events: Sequence[StoredEvent], rows: Sequence[TableRow]) -> None:
        """Add events, and write down what has changed of their tables: all of it or nothing.

        BrokenStore if an event of that number is there already.
        """

    def events(self, table: str) -> list[bytes]:
        """The events of a table, in order; LostEvent if some are missing."""

    def tables(self) -> list[TableRow]:
        """All tables, the one that was changed last first."""

    def table(self, name: str) -> TableRow | None:
        """One table, if it is there."""

    def setting(self, name: str) -> str | None:
        """A setting, if there is one."""

    def set(self, name: str, value: str) -> None:
        """Write down a setting."""

    def prune(self, before: float) -> int:
        """Remove the tables that were last changed before a time; how many they were."""

    def close(self) -> None:
        """Let go of it."""


def default_url() -> str:
    """Where tables are stored if nobody says otherwise."""
    return f"{SQLITE}:///{saves_folder() / 'tables.sqlite'}"


def open_store(url: str) -> Store:
    """The store at a URL: sqlite:///path/to/file, or postgresql://user@host/database."""
    scheme = urlsplit(url).scheme
    if scheme == SQLITE:
        from duelhall.web.sqlite import SqliteStore

        return SqliteStore(_file_in(url))
    if scheme in POSTGRES:
        from duelhall.web.postgres import PostgresStore

        return PostgresStore(url)
    raise _bad(url)


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Keep other servers away from a store, if it is a file; BrokenStore if one uses it already."""
    file = _file_in(url) if urlsplit(url).scheme == SQLITE else None
    if file is None:
        yield
        return
    from duelhall.web.sqlite import locked

    with locked(file):
        yield


def _file_in(url: str) -> Path | None:
    _, slashes, path = url.partition("://")
    if not slashes or (path and not path.startswith("/")):
        raise _bad(url)
    return Path(path[1:]) if path[1:] else None


def _bad(url: str) -> BadUsage:
    return BadUsage(f"--store takes sqlite:///FILE or postgresql://USER@HOST/DATABASE, not {url!r}")
