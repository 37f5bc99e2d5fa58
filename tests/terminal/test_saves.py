"""Games that are kept: all of them, listed, and resumed by their names."""

import json
import os
import re
from pathlib import Path

import pytest

from tests.terminal.console import duelhall
from tests.terminal.test_play import SEED, play

LOST = "1\n1\n"
"""A card that loses at once, and again after the warning."""


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def saves(state: Path, *arguments: str) -> str:
    done = duelhall("saves", *arguments, XDG_STATE_HOME=str(state))
    assert done.returncode == 0, done.stderr
    return done.stdout


def kept_in(state: Path) -> list[Path]:
    """Its games, the one that was played last at the end."""
    return sorted((state / "duelhall").glob("*.json"), key=lambda file: file.stat().st_mtime_ns)


@pytest.mark.parametrize("ending", ["", "quit\n", "q\n"])
def test_a_finished_game_is_kept_too(tmp_path: Path, state: Path, ending: str) -> None:
    out = play("blade", "--seed", SEED, typed=LOST + ending, folder=tmp_path)
    assert "Game saved. Replay it with: " in out
    (file,) = kept_in(state)
    assert json.loads(file.read_text())["result"]["winner"] == 1


def test_the_seed_is_told_when_it_gives_nothing_away(tmp_path: Path) -> None:
    out = play("blade", typed="quit\n", folder=tmp_path)
    assert "Seed" not in out
    assert "seed of" not in out
    out = play("blade", "--seed", SEED, typed=LOST, folder=tmp_path)
    assert out.count("Seed 7.\n") == 1
    assert out.count("The seed of this game was 7.") == 1
    out = play("blade", typed="resign\n", folder=tmp_path)
    assert re.search(r"The seed of this game was \d+\.", out)


def test_all_kept_games_are_listed_with_how_to_go_on(tmp_path: Path, state: Path) -> None:
    assert saves(state) == f"No games are kept in {state / 'duelhall'} yet.\n"
    play("blade", "--seed", SEED, typed="7\n", folder=tmp_path)
    play("binmat", "--rules", "live", "--hotseat", folder=tmp_path)
    play("blade", "--seed", SEED, typed=LOST, folder=tmp_path)
    for place, file in enumerate(kept_in(state)):
        os.utime(file, (place, place))
    listed = saves(state)
    assert re.search(
        r"  blade, against greedy: unfinished after 2 moves\n  .*play --resume blade-\S+\n", listed
    )
    assert "  binmat[live], two people: unfinished after 0 moves\n" in listed
    assert re.search(r"  blade, against greedy: you lost; seed 7\n  .*replay blade-\S+\n", listed)


def test_what_was_played_last_is_at_the_end(tmp_path: Path, state: Path) -> None:
    play("blade", typed="quit\n", folder=tmp_path)
    play("monsters", typed="quit\n", folder=tmp_path)
    first, second = kept_in(state)
    os.utime(first, (5, 5))
    os.utime(second, (4, 4))
    listed = saves(state)
    assert listed.index("monsters") < listed.index("blade")
    assert "Kiln" not in listed  # the cards of a game would fill the screen


def test_kept_games_are_listed_for_programs(tmp_path: Path, state: Path) -> None:
    play("blade", "--seed", SEED, typed="7\n", folder=tmp_path)
    (entry,) = json.loads(saves(state, "--json"))
    assert entry["file"] == str(kept_in(state)[0])
    assert (entry["game"], entry["players"], entry["moves"]) == ("blade", ["person", "greedy"], 2)
    assert (entry["result"], entry["practice"], entry["seed"]) == (None, False, None)
    assert "--resume" in entry["command"]
    assert json.loads(saves(tmp_path / "elsewhere", "--json")) == []


def test_what_is_no_saved_game_is_told_and_hides_none(tmp_path: Path, state: Path) -> None:
    play("blade", typed="quit\n", folder=tmp_path)
    (state / "duelhall" / "damaged.json").write_text("{")
    listed = saves(state)
    assert "blade, against greedy" in listed
    assert "damaged.json cannot be read: line 1, column 2" in listed


def test_a_game_is_resumed_by_its_name_or_by_none(tmp_path: Path, state: Path) -> None:
    play("blade", "--seed", SEED, typed="7\n", folder=tmp_path)
    play("blade", "--seed", "8", typed="quit\n", folder=tmp_path)
    play("monsters", typed="quit\n", folder=tmp_path)
    play("blade", "--seed", SEED, typed=LOST, folder=tmp_path)
    for place, file in enumerate(kept_in(state)):
        os.utime(file, (place, place))
    name = kept_in(state)[0].stem
    assert play("--resume", typed="quit\n", folder=tmp_path).startswith("Monsters")
    assert "Turn 0" in play("blade", "--resume", typed="quit\n", folder=tmp_path)
    assert "Turn 0" in play("--resume", "blade", typed="quit\n", folder=tmp_path)
    assert "Turn 2" in play("--resume", name, typed="quit\n", folder=tmp_path)
    replay = duelhall("replay", name, XDG_STATE_HOME=str(state))
    assert replay.stdout.startswith("Blade, rules readme: person (player 0) against greedy")


def test_there_may_be_nothing_to_resume(tmp_path: Path, state: Path) -> None:
    play("blade", "--seed", SEED, typed=LOST, folder=tmp_path)
    done = duelhall("play", "frontline", "--resume", XDG_STATE_HOME=str(state))
    assert "there is no unfinished game of frontline to resume" in done.stderr
    done = duelhall("play", "--resume", XDG_STATE_HOME=str(state))
    assert "there is no unfinished game to resume; `duelhall saves` lists" in done.stderr


def test_a_game_that_is_saved_elsewhere_is_listed_and_resumed(tmp_path: Path, state: Path) -> None:
    play("blade", "--seed", SEED, typed="7\nsave mine.json\nquit\n", folder=tmp_path)
    assert f"--resume {tmp_path / 'mine.json'}" in saves(state)
    play("--resume", typed="4\nquit\n", folder=state, XDG_STATE_HOME=str(state))
    assert len(json.loads((tmp_path / "mine.json").read_text())["moves"]) > 2
    assert len(kept_in(state)) == 1
    (tmp_path / "mine.json").unlink()
    assert "No games are kept" in saves(state)


def test_a_finished_game_is_kept_once(tmp_path: Path, state: Path) -> None:
    play("blade", "--seed", SEED, typed=f"{LOST}save mine.json\nquit\n", folder=tmp_path)
    assert saves(state).count("blade, against greedy: you lost") == 1


def test_games_that_were_watched_are_kept(tmp_path: Path, state: Path) -> None:
    play("blade", "--player", "random", "--opponent", "greedy", "--seed", "3", folder=tmp_path)
    assert re.search(r"blade, random against greedy: player \d won; seed 3", saves(state))
