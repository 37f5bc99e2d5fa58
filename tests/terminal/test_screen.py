"""A screen that is drawn anew for every look, and plain lines where there is none."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.match.game import load
from duelhall.terminal import screen as screens
from duelhall.terminal.screen import EMPTY, Screen
from tests.terminal.screen import Screen as Terminal


def screen_of(monkeypatch: pytest.MonkeyPatch, *, plain: bool = False) -> Screen:
    monkeypatch.setattr(screens, "is_screen", lambda _console: True)
    console = Console(file=StringIO(), force_terminal=True, color_system=None, width=60, height=9)
    return Screen(console, plain=plain)


def written(screen: Screen) -> str:
    text: str = screen.console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_a_new_drawing_keeps_what_has_not_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    screen.open()
    screen.say("Welcome.")
    screen.redraw()
    screen.say("A board.")
    assert written(screen) == "\n" * 8 + EMPTY + "Welcome.\nA board.\n"
    screen.heard()
    screen.say("Taken back.")
    screen.redraw()
    assert written(screen).endswith(f"A board.\nTaken back.\n{EMPTY}Taken back.\n")


def test_plain_output_is_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch, plain=True)
    screen.open()
    screen.say("Welcome.")
    screen.redraw()
    screen.say("A board.")
    assert not screen.close()
    assert written(screen) == "Welcome.\nA board.\n"


def test_a_file_gets_plain_lines() -> None:
    screen = Screen(Console(file=StringIO(), width=60), shared=True)
    screen.open()
    screen.say("Welcome.")
    screen.redraw()
    screen.conceal()
    assert not screen.close()
    assert written(screen) == "Welcome.\n"


BRACKETED_PASTE = "\x1b[?2004h"
"""What Readline itself writes before a prompt."""


def test_at_a_terminal_a_plain_game_has_no_codes(tmp_path: Path) -> None:
    with Terminal("play", "blade", "--seed", "7", "--plain", state=tmp_path) as terminal:
        shown = terminal.wait_for("Your move")
        assert "\x1b" not in shown.replace(BRACKETED_PASTE, "")


def test_nor_has_a_plain_replay(tmp_path: Path) -> None:
    match = load("blade", backend="python").match(seed=7)
    match.play("7")
    match.save(tmp_path / "game.json")
    arguments = ("replay", str(tmp_path / "game.json"), "--plain")
    with Terminal(*arguments, state=tmp_path) as terminal:
        terminal.wait_for("(0 of 1")
        terminal.type(" ")
        shown = terminal.wait_for("(1 of 1")
    assert "* " not in shown
    assert "\x1b" not in shown
