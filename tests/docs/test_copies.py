"""The pages on a new operation and on a new game here are followed in a copy of this checkout."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from tests.docs import two_tricks
from tests.docs.blocks import ROOT, blocks


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy."""
    ignored = shutil.ignore_patterns("__pycache__", "static")
    for folder in ("src", "tests", "docs", "tools"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def edit(page: str, checkout: Path) -> set[str]:
    """Edit a copy as a page shows, and return which files were edited."""
    edits = [block.removeprefix("+++ ").split("\n", 1) for block in blocks(page, "diff")]
    for file, lines in edits:
        apply(checkout / file, lines.splitlines(keepends=True))
    return {file for file, _ in edits}


def apply(file: Path, edit: list[str]) -> None:
    text = file.read_text(encoding="utf-8")
    before, after = ("".join(line[1:] for line in edit if line[0] != sign) for sign in "+-")
    assert text.count(before) == 1, f"{file.name} has these lines once:\n{before}"
    file.write_text(text.replace(before, after), encoding="utf-8")


def run_in(checkout: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src"), **more}
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def pytest_in(checkout: Path, *tests: str, fails: bool = False, **more: str) -> str:
    """What the tests print; they pass, or some fail that should."""
    run = run_in(checkout, "-m", "pytest", "-p", "no:cacheprovider", *tests, **more)
    assert run.returncode == fails, run.stdout
    return run.stdout


# --- an operation ---

OPERATION = "docs/how-to/add-an-operation.md"
TEST = "tests/games/monsters/test_exchange.py"
MONSTERS = "tests/games/monsters"
PROOF = f"{TEST} {MONSTERS}/test_effects.py {MONSTERS}/test_wording.py {MONSTERS}/test_twin.py"
SHOWS = "exchange or every_operation or every_word or offered_card or random_cards_are_the_twins"


def test_an_operation_is_added_as_the_page_says(checkout: Path) -> None:
    files = edit(OPERATION, checkout)
    assert len({TEST, *files}) == 5, "the page says how many files it edits"
    (test,) = blocks(OPERATION, "python")
    (checkout / TEST).write_text(test, encoding="utf-8")
    pages = [f"tests/docs/test_{name}.py" for name in ("monsters", "rulebooks", "observations")]
    pytest_in(checkout, *pages, "-k", "table or page or size", DUELHALL_UPDATE_TABLES="1")
    pytest_in(checkout, *PROOF.split(), "tests/games/test_touching.py", "-k", SHOWS)
    reference = checkout / "docs/reference"
    language = (reference / "monsters-card-language.md").read_text(encoding="utf-8")
    assert '| `"exchange"` | cards from its hand, at random, change places' in language
    assert "`exchange`" in (reference / "rules/monsters.md").read_text(encoding="utf-8")
    learners = (reference / "observations/monsters.md").read_text(encoding="utf-8")
    assert "bury, exchange, cancel" in learners


# --- a game ---

GAME = "docs/how-to/add-a-game-here.md"
CHANGES = {
    "two-tricks": "tricks",
    "TWO_TRICKS": "TRICKS",
    "Two Tricks": "Tricks",
    "cautious": "greedy",
    'FOLDER / "rulebook.md"': 'rulebook_path("tricks")',
    ', client=FOLDER / "board.js"': "",
    "import sys\n": "import sys\nfrom duelhall.engine.rulebook import rulebook_path\n",
}
"""What is different in the tutorial's game when it is one of ours."""

ENTRY = 'tricks = "duelhall.games.tricks:TRICKS"\n'
ALL_GAMES = [
    "tests/conformance",
    "tests/docs/test_add_a_game.py",
    "tests/docs/test_observations.py",
    "tests/docs/test_rulebooks.py",
    "tests/endurance/test_soak.py",
    "tests/engine/test_record.py",
    "tests/games/test_golden.py",
    "tests/legacy/test_legacy.py",
]
ABOUT_TRICKS = "(tricks and not misere) or every_game or every_edition or in_every_way or sizes"


def put_game(checkout: Path) -> None:
    """The tutorial's game, all of it in `rules`, as an installer would leave it."""
    code = [
        block for block in blocks(two_tricks.PAGE, "python") if not two_tricks.FILE.match(block)
    ]
    text = re.sub(r"    features=\{.*?\n    \},\n", "", "\n\n".join(code), flags=re.DOTALL)
    for before, after in CHANGES.items():
        text = text.replace(before, after)
    package, metadata = (
        checkout / "src" / name for name in ("duelhall/games/tricks", "t-1.dist-info")
    )
    package.mkdir()
    (package / "rules.py").write_text(text, encoding="utf-8")
    (package / "__init__.py").write_text(
        "from duelhall.games.tricks.rules import TRICKS as TRICKS\n"
    )
    (package / "state.py").write_text("from duelhall.games.tricks.rules import State as State\n")
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: t\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[duelhall.games]\n" + ENTRY.replace('"', ""))


def test_a_game_is_added_as_the_page_says(checkout: Path) -> None:
    put_game(checkout)
    said = pytest_in(checkout, *ALL_GAMES, "-k", ABOUT_TRICKS, fails=True, DUELHALL_INTERPRETED="1")
    for missing in (
        "docs/reference/rules/tricks.md",
        "DUELHALL_UPDATE_TABLES=1 writes",
        "tests/games/counting.py needs a tricks_census",
        "tests/endurance/counting.py needs a cards_of_tricks",
        "of tests/games/tricks/golden",
        "tests/legacy/editions needs a saved game of tricks",
    ):
        assert missing in said

    edit(GAME, checkout)
    assert ENTRY in (checkout / "pyproject.toml").read_text(encoding="utf-8")
    (rules,), (where,) = blocks(two_tricks.PAGE, "markdown"), blocks(GAME, "markdown")
    rulebook = checkout / "docs/reference/rules/tricks.md"
    rulebook.write_text(f"# Tricks\n\n{rules}\n{where}\n", encoding="utf-8")
    tests = checkout / "tests/games/tricks"
    tests.mkdir()
    test, saving = blocks(GAME, "python")
    (tests / "test_rules.py").write_text(test, encoding="utf-8")
    assert run_in(checkout, "-c", saving).returncode == 0
    made = ["tests/docs/test_observations.py", "tests/docs/test_rulebooks.py"]
    update = [*made, "tests/games/test_golden.py", "-k", ABOUT_TRICKS]
    pytest_in(
        checkout,
        *update,
        DUELHALL_INTERPRETED="1",
        DUELHALL_UPDATE_TABLES="1",
        DUELHALL_UPDATE_GOLDEN="1",
    )
    pytest_in(
        checkout, *ALL_GAMES, "tests/games/tricks", "-k", ABOUT_TRICKS, DUELHALL_INTERPRETED="1"
    )
    assert "| T7 | `view` | `test_t7_" in rulebook.read_text(encoding="utf-8")
    assert run_path(str(ROOT / "tools/docs"))["Site"](checkout, checkout / "pages").chapters
