"""What mypy knows of the states of every game, and of nothing else."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from duelhall.engine import registry

ROOT = Path(__file__).parents[2]
WRONG = "# wrong"


def _lines(name: str) -> Iterator[str]:
    """Code that reads every field of a game's state and of its options, and some that are none."""
    state = registry.find(name).rules.STATE
    yield f"from {state.type.__module__} import State as {name.title()}"
    yield f"def read_{name}(s: {name.title()}) -> None:"
    yield from (f"    s.{field}" for field in _fields(state.names))
    yield from (f"    s.options.{field}" for field in _fields(state["options"].names))
    yield f"    s.hnad  {WRONG}"
    yield f"    s.options.dekc  {WRONG}"
    yield f"    s.to_mvoe = 1  {WRONG}"
    yield f"    s.winner = 'me'  {WRONG}"


def _fields(names: tuple[str, ...] | None) -> list[str]:
    return [name for name in names or () if not name.startswith("gap_at_")]


def _errors(code: list[str], folder: Path) -> dict[int, str]:
    """What mypy says of the lines of this code."""
    file = folder / "reading.py"
    file.write_text("\n".join(code) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"reading\.py:(\d+): error: (.*)", done.stdout)
    assert found, done.stdout + done.stderr
    return {int(line): message for line, message in found}


@pytest.mark.uncovered
def test_mypy_knows_every_field_and_no_other(tmp_path: Path) -> None:
    """One run of mypy for all games, since it takes seconds."""
    code = [line for name in registry.names() for line in _lines(name)]
    errors = _errors(code, tmp_path)
    assert errors.keys() == {number for number, line in enumerate(code, 1) if line.endswith(WRONG)}
    misspelt = [errors[number] for number, line in enumerate(code, 1) if ".hnad" in line]
    assert all(error.startswith('"State" has no attribute "hnad"') for error in misspelt)
