"""Programs and functions at a terminal table, against a person and against each other."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from tests.arena.scripts import FIRST_LEGAL, script
from tests.terminal.console import duelhall
from tests.terminal.test_play import play

FUNCTION = "def choose(question):\n    return question.legal[-1]\n"


@pytest.fixture
def program(tmp_path: Path) -> str:
    return shlex.join(script(tmp_path, FIRST_LEGAL).command or ())


def test_a_person_plays_against_a_program(tmp_path: Path, program: str) -> None:
    out = play("blade", "--seed", "7", "--opponent", program, typed="7\n", folder=tmp_path)
    assert f"your opponent is {program}" in out
    assert "Opponent played B." in out


def test_a_person_plays_against_a_function(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FUNCTION)
    out = play("blade", "--seed", "7", "--opponent", "mine:choose", typed="7\n", folder=tmp_path)
    assert "Opponent played M." in out


def test_two_programs_are_watched(tmp_path: Path, program: str) -> None:
    out = play("blade", "--seed", "7", "--player", program, "--opponent", "greedy", folder=tmp_path)
    assert f"Blade, rules readme: {program} (player 0) against greedy (player 1)" in out
    assert "Player 1's hand" in out
    assert "wins: " in out


def test_the_fault_of_a_program_is_told(tmp_path: Path) -> None:
    program = shlex.join((sys.executable, "-c", "pass"))
    out = play("blade", "--seed", "7", "--opponent", program, folder=tmp_path)
    assert "You win: a player timed out, crashed" in out
    assert "lost by not starting: no hello: its process ended with exit code 0" in out


def test_a_saved_game_starts_no_program_by_itself(tmp_path: Path, program: str) -> None:
    typed = "7\nsave game.json\nquit\n"
    out = play("blade", "--seed", "7", "--opponent", program, typed=typed, folder=tmp_path)
    assert f"play --resume game.json --opponent {shlex.quote(program)}" in out
    assert json.loads((tmp_path / "game.json").read_text())["players"] == ["person", program]
    refused = duelhall("play", "--resume", "game.json", folder=tmp_path)
    assert refused.returncode == 2
    assert (
        "which is not a built-in player: name your opponent, for example --opponent"
        in refused.stderr
    )
    out = play("--resume", "game.json", "--opponent", program, typed="quit\n", folder=tmp_path)
    assert f"your opponent is {program}" in out


def test_the_same_seed_gives_the_arenas_game(tmp_path: Path) -> None:
    watched = play(
        "blade", "--seed", "11", "--player", "random", "--opponent", "random", folder=tmp_path
    )
    import duelhall as dh

    match = dh.play_match(dh.load("blade"), "random", "random", seed=11)
    moves = [match.move_seen(number, None) for number in range(1, len(match.moves) + 1)]
    plays = [line.rsplit(" ", 1)[1] for line in watched.splitlines() if line.startswith("Move ")]
    assert plays == moves


def test_a_resumed_game_can_be_watched(tmp_path: Path) -> None:
    play("blade", "--seed", "7", typed="7\nsave game.json\nquit\n", folder=tmp_path)
    out = play("--resume", "game.json", "--player", "random", folder=tmp_path)
    assert "random (player 0) against greedy (player 1)" in out
    assert "wins: " in out
