"""Systems on which programs cannot be players, such as Windows: what is missing is said."""

import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.arena.referee import play_game
from duelhall.bots.signals import UnsupportedSystem, missing_parts
from duelhall.play.entry import parse_entry, read_players
from duelhall.players.entry import BadEntry
from tests.arena.scripts import FIRST_LEGAL, RANDOM, job, script

WITHOUT = """
import sys
sys.modules["resource"] = None
sys.argv[1:] = {arguments!r}
from duelhall.__main__ import main
main()
"""


@pytest.fixture
def without_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)


def test_nothing_is_missing_here() -> None:
    assert missing_parts() == []


@pytest.mark.usefixtures("without_resource")
def test_programs_are_refused_before_a_game_begins(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedSystem, match=r"Python has no resource; built-in players and"):
        parse_entry("python3 -c pass", "blade")
    players = tmp_path / "players.txt"
    players.write_text("a ~ builtin:greedy\nb ~ python3 -c pass\n")
    with pytest.raises(BadEntry, match=r"line 2: programs cannot be players on this system"):
        read_players(players, "blade")


@pytest.mark.usefixtures("without_resource")
def test_a_tournament_that_came_from_elsewhere_says_so_too(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedSystem, match="has no resource"):
        play_game(job(script(tmp_path, FIRST_LEGAL), RANDOM))


def test_built_in_players_need_nothing_of_it() -> None:
    arguments = ["match", "blade", "greedy", "random", "--games", "2", "--seed", "1"]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(arguments=arguments)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("greedy against random, blade, seed 1\n")
