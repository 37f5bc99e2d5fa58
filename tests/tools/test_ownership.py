"""The check that nobody but a game and its kit knows the game finds what is planted."""

import subprocess
import sys
from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from tests.docs.blocks import ROOT

TOOL = run_path(str(ROOT / "tools/ownership"))


@cache
def known() -> Any:
    """What belongs to our games. It takes a second to find, so not every process should do it."""
    return TOOL["Known"](ROOT / "src/duelhall")


def found(folder: Path, text: str, name: str = "front.py") -> list[tuple[int, str]]:
    """What is found in a file with this text, each time with its line."""
    (folder / name).write_text(text)
    return list(TOOL["found_in"](folder / name, known()))


def printed(package: Path) -> list[str]:
    """What the tool prints about a package."""
    command = [sys.executable, str(ROOT / "tools/ownership"), str(package)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    assert run.returncode == (1 if run.stdout else 0)
    return run.stdout.splitlines()


@pytest.mark.parametrize("name", ["duelhall", "duelhall_web"])
def test_our_packages_are_clean(name: str) -> None:
    assert printed(ROOT / "src" / name) == []


def test_findings_are_printed_with_file_and_line(tmp_path: Path) -> None:
    for folder in ("games/blade", "terminal"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "games/blade/__init__.py").touch()
    (tmp_path / "terminal/front.py").write_text("\nGAME = 'blade'\n")
    file = tmp_path / "terminal/front.py"
    assert printed(tmp_path) == [f"{file}:2: names blade in 'blade'"]


@pytest.mark.parametrize(
    ("planted", "says"),
    [
        ("import duelhall.games.blade", "imports duelhall.games.blade"),
        ("from duelhall.games.binmat.state import TURNS", "imports duelhall.games.binmat.state"),
        ("from duelhall.games import monsters", "imports duelhall.games.monsters"),
        ("from duelhall_kits.blade import original", "imports duelhall_kits.blade.original"),
        ("from ..games.blade import rules", "imports ..games.blade.rules"),
        ('GAME = "blade"', "names blade in 'blade'"),
        ('print(f"{1} games of Monsters")', "names Monsters"),
        ('print(help_of="frontline")', "names frontline"),
        ("def think_of_blade(): ...", "is named after blade: think_of_blade"),
        ("class BladeBoard: ...", "is named after Blade: BladeBoard"),
        ("print(BINMAT)", "is named after BINMAT"),
        ('if step.rule == "lose_hand": ...', "names a game's rule: 'lose_hand'"),
        ("game.definition.rules.lose_hand", "reads a game's rule: 'lose_hand'"),
        ('if step.ruling == "B10": ...', "names a game's ruling: 'B10'"),
        ('if game.rule_set == "hackmud": ...', "names a game's rule set: 'hackmud'"),
        ('if game.rule_set == "skirmish": ...', "names a game's rule set: 'skirmish'"),
        ('game.options["turn"]', "reads a game's option: 'turn'"),
        ('game.options.get("turn") == "exactly"', "reads a game's option: 'turn'"),
        ("state.options.mode", "reads a game's option: 'mode'"),
        ('getattr(state.options, "mode")', "reads a game's option: 'mode'"),
        ('"mode" in game.options', "reads a game's option: 'mode'"),
    ],
)
def test_what_belongs_to_a_game_is_found(tmp_path: Path, planted: str, says: str) -> None:
    findings = found(tmp_path, f"'''A front end.'''\n{planted}\n")
    assert {line for line, _ in findings} == {2}
    assert any(says in what for _, what in findings)


def test_texts_beside_the_code_are_read_too(tmp_path: Path) -> None:
    ((line, what),) = found(tmp_path, "one\ntwo: binmat\n", "readme.txt")
    assert line == 2
    assert what.startswith("names binmat")


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
def test_examples_and_general_words_are_let_pass(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []
