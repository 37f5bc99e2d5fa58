"""What mypy knows of the states of every game, and of nothing else."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from duelhall.engine import registry

ROOT = Path(__file__).parents[2]
GAMES = registry.names()
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


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], dict[int, str]]:
    """The code, and what mypy says of its lines; one run of mypy for all games."""
    code = [line for name in GAMES for line in _lines(name)]
    file = tmp_path_factory.mktemp("typed") / "reading.py"
    file.write_text("\n".join(code) + "\n")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.findall(r"reading\.py:(\d+): error: (.*)", done.stdout)
    assert found, done.stdout + done.stderr
    return code, {int(line): message for line, message in found}


@pytest.mark.parametrize("name", GAMES)
def test_mypy_knows_every_field_and_no_other(
    name: str, told: tuple[list[str], dict[int, str]]
) -> None:
    code, errors = told
    first = code.index(f"def read_{name}(s: {name.title()}) -> None:")
    own = range(first + 1, first + len(list(_lines(name))))
    wrong = {line for line in own if code[line - 1].endswith(WRONG)}
    assert {line: errors[line] for line in own if line in errors}.keys() == wrong
    assert all(
        errors[line].startswith('"State" has no attribute "hnad"')
        for line in wrong
        if ".hnad" in code[line - 1]
    )
