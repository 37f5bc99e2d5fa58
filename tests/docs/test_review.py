"""The page on reviews shows what the command prints, and names all that is in its document."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from duelhall.search.review import MARKS, RUNS
from tests.docs.blocks import ROOT, blocks
from tests.terminal.console import duelhall

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
