"""Nobody waits for a compiler without knowing it, and a person not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.engine import registry
from tests.terminal.console import started

ASKED = """
import sys
from duelhall.terminal.keyboard import Keyboard

def ask(_self, question):
    print(question, "numba" in sys.modules)

Keyboard.ask = ask
sys.argv = ["duelhall", "play", {game!r}, "--seed", "3"]
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
    arguments = ("match", "blade", "random", "random", "--games", "2", "--seed", "1")
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    first = started(arguments, "", environment, tmp_path)
    told = [line for line in first.stderr.splitlines() if line.startswith("Compiling")]
    assert told[0] == "Compiling for this machine, once: blade deal (1 of 8)"
    assert told[-1] == "Compiling for this machine, once: blade policy choose_at_random (8 of 8)"
    assert len(told) == 8
    second = started(arguments, "", environment, tmp_path)
    assert "Compiling" not in second.stderr
    assert second.stdout == first.stdout
