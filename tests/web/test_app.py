"""The server's doors: how it is started, who is let in, what is answered and what is refused."""

import gzip
import json
import logging
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from duelhall.engine import errors as extras
from duelhall.engine.errors import BadUsage, MissingPackage
from duelhall_web import app, log
from duelhall_web import serve as serving
from duelhall_web.app import ServerConfig, make_app
from duelhall_web.connection import MOST_PIECES
from duelhall_web.events import hashed
from duelhall_web.lobby import Addresses, Lobby, OverLimit, ServerLimits, counted_as
from duelhall_web.serve import address_of, hosts_of, listening_socket, serve
from duelhall_web.store import AWAY, BrokenStore, SqliteStore, open_store
from tests.web.servers import (
    OWNER,
    PATIENCE,
    UPGRADE,
    WISH,
    Running,
    event,
    heard,
    request,
    row,
    running,
)

LIMITS = ServerLimits(message_bytes=500, burst=30, messages=0.001, errors=5, connections=3)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server in this process, without a compiler; its workers start when they are needed."""
    file = tmp_path_factory.mktemp("store") / "tables.sqlite"
    setup = ServerConfig(
        partial(SqliteStore, file), owner=hashed(OWNER), limits=LIMITS, workers=1, compiles=False
    )
    with TestClient(make_app(setup), base_url="http://server") as client:
        yield client


def opened(client: TestClient, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/tables", json={"game": "blade", **wish})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    if found["code"]:
        taken = client.post("/api/seats", json={"code": found["code"]})
        assert taken.status_code == 201, taken.text
        found["tokens"][1] = taken.json()["token"]
    return found


def hello(made: dict[str, Any], place: int = 0, **more: Any) -> dict[str, Any]:
    token = [*made["tokens"], made["watch"]][place]
    return {"type": "hello", "version": 1, "table": made["table"], "token": token, **more}


def told(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message


def test_the_games_are_listed(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    assert games["blade"]["levels"] == ["novice", "adept", "master"]
    assert games["binmat"]["clock"]
    assert "Kiln Yard" in games["monsters"]["decks"]
    assert games["monsters"]["cards"]


def test_games_bring_the_words_of_their_set_up(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()["games"]}
    for game in games.values():
        asked = [option for option in game["options"] if option["asks"]]
        for rule_set in game["rule_sets"]:
            assert game["titles"][rule_set]
            for option in asked:
                answers = option["answers"][rule_set]
                assert option["values"][rule_set] in [answer["value"] for answer in answers]
                assert all(answer["says"] for answer in answers)
        assert set(game["plans"]) == set(game["decks"])
    assert [games[game]["difficulty"] for game in ("blade", "binmat")] == [1, 4]
    assert games["binmat"]["sides"] == ["Defend", "Attack"]
    (hand,) = [option for option in games["frontline"]["options"] if option["name"] == "hand"]
    assert len(hand["answers"]["skirmish"]) == 10
    assert len(hand["answers"]["muster"]) == 3, "nobody is asked what would be refused"
    assert not games["monsters"]["options"][-1]["values"], "decks are no answer that a page reads"


def test_two_people_on_one_device_have_names(client: TestClient) -> None:
    made = opened(client, opponent="here", name="Ann", other_name="Ben")
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        assert [player["name"] for player in told(socket, "state")["players"]] == ["Ann", "Ben"]


def test_every_answer_forbids_what_is_not_ours(client: TestClient) -> None:
    for path in ("/api/games", "/", "/t/x", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_game_from_the_first_hello_to_the_file(client: TestClient) -> None:
    made = opened(client, opponent="here")
    with client.websocket_connect("/ws") as first, client.websocket_connect("/ws") as second:
        first.send_json(hello(made, 0, name="Ann\n\x00"))
        second.send_json(hello(made, 1))
        assert told(first, "welcome")["place"] == 0
        state = told(first, "state")
        assert state["players"][0]["name"] == "Ann"
        told(second, "welcome")
        told(second, "state")
        first.send_json({"type": "ping", "id": 4})
        assert told(first, "pong")["id"] == 4
        url = f"/api/tables/{made['table']}/game"
        secret = {"authorization": f"Bearer {made['tokens'][0]}"}
        assert client.get(url, headers=secret).json()["says"] == "the game is still going on"
        second.send_json({"type": "resign", "id": 5})
        assert told(second, "done")["what"] == "resigned"
        saved = client.get(url, headers=secret).json()
        assert saved["notes"]["commitment"] == state["commitment"]
        assert client.get(url).status_code == 404


def test_a_computer_answers_from_a_worker(client: TestClient) -> None:
    made = opened(client, opponent="random")
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        state = told(socket, "state")
        if state["legal"]:
            move = state["legal"][0]["move"]
            socket.send_json({"type": "move", "id": 1, "move": move, "position": 0})
        while not any(move["seat"] == 1 for move in state["moves"]):
            state = told(socket, "state")


def test_the_owner_sees_what_is_going_on(client: TestClient) -> None:
    made = opened(client)
    assert client.get("/api/tables").status_code == 403
    secret = {"authorization": f"Bearer {OWNER}"}
    tables = client.get("/api/tables", headers=secret).json()["tables"]
    assert made["table"] in [table["table"] for table in tables]
    assert made["tokens"][0] not in json.dumps(tables)


# --- hostile input ---


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"[]", 400),
        (b'{"game": "blade", "admin": true}', 400),
        (b'{"game": 7}', 400),
        (b'{"game": "blade", "name": "' + b"x" * 41 + b'"}', 400),
        (b"[" * 100_000, 400),
        (b'{"game": "' + b"x" * 300_000 + b'"}', 413),
        (b"\xff\xfe", 400),
    ],
)
def test_bad_wishes_are_refused(client: TestClient, body: bytes, status: int) -> None:
    answer = client.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.json()["says"]


def test_only_json_from_a_page_of_ours_opens_a_table(client: TestClient) -> None:
    own = {"origin": "http://server"}
    assert client.post("/api/tables", json={"game": "blade"}, headers=own).status_code == 201
    text = {"content-type": "text/plain"}
    assert client.post("/api/tables", content="{}", headers=text).status_code == 415


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("", "bad"),
        ("nonsense", "bad"),
        ("{}", "bad"),
        ('{"type": "ping", "id": 1}', "bad"),
        ('{"type": "hello", "version": 9, "table": "x", "token": "y"}', "version"),
        ('{"type": "hello", "version": 1, "table": "x", "token": "y"}', "token"),
        (json.dumps({"type": "hello", "version": 1, "table": "x" * 600, "token": "y"}), "bad"),
    ],
)
def test_who_does_not_say_hello_is_told_why(client: TestClient, message: str, code: str) -> None:
    with client.websocket_connect("/ws") as socket:
        socket.send_text(message)
        assert socket.receive_json()["code"] == code


def test_a_name_that_is_too_long_is_no_hello(client: TestClient) -> None:
    made = opened(client)  # before the socket is there, which has not long to say hello
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made, name="x" * 41))
        error = socket.receive_json()
        says = "a name has at most 40 letters, and this one 41"
        assert (error["code"], error["says"]) == ("bad", says)


def test_nonsense_changes_nothing_and_ends_a_connection(client: TestClient) -> None:
    made = opened(client)
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        before = told(socket, "state")
        for text, number in (
            ("\x00", None),
            ('{"type": "move", "id": 7}', 7),
            ('{"type": "move", "id": {}}', None),
            ('{"type": "state", "seq": 1}', None),
        ):
            socket.send_text(text)
            error = told(socket, "error")
            assert (error["code"], error["id"]) == ("bad", number)
        socket.send_json(hello(made))
        assert told(socket, "error")["says"] == "you have said hello already"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        assert told(socket, "state")["seq"] == before["seq"]


def test_an_invitation_is_taken_by_pressing_and_by_nothing_else(client: TestClient) -> None:
    code = client.post("/api/tables", json={"game": "blade"}).json()["code"]
    secret, foreign = {"authorization": f"Bearer {code}"}, {"origin": "http://elsewhere"}
    wish = {"code": code, "name": "Bea"}
    client.get(f"/i/{code}")
    assert client.get("/api/seats").status_code in (404, 405)
    assert client.post("/api/seats", json=wish, headers=foreign).status_code == 403
    assert client.post("/api/seats", content=json.dumps(wish)).status_code == 415
    assert client.post("/api/seats", json={**wish, "code": "x" * 22}).status_code == 404
    assert client.post("/api/seats", json={**wish, "name": "x" * 41}).status_code == 400
    for status, answer in (("open", 201), ("taken", 400)):
        assert client.get("/api/invitation", headers=secret).json()["status"] == status
        assert client.post("/api/seats", json=wish).status_code == answer


def test_floods_are_stopped(client: TestClient) -> None:
    made = opened(client)
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        for number in range(31):
            socket.send_json({"type": "ping", "id": number})
        error = told(socket, "error")
        assert (error["code"], error["id"]) == ("slow", 29), "whoever asked must be able to go on"


def test_an_address_has_only_so_many_connections(client: TestClient) -> None:
    sockets = [client.websocket_connect("/ws") for _ in range(4)]
    entered = [socket.__enter__() for socket in sockets[:3]]
    with pytest.raises(WebSocketDisconnect), sockets[3] as socket:
        socket.receive_json()
    for each in entered:
        each.close()
    for each in sockets[:3]:
        each.__exit__(None, None, None)


STRICT = ServerLimits(request_seconds=0.1, connections=5, tables_at_once=2, tables=0.001)

MANY: Any = {f"x-{number}": "" for number in range(300)}
"""More headers than a browser sends."""


@pytest.fixture(scope="module")
def listening() -> Iterator[Running]:
    with running(STRICT, hosts=["duels.example.org"]) as found:
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
def test_a_request_that_is_not_complete_in_time_is_ended(listening: Running, said: bytes) -> None:
    assert heard(listening.connect(said)) == b""
    assert b"200 OK" in listening.ask()


def test_an_idle_connection_is_ended_after_an_answer(listening: Running) -> None:
    assert (
        heard(listening.connect(request(b"/api/games", connection="keep-alive"))).count(b"HTTP")
        == 1
    )


def test_the_oldest_goes_where_an_address_connects_too_often(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running(ServerLimits(connections=5)) as listening:
        silent = [listening.connect() for _ in range(7)]
        assert [heard(each) for each in silent[:2]] == [b"", b""]
        assert b"200 OK" in listening.ask()
        assert heard(silent[2]) == b""
        for each in silent[3:]:
            with each:
                each.sendall(request(b"/api/games"))
                assert b"200 OK" in heard(each)
    assert "an address has too many connections" in caplog.text


def test_the_owner_is_answered_where_few_descriptors_are_left(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with running(ServerLimits(), files=8) as listening:
        silent = [listening.connect() for _ in range(10)]
        assert [heard(each) for each in silent[:-1]] == [b""] * 9
        assert b'"stored":0' in listening.owner_sees()
        assert heard(silent[-1]) == b""
        for refused in (
            listening.ask(b"/api/tables", b"POST", content_length="0"),
            listening.ask(b"/ws", **UPGRADE),
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
        listening = Running(found.port or 0)
        for number in range(300):
            address = ("127.0.0.1", listening.port)
            source = (f"127.0.1.{number % 10 + 1}", 0)
            silent.enter_context(socket.create_connection(address, PATIENCE, source))
        secret = f"Bearer {found.fragment}"
        answers = [listening.ask(b"/api/tables", authorization=secret) for _ in range(9)]
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
        (b"/assets/../../app.py", b" 404 "),
        (b"/../app.py", b" 503 "),
        (b"/..%2fapp.py", b" 503 "),
        (b"/%2e%2e/app.py", b" 503 "),
        (b"/api/" + b"a" * 300, b" 404 "),
        (b"/api/rules/" + b"%ff" * 3000, b" 400 "),
        (b"/api/tables/" + b"a" * 300 + b"/game", b" 404 "),
        (b"/api/tables/%00%ed%a0%80/game", b" 404 "),
        (b"*", b" 404 "),
        (b"http://[", b" 404 "),
    ],
)
def test_odd_paths_find_nothing(
    listening: Running, path: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = listening.ask(path)
    assert status in answer[:20] or (status == b" 503 " and b"<!doctype html>" in answer), answer
    assert caplog.messages == []


def test_the_client_is_served_from_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<p>server")
    (tmp_path / "assets" / "a.js").write_text("let a;" * 1000)
    monkeypatch.setattr(app, "STATIC", tmp_path)
    with running(ServerLimits()) as listening:
        shutil.rmtree(tmp_path)
        for _ in range(2):  # what was made of one answer must not be seen in the next
            assert listening.ask(b"/assets/a.js").endswith(b"let a;" * 1000)
            packed = listening.ask(b"/assets/a.js", accept_encoding="gzip").partition(b"\r\n\r\n")
            assert gzip.decompress(packed[2]) == b"let a;" * 1000
            assert b"immutable" in packed[0]
            for path in (b"/", b"/t/x", b"/" + b"a" * 300):
                assert listening.ask(path).endswith(b"<p>server")


def test_whoever_leaves_in_the_middle_leaves_nothing_behind(
    listening: Running, caplog: pytest.LogCaptureFixture
) -> None:
    for said in (WISH + b"content-length: 50\r\n\r\n{", request(b"/api/games")):
        with listening.connect(said) as leaving:
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert b"200 OK" in listening.ask()
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
def test_a_server_answers_to_its_own_names(
    listening: Running, host: str, *, is_let_in: bool
) -> None:
    for said in (request(b"/api/games", host=host), request(b"/ws", **UPGRADE, host=host)):
        with listening.connect(said) as asking:
            answer = asking.recv(65_536)
        assert (b" 200 " in answer[:20] or b" 101 " in answer[:20]) is is_let_in
        assert is_let_in or f"{host!r} is not this server" in says(answer)


@pytest.mark.parametrize("origin", ["http://[", "http://evil.example", "null", "", "\xff"])
def test_pages_of_others_open_nothing(listening: Running, origin: str) -> None:
    answer = listening.ask(b"/api/tables", b"POST", origin=origin, content_length="0")
    assert b" 403 " in answer[:20]
    assert b" 403 " in listening.ask(b"/ws", **UPGRADE, origin=origin)[:20]


def test_names_come_from_what_a_server_is_started_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "network_address", lambda: "192.168.7.7")
    assert hosts_of("0.0.0.0", ["https://duels.example.org:444"]) == [
        "192.168.7.7",
        "duels.example.org",
    ]
    assert hosts_of("Box.lan", ()) == ["box.lan"]
    for words in ({"origin": ["duels.example.org"]}, {"origin": ["http://["]}, {"proxy": ["*"]}):
        with pytest.raises(BadUsage, match="takes"):
            serve(port=0, store="sqlite://", **words)  # type: ignore[arg-type]


@pytest.mark.parametrize(("proxies", "status"), [((), b" 429 "), (("127.0.0.1",), b" 201 ")])
def test_only_a_proxy_says_who_asks(proxies: tuple[str, ...], status: bytes) -> None:
    body = b'{"game": "blade"}'
    head = WISH + b"connection: close\r\ncontent-length: %d\r\nx-forwarded-for: 192.0.2.%d\r\n\r\n"
    with running(STRICT, proxies=proxies) as listening:
        answers = [heard(listening.connect(head % (len(body), n) + body)) for n in range(3)]
    assert status in answers[-1][:20]


def test_a_proxy_may_connect_as_often_as_it_likes() -> None:
    with running(ServerLimits(connections=2), proxies=("127.0.0.1",)) as listening:
        many = [listening.connect() for _ in range(6)]
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
def test_what_asks_for_a_websocket_in_an_odd_way_is_ended(listening: Running, said: bytes) -> None:
    assert b" 101 " not in heard(listening.connect(said))[:20]


@pytest.mark.parametrize("sign", [b"\x89\x80----", b"\x8a\x80----"])  # pings and pongs
def test_floods_of_signs_of_life_are_cut_off(listening: Running, sign: bytes) -> None:
    with listening.connect(request(b"/ws", **UPGRADE)) as flooding:
        assert b" 101 " in flooding.recv(65_536)[:20]
        flooding.sendall(sign * 2000)
        answers = heard(flooding)
    assert answers.count(b"\x8a\0") < 2000
    assert b"\x88" not in answers, "it was not closed when its time for a hello was over"


def test_messages_in_endless_pieces_are_cut_off(listening: Running) -> None:
    def send_too_many() -> None:
        browser.send(b"" for _ in range(2 * MOST_PIECES))
        browser.recv()

    browser = connect(f"ws://localhost:{listening.port}/ws", ping_interval=None)
    with browser, pytest.raises(ConnectionClosed):  # while it is sent, or as its answer
        send_too_many()


# --- what goes wrong inside ---


def test_an_error_that_nobody_foresaw_is_one_line(
    listening: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_hall: Lobby) -> None:
        raise ZeroDivisionError("one\ntwo")

    monkeypatch.setattr(Lobby, "tables", fail)
    answer = listening.owner_sees()
    assert b" 500 " in answer[:20]
    number = says(answer).rpartition(" ")[2]
    (line,) = [log.LogHandler().format(record) for record in caplog.records]
    assert f"error {number}: ZeroDivisionError: one two (test_app.py:" in line
    assert "\n" not in line


def test_trouble_with_a_store_is_not_told_to_strangers(caplog: pytest.LogCaptureFixture) -> None:
    class Away(SqliteStore):
        def tables(self) -> list[Any]:
            self.asked = getattr(self, "asked", 0) + 1
            if self.asked > 2:  # which the start does twice
                raise BrokenStore("connection to server on socket /run/x failed")
            return []

    with running(STRICT, store=lambda: Away(None)) as listening:
        answer = listening.owner_sees()
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
        serve(port=0)


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
    serving._look_through(url, 90)
    assert capsys.readouterr().out == "Pruned 1 table.\n"
    with pytest.raises(BadUsage, match="at least 1"):
        serving._look_through(url, 0)
