"""The measures of the source count what is planted, and nothing else."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from runpy import run_path

import pytest

from tests.docs.blocks import ROOT

TOOL = run_path(str(ROOT / "tools/house"))
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
        TOOL["main"](tmp_path, names_all=True)
        measure, found = "", []
        for line in capsys.readouterr().out.replace("src/duelhall/", "").splitlines():
            if not line.startswith("  "):
                measure = line[:34].strip()
            elif ".py:" in line:
                found.append(f"{measure}: {line.strip()}")
        return found

    return plant


def test_our_checkout_is_within_its_limits() -> None:
    run = subprocess.run([sys.executable, ROOT / "tools/house"], capture_output=True, check=False)
    assert (run.returncode, run.stderr) == (0, b""), run.stdout.decode()


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
    monkeypatch.setitem(TOOL["KNOTTED"], ("duelhall.b", "duelhall.a"), "they are one thing")
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
    monkeypatch.setitem(TOOL["LIMITS"], "modules in -ing", 2)
    assert TOOL["main"](tmp_path) == 0
    assert "1      2  limit can fall to 1\nshort" in capsys.readouterr().out
    monkeypatch.setitem(TOOL["LIMITS"], "modules in -ing", 0)
    assert TOOL["main"](tmp_path) == 1
    assert "1      0  above the limit\n  src/duelhall/dealing.py:1" in capsys.readouterr().out
