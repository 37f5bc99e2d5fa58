"""Nobody waits for a compiler without knowing it, and a person not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
from duelhall.terminal.output import CompilerLines
from tests.docs.two_tricks import NAME, install
from tests.terminal.console import started

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
    done = subprocess.run(
        [sys.executable, "-c", ASKED.format(game=game)], capture_output=True, text=True, check=True
    )
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
    first, second = frozenset({"a" * 10, "b" * 10}), frozenset({"a" * 10, "c" * 5})
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
