"""The page on the arena shows what the commands print."""

import re
from pathlib import Path

import pytest

from duelhall.arena.rows import COLUMNS, ENDING, ENDINGS
from tests.docs.blocks import ROOT, blocks
from tests.terminal.console import as_typed

PAGE = "docs/arena.md"


@pytest.mark.parametrize("block", blocks(PAGE, "console"))
def test_the_pictures_are_what_the_commands_print(block: str, tmp_path: Path) -> None:
    players = next(text for text in blocks(PAGE, "text") if "builtin:" in text)
    (tmp_path / "players.txt").write_text(players, encoding="utf-8")
    command, _, shown = block.partition("\n")
    arguments = command.removeprefix("$ duelhall ").split()
    assert as_typed(*arguments, folder=tmp_path).stdout == shown


def test_the_columns_of_the_results_are_explained() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    columns = re.findall(r"^\| (\d+) \| (.+) \|$", text, re.MULTILINE)
    assert [int(number) for number, _ in columns] == list(range(1, COLUMNS + 1))
    endings = ", ".join(f"{number} {ending}" for number, ending in enumerate(ENDINGS))
    assert columns[ENDING][1] == f"how it ended: {endings}"


def test_the_links_lead_somewhere() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / "docs" / link).exists(), link
