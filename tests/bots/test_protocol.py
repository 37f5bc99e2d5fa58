"""The protocol: what is said, how answers are read, its schema, and the page that explains it.

`python -m tests.bots.test_protocol` prints the blocks of the page as they should be.
"""

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duelhall
from duelhall.arena.referee import play_game
from duelhall.arena.schedule import GameJob
from duelhall.bots import messages
from duelhall.bots.process import LineProcess
from duelhall.bots.protocol import document, schema
from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError
from duelhall.match.game import Game
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.seat import Ending, Fault
from duelhall.play.table import Table
from duelhall.testing.conformance import random_match
from duelhall_kits.blade import original as oneshot
from tests.arena.scripts import FIRST_LEGAL, RANDOM, edition_of, job, script
from tests.docs.blocks import ROOT, blocks

GAMES = ("blade", "frontline", "binmat", "monsters")
Lines = list[tuple[str, Any]]
FIRST_VERSION = sorted((Path(__file__).parent / "first_version").glob("*.jsonl"))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return duelhall.load(request.param)


def said(message: object) -> Any:
    """A message as a bot reads it."""
    return json.loads(messages.line_of(message))


FIRST = messages.Hello(protocol=1)


def test_the_hello_of_the_server(blade: Game) -> None:
    hello = said(messages.hello_message(blade, Clock(move=0.25, bank=None, start=2.0)))
    assert (hello["protocol"], hello["protocols"]) == (2, [2, 1])
    times = {"start_ms": 2000, "move_ms": 250, "bank_ms": None, "increment_ms": 0}
    assert hello["clock"] == {**times, "late": "lose"}
    assert (hello["game"], hello["rules"]) == ("blade", "readme")
    assert hello["options"] == blade.options


def test_roles_and_opponents() -> None:
    match = duelhall.load("binmat").match(1, players=("a", "b"))
    openings = [Table(match, (), number=17).opening(seat) for seat in range(2)]
    message = said(messages.game_message(openings[1]))
    assert message == {
        "type": "game", "id": "17", "seat": 1, "role": "attacker", "opponent": "a",
        "seed": openings[1].dice >> 16,
    }  # fmt: skip
    assert 0 <= message["seed"] < 2**48
    assert message["seed"] != messages.game_message(openings[0]).seed


def test_every_message_is_one_line_of_json(game: Game) -> None:
    match = game.match(3)
    table = Table(match, ())
    while not match.over:
        seat = match.to_move
        message = messages.decide_message(table.question(seat))
        line = messages.line_of(message)
        assert line.count(b"\n") == 1
        question = json.loads(line)
        assert question["number"] == len(match.moves) + 1
        assert question["legal"] == match.legal()
        assert set(question["view"]) == {"position", "board"}
        assert question["view"]["position"] == game.position_text(match.view(seat))
        match.play(question["legal"][-1])
    over = said(messages.game_over_message(table.closing(0)))
    assert over["result"] in ("won", "lost", "drawn")
    assert over["by"] is None


@pytest.mark.parametrize("file", FIRST_VERSION, ids=lambda file: file.stem)
def test_a_bot_of_the_first_version_is_told_what_it_always_was(file: Path) -> None:
    """The files hold questions as they were sent when there was no other version; in that of
    Monsters, a game of its third edition is told in the same form.
    """
    heading, *lines = file.read_bytes().splitlines(keepends=True)
    told = json.loads(heading)
    match = duelhall.load(file.stem.partition("-")[0], told["rules"]).match(told["seed"])
    sent = []
    for move in told["moves"]:
        seat, known = match.to_move, max(0, len(match.moves) - 2)
        question = replace(
            Table(match, ()).question(seat), told=match.told(seat, known), left=1.0, bank=60.0
        )
        sent.append(messages.line_of(messages.decide_message(question, FIRST)))
        match.play(move)
    assert lines
    assert set(lines) <= set(sent)


def test_what_is_usual_about_a_card_is_left_out(blade: Game) -> None:
    match = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3")
    zones = said(messages.view_message(blade, match.view(1), 1))["board"]["zones"]
    by_id = {zone["id"]: zone for zone in zones}
    assert by_id["field1"] == {
        "id": "field1", "kind": "field", "label": "Your field", "owner": 1, "size": 2,
        "cards": [{"face": "3"}, {"face": "5", "marks": ["invalid"]}], "facts": {"score": 3},
    }  # fmt: skip
    assert by_id["hand0"]["cards"] == [{"facing": "hidden", "count": 3}]
    assert by_id["gone"]["owner"] is None


def test_a_bot_may_want_less_of_the_view(blade: Game) -> None:
    match = blade.match(1)
    view = messages.view_message(blade, match.view(0), 0, ("position",))
    assert set(said(view)) == {"position"}
    assert set(messages.first_view_message(blade, match.view(0), 0, ("position",))) == {"position"}
    assert said(messages.view_message(blade, match.view(0), 0, ())) == {}
    wish = b'{"type": "hello", "protocol": 1, "view": ["position", "smell"]}'
    assert messages.read_hello(wish).view == ("position",)


def test_moves_that_a_seat_does_not_see_are_not_told() -> None:
    match = duelhall.load("frontline").match(1)
    match.play(match.legal()[0], seat=0)
    own, other = (said(messages.moves_message(match.told(seat, 0))) for seat in (0, 1))
    assert own == [{"seat": 0, "move": match.move_seen(1, 0)}]
    assert other == [
        {"seat": 0, "move": seen} for seen in [match.move_seen(1, 1)] if seen is not None
    ]
    assert own != other


def test_a_fault_is_named_in_the_end(blade: Game) -> None:
    match = blade.match(1)
    match.forfeit(1)
    table = Table(match, ())
    table.fault = Fault(Ending.TIMEOUT, "late")
    over = said(messages.game_over_message(table.closing(0)))
    assert (over["result"], over["reason"], over["by"]) == ("won", "forfeit", "timeout")
    assert messages.game_over_message(table.closing(1)).result == "lost"


@pytest.mark.parametrize(
    "answer",
    [
        b'{"type": "move", "move": "7"}',
        b'{"move": "7", "comment": [1, 2]}',
        b'{"type": "move", "move": 7}',
        b'"7"',
        b"7",
        b" 7 \r",
    ],
)
def test_ways_to_say_a_move(answer: bytes) -> None:
    assert messages.read_move(answer) == "7"


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"  ",
        b'""',
        b"{}",
        b'{"type": "move"}',
        b'{"type": "mood", "move": "7"}',
        b'{"type": "move", "move": null}',
        b'{"type": "move", "move": ["7"]}',
        b"\xff\xfe",
    ],
)
def test_answers_that_are_no_move(answer: bytes) -> None:
    with pytest.raises(Fault) as caught:
        messages.read_move(answer)
    assert caught.value.ending is Ending.UNREADABLE


@settings(deadline=None)
@given(st.one_of(st.binary(), st.text().map(str.encode), st.just(b"[" * 50_000)))
def test_no_answer_is_too_odd(answer: bytes) -> None:
    for name in GAMES:
        match = duelhall.load(name).match(1)
        try:
            match.play(messages.read_move(answer))
        except (Fault, DuelhallError):
            continue
        assert len(match.moves) == 1


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (b"hello", "expected a hello"),
        (b'{"type": "move"}', "expected a hello"),
        (b'{"type": "hello"}', "it speaks protocol None"),
        (
            b'{"type": "hello", "protocol": 3}',
            "it speaks protocol 3, but the server speaks 2 and 1",
        ),
        (b'{"type": "hello", "protocol": true}', "it speaks protocol True"),
        (b"\xff", "not UTF-8"),
    ],
)
def test_hellos_that_are_none(answer: bytes, fault: str) -> None:
    with pytest.raises(Fault, match=fault) as caught:
        messages.read_hello(answer)
    assert caught.value.ending is Ending.START


def test_names_are_made_fit_to_be_shown() -> None:
    said = {"type": "hello", "protocol": 1, "name": "a\nb" * 100, "version": 2}
    hello = messages.read_hello(messages.line_of(said))
    assert hello.name == ("ab" * 100)[:80]
    assert hello.version == "2"


@pytest.mark.parametrize(("number", "is_its_answer"), [(4, False), (5, True), (6, False)])
def test_an_answer_says_by_its_number_what_it_answers(number: int, is_its_answer: bool) -> None:  # noqa: FBT001
    line = f'{{"move": "7", "number": {number}}}'.encode()
    assert messages.answers(5, line) is is_its_answer


@pytest.mark.parametrize("line", [b'{"move": "7", "number": null}', b'{"number": "4"}', b"4", b"x"])
def test_what_has_no_number_does_not_say_what_it_answers(line: bytes) -> None:
    assert messages.answers(5, line) is None


# --- the schema ---

ENOUGH = 40
"""How many messages of a game are looked at; a validator in Python takes its time."""


def test_the_file_is_up_to_date() -> None:
    """`python -m duelhall.bots.protocol > docs/reference/protocol.schema.json` makes it so."""
    text = (ROOT / "docs/reference/protocol.schema.json").read_text(encoding="utf-8")
    assert text == document(schema())


def heard(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """What is said from now on, message by message, with a mark of who said it."""
    said: Lines = []
    write, read_line = LineProcess.write, LineProcess.read_line

    def noted_write(bot: LineProcess, data: bytes, deadline: float | None) -> bool:
        said.extend((">", json.loads(line)) for line in data.splitlines())
        return write(bot, data, deadline)

    def noted_read(bot: LineProcess, deadline: float | None) -> bytes:
        line = read_line(bot, deadline)
        said.append(("<", json.loads(line)))
        return line

    monkeypatch.setattr(LineProcess, "write", noted_write)
    monkeypatch.setattr(LineProcess, "read_line", noted_read)
    return said


def validator(side: str) -> Any:
    """Whatever one of the sides may say."""
    return jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{side}"}]})


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_said_in_a_game_agrees_with_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = heard(monkeypatch)
    record = play_game(job(script(tmp_path, FIRST_LEGAL), RANDOM, game=game))
    assert record.ending == "played", record.detail
    for side, mark in (("FromServer", ">"), ("FromBot", "<")):
        check, its_own = validator(side), [message for who, message in lines if who == mark]
        for message in [*its_own[:ENOUGH], *its_own[-2:]]:
            check.validate(message)
    kinds = {message["type"] for who, message in lines if who == ">"}
    assert kinds == {"hello", "game", "decide", "game over", "quit"}


@pytest.mark.parametrize(
    ("side", "message"),
    [
        ("FromServer", {"type": "decide", "number": 1}),
        ("FromServer", {"type": "move", "move": "7"}),
        ("FromServer", {"type": "game", "id": "1", "seat": 2, "role": None, "opponent": ""}),
        ("FromBot", {"type": "hello"}),
        ("FromBot", {"type": "move", "move": ["7"]}),
    ],
)
def test_what_does_not_agree_is_found(side: str, message: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        validator(side).validate(message)


# --- the page ---

PAGE = "docs/reference/protocol.md"
SEED = 13
GREEDY = Entry("greedy", builtin="greedy")
CLOCK = Clock(move=10.0, start=60.0)


def page_bot(folder: Path) -> Entry:
    file = folder / "last.py"
    file.write_text(blocks(PAGE, "python")[0])
    return Entry("last", (sys.executable, str(file)))


def page_job(folder: Path, game: str = "blade") -> GameJob:
    return GameJob(1, game, edition_of(game), (page_bot(folder), GREEDY), SEED, CLOCK)


def transcript(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """What is said in the game of the page."""
    said = heard(monkeypatch)
    assert play_game(page_job(folder)).ending == "played"
    return said


def request() -> dict[str, Any]:
    """What a one-shot bot is told in the original's recorded match, after its first Bolt."""
    match = duelhall.load("blade", "controller").match(deal="365367B524BB51BB 124433MBM526742M")
    for card in "522445657B":
        match.play(card)
    return oneshot.request(
        match.seen(match.to_move, 0),
        match.view(match.to_move),
        match.to_move,
        "/tmp/duelhall-7k2m/scratch",
    )


def wrapped(message: Any, mark: str = "") -> str:
    """A message as the page shows it; no line is broken inside of a word."""
    text = json.dumps(message, ensure_ascii=False)
    return textwrap.fill(
        text, 100, initial_indent=mark, subsequent_indent=" " * 4, break_on_hyphens=False
    )


def written(block: str) -> Iterator[tuple[str, Any]]:
    """The messages of a block, whose broken lines are indented."""
    for text in re.split(r"\n(?=[<>])", block.strip()):
        yield text[0], json.loads(" ".join(text[1:].split()))


def squeezed(value: Any) -> Any:
    """A message in which any number of spaces is one: the page breaks lines at them."""
    return json.loads(" ".join(json.dumps(value, ensure_ascii=False).split()))


def test_the_transcript_is_a_real_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (block,) = blocks(PAGE, "transcript")
    said = [(who, squeezed(message)) for who, message in transcript(tmp_path, monkeypatch)]
    assert list(written(block)) == said


def test_the_request_is_a_real_one() -> None:
    (block,) = blocks(PAGE, "request")
    assert json.loads(" ".join(block.split())) == request()


def test_the_bot_is_short_and_plays_every_game(tmp_path: Path) -> None:
    assert len(blocks(PAGE, "python")[0].splitlines()) < 25
    for game in GAMES:
        record = play_game(page_job(tmp_path, game))
        assert record.ending == "played", record.detail


def test_every_field_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    sections = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##)", text, re.MULTILINE | re.DOTALL))
    names = {">": "from the server", "<": "from the bot"}
    for who, message in transcript(tmp_path, monkeypatch):
        section = sections[f"{message['type']}, {names[who]}"]
        nested = [key for name in ("clock", "view") for key in message.get(name, {})]
        for key in [*message, *nested]:
            assert f"`{key}`" in section


def described(board: dict[str, Any]) -> Iterator[str]:
    """Every name that a board uses: of its facts, its zones, their facts, and their cards'."""
    yield from board["facts"]
    for zone in board["zones"]:
        yield zone["id"].replace("1", "0")
        yield from zone.get("facts", {})
        for card in zone["cards"]:
            yield from card.get("facts", {})


def test_every_field_of_a_board_is_explained() -> None:
    """Lanes and seats are explained by their first, 0."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    text = text[text.index("## Boards") : text.index("## How a game can end")]
    general, *games = text.split("### The board of ")
    sections = {section.partition("\n")[0].lower(): general + section for section in games}
    assert sorted(sections) == sorted(GAMES)
    for name, section in sections.items():
        for rules in registry.find(name).rules.OPTIONS.rule_sets:
            match = random_match(duelhall.load(name, rules), 1)
            for state, seat in product(match.states, (0, 1)):
                view = match.game.view(state, seat)
                board = json.loads(
                    messages.line_of(messages.board_message(match.game.board(view, seat)))
                )
                for key in {*described(board), *fields(board)}:
                    found = re.sub(r"^([ldxa])[1-5]$", r"\g<1>0", key)
                    assert f"`{found}`" in section, (name, key)


def fields(board: dict[str, Any]) -> Iterator[str]:
    """Every field of a board, its zones and their cards."""
    yield from board
    for zone in board["zones"]:
        yield from zone
        yield from (key for card in zone["cards"] for key in card)


def test_every_ending_is_explained() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    for ending in Ending:
        assert f"\n| `{ending}` | " in text


if __name__ == "__main__":
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for who, message in transcript(Path(folder), patch):
            print(wrapped(message, f"{who} "))
    print(wrapped(request()))
