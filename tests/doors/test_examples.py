"""The examples for researchers run, and so do those in docstrings."""

import doctest
import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest

import duelhall
from duelhall.engine.errors import MissingPackage
from duelhall.search.solver import solve

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_cfr_by_openspiel_finds_the_value_that_our_solver_finds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = run_path(str(EXAMPLES / "openspiel_cfr.py"))
    value = example["main"](example["GAME"], 32)
    exact = solve(duelhall.load("blade[controller, deck=tiny]")).value
    assert value == pytest.approx(exact, abs=0.0001)
    assert exact == pytest.approx(-1 / 28)
    assert capsys.readouterr().out.splitlines()[-1].startswith("   32 iterations: value -0.0357")


def test_a_door_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "duelhall.doors.pettingzoo", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingPackage, match=r"pip install 'duelhall\[pettingzoo\]'"):
        import_module("duelhall.doors.pettingzoo")


@pytest.mark.parametrize("module", ["gymnasium", "openspiel", "pettingzoo"])
def test_the_examples_in_docstrings(module: str) -> None:
    found = doctest.testmod(import_module(f"duelhall.doors.{module}"))
    assert found.attempted > 4
    assert found.failed == 0
