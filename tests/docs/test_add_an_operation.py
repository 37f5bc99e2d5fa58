"""The page on a new operation is followed in a copy of this checkout."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks

PAGE = "docs/how-to/add-an-operation.md"
EDITS = [block.removeprefix("+++ ").split("\n", 1) for block in blocks(PAGE, "diff")]
"""Files, and what becomes of some lines of them."""

TEST = "tests/games/monsters/test_exchange.py"
MONSTERS = "tests/games/monsters"
PROOF = f"{TEST} {MONSTERS}/test_effects.py {MONSTERS}/test_wording.py {MONSTERS}/test_twin.py"
SHOWS = "exchange or every_operation or every_word or offered_card or random_cards_are_the_twins"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy in which the page was followed."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    for folder in ("src", "tests", "docs", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for file, edit in EDITS:
        apply(tmp_path / file, edit.splitlines(keepends=True))
    (test,) = blocks(PAGE, "python")
    (tmp_path / TEST).write_text(test, encoding="utf-8")
    return tmp_path


def apply(file: Path, edit: list[str]) -> None:
    text = file.read_text(encoding="utf-8")
    before, after = ("".join(line[1:] for line in edit if line[0] != sign) for sign in "+-")
    assert text.count(before) == 1, f"{file.name} has these lines once:\n{before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


def pytest_in(checkout: Path, *tests: str, **more: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), **more}
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *tests]
    run = subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_an_operation_is_added_as_the_page_says(checkout: Path) -> None:
    pages = [f"tests/docs/test_{name}.py" for name in ("monsters", "rulebooks", "observations")]
    pytest_in(checkout, *pages, "-k", "table or page or size", DUELHALL_UPDATE_TABLES="1")
    pytest_in(checkout, *PROOF.split(), "tests/games/test_touching.py", "-k", SHOWS)
    reference = checkout / "docs/reference"
    language = (reference / "monsters-card-language.md").read_text(encoding="utf-8")
    assert '| `"exchange"` | cards from its hand, at random, change places' in language
    assert "`exchange`" in (reference / "rules/monsters.md").read_text(encoding="utf-8")
    learners = (reference / "observations/monsters.md").read_text(encoding="utf-8")
    assert "bury, exchange, cancel" in learners


def test_the_page_edits_five_files() -> None:
    assert len({TEST, *(file for file, _ in EDITS)}) == 5
