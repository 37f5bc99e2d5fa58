"""The examples for researchers run, and so do those in docstrings."""

import doctest
from importlib import import_module
from pathlib import Path
from runpy import run_path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_cfr_by_openspiel(capsys: pytest.CaptureFixture[str]) -> None:
    example = run_path(str(EXAMPLES / "openspiel_cfr.py"))
    value = example["main"](example["GAME"], 16)
    assert value == pytest.approx(-1 / 28, abs=0.0005)
    assert capsys.readouterr().out.splitlines()[-1].startswith("   16 iterations: value -0.035")


@pytest.mark.parametrize("module", ["gymnasium", "openspiel", "pettingzoo"])
def test_the_examples_in_docstrings(module: str) -> None:
    found = doctest.testmod(import_module(f"duelhall.doors.{module}"))
    assert found.attempted > 4
    assert found.failed == 0
