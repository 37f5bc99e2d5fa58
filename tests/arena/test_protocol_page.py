"""docs/reference/protocol.md: its transcript is a real one, and its bot plays.

`python -m tests.arena.test_protocol_page` prints the blocks as they should be.
"""

import json
import re
import sys
import textwrap
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import duelhall
from duelhall.arena.contests import GameJob
from duelhall.arena.referee import play_game
from duelhall.bots.messages import board_message, line_of
from duelhall.bots.process import Lasting
from duelhall.engine import registry
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry
from duelhall.players.seat import Ending
from duelhall.testing.conformance import random_match
from duelhall_kits.blade import original as oneshot
from tests.arena.scripts import edition_of
from tests.docs.blocks import ROOT, blocks

PAGE = "docs/reference/protocol.md"
SEED = 13
GREEDY = Entry("greedy", builtin="greedy")
CLOCK = Clock(move=10.0, start=60.0)

Lines = list[tuple[str, Any]]


def page_bot(folder: Path) -> Entry:
    file = folder / "last.py"
    file.write_text(blocks(PAGE, "python")[0])
    return Entry("last", (sys.executable, str(file)))


def page_job(folder: Path, game: str = "blade") -> GameJob:
    return GameJob(1, game, edition_of(game), (page_bot(folder), GREEDY), SEED, CLOCK)


def transcript(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Lines:
    """What is said in the game of the page, message by message."""
    said: Lines = []
    write, read_line = Lasting.write, Lasting.read_line

    def noted_write(bot: Lasting, data: bytes, deadline: float | None) -> bool:
        said.extend((">", json.loads(line)) for line in data.splitlines())
        return write(bot, data, deadline)

    def noted_read(bot: Lasting, deadline: float | None) -> bytes:
        line = read_line(bot, deadline)
        said.append(("<", json.loads(line)))
        return line

    monkeypatch.setattr(Lasting, "write", noted_write)
    monkeypatch.setattr(Lasting, "read_line", noted_read)
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
    for game in ("blade", "frontline", "binmat", "monsters"):
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
    assert sorted(sections) == ["binmat", "blade", "frontline", "monsters"]
    for name, section in sections.items():
        for rules in registry.find(name).rules.OPTIONS.rule_sets:
            match = random_match(duelhall.load(name, rules), 1)
            for state, seat in product(match.states, (0, 1)):
                view = match.game.view(state, seat)
                board = json.loads(line_of(board_message(match.game.board(view, seat))))
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
