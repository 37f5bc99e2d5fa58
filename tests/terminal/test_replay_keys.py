"""Stepping through a saved game by keys."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall import load
from duelhall.match.match import Match
from duelhall.terminal import replay as replay_keys
from duelhall.terminal.replay import ReplayKeys
from duelhall.terminal.speaker import Retelling
from tests.terminal.screen import PATIENCE, Screen

Walk = Callable[..., list[str]]


@pytest.fixture(scope="module")
def match() -> Match:
    match = load("blade", backend="python").match(7, players=("greedy", "bot"))
    while not match.over:
        match.play(match.legal()[0])
    return match


@pytest.fixture
def walk(match: Match, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """The headlines that are shown while keys are pressed."""

    def walked(*keys: str, start: int = 0, number: str = "", seat: int | None = None) -> list[str]:
        left = iter([*keys, "q"])
        monkeypatch.setattr(replay_keys, "pressed", lambda _prompt: next(left))
        console = Console(file=StringIO(), width=80)
        steps = ReplayKeys(Retelling(match, seat, console))
        monkeypatch.setattr(steps.keyboard, "ask", lambda _prompt: number)
        steps.run(start)
        text: str = console.file.getvalue()  # type: ignore[attr-defined]
        return [line for line in text.splitlines() if line.startswith(("The deal", "Move ", "  B"))]

    return walked


def short(lines: list[str]) -> list[str]:
    """The deal as 0, and moves as their numbers."""
    return ["0" if line == "The deal" else line.split()[1].rstrip(":") for line in lines]


def test_keys_go_on_and_back(walk: Walk) -> None:
    assert short(walk("space", "right", "b", "n")) == ["0", "1", "2", "1", "2"]


def test_keys_go_to_both_ends_and_not_beyond(walk: Walk, match: Match) -> None:
    last = str(len(match.moves))
    assert short(walk("left", "G", "space", "g")) == ["0", last, "0"]


def test_a_move_is_found_by_its_number(walk: Walk) -> None:
    assert short(walk("m", number="3")) == ["0", "3"]
    assert short(walk("m", number="x")) == ["0"]
    assert short(walk("m", number="99", start=2))[0] == "2"


def test_a_step_is_explained(walk: Walk) -> None:
    lines = walk("w", start=1)
    assert lines[0].startswith("Move 1: greedy plays")
    assert lines[1].startswith("  B")


@pytest.mark.parametrize("key", ["?", "x", "escape"])
def test_other_keys_show_no_other_step(key: str, walk: Walk) -> None:
    assert len(walk(key)) == 1


def test_the_end_tells_the_result_and_each_prompt_where_one_is(match: Match) -> None:
    console = Console(file=StringIO(), width=80)
    steps = ReplayKeys(Retelling(match, None, console))
    steps.at = len(steps.steps) - 1
    steps._show()
    assert steps.telling.result in console.file.getvalue()  # type: ignore[attr-defined]
    last = len(match.moves)
    assert steps._prompt() == f"({last} of {last}, the end: b back, ? keys, q quit)"
    steps.at = 1
    assert steps._prompt() == f"(1 of {last}: Space next, b back, ? keys, q quit)"


def test_at_a_terminal_keys_are_pressed(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "game.json")
    last = len(match.moves)
    with Screen("replay", str(tmp_path / "game.json"), state=tmp_path) as screen:
        assert "Move 1" not in screen.wait_for(f"(0 of {last}: Space next")
        screen.type("\x1b[C")
        assert "Move 1: greedy plays" in screen.wait_for(f"(1 of {last}: ")
        screen.type("\x1b[F")
        assert match.reason.ruling in screen.wait_for(f"({last} of {last}, the end")
        screen.type("q")
        assert screen.process.wait(PATIENCE) == 0
