"""The store for those who run a PostgreSQL server already (psycopg 3, extra `postgres`).

A transaction is on disk when PostgreSQL says that it is committed, unless its owner has turned off
`synchronous_commit`. If the connection is lost, the next request makes a new one; what was asked
for when it broke has failed, and the table that it belongs to is read again.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from duelhall.engine.errors import from_extra
from duelhall_web.store import BrokenStore, StoredEvent, TableRow, in_order, table_row

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

SCHEMA = """
CREATE TABLE IF NOT EXISTS duelhall_tables (
    id TEXT PRIMARY KEY, about TEXT NOT NULL, clocked BOOLEAN NOT NULL, is_over BOOLEAN NOT NULL,
    opened DOUBLE PRECISION NOT NULL, changed DOUBLE PRECISION NOT NULL,
    time DOUBLE PRECISION NOT NULL
);
CREATE TABLE IF NOT EXISTS duelhall_events (
    table_id TEXT NOT NULL, number INTEGER NOT NULL, data BYTEA NOT NULL,
    PRIMARY KEY (table_id, number)
);
CREATE TABLE IF NOT EXISTS duelhall_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""

UPSERT = """
INSERT INTO duelhall_tables VALUES (%s, %s, %s, %s, %s, %s, %s) ON CONFLICT (id) DO UPDATE SET
about = excluded.about, is_over = excluded.is_over, changed = excluded.changed,
time = excluded.time
"""


class PostgresStore:
    """Tables in a database."""

    def __init__(self, url: str) -> None:
        self._psycopg = from_extra("postgres", "psycopg")
        self._url = url
        self._connection: Any = None
        with self._transaction() as cursor:
            cursor.execute(SCHEMA)

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        """A cursor in a transaction, which is committed if nothing goes wrong."""
        try:
            if self._connection is None or self._connection.closed:
                said = self._psycopg.conninfo.conninfo_to_dict(self._url)
                connection = self._psycopg.connect(**{**CONNECTING, **said}, autocommit=True)
                connection.execute("SET statement_timeout = '10s'")
                self._connection = connection
            with self._connection.transaction(), self._connection.cursor() as cursor:
                yield cursor
        except self._psycopg.Error as error:
            raise BrokenStore(f"the store failed: {str(error).strip()}") from None

    def add(self, events: Sequence[StoredEvent], rows: Sequence[TableRow]) -> None:
        """Add events and rows in one transaction."""
        with self._transaction() as cursor:
            cursor.executemany("INSERT INTO duelhall_events VALUES (%s, %s, %s)", events)
            cursor.executemany(UPSERT, rows)

    def events(self, table: str) -> list[bytes]:
        """The events of a table, in order."""
        with self._transaction() as cursor:
            cursor.execute(
                "SELECT number, data FROM duelhall_events WHERE table_id = %s ORDER BY number",
                (table,),
            )
            return in_order(cursor.fetchall())

    def tables(self) -> list[TableRow]:
        """All tables, the one that was changed last first."""
        with self._transaction() as cursor:
            cursor.execute("SELECT * FROM duelhall_tables ORDER BY changed DESC, id")
            return [table_row(*row) for row in cursor.fetchall()]

    def table(self, name: str) -> TableRow | None:
        """One table."""
        with self._transaction() as cursor:
            cursor.execute("SELECT * FROM duelhall_tables WHERE id = %s", (name,))
            row = cursor.fetchone()
            return None if row is None else table_row(*row)

    def setting(self, name: str) -> str | None:
        """A setting, if there is one."""
        with self._transaction() as cursor:
            cursor.execute("SELECT value FROM duelhall_settings WHERE name = %s", (name,))
            found = cursor.fetchone()
            return None if found is None else str(found[0])

    def set(self, name: str, value: str) -> None:
        """Write down a setting."""
        with self._transaction() as cursor:
            cursor.execute(
                "INSERT INTO duelhall_settings VALUES (%s, %s) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    def prune(self, before: float) -> int:
        """Remove the tables that were last changed before a time."""
        with self._transaction() as cursor:
            cursor.execute(
                "DELETE FROM duelhall_events WHERE table_id IN "
                "(SELECT id FROM duelhall_tables WHERE changed < %s)",
                (before,),
            )
            cursor.execute("DELETE FROM duelhall_tables WHERE changed < %s", (before,))
            return int(cursor.rowcount)

    def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            self._connection.close()
