"""The page on reliability says what the limits are, and what a soak tries."""

import re

from duelhall.arena.bounds import MOST_GAMES, MOST_JOBS, MOST_PLAYERS
from duelhall.bots.process import LONGEST
from duelhall.engine.text import LONGEST_NAME, LONGEST_SOURCE, LONGEST_TEXT, MOST_MARKS, MOST_NESTED
from duelhall.match.game import LONGEST_MOVE
from tests.docs.blocks import ROOT
from tests.endurance.soak import KINDS

PAGE = (ROOT / "docs/reliability.md").read_text(encoding="utf-8")


def test_its_limits_are_those_of_the_program() -> None:
    limits = PAGE.partition("## Limits")[2]
    said = [
        int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+)(?: \w+)? \|", limits)
    ]
    texts = [LONGEST_SOURCE, LONGEST_NAME, LONGEST_TEXT, LONGEST_MOVE, MOST_NESTED, MOST_MARKS]
    assert said == [*texts, MOST_GAMES, MOST_PLAYERS, MOST_JOBS, LONGEST]


def test_the_run_that_it_quotes_tried_everything_and_nothing_failed() -> None:
    rows = re.findall(r"^\| (.+) \| ([\d,]+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert [what for what, _, _ in rows] == [kind.what for kind in KINDS]
    assert all(int(tries.replace(",", "")) > 0 for _, tries, _ in rows)
    assert {failures for _, _, failures in rows} == {"0"}
