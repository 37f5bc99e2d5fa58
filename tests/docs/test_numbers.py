"""Numbers on pages are those of the program, or say when and on what they were measured."""

import re

from duelhall.arena.settings import MOST_GAMES, MOST_JOBS, MOST_PLAYERS
from duelhall.engine.text import LONGEST_NAME, LONGEST_SOURCE, LONGEST_TEXT, MOST_MARKS, MOST_NESTED
from duelhall.match.game import LONGEST_MOVE
from duelhall.play.clock import LONGEST
from duelhall_web.app import ANSWERING
from duelhall_web.connection import FRAMES
from duelhall_web.lobby import LOOKS, ServerLimits
from duelhall_web.workers import MOST_WAITING
from tests.docs.blocks import ROOT
from tests.endurance.soak import KINDS

RELIABILITY = (ROOT / "docs/explanation/reliability.md").read_text(encoding="utf-8")
SERVER = (ROOT / "docs/how-to/server.md").read_text(encoding="utf-8")
SPEED = (ROOT / "benchmarks/README.md").read_text(encoding="utf-8")


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
