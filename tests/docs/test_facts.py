"""What pages say of the program is so: its numbers, the columns of its files, what it prints."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena.settings import MOST_GAMES, MOST_JOBS, MOST_PLAYERS
from duelhall.arena.store import COLUMNS, ENDINGS
from duelhall.engine.text import LONGEST_NAME, LONGEST_SOURCE, LONGEST_TEXT, MOST_MARKS, MOST_NESTED
from duelhall.match.game import LONGEST_MOVE
from duelhall.play.clock import LONGEST
from duelhall.search.review import MARKS, RUNS
from duelhall_web.app import ANSWERING
from duelhall_web.connection import FRAMES
from duelhall_web.lobby import LOOKS, ServerLimits
from duelhall_web.workers import MOST_WAITING
from tests.docs.blocks import ROOT, blocks
from tests.endurance.soak import KINDS
from tests.terminal.console import duelhall

RELIABILITY = (ROOT / "docs/explanation/reliability.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs/how-to/server.md").read_text(encoding="utf-8")
SPEED = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")


# --- numbers ---


def numbers(text: str) -> list[int]:
    """The numbers that fill a cell of a table, perhaps with a unit."""
    return [int(cell.replace(",", "")) for cell in re.findall(r"\| ([\d,]+)(?: \w+)? \|", text)]


def test_limits_of_what_is_read_are_those_of_the_program() -> None:
    texts = [LONGEST_SOURCE, LONGEST_NAME, LONGEST_TEXT, LONGEST_MOVE, MOST_NESTED, MOST_MARKS]
    limits = [*texts, MOST_GAMES, MOST_PLAYERS, MOST_JOBS, LONGEST]
    assert numbers(RELIABILITY.partition("## Limits")[2]) == limits


def test_the_run_that_is_quoted_tried_everything_and_nothing_failed() -> None:
    rows = re.findall(r"^\| (.+) \| ([\d,]+) \| (\d+) \|$", RELIABILITY, re.MULTILINE)
    assert [what for what, _, _ in rows] == [kind.what for kind in KINDS]
    assert all(int(tries.replace(",", "")) > 0 for _, tries, _ in rows)
    assert {failures for _, _, failures in rows} == {"0"}


def test_limits_of_the_server_are_those_of_the_program() -> None:
    limits = ServerLimits()
    assert numbers(SERVER) == [
        limits.connections,
        limits.request_seconds,
        ANSWERING,
        limits.tables,
        LOOKS * limits.tables,
        limits.messages,
        FRAMES[0],
        limits.message_bytes,
        limits.request_bytes,
        limits.all_connections,
        limits.open_tables,
    ]
    assert f"a queue of at most {MOST_WAITING}" in SERVER


def test_every_table_of_speeds_says_when_and_on_what_it_was_measured() -> None:
    speed = SPEED.partition("\n## Results\n")[2].partition("\n### Run by run\n")[0]
    above, *sections = re.split(r"^### ", speed, flags=re.MULTILINE)
    assert "|" not in above
    assert sections
    for section in sections:
        before = section.partition("\n|")[0]
        assert re.search(r"\b20\d\d-\d\d-\d\d\b", before), section
        assert re.search(r"\b(AMD|Intel|NVIDIA) [A-Z]", before), section


# --- columns ---


def test_the_columns_of_the_games_are_explained() -> None:
    text = (ROOT / "docs/how-to/arena.md").read_text(encoding="utf-8")
    section = text.partition("### The database")[2].partition("###")[0]
    columns = re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)
    assert [name for name, _ in columns] == list(COLUMNS)
    assert dict(columns)["ending"] == f"how it ended: {', '.join(ENDINGS)}"


# --- reviews ---

PAGE = "docs/how-to/review.md"
TEXT = (ROOT / PAGE).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the match of the page was played."""
    place = tmp_path_factory.mktemp("page")
    duelhall(*commands()[0], folder=place)
    return place


def commands() -> list[list[str]]:
    """What the page types."""
    (block,) = blocks(PAGE, "console")
    return [shlex.split(line) for line in re.findall(r"^\$ duelhall (.+)$", block, re.MULTILINE)]


def played(text: str) -> list[list[str]]:
    """The title, and of each decision what does not depend on how well it was judged."""
    lines = text.splitlines()
    rows = [line.split()[:3] for line in lines if re.match(r" +\d+  \d  ", line)]
    return [next(line for line in lines if line.startswith("Blade, ")).split(), *rows]


def test_the_review_is_of_this_game_and_looks_like_this(folder: Path) -> None:
    _, review = commands()
    (shown,) = blocks(PAGE, "console")
    printed = duelhall(*review, "--budget", "2", folder=folder).stdout
    assert played(printed) == played(shown)
    for heading in ("Move  Player  Played  Best  Known      Open", "Chance that player 0 wins:"):
        assert heading in printed
        assert heading in shown


def test_every_entry_of_the_document_is_explained(folder: Path) -> None:
    _, review = commands()
    document = json.loads(duelhall(*review, "--budget", "2", "--json", folder=folder).stdout)
    assert not {name for name in names_in(document) if f"`{name}`" not in TEXT}


def names_in(document: Any) -> set[str]:
    """The names of all entries, but for those that a game gives to its options."""
    if isinstance(document, list):
        return {name for each in document for name in names_in(each)}
    if not isinstance(document, dict):
        return set()
    inner = (
        names_in(value)
        for name, value in document.items()
        if name not in ("options", "marks", "result")
    )
    return set(document).union(*inner)


def test_the_marks_are_those_that_are_made() -> None:
    rows = re.findall(r"^\| `(.+)` \| (\w+) \| (\d+)", TEXT, re.MULTILINE)
    assert rows == [(mark.sign, mark.word, f"{mark.least * 100:.0f}") for mark in MARKS]
    assert RUNS == 4
    assert "judged four times" in re.sub(r"\s+", " ", TEXT)
