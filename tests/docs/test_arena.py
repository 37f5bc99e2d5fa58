"""The page on the arena explains what is in its files."""

import re

from duelhall.arena.store import COLUMNS, ENDINGS
from tests.docs.blocks import ROOT

PAGE = "docs/how-to/arena.md"


def test_the_columns_of_the_games_are_explained() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    section = text.partition("### The database")[2].partition("###")[0]
    columns = re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE)
    assert [name for name, _ in columns] == list(COLUMNS)
    assert dict(columns)["ending"] == f"how it ended: {', '.join(ENDINGS)}"
