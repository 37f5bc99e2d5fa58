"""What strangers can do before they are anybody: nothing that keeps others out."""

import gzip
import json
import logging
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from duelhall.engine.errors import BadUsage
from duelhall_web import app, log
from duelhall_web import serve as serving
from duelhall_web.connection import MOST_PIECES
from duelhall_web.lobby import Addresses, Lobby, OverLimit, ServerLimits, counted_as
from duelhall_web.serve import hosts_of, serve
from duelhall_web.store import AWAY, BrokenStore, SqliteStore
from tests.web.running import PATIENCE, UPGRADE, WISH, Running, heard, request, running

LIMITS = ServerLimits(request_seconds=0.1, connections=5, tables_at_once=2, tables=0.001)

MANY: Any = {f"x-{number}": "" for number in range(300)}
"""More headers than a browser sends."""


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with running(LIMITS, hosts=["duels.example.org"]) as found:
        yield found


def says(answer: bytes) -> str:
    """What a problem says."""
    return str(json.loads(answer.partition(b"\r\n\r\n")[2])["says"])


# --- requests that take their time ---


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GE",
        b"GET /api/games HTTP/1.1\r\nhost: local",
        WISH + b"content-length: 50\r\n\r\n{",
        WISH + b"transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
        request(b"/ws", host="localhost", **UPGRADE)[:-2],
    ],
)
def test_a_request_that_is_not_complete_in_time_is_ended(server: Running, said: bytes) -> None:
    assert heard(server.connect(said)) == b""
    assert b"200 OK" in server.ask()


def test_an_idle_connection_is_ended_after_an_answer(server: Running) -> None:
    assert (
        heard(server.connect(request(b"/api/games", connection="keep-alive"))).count(b"HTTP") == 1
    )


def test_the_oldest_goes_where_an_address_connects_too_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running(ServerLimits(connections=5)) as server:
        silent = [server.connect() for _ in range(7)]
        assert [heard(each) for each in silent[:2]] == [b"", b""]
        assert b"200 OK" in server.ask()
        assert heard(silent[2]) == b""
        for each in silent[3:]:
            with each:
                each.sendall(request(b"/api/games"))
                assert b"200 OK" in heard(each)
    assert "an address has too many connections" in caplog.text


def test_the_owner_is_answered_where_few_descriptors_are_left(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running(ServerLimits(), files=8) as server:
        silent = [server.connect() for _ in range(10)]
        assert [heard(each) for each in silent[:-1]] == [b""] * 9
        assert b'"stored":0' in server.owner_sees()
        assert heard(silent[-1]) == b""
        for refused in (
            server.ask(b"/api/tables", b"POST", content_length="0"),
            server.ask(b"/ws", **UPGRADE),
        ):
            assert b" 503 " in refused
            assert says(refused) == "this server is full; try again later"
    assert "few file descriptors are left" in caplog.text


@pytest.mark.skipif(sys.platform != "linux", reason="needs many addresses of this machine")
def test_the_owner_is_answered_however_many_connect_and_are_silent(tmp_path: Path) -> None:
    serve = f"{sys.executable} -m duelhall serve --json --port 0 --store sqlite:///{tmp_path}/x"
    few = ["/bin/sh", "-c", f"ulimit -n 256 && exec {serve}"]
    pipe: Any = subprocess.PIPE
    with (
        subprocess.Popen(few, stdout=pipe, stderr=pipe, text=True) as process,
        ExitStack() as silent,
    ):
        silent.callback(process.kill)
        assert process.stdout
        assert process.stderr
        found = urlsplit(json.loads(process.stdout.readline())["owner"])
        server = Running(found.port or 0)
        for number in range(300):
            address = ("127.0.0.1", server.port)
            source = (f"127.0.1.{number % 10 + 1}", 0)
            silent.enter_context(socket.create_connection(address, PATIENCE, source))
        secret = f"Bearer {found.fragment}"
        answers = [server.ask(b"/api/tables", authorization=secret) for _ in range(9)]
        process.terminate()
        said = process.stderr.read()
    assert [b" 200 " in answer[:20] for answer in answers] == [True] * 9
    assert "few file descriptors are left" in said
    assert "Too many open files" not in said


def test_as_many_descriptors_are_asked_for_as_may_be_needed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    wanted, asked = ServerLimits().all_connections + app.SPARE, list[tuple[int, int]]()
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, limits: asked.append(limits))
    for soft, hard, found in (
        (256, 512, 512),
        (256, -1, wanted),
        (-1, -1, wanted),
        (9, 10**9, wanted),
    ):
        monkeypatch.setattr(resource, "getrlimit", lambda _kind, both=(soft, hard): both)
        assert app.raised_files(ServerLimits()) == found
    assert asked == [(512, 512), (wanted, -1), (wanted, 10**9)]


def test_a_network_of_ipv6_counts_as_one_address() -> None:
    assert counted_as("2001:db8::1") == counted_as("2001:db8::ffff:0:0:2")
    assert counted_as("2001:db8:0:1::1") != counted_as("2001:db8::1")
    kept = ("::ffff:192.0.2.1", "192.0.2.1", "unknown:1", "")
    assert tuple(map(counted_as, kept)) == kept
    addresses = Addresses(ServerLimits(connections=1))
    with addresses.connected("2001:db8::1"), pytest.raises(OverLimit):
        addresses.connected("2001:db8::2").__enter__()


# --- requests that are not meant well ---


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (b"/" + b"a" * 300, b" 503 "),  # the client is not built here, or its page is found
        (b"/%00", b" 503 "),
        (b"/assets/" + b"a" * 300, b" 404 "),
        (b"/assets/%2e%2e/index.html", b" 404 "),
        (b"/api/" + b"a" * 300, b" 404 "),
        (b"/api/rules/" + b"%ff" * 3000, b" 400 "),
        (b"/api/tables/" + b"a" * 300 + b"/game", b" 404 "),
        (b"/api/tables/%00%ed%a0%80/game", b" 404 "),
        (b"*", b" 404 "),
        (b"http://[", b" 404 "),
    ],
)
def test_odd_paths_find_nothing(
    server: Running, path: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = server.ask(path)
    assert status in answer[:20] or (status == b" 503 " and b"<!doctype html>" in answer), answer
    assert caplog.messages == []


def test_the_client_is_served_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>hall")
    (tmp_path / "assets" / "a.js").write_text("let a;" * 1000)
    monkeypatch.setattr(app, "STATIC", tmp_path)
    with running(ServerLimits()) as server:
        shutil.rmtree(tmp_path)
        for _ in range(2):  # what was made of one answer must not be seen in the next
            assert server.ask(b"/assets/a.js").endswith(b"let a;" * 1000)
            packed = server.ask(b"/assets/a.js", accept_encoding="gzip").partition(b"\r\n\r\n")
            assert gzip.decompress(packed[2]) == b"let a;" * 1000
            assert b"immutable" in packed[0]
            for path in (b"/", b"/t/x", b"/" + b"a" * 300):
                assert server.ask(path).endswith(b"<p>hall")


def test_whoever_leaves_in_the_middle_leaves_nothing_behind(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    for said in (WISH + b"content-length: 50\r\n\r\n{", request(b"/api/games")):
        with server.connect(said) as leaving:
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert b"200 OK" in server.ask()
    assert caplog.messages == []


@pytest.mark.parametrize(
    ("host", "is_let_in"),
    [
        ("localhost", True), ("LOCALHOST:8642", True), ("127.0.0.1", True), ("[::1]:80", True),
        ("duels.example.org", True), ("localhost.", True), ("evil.example", False), ("", False),
        ("localhost@evil.example", False), ("evil.example@localhost", False), ("[::", False),
        ("localhost.evil.example", False), ("192.0.2.1", False), ("[::2]", False),
    ],
)  # fmt: skip
def test_a_server_answers_to_its_own_names(server: Running, host: str, *, is_let_in: bool) -> None:
    for said in (request(b"/api/games", host=host), request(b"/ws", **UPGRADE, host=host)):
        with server.connect(said) as asking:
            answer = asking.recv(65_536)
        assert (b" 200 " in answer[:20] or b" 101 " in answer[:20]) is is_let_in
        assert is_let_in or f"{host!r} is not this server" in says(answer)


@pytest.mark.parametrize("origin", ["http://[", "http://evil.example", "null", "", "\xff"])
def test_pages_of_others_open_nothing(server: Running, origin: str) -> None:
    answer = server.ask(b"/api/tables", b"POST", origin=origin, content_length="0")
    assert b" 403 " in answer[:20]
    assert b" 403 " in server.ask(b"/ws", **UPGRADE, origin=origin)[:20]


def test_names_come_from_what_a_server_is_started_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "network_address", lambda: "192.168.7.7")
    assert hosts_of("0.0.0.0", ["https://duels.example.org:444"]) == [
        "192.168.7.7",
        "duels.example.org",
    ]
    assert hosts_of("Box.lan", ()) == ["box.lan"]
    for words in (
        {"origins": ["duels.example.org"]},
        {"origins": ["http://["]},
        {"proxies": ["*"]},
    ):
        with pytest.raises(BadUsage, match="takes"):
            serve("127.0.0.1", 0, "sqlite://", **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(("proxies", "status"), [((), b" 429 "), (("127.0.0.1",), b" 201 ")])
def test_only_a_proxy_says_who_asks(proxies: tuple[str, ...], status: bytes) -> None:
    body = b'{"game": "blade"}'
    head = WISH + b"connection: close\r\ncontent-length: %d\r\nx-forwarded-for: 192.0.2.%d\r\n\r\n"
    with running(LIMITS, proxies=proxies) as server:
        answers = [heard(server.connect(head % (len(body), n) + body)) for n in range(3)]
    assert status in answers[-1][:20]


def test_a_proxy_may_connect_as_often_as_it_likes() -> None:
    with running(ServerLimits(connections=2), proxies=("127.0.0.1",)) as server:
        many = [server.connect() for _ in range(6)]
        for each in many:
            each.sendall(request(b"/api/games"))
            assert b"200 OK" in heard(each)


@pytest.mark.parametrize(
    "said",
    [
        request(b"/ws", **UPGRADE, content_length="3") + b"abc",
        request(b"/ws", **UPGRADE, **MANY),
        request(b"/ws", **UPGRADE, cookie="a" * 20_000),
        request(b"/ws?" + b"a" * 20_000, **UPGRADE),
    ],
)
def test_what_asks_for_a_websocket_in_an_odd_way_is_ended(server: Running, said: bytes) -> None:
    assert b" 101 " not in heard(server.connect(said))[:20]


@pytest.mark.parametrize("sign", [b"\x89\x80----", b"\x8a\x80----"])  # pings and pongs
def test_floods_of_signs_of_life_are_cut_off(server: Running, sign: bytes) -> None:
    with server.connect(request(b"/ws", **UPGRADE)) as flooding:
        assert b" 101 " in flooding.recv(65_536)[:20]
        flooding.sendall(sign * 2000)
        answers = heard(flooding)
    assert answers.count(b"\x8a\0") < 2000
    assert b"\x88" not in answers, "it was not closed when its time for a hello was over"


def test_messages_in_endless_pieces_are_cut_off(server: Running) -> None:
    def send_too_many() -> None:
        browser.send(b"" for _ in range(2 * MOST_PIECES))
        browser.recv()

    browser = connect(f"ws://localhost:{server.port}/ws", ping_interval=None)
    with browser, pytest.raises(ConnectionClosed):  # while it is sent, or as its answer
        send_too_many()


# --- what goes wrong inside ---


def test_an_error_that_nobody_foresaw_is_one_line(
    server: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_hall: Lobby) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr(Lobby, "tables", fail)
    answer = server.owner_sees()
    assert b" 500 " in answer[:20]
    number = says(answer).rpartition(" ")[2]
    (line,) = [log.LogHandler().format(record) for record in caplog.records]
    assert f"error {number}: ZeroDivisionError: one two (test_door.py:" in line
    assert "\n" not in line


def test_trouble_with_a_store_is_not_told_to_strangers(caplog: pytest.LogCaptureFixture) -> None:
    class Away(SqliteStore):
        def tables(self) -> list[Any]:
            self.asked = getattr(self, "asked", 0) + 1
            if self.asked > 2:  # which the start does twice
                raise BrokenStore("connection to server on socket /run/x failed")
            return []

    with running(LIMITS, store=lambda: Away(None)) as server:
        answer = server.owner_sees()
    assert b" 503 " in answer[:20]
    assert says(answer) == AWAY
    assert "connection to server on socket" in caplog.text


def test_a_log_has_a_line_a_minute_of_each_kind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    logger = logging.getLogger("duelhall.test")
    logger.addHandler(lines := log.LogHandler())
    for seconds in (0, 30, 61):
        now[0] = seconds
        for number in range(3):
            logger.warning("a limit\n%d\x1b[31m", number)
    logger.warning(log.REFUSED)
    logger.removeHandler(lines)
    said = capsys.readouterr().err.splitlines()
    assert [line[20:] for line in said] == ["warning: a limit 0 [31m"] * 2


def test_no_limit_keeps_another_out_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    log.log.addHandler(lines := log.LogHandler())
    for says in ("this server is full", "too many tables", "too many tables"):
        app.at_limit(OverLimit(says))
    log.log.removeHandler(lines)
    said = capsys.readouterr().err.splitlines()
    assert [line[20:] for line in said] == [
        "warning: at a limit: this server is full",
        "warning: at a limit: too many tables",
    ]
