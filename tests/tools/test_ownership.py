"""The check that nobody but a game and its kit knows the game finds what is planted."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

TOOL = ROOT / "tools/ownership"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package that has our games and nothing else."""
    package = tmp_path_factory.mktemp("src") / "duelhall"
    without_caches = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src/duelhall/games", package / "games", ignore=without_caches)
    return package


def found(package: Path, text: str, name: str = "front.py") -> list[str]:
    folder = package / "terminal"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    try:
        return check(package)
    finally:
        (folder / name).unlink()


def check(package: Path) -> list[str]:
    command = [sys.executable, str(TOOL), str(package)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.returncode == (1 if run.stdout else 0)
    return run.stdout.splitlines()


def test_our_package_is_clean() -> None:
    assert check(ROOT / "src/duelhall") == []


@pytest.mark.parametrize(
    ("planted", "says"),
    [
        ("import duelhall.games.blade", "imports duelhall.games.blade"),
        ("from duelhall.games.binmat.state import TURNS", "imports duelhall.games.binmat.state"),
        ("from duelhall.games import monsters", "imports duelhall.games.monsters"),
        ("from duelhall.kits.blade import oneshot", "imports duelhall.kits.blade.oneshot"),
        ('GAME = "blade"', "names blade in 'blade'"),
        ('print(f"{1} games of Monsters")', "names Monsters"),
        ('print(help_of="frontline")', "names frontline"),
        ("def think_of_blade(): ...", "is named after blade: think_of_blade"),
        ("print(BINMAT)", "is named after BINMAT"),
        ('if step.rule == "lose_hand": ...', "names a game's rule: 'lose_hand'"),
        ('game.options["turn"]', "reads a game's option: 'turn'"),
        ('game.options.get("turn") == "exactly"', "reads a game's option: 'turn'"),
        ("state.options.mode", "reads a game's option: 'mode'"),
    ],
)
def test_what_belongs_to_a_game_is_found(games: Path, planted: str, says: str) -> None:
    findings = found(games, f"'''A front end.'''\n{planted}\n")
    assert findings
    for finding in findings:
        assert f"{games}/terminal/front.py:2: " in finding
    assert any(says in finding for finding in findings)


def test_texts_beside_the_code_are_read_too(games: Path) -> None:
    assert "readme.txt:2: names binmat" in found(games, "one\ntwo: binmat\n", "readme.txt")[0]


@pytest.mark.parametrize(
    "text",
    [
        "'''Plays blade, for example.'''",
        "class Board:\n    '''As in Frontline.'''\n    rows: int\n    '''Of BINMAT.'''",
        "App(help='Try blade.', help_epilogue='Or ' + 'monsters.')",
        "print('bladed')",
        "game.options[name]",
        "play(s, 'deal')",
    ],
)
def test_examples_and_general_words_are_let_pass(games: Path, text: str) -> None:
    assert found(games, text) == []
