"""Golden games, and what mypy knows of the states of every game."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.engine import registry
from duelhall.match.match import FORFEIT
from duelhall.match.saves import load_match
from duelhall.terminal.speaker import StepPrinter

GOLDEN = sorted(Path(__file__).parent.glob("*/golden/*.json"))
SEATS = {"seat0": 0, "seat1": 1, "open": None}


def walked(replay: Path, seat: int | None) -> str:
    console = Console(file=StringIO(), width=80, highlight=False, soft_wrap=True)
    StepPrinter(load_match(replay), seat, console, why=True).print_all()
    output: str = console.file.getvalue()  # type: ignore[attr-defined]
    return output


@pytest.mark.parametrize("eyes", SEATS)
@pytest.mark.parametrize("replay", GOLDEN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_game_looks_as_it_did(replay: Path, eyes: str) -> None:
    golden, output = replay.with_suffix(f".{eyes}.txt"), walked(replay, SEATS[eyes])
    if os.environ.get("DUELHALL_UPDATE_GOLDEN"):
        golden.write_text(output, encoding="utf-8")
    assert output == golden.read_text(encoding="utf-8")


def test_the_golden_games_end_in_every_way_that_play_can() -> None:
    played = [load_match(replay) for replay in GOLDEN]
    for name in registry.names():
        found = {match.reason.word for match in played if match.game.name == name}
        reasons = {reason.word for reason in registry.find(name).rules.REASONS[1:]}
        assert found == reasons - {FORFEIT}, f"of tests/games/{name}/golden"


# --- what mypy knows of the states of every game, and of nothing else ---


ROOT = Path(__file__).parents[2]
WRONG = "# wrong"


def _lines(name: str) -> Iterator[str]:
    """Code that reads every field of a game's state and of its options, and some that are none."""
    state = registry.find(name).rules.STATE
    title = name.replace("-", "_").title()
    yield f"from {state.type.__module__} import State as {title}"
    yield f"def read_{title}(s: {title}) -> None:"
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
