"""Where tables are stored: a small log of events in SQLite or PostgreSQL, chosen by a URL.

A store blocks until its disk has everything: what it has added survives a killed server and a power
failure. So the journal gives it a thread of its own, and whatever comes in while that is busy is
written together, in one transaction: a hundred moves take hardly longer than one. Whatever happens
in one round of the event loop is handed over at once, and comes back so.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from duelhall.engine.errors import BadUsage, DuelhallError, from_extra
from duelhall.play.saves import saves_folder
from duelhall_web.events import LONGEST
from duelhall_web.log import log

SQLITE = "sqlite"
POSTGRES = ("postgresql", "postgres")

Row = tuple[object, ...]
Run = Callable[..., Any]


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


MOST_ROWS = 100
"""How many rows a statement inserts; SQLite takes so many values at least."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS {}tables (
    id TEXT PRIMARY KEY, about TEXT NOT NULL, clocked FLAG NOT NULL, is_over FLAG NOT NULL,
    opened REAL NOT NULL, changed REAL NOT NULL, time REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS {}events (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS {}settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
NEW_EVENTS = "INSERT INTO {}events VALUES "
NEW_ROWS = "INSERT INTO {}tables VALUES "
LATEST = """ ON CONFLICT (id) DO UPDATE SET about = excluded.about, is_over = excluded.is_over,
changed = excluded.changed, time = excluded.time"""


class SessionStore:
    """A log of events, and a few settings, in three tables of a database. Statements are written as
    SQLite reads them, but for {} before the names of tables, and for FLAG. A store is used by one
    thread at a time.
    """

    def _rows(self, statement: str, *values: object) -> list[Any]:
        """What a statement finds."""
        raise NotImplementedError

    def _transaction(self) -> AbstractContextManager[Run]:
        """What runs statements of which all are carried out, or none."""
        raise NotImplementedError

    def close(self) -> None:
        """Let go of it."""
        raise NotImplementedError

    def add(self, events: Sequence[StoredEvent], rows: Sequence[TableRow]) -> None:
        """Add events, and write down what has changed of their tables: all of it or nothing.

        BrokenStore if an event of that number is there already.
        """
        with self._transaction() as run:
            for batch in _batched(events):
                run(NEW_EVENTS + _marks(batch), _cells(batch))
            for batch in _batched([*{row.table: row for row in rows}.values()]):
                run(NEW_ROWS + _marks(batch) + LATEST, _cells(batch))

    def events(self, table: str) -> list[bytes]:
        """The events of a table, in order; LostEvent if some are missing."""
        statement = "SELECT number, data FROM {}events WHERE table_id = ? ORDER BY number"
        return in_order(self._rows(statement, table))

    def tables(self) -> list[TableRow]:
        """All tables, the one that was changed last first."""
        rows = self._rows("SELECT * FROM {}tables ORDER BY changed DESC, id")
        return [table_row(*row) for row in rows]

    def table(self, name: str) -> TableRow | None:
        """One table, if it is there."""
        rows = self._rows("SELECT * FROM {}tables WHERE id = ?", name)
        return table_row(*rows[0]) if rows else None

    def setting(self, name: str) -> str | None:
        """A setting, if there is one."""
        rows = self._rows("SELECT value FROM {}settings WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def set(self, name: str, value: str) -> None:
        """Write down a setting."""
        with self._transaction() as run:
            run(
                "INSERT INTO {}settings VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def prune(self, before: float) -> int:
        """Remove the tables that were last changed before a time; how many they were."""
        old = "SELECT id FROM {}tables WHERE changed < ?"
        with self._transaction() as run:
            run(f"DELETE FROM {{}}events WHERE table_id IN ({old})", (before,))
            return int(run("DELETE FROM {}tables WHERE changed < ?", (before,)).rowcount)


def _batched(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Some rows at a time. SQLite lets go of the interpreter for each statement, and takes it back
    only when the event loop lets it: one statement for each row would take far longer.
    """
    return (rows[at : at + MOST_ROWS] for at in range(0, len(rows), MOST_ROWS))


def _marks(rows: Sequence[Row]) -> str:
    return ", ".join(f"({', '.join('?' * len(row))})" for row in rows)


def _cells(rows: Sequence[Row]) -> list[object]:
    return [cell for row in rows for cell in row]


WAIT = 10.0
"""Seconds to wait for another process that is writing, such as a back-up."""


EXPECTED = """
SELECT id, about, clocked, is_over, opened, changed, time FROM tables LIMIT 0;
SELECT table_id, number, data FROM events LIMIT 0;
SELECT name, value FROM settings LIMIT 0;
"""
"""Fails where a file is the database of some other program."""


class SqliteStore(SessionStore):
    """Tables in a file; without one, in memory, for as long as the server runs.

    The log is written ahead (WAL), and every transaction is synchronised with the disk
    (`synchronous=FULL`). Without that, a killed process would still lose nothing, but a power
    failure could lose the last moves that were already confirmed. The log is short, as SQLite has
    it: while one grows, each synchronising takes longer than where it writes over what is there.
    """

    def __init__(self, file: Path | None) -> None:
        try:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(
                file or ":memory:", timeout=WAIT, isolation_level=None, check_same_thread=False
            )
            self._base.text_factory = lambda text: text.decode(errors="replace")
            self._base.execute("PRAGMA journal_mode=WAL")
            self._base.execute("PRAGMA synchronous=FULL")
            self._base.executescript(SCHEMA.replace("{}", "").replace("FLAG", "INTEGER"))
            self._base.executescript(EXPECTED)
            if file is not None:
                file.chmod(0o600)  # it holds the cards of games that are going on
            self._files = [file.resolve(), Path(f"{file.resolve()}-wal")] if file else []
            self._nodes = self._found()
        except (sqlite3.Error, OSError) as error:
            raise BrokenStore(f"cannot store tables in {file}: {error}") from None

    def _found(self) -> list[int]:
        return [os.stat(file).st_ino for file in self._files]  # noqa: PTH116, in half the time

    def add(self, events: Sequence[StoredEvent], rows: Sequence[TableRow]) -> None:
        """Add events and rows in one transaction."""
        try:
            super().add(events, rows)
        except (sqlite3.Error, OSError) as error:
            raise BrokenStore(f"the store does not take more events: {error}") from None

    def _run(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        return self._base.execute(statement.replace("{}", ""), values)

    def _rows(self, statement: str, *values: object) -> list[Any]:
        return self._run(statement, values).fetchall()

    @contextmanager
    def _transaction(self) -> Iterator[Run]:
        if self._found() != self._nodes:  # what is written to files that are gone would be lost
            raise BrokenStore(f"{self._files[0]} is not the file any more that this server opened")
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield self._run
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()


CONNECTING = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How long a server may be silent, where its URL does not say otherwise. One that is connected and
does nothing is given up by the journal.
"""

IN_POSTGRES = {
    "{}": "duelhall_",
    "?": "%s",
    "FLAG": "BOOLEAN",
    "BLOB": "BYTEA",
    "REAL": "DOUBLE PRECISION",
    " WITHOUT ROWID": "",
}
"""What of a statement is written otherwise there."""


class PostgresStore(SessionStore):
    """Tables in a database of those who run a PostgreSQL server already (psycopg 3).

    A transaction is on disk when PostgreSQL says that it is committed, unless its owner has turned
    off `synchronous_commit`. If the connection is lost, the next request makes a new one; what was
    asked for when it broke has failed, and the table that it belongs to is read again.
    """

    def __init__(self, url: str) -> None:
        self._psycopg = from_extra("postgres", "psycopg")
        self._url = url
        self._connection: Any = None
        with self._transaction() as run:
            run(SCHEMA)

    @contextmanager
    def _transaction(self) -> Iterator[Run]:
        try:
            if self._connection is None or self._connection.closed:
                said = self._psycopg.conninfo.conninfo_to_dict(self._url)
                connection = self._psycopg.connect(**{**CONNECTING, **said}, autocommit=True)
                connection.execute("SET statement_timeout = '10s'")
                self._connection = connection
            with self._connection.transaction(), self._connection.cursor() as cursor:
                yield lambda statement, values=None: cursor.execute(
                    _in_postgres(statement), values or None
                )
        except self._psycopg.Error as error:
            raise BrokenStore(f"the store failed: {str(error).strip()}") from None

    def _rows(self, statement: str, *values: object) -> list[Any]:
        with self._transaction() as run:
            return list(run(statement, values).fetchall())

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()


def _in_postgres(statement: str) -> str:
    for word, other in IN_POSTGRES.items():
        statement = statement.replace(word, other)
    return statement


def default_url() -> str:
    """Where tables are stored if nobody says otherwise."""
    return f"{SQLITE}:///{saves_folder() / 'tables.sqlite'}"


def open_store(url: str) -> SessionStore:
    """The store at a URL: sqlite:///path/to/file, or postgresql://user@host/database."""
    scheme = urlsplit(url).scheme
    if scheme == SQLITE:
        return SqliteStore(_file_in(url))
    if scheme in POSTGRES:
        return PostgresStore(url)
    raise _bad(url)


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Keep other servers away from a store, if it is a file; BrokenStore if one uses it already.

    SQLite locks a file only while it writes. So a transaction is begun on an empty database beside
    it, which ends with this process, however that ends.
    """
    file = _file_in(url) if urlsplit(url).scheme == SQLITE else None
    with ExitStack() as stack:
        try:
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                beside = Path(f"{file.resolve()}-lock")
                beside.touch(0o600)
                lock = stack.enter_context(closing(sqlite3.connect(beside, timeout=0)))
                lock.execute("BEGIN EXCLUSIVE")
        except (sqlite3.Error, OSError) as error:
            if getattr(error, "sqlite_errorname", "") != "SQLITE_BUSY":
                raise BrokenStore(f"cannot store tables in {file}: {error}") from None
            raise BrokenStore(
                f"another server is using {file}: end it, or give this one another --store"
            ) from None
        yield


def _file_in(url: str) -> Path | None:
    _, slashes, path = url.partition("://")
    if not slashes or (path and not path.startswith("/")):
        raise _bad(url)
    return Path(path[1:]) if path[1:] else None


def _bad(url: str) -> BadUsage:
    return BadUsage(f"--store takes sqlite:///FILE or postgresql://USER@HOST/DATABASE, not {url!r}")


PATIENCE = 15.0
"""Seconds after which nobody waits for a store any more; longer than a store waits by itself."""

FAREWELL = 3.0
"""Seconds that a store has to write what is left when the server ends."""

AWAY = (
    "this server cannot use its store at the moment: this may not have been done; try again later"
)
"""What is said of any trouble with a store; what kind of trouble it is, the log says. A store that
did not answer in time may still do what it was asked for.
"""

Found = TypeVar("Found")


TROUBLE = (BrokenStore, sqlite3.Error, OSError)


@dataclass
class Job:
    """Something to be done by the thread, and who waits for it."""

    done: "asyncio.Future[Any]"
    events: list[StoredEvent] = field(default_factory=list)
    rows: list[TableRow] = field(default_factory=list)
    act: Callable[[SessionStore], Any] | None = None  # in place of adding events
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        """Tell who waits for it."""
        if self.done.done():
            return
        if isinstance(self.error, TROUBLE):
            log.error(f"store: {self.error}")
            self.done.set_exception(BrokenStore(AWAY))
        elif self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Journal:
    """A store with a thread of its own."""

    def __init__(self, store: SessionStore, patience: float = PATIENCE) -> None:
        self._store, self._patience = store, patience
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._is_busy = False  # whether the thread is at work, or will be soon
        self._batch: list[Job] = []  # what the thread is doing, and since when
        self._since = 0.0
        self._is_stuck = False  # whether that takes so long that nobody waits for it
        self._watching: asyncio.TimerHandle | None = None
        self._batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="duelhall-journal", daemon=True)
        self._thread.start()

    async def add(self, events: list[StoredEvent], row: TableRow | None = None) -> None:
        """Add events, and what has changed of their table; on disk when this returns."""
        await self._queued(Job(self._loop.create_future(), events, [row] if row else []))

    async def ask(self, act: Callable[[SessionStore], Found]) -> Found:
        """What a function finds in the store."""
        found: Found = await self._queued(Job(self._loop.create_future(), act=act))
        return found

    async def close(self) -> None:
        """Write what is left, and let go of the store, if it still answers."""
        self._batches.put(self._taken())
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join, FAREWELL)
        if self._thread.is_alive():
            log.error("the store did not answer when the server ended")

    def _queued(self, job: Job) -> "asyncio.Future[Any]":
        self._waiting.append(job)
        if self._is_stuck:
            self._give_up()
        if not self._is_busy:
            self._is_busy = True
            self._loop.call_soon(self._start)
        return job.done

    def _start(self) -> None:
        """Have the thread do all that is waiting by now."""
        self._batch, self._since = self._taken(), self._loop.time()
        self._batches.put(self._batch)
        if self._watching is None:
            self._watching = self._loop.call_later(self._patience, self._watch)

    def _watch(self) -> None:
        """See that the thread goes on; looking now and then costs less than timing each job."""
        self._watching = None
        left = self._since + self._patience - self._loop.time()
        if self._is_busy and left > 0:
            self._watching = self._loop.call_later(left, self._watch)
        elif self._is_busy:
            self._is_stuck = True
            self._give_up()

    def _give_up(self) -> None:
        """Let nobody wait any longer. What the thread still does is found when tables are read."""
        error = BrokenStore(f"it has not answered for {self._patience:g} seconds")
        for job in (*self._batch, *self._taken()):
            job.error = error
            job.settle()

    def _taken(self) -> list[Job]:
        taken, self._waiting = self._waiting, []
        return taken

    def _finish(self, batch: list[Job]) -> None:
        """Tell all who waited for a batch, and go on with the next one."""
        self._is_stuck = False
        for job in batch:
            job.settle()
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            self._start()

    # --- in the thread ---

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._do(batch)
            with suppress(RuntimeError):  # the server has ended meanwhile
                self._loop.call_soon_threadsafe(self._finish, batch)
        self._store.close()

    def _do(self, batch: list[Job]) -> None:
        """Add all events of a batch together, and then do the rest of it one by one. If one of them
        made all fail, only that one fails when each is tried again; and if the store had lost its
        connection, it may have found it again.
        """
        adding = [job for job in batch if job.act is None]
        try:
            self._add(adding)
        except Exception:
            for job in adding:
                self._do_alone(job)
        for job in batch:
            if job.act is not None:
                self._do_alone(job)

    def _add(self, jobs: list[Job]) -> None:
        if jobs:
            events = [event for job in jobs for event in job.events]
            self._store.add(events, [row for job in jobs for row in job.rows])

    def _do_alone(self, job: Job) -> None:
        try:
            if job.act is not None:
                job.result = job.act(self._store)
            elif not job.done.done():  # somebody still waits for it
                self._add([job])
        except Exception as error:
            job.error = error
