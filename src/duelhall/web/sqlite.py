"""The embedded store: one SQLite file.

The log is written ahead (WAL), and every transaction is synchronised with the disk
(`synchronous=FULL`). Without that, a killed process would still lose nothing, but a power failure
could lose the last moves that were already confirmed. The log is short, as SQLite has it: while one
grows, each synchronising takes longer than where it writes over what is there.
"""

import os
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from duelhall.web.store import BrokenStore, StoredEvent, TableRow, in_order, table_row

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
