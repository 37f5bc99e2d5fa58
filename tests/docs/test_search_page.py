"""The page on players that think: its examples run."""

import sys
from pathlib import Path

import pytest

from duelhall.match.game import load
from duelhall.play import play_match
from duelhall.play.roster import find_function
from tests.docs.blocks import blocks, run_examples

PAGE = "docs/search.md"


def test_the_examples_run() -> None:
    assert run_examples(PAGE) > 5


def test_the_bot_of_the_page_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = blocks(PAGE, "python")
    (tmp_path / "mybot.py").write_text(program.replace("500", "20"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    match = play_match(load("blade"), find_function("mybot:choose"), "random", seed=1)
    assert match.over
