"""Where tables are stored: a small interface, and the stores that have it, chosen by a URL.

A store is used by one thread at a time (journal.py). What it has added is on disk when `add`
returns, so that neither a killed server nor a power failure loses it.

Writing to a store without making anybody wait but those who asked for it.

A store blocks until its disk has everything. So it has a thread of its own, and whatever comes in
while that is busy is written together, in one transaction: a hundred moves take hardly longer than
one. Whatever happens in one round of the event loop is handed over at once, and comes back so.

The embedded store: one SQLite file.

The log is written ahead (WAL), and every transaction is synchronised with the disk
(`synchronous=FULL`). Without that, a killed process would still lose nothing, but a power failure
could lose the last moves that were already confirmed. The log is short, as SQLite has it: while one
grows, each synchronising takes longer than where it writes over what is there.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from duelhall.engine.errors import BadUsage, DuelhallError
from duelhall.play.saves import saves_folder
from duelhall_web.events import LONGEST
from duelhall_web.log import log

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
        return SqliteStore(_file_in(url))
    if scheme in POSTGRES:
        from duelhall_web.postgres import PostgresStore

        return PostgresStore(url)
    raise _bad(url)


@contextmanager
def only_server(url: str) -> Iterator[None]:
    """Keep other servers away from a store, if it is a file; BrokenStore if one uses it already."""
    file = _file_in(url) if urlsplit(url).scheme == SQLITE else None
    if file is None:
        yield
        return

    with locked(file):
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
    act: Callable[[Store], Any] | None = None  # in place of adding events
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

    def __init__(self, store: Store, patience: float = PATIENCE) -> None:
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

    async def ask(self, act: Callable[[Store], Found]) -> Found:
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
        """Add all events of a batch together, and then do the rest of it one by one."""
        adding = [job for job in batch if job.act is None]
        try:
            self._add(adding)
        except Exception:
            self._add_apart(adding)
        for job in batch:
            if job.act is not None:
                self._act(job)

    def _add(self, jobs: list[Job]) -> None:
        """Add the events of some jobs in one transaction."""
        if jobs:
            events = [event for job in jobs for event in job.events]
            self._store.add(events, [row for job in jobs for row in job.rows])

    def _add_apart(self, jobs: list[Job]) -> None:
        """Try each job again by itself. If one made all of them fail, only that one fails; if the
        store had lost its connection, it may have found it again.
        """
        for job in jobs:
            try:
                if not job.done.done():  # somebody still waits for it
                    self._add([job])
            except Exception as error:
                job.error = error

    def _act(self, job: Job) -> None:
        try:
            job.result = job.act(self._store) if job.act else None
        except Exception as problem:
            job.error = problem


try:
    import fcntl
except ModuleNotFoundError:  # not everywhere, and where it is missing nothing is locked
    fcntl: Any = None  # type: ignore[no-redef]

WAIT = 10.0
"""Seconds to wait for another process that is writing, such as a back-up."""

MOST_ROWS = 100
"""How many rows a statement inserts; SQLite takes so many values at least."""

Row = tuple[object, ...]

SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, about TEXT NOT NULL, clocked INTEGER NOT NULL, is_over INTEGER NOT NULL,
    opened REAL NOT NULL, changed REAL NOT NULL, time REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""

EXPECTED = """
SELECT id, about, clocked, is_over, opened, changed, time FROM tables LIMIT 0;
SELECT table_id, number, data FROM events LIMIT 0;
SELECT name, value FROM settings LIMIT 0;
"""
"""Fails where a file is the database of some other program."""

UPSERT = """
INSERT INTO tables VALUES {} ON CONFLICT (id) DO UPDATE SET
about = excluded.about, is_over = excluded.is_over, changed = excluded.changed,
time = excluded.time
"""


class SqliteStore:
    """Tables in a file; without one, in memory, for as long as the server runs."""

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
            self._base.executescript(SCHEMA)
            self._base.executescript(EXPECTED)
            if file is not None:
                file.chmod(0o600)  # it holds the cards of games that are going on
            self._files = [file.resolve(), Path(f"{file.resolve()}-wal")] if file else []
            self._nodes = self._found()
        except (sqlite3.Error, OSError) as error:
            raise BrokenStore(f"cannot store tables in {file}: {error}") from None

    def _found(self) -> list[int]:
        return [os.stat(file).st_ino for file in self._files]  # noqa: PTH116, in half the time

    def _check_files(self) -> None:
        """BrokenStore if the files are gone: what is written to them would be lost silently."""
        if self._found() != self._nodes:
            raise BrokenStore(f"{self._files[0]} is not the file any more that this server opened")

    def add(self, events: Sequence[StoredEvent], rows: Sequence[TableRow]) -> None:
        """Add events and rows in one transaction."""
        try:
            self._check_files()
            self._base.execute("BEGIN IMMEDIATE")
            try:
                self._insert("INSERT INTO events VALUES {}", events)
                self._insert(UPSERT, {row.table: row for row in rows}.values())
                self._base.execute("COMMIT")
            except BaseException:
                if self._base.in_transaction:
                    self._base.execute("ROLLBACK")
                raise
        except (sqlite3.Error, OSError) as error:
            raise BrokenStore(f"the store does not take more events: {error}") from None

    def _insert(self, statement: str, rows: Collection[Row]) -> None:
        """Insert many rows by few statements. Each statement lets go of the interpreter, and takes
        it back only when the event loop lets it: one for each row would take far longer.
        """
        for batch in batched(list(rows), MOST_ROWS):
            values = ", ".join(f"({', '.join('?' * len(row))})" for row in batch)
            self._base.execute(statement.format(values), [cell for row in batch for cell in row])

    def events(self, table: str) -> list[bytes]:
        """The events of a table, in order."""
        rows = self._base.execute(
            "SELECT number, data FROM events WHERE table_id = ? ORDER BY number", (table,)
        )
        return in_order(rows)

    def tables(self) -> list[TableRow]:
        """All tables, the one that was changed last first."""
        rows = self._base.execute("SELECT * FROM tables ORDER BY changed DESC, id")
        return [table_row(*row) for row in rows]

    def table(self, name: str) -> TableRow | None:
        """One table."""
        row = self._base.execute("SELECT * FROM tables WHERE id = ?", (name,)).fetchone()
        return None if row is None else table_row(*row)

    def setting(self, name: str) -> str | None:
        """A setting, if there is one."""
        found = self._base.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return str(found[0]) if found else None

    def set(self, name: str, value: str) -> None:
        """Write down a setting."""
        self._check_files()
        self._base.execute(
            "INSERT INTO settings VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (name, value),
        )

    def prune(self, before: float) -> int:
        """Remove the tables that were last changed before a time."""
        self._base.execute("BEGIN IMMEDIATE")
        self._base.execute(
            "DELETE FROM events WHERE table_id IN (SELECT id FROM tables WHERE changed < ?)",
            (before,),
        )
        count = self._base.execute("DELETE FROM tables WHERE changed < ?", (before,)).rowcount
        self._base.execute("COMMIT")
        return count

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Keep other servers away from a file; the system ends that with this process, however it ends.
    SQLite itself locks its files only while it writes.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(f"{file.resolve()}-lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BrokenStore(f"cannot store tables in {file}: {error}") from None
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BrokenStore(
            f"another server is using {file}: end it, or give this one another --store"
        ) from None
    finally:
        os.close(lock)


def batched(rows: Sequence[Row], size: int) -> Iterator[Sequence[Row]]:
    """Some rows at a time."""
    return (rows[at : at + size] for at in range(0, len(rows), size))
