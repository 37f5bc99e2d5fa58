"""The stores on which tests run: both kinds, each empty."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from duelhall_web.store import StoredEvent, TableRow

POSTGRES = "DUELHALL_TEST_POSTGRES"
"""The variable with the address of a PostgreSQL server for tests (tools/with-postgres)."""

KINDS = ("sqlite", "postgresql")


@contextmanager
def empty_store(kind: str, folder: Path) -> Iterator[str]:
    """The URL of a store of some kind, with nothing in it."""
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tables.sqlite'}"
        return
    url = os.environ.get(POSTGRES)
    if url is None:
        pytest.skip("needs a PostgreSQL server: tools/with-postgres make test")
    import psycopg

    schema = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as base:
        base.execute(f"CREATE SCHEMA {schema}")
        try:
            yield f"{url}&options=-csearch_path%3D{schema}"
        finally:
            base.execute(f"DROP SCHEMA {schema} CASCADE")


def event(table: str, number: int, data: bytes = b"{}") -> StoredEvent:
    return StoredEvent(table, number, data)


def row(table: str, changed: float = 1.0, *, over: bool = False, time: float = 0.0) -> TableRow:
    return TableRow(table, "about", clocked=True, over=over, opened=0.5, changed=changed, time=time)
