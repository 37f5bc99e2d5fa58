"""Starting the server: where it listens, what it prints, and what it says when it cannot start."""

import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from duelhall.engine import errors as extras
from duelhall.engine.errors import BadUsage, MissingPackage
from duelhall_web import serve as serving
from duelhall_web.serve import address_of, listening_socket, serve
from duelhall_web.store import BrokenStore, open_store
from tests.web.stores import event, row


def test_the_usual_port_is_used_unless_it_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(serving, "PORT", port)
        with listening_socket("127.0.0.1", None) as found:
            assert found.getsockname()[1] not in (0, port)
        with pytest.raises(BadUsage, match=f"port {port}: Address already in use"):
            listening_socket("127.0.0.1", port)
    with listening_socket("127.0.0.1", None) as found:
        assert address_of(found, "127.0.0.1") == f"http://127.0.0.1:{port}/"
        assert address_of(found, "::") == f"http://localhost:{port}/"
        assert address_of(found, "::1") == f"http://[::1]:{port}/"


def test_where_others_may_come_in_an_address_is_printed_that_they_find(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with listening_socket("127.0.0.1", 0) as found:
        port = found.getsockname()[1]
        monkeypatch.setattr(serving, "network_address", lambda: "192.168.7.7")
        assert address_of(found, "0.0.0.0") == f"http://192.168.7.7:{port}/"
        assert address_of(found, "127.0.0.1") == f"http://127.0.0.1:{port}/"


def test_without_a_network_the_machine_itself_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert serving.network_address()
    monkeypatch.setattr(serving, "ELSEWHERE", "no address")
    assert serving.network_address() == "localhost"


@pytest.mark.parametrize("port", [-1, 2**16, 10**30])
def test_there_are_only_so_many_ports(port: int) -> None:
    with pytest.raises(BadUsage, match="--port takes a number from 0 to 65535"):
        listening_socket("127.0.0.1", port)


@pytest.mark.parametrize("host", ["x\ud800", "x\0", "x\x9b31m", "a..b", "a" * 300])
def test_what_is_no_address_is_refused(host: str) -> None:
    with pytest.raises(BadUsage, match="--host takes a name, or an address"):
        listening_socket(host, 0)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(extras, "import_module", missing)
    with pytest.raises(MissingPackage, match=r"pip install 'duelhall\[web\]'"):
        serve("127.0.0.1", 0, None)


def test_a_password_is_not_printed() -> None:
    shown = serving._shown("postgresql://ann:secret@host:5432/base")
    assert shown == "postgresql://ann@host:5432/base"
    assert serving._shown("sqlite:///tables.sqlite") == "sqlite:///tables.sqlite"


def test_a_store_of_which_a_page_is_damaged_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    store = open_store(url := f"sqlite:///{file}")
    store.add([], [row("a")])
    store.close()
    with closing(sqlite3.connect(file)) as base:
        (size,) = base.execute("PRAGMA page_size").fetchone()
        where = "SELECT rootpage FROM sqlite_master WHERE name = 'tables'"
        (page,) = base.execute(where).fetchone()
    whole = file.read_bytes()
    file.write_bytes(whole[: (page - 1) * size] + b"\xff" * size + whole[page * size :])
    for prune in (None, 90):
        with pytest.raises(BrokenStore, match=r"cannot read the tables in sqlite:///.* malformed"):
            serving._look_through(url, prune)


def test_old_tables_are_pruned_before_serving(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store = open_store(url)
    store.add([event("old", 1)], [row("old", changed=1.0)])
    store.close()
    serving._prune(url, 90)
    assert capsys.readouterr().out == "Pruned 1 table.\n"
    with pytest.raises(BadUsage, match="at least 1"):
        serving._prune(url, 0)
