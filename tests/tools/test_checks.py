"""The checks of the source find what is planted, and nothing else: its measures, and that nobody
but a game and its kit knows the game.
"""

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from tests.docs.blocks import ROOT
from tests.python import python

HOUSE = run_path(str(ROOT / "tools/house"))
PROJECT = "[project.entry-points.'duelhall.commands']\ndeal = 'duelhall.kits.deal:deal'\n"
MANY = f"def deal({', '.join('abcdefghi')}): ..."
TWICE = "def f(): ...\ndef f(): ..."
LONG_ENOUGH = "\n" * 60
USES_B = f"import duelhall.b{LONG_ENOUGH}"
USES_A = f"def f():\n    import duelhall.a{LONG_ENOUGH}"
USES_A_FOR_TYPES = f"if TYPE_CHECKING:\n    import duelhall.a{LONG_ENOUGH}"
Texts = dict[str, str]
Plant = Callable[[Texts], list[str]]


@pytest.fixture
def plant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Plant:
    """Write modules into a package in which nothing else counts; which places are named."""

    def plant(texts: Texts) -> list[str]:
        for name, text in {"__init__": "def begin(): ...", **texts}.items():
            file = tmp_path / ("" if "tests" in name else "src/duelhall") / f"{name}.py"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (tmp_path / "pyproject.toml").write_text(PROJECT)
        HOUSE["main"](tmp_path, names_all=True)
        measure, found = "", []
        for line in capsys.readouterr().out.replace("src/duelhall/", "").splitlines():
            if not line.startswith("  "):
                measure = line[:34].strip()
            elif ".py:" in line:
                found.append(f"{measure}: {line.strip()}")
        return found

    return plant


def test_our_checkout_is_within_its_limits() -> None:
    assert python(str(ROOT / "tools/house")).stderr == ""


@pytest.mark.parametrize(
    ("measure", "texts", "place"),
    [
        ("class names used twice", {"a": "class A: ...", "b": "class A: ..."}, "a.py:1: there is"),
        ("modules in -ing", {"dealing": ""}, "dealing.py:1: dealing is no noun"),
        ("short modules with one importer", {"a": "", "b": USES_A}, "a.py:1: only duelhall.b"),
        ("long modules", {"a": "\n" * 701}, "a.py:1: 701 lines"),
        ("functions with many parameters", {"a": MANY}, "a.py:1: deal takes 9 parameters"),
        ("names bound twice in a module", {"a": "A, B = 1, 2\nB: int = 3"}, "a.py:2: B is bound"),
        ("names bound twice in a module", {"tests/a": TWICE}, "tests/a.py:2: f is bound in line 1"),
        ("names with a replaced word", {"a": "def _in_halls(): ..."}, "a.py:1: _in_halls has"),
        ("names with a replaced word", {"a": "class TurnClock: ..."}, "a.py:1: TurnClock has"),
    ],
)
def test_what_counts_is_named(plant: Plant, measure: str, texts: Texts, place: str) -> None:
    (found,) = plant(texts)
    assert found.startswith(f"{measure}: {place}")


def test_knots_are_found_inside_functions(plant: Plant) -> None:
    assert plant({"a": USES_B, "b": USES_A}) == [
        "modules in knots: a.py:1: imports duelhall.b, which leads back",
        "modules in knots: b.py:2: imports duelhall.a, which leads back",
    ]


def test_knots_with_a_reason_are_let_pass(plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HOUSE["KNOTTED"], ("duelhall.b", "duelhall.a"), "they are one thing")
    assert plant({"a": USES_B, "b": USES_A}) == []


@pytest.mark.parametrize(
    "texts",
    [
        {"games/a/state": "class State: ...", "games/b/state": "class State: ..."},
        {"testing/__init__": "", "b": "import duelhall.testing"},
        {"cli/a": MANY},
        {"kits/deal": MANY, "b": "import duelhall.kits.deal"},
        {"a": "A: int\nA = 1\n_ = 1\n_ = 2\nif A:\n    B = 1\nelse:\n    B = 2"},
        {"a": "@overload\ndef f(): ...\n@overload\ndef f(): ...\ndef f(): ..."},
        {"a": "def asked(): ...\ndef is_lasting(): ...\nclass Duelhall: ..."},
        {"a": USES_B, "b": USES_A_FOR_TYPES},
    ],
)
def test_what_does_not_count_is_let_pass(plant: Plant, texts: Texts) -> None:
    assert plant(texts) == []


def test_numbers_are_compared_with_their_limits(
    plant: Plant,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant({"dealing": ""})
    monkeypatch.setitem(HOUSE["LIMITS"], "modules in -ing", 2)
    assert HOUSE["main"](tmp_path) == 0
    assert "1      2  limit can fall to 1\nshort" in capsys.readouterr().out
    monkeypatch.setitem(HOUSE["LIMITS"], "modules in -ing", 0)
    assert HOUSE["main"](tmp_path) == 1
    assert "1      0  above the limit\n  src/duelhall/dealing.py:1" in capsys.readouterr().out


# --- tools/ownership ---

OWNERSHIP = run_path(str(ROOT / "tools/ownership"))


@cache
def known() -> Any:
    """What belongs to our games. It takes a second to find, so not every process should do it."""
    return OWNERSHIP["Known"](ROOT / "src/duelhall")


def found(folder: Path, text: str, name: str = "front.py") -> list[tuple[int, str]]:
    """What is found in a file with this text, each time with its line."""
    (folder / name).write_text(text)
    return list(OWNERSHIP["found_in"](folder / name, known()))


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
