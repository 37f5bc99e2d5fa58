"""The screen, columns, and what is shown while somebody waits."""

import os
from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from duelhall.backend import Progress
from duelhall.backend import cache as code_cache
from duelhall.backend.compiler import EntryDispatcher
from duelhall.backend.cpu import prepare, shares_before
from duelhall.backend.entries import RuleEntry
from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.match.game import Game, load
from duelhall.search.endgame import run_endgame
from duelhall.search.loop import run_search
from duelhall.search.search import Search
from duelhall.terminal import output as compiling
from duelhall.terminal import screen as screens
from duelhall.terminal.output import (
    PAUSE,
    SHARE,
    CompilerLines,
    LiveTable,
    aligned,
    barred,
    cut_short,
    fitted,
)
from duelhall.terminal.screen import EMPTY, Screen
from tests.docs.two_tricks import NAME, install
from tests.python import python
from tests.terminal.console import Screen as Terminal
from tests.terminal.console import printed, started

# --- A screen that is drawn anew for every look, and plain lines where there is none ---


def screen_of(monkeypatch: pytest.MonkeyPatch, *, plain: bool = False) -> Screen:
    monkeypatch.setattr(screens, "is_screen", lambda _console: True)
    console = Console(file=StringIO(), force_terminal=True, color_system=None, width=60, height=9)
    return Screen(console, plain=plain)


def test_a_new_drawing_keeps_what_has_not_been_read(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch)
    screen.open()
    screen.say("Welcome.")
    screen.redraw()
    screen.say("A board.")
    assert printed(screen.console) == "\n" * 8 + EMPTY + "Welcome.\nA board.\n"
    screen.heard()
    screen.say("Taken back.")
    screen.redraw()
    assert printed(screen.console).endswith(f"A board.\nTaken back.\n{EMPTY}Taken back.\n")


def test_plain_output_is_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = screen_of(monkeypatch, plain=True)
    screen.open()
    screen.say("Welcome.")
    screen.redraw()
    screen.say("A board.")
    assert not screen.close()
    assert printed(screen.console) == "Welcome.\nA board.\n"


def test_a_file_gets_plain_lines() -> None:
    screen = Screen(Console(file=StringIO(), width=60), shared=True)
    screen.open()
    screen.say("Welcome.")
    screen.redraw()
    screen.conceal()
    assert not screen.close()
    assert printed(screen.console) == "Welcome.\n"


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


# --- tables of text stay below each other, whatever is written in them ---


def test_cells_are_padded_by_the_width_that_they_have_on_a_screen() -> None:
    assert aligned([["日本", "1"], ["abc", "2"], ["🦊", "3"]]) == ["日本  1", "abc   2", "🦊    3"]


@pytest.mark.parametrize("text", ["a" * 100, "日本" * 50, "a日" * 50, "🦊🐻" * 30])
@pytest.mark.parametrize("width", [12, 13, 40])
def test_a_long_text_is_shortened_to_a_width(text: str, width: int) -> None:
    short = cut_short(text, width)
    assert width - 2 <= cell_len(short) <= width
    assert short.count("…") == 1


def test_beginning_and_end_stay_so_that_versions_can_be_told_apart() -> None:
    assert cut_short("my-very-long-bot-name-v1", 12) == "my-very-…-v1"
    assert cut_short("short", 12) == "short"


def test_one_column_is_shortened_until_rows_fit() -> None:
    rows = [["", "player", "Elo"], ["1.", "x" * 100, "+20"], ["2.", "y", "-20"]]
    lines = aligned(fitted(rows, 1, 40))
    assert max(len(line) for line in lines) == 40
    assert lines[1].endswith("x  +20")
    assert fitted(rows, 1, 200) == rows


def test_nothing_is_shortened_below_what_can_be_read() -> None:
    rows = [["x" * 100, "y" * 60], ["short", "y"]]
    assert [row[0] for row in fitted(rows, 0, 40)] == ["xxxxxxxx…xxx", "short"]


def test_a_bar_in_a_name_is_no_bar_of_the_table() -> None:
    assert barred([["name"], ["a|b"]])[2] == "| a\\|b |"


# --- the table that is drawn while games are played ---


def test_a_single_slow_drawing_does_not_hold_the_table_up() -> None:
    table = LiveTable(10, list)
    table._rest_from(5.0)
    assert table._pause == PAUSE
    table._rest_from(1.0)
    assert table._pause == SHARE * 1.0
    table._rest_from(0.001)
    assert table._pause == PAUSE


# --- nobody waits for a compiler without knowing it, and a person not at all ---


ASKED = """
import sys
from duelhall.terminal.keyboard import Keyboard

def ask(_self, question):
    print(question, "numba" in sys.modules)

Keyboard.ask = ask
sys.argv = ["duelhall", "play", {game!r}, "--seed", "3", "--opponent", "greedy"]
from duelhall.__main__ import main
main()
"""


@pytest.mark.parametrize("game", registry.names())
def test_the_first_question_comes_before_anything_is_compiled(game: str) -> None:
    done = python("-c", ASKED.format(game=game))
    question = next(line for line in done.stdout.splitlines() if line.startswith("Your move"))
    assert question.endswith(" False")
    assert done.stderr == ""


def test_a_match_waits_and_says_what_for(tmp_path: Path) -> None:
    """Of a small game, for which that is soon done."""
    install(tmp_path / "site")
    arguments = ("match", NAME, "random", "random", "--games", "2", "--seed", "1")
    environment = {
        **os.environ,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": str(tmp_path / "site"),
    }
    first = started(arguments, "", environment, tmp_path)
    told = [line for line in first.stderr.splitlines() if line.startswith("Compiling")]
    assert told[0] == "Compiling for this machine, once: two-tricks deal (1 of 8)"
    last = "Compiling for this machine, once: two-tricks policy choose_at_random (8 of 8), about "
    assert told[-1].startswith(last)
    assert len(told) == 8
    second = started(arguments, "", environment, tmp_path)
    assert "Compiling" not in second.stderr
    assert second.stdout == first.stdout


def test_how_long_it_takes_follows_from_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter([100.0, 103.0, 106.0])
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    monkeypatch.setattr(code_cache, "outlasts_this_run", lambda: True)
    lines = CompilerLines()
    assert lines.line(Progress("first", 0.0)) == "Compiling for this machine, once: first"
    assert lines.line(Progress("second", 0.25)).endswith(": second, about 9 s left")
    assert lines.line(Progress("third", 0.75)).endswith(": third, about 2 s left")
    assert lines.line(Progress("a loop", None)).endswith(": a loop")


def test_code_that_cannot_be_stored_is_for_this_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/dev/null/nowhere")
    assert CompilerLines().line(Progress("it")) == "Compiling for this run alone: it"


def test_what_is_translated_already_takes_less_time() -> None:
    first, second = frozenset({b"a" * 10, b"b" * 10}), frozenset({b"a" * 10, b"c" * 5})
    assert shares_before([first, second]) == [0.0, 60 / (60 + 25)]
    assert shares_before([]) == []


def test_a_search_is_compiled_before_it_is_needed(
    blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its helpers name the rules of the game as well."""
    compiled: list[int] = []
    monkeypatch.setattr(EntryDispatcher, "load", lambda *_: False)
    monkeypatch.setattr(EntryDispatcher, "prepare", lambda *_: compiled.append(1))
    wanted = Search(blade, simulations=1).entries
    prepare(blade.definition, wanted)
    assert [entry.template for entry in wanted] == [run_search, run_endgame]
    assert len(compiled) == len(wanted)


def test_a_match_between_players_that_think_waits_for_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prepared: list[str] = []

    def note(_definition: Definition, wanted: list[RuleEntry]) -> None:
        prepared.extend(entry.label for entry in wanted)

    monkeypatch.setattr(compiling, "prepare", note)
    compiling.compile_for_matches(load("blade"), ["adept", "random", "master"])
    assert [label for label in prepared if label.startswith("search")] == ["search greedy"]
    assert "policy choose_at_random" in prepared
