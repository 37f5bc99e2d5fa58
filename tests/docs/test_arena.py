"""The page on the arena explains what is in its files."""

import re

from duelhall.arena.rows import COLUMNS, ENDING, ENDINGS
from tests.docs.blocks import ROOT

PAGE = "docs/how-to/arena.md"


def test_the_columns_of_the_results_are_explained() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    columns = re.findall(r"^\| (\d+) \| (.+) \|$", text, re.MULTILINE)
    assert [int(number) for number, _ in columns] == list(range(1, COLUMNS + 1))
    endings = ", ".join(f"{number} {ending}" for number, ending in enumerate(ENDINGS))
    assert columns[ENDING][1] == f"how it ended: {endings}"
