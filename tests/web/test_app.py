"""The server through its front door: HTTP, the WebSocket, and what it refuses."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from duelhall_web.app import ServerConfig, make_app
from duelhall_web.events import hashed
from duelhall_web.lobby import ServerLimits
from duelhall_web.store import SqliteStore

OWNER = "the owner's token"
LIMITS = ServerLimits(message_bytes=500, burst=30, messages=0.001, errors=5, connections=3)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server in this process, without a compiler; its workers start when they are needed."""
    file = tmp_path_factory.mktemp("store") / "tables.sqlite"
    setup = ServerConfig(
        partial(SqliteStore, file), owner=hashed(OWNER), limits=LIMITS, workers=1, compiles=False
    )
    with TestClient(make_app(setup), base_url="http://hall") as client:
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


def heard(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
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


def test_every_answer_forbids_what_is_not_ours(client: TestClient) -> None:
    for path in ("/api/games", "/", "/t/x", "/nothing"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_a_game_from_the_first_hello_to_the_file(client: TestClient) -> None:
    made = opened(client, opponent="here")
    with (
        client.websocket_connect("/ws") as first,
        client.websocket_connect("/ws") as second,
    ):
        first.send_json(hello(made, 0, name="Ann\n\x00"))
        second.send_json(hello(made, 1))
        assert heard(first, "welcome")["place"] == 0
        state = heard(first, "state")
        assert state["players"][0]["name"] == "Ann"
        heard(second, "welcome")
        heard(second, "state")
        first.send_json({"type": "ping", "id": 4})
        assert heard(first, "pong")["id"] == 4
        url = f"/api/tables/{made['table']}/game"
        secret = {"authorization": f"Bearer {made['tokens'][0]}"}
        assert client.get(url, headers=secret).json()["says"] == "the game is still going on"
        second.send_json({"type": "resign", "id": 5})
        assert heard(second, "done")["what"] == "resigned"
        saved = client.get(url, headers=secret).json()
        assert saved["notes"]["commitment"] == state["commitment"]
        assert client.get(url).status_code == 404


def test_a_computer_answers_from_a_worker(client: TestClient) -> None:
    made = opened(client, opponent="random")
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        state = heard(socket, "state")
        if state["legal"]:
            move = state["legal"][0]["move"]
            socket.send_json({"type": "move", "id": 1, "move": move, "position": 0})
        while not any(move["seat"] == 1 for move in state["moves"]):
            state = heard(socket, "state")


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


def test_other_sites_open_nothing(client: TestClient) -> None:
    wish = {"game": "blade"}
    foreign = {"origin": "http://elsewhere"}
    assert client.post("/api/tables", json=wish, headers=foreign).status_code == 403
    own = {"origin": "http://hall"}
    assert client.post("/api/tables", json=wish, headers=own).status_code == 201
    text = {"content-type": "text/plain"}
    assert client.post("/api/tables", content="{}", headers=text).status_code == 415
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect("/ws", headers=foreign) as socket,
    ):
        socket.receive_json()


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
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(opened(client), name="x" * 41))
        error = socket.receive_json()
        says = "a name has at most 40 letters, and this one 41"
        assert (error["code"], error["says"]) == ("bad", says)


def test_nonsense_changes_nothing_and_ends_a_connection(client: TestClient) -> None:
    made = opened(client)
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        before = heard(socket, "state")
        for text, number in (
            ("\x00", None),
            ('{"type": "move", "id": 7}', 7),
            ('{"type": "move", "id": {}}', None),
            ('{"type": "state", "seq": 1}', None),
        ):
            socket.send_text(text)
            error = heard(socket, "error")
            assert (error["code"], error["id"]) == ("bad", number)
        socket.send_json(hello(made))
        assert heard(socket, "error")["says"] == "you have said hello already"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    with client.websocket_connect("/ws") as socket:
        socket.send_json(hello(made))
        assert heard(socket, "state")["seq"] == before["seq"]


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
        error = heard(socket, "error")
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


def test_nothing_but_the_client_is_served(client: TestClient) -> None:
    for path in ("/../app.py", "/..%2fapp.py", "/assets/../../app.py", "/%2e%2e/app.py"):
        assert "ASGI" not in client.get(path).text


def test_a_store_in_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "tables.sqlite").close()
    assert (tmp_path / "tables.sqlite").stat().st_mode & 0o077 == 0
