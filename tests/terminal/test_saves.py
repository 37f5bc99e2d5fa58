"""Games that are kept: all of them, listed, and resumed by their names."""

import json
import os
import re
from pathlib import Path

import pytest

from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.saves import save_safely, saves_folder
from duelhall.play.series import Series
from duelhall.play.undo import PRACTICE
from duelhall.terminal.saves import print_saves
from duelhall.terminal.start import file_to_resume
from tests.terminal.console import SEED, duelhall, kept_in, play

LOST = "1\n1\n"
"""A card that loses at once, and again after the warning."""

PLAYERS = ("person", "greedy")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def saved(match: Match, when: int = 0) -> str:
    """The name by which a match is kept."""
    file = save_safely(match, None)
    assert file is not None
    os.utime(file, (when, when))
    return file.stem


def listed(capsys: pytest.CaptureFixture[str], *, as_json: bool = False) -> str:
    print_saves(as_json=as_json)
    return capsys.readouterr().out


@pytest.mark.parametrize("ending", ["", "q\n"])
def test_a_finished_game_is_kept_too(tmp_path: Path, state: Path, ending: str) -> None:
    out = play("blade", "--seed", SEED, typed=LOST + ending, folder=tmp_path)
    assert "Game saved. Replay it with: " in out
    assert re.search(r"^Review it with: .+ review \S+$", out, re.MULTILINE)
    (file,) = kept_in(state)
    assert json.loads(file.read_text())["result"]["winner"] == 1


def test_the_seed_is_told_when_it_gives_nothing_away(tmp_path: Path) -> None:
    out = play("blade", typed="board\nresign\n", folder=tmp_path)
    before, _, after = out.partition("> resign")
    assert "seed" not in before.lower()
    assert re.search(r"The seed of this game was \d+\.", after)


def test_a_seed_that_was_chosen_is_told_at_once(tmp_path: Path) -> None:
    assert "\nSeed 7.\n" in play("blade", "--seed", SEED, typed="quit\n", folder=tmp_path)


def test_the_last_game_is_resumed_without_a_name(tmp_path: Path, state: Path, blade: Game) -> None:
    name = saved(blade.match(seed=7, players=PLAYERS))
    assert "Turn 0" in play("--resume", typed="7\nquit\n", folder=tmp_path)
    assert "Turn 2" in play("--resume", name, typed="quit\n", folder=tmp_path)
    assert len(kept_in(state)) == 1
    replay = duelhall("replay", name, XDG_STATE_HOME=str(state))
    assert replay.stdout.startswith("Blade, rules readme: person (player 0) against greedy")


def test_the_last_game_of_a_game_is_resumed_by_its_name(state: Path, blade: Game) -> None:
    name = saved(blade.match(seed=7, players=PLAYERS), 1)
    saved(load("monsters", backend="python").match(seed=1), 2)
    expected = state / "duelhall" / f"{name}.json"
    assert file_to_resume("", "blade") == file_to_resume("blade", None) == expected
    assert file_to_resume("elsewhere.json", None) == Path("elsewhere.json")


def test_games_that_were_watched_are_kept(
    tmp_path: Path, state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = play("blade", "--player", "random", "--seed", "3", folder=tmp_path)
    assert "Game saved. Replay it with: " in out
    assert len(kept_in(state)) == 1
    assert re.search(r"blade, random against greedy: player \d won; seed 3", listed(capsys))


# --- the list ---


def test_there_may_be_no_games(state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert listed(capsys) == f"No games are saved in {state / 'duelhall'} yet.\n"
    assert json.loads(listed(capsys, as_json=True)) == []


@pytest.mark.usefixtures("state")
def test_a_list_says_what_was_played_and_how_to_go_on(
    blade: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    match = blade.match(seed=7, players=PLAYERS)
    match.play("7")
    name = saved(match)
    shown = listed(capsys)
    assert "  blade, against greedy: unfinished after 1 move\n" in shown
    assert f"duelhall play --resume {name}\n" in shown
    assert "seed" not in shown


@pytest.mark.usefixtures("state")
def test_a_program_is_named_in_the_command(blade: Game, capsys: pytest.CaptureFixture[str]) -> None:
    name = saved(blade.match(seed=7, players=("./bot 1", "person")))
    assert f"--resume {name} --opponent './bot 1'\n" in listed(capsys)


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize(
    ("players", "seat", "says"),
    [
        (PLAYERS, 0, "against greedy: you lost; seed 7"),
        (PLAYERS, 1, "against greedy: you won; seed 7"),
        (("person", "person"), 1, "two people: player 0 won; seed 7"),
        (("", "greedy"), 0, "unnamed against greedy: player 1 won; seed 7"),
    ],
)
def test_a_list_says_who_won(
    blade: Game, capsys: pytest.CaptureFixture[str], players: tuple[str, str], seat: int, says: str
) -> None:
    match = blade.match(seed=7, players=players)
    match.forfeit(seat)
    name = saved(match)
    shown = listed(capsys)
    assert f"  blade, {says}\n" in shown
    assert f"duelhall replay {name}\n" in shown


@pytest.mark.usefixtures("state")
def test_what_was_played_last_is_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    saved(load("binmat[live]", backend="python").match(1, players=PLAYERS), 2)
    practice = load("monsters", backend="python").match(1, players=PLAYERS)
    practice.notes[PRACTICE] = True
    Series(rounds=4, round=2).note_in(practice)
    saved(practice, 1)
    headings = listed(capsys).splitlines()[::2]
    assert headings[0].endswith(
        "monsters, round 2 of 4, against greedy: unfinished after 0 moves, practice"
    )
    assert headings[1].endswith("binmat[live], against greedy: unfinished after 0 moves")


@pytest.mark.usefixtures("state")
def test_saved_games_are_listed_for_programs(
    blade: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    name = saved(blade.match(seed=7, players=PLAYERS))
    (entry,) = json.loads(listed(capsys, as_json=True))
    assert entry["file"] == str(saves_folder() / f"{name}.json")
    assert (entry["game"], entry["players"], entry["moves"]) == ("blade", list(PLAYERS), 0)
    assert (entry["result"], entry["practice"], entry["seed"]) == (None, False, None)
    assert "--resume" in entry["command"]


def test_the_command_lists_them(state: Path, blade: Game) -> None:
    saved(blade.match(seed=7, players=PLAYERS))
    (saves_folder() / "damaged.json").write_text("{")
    done = duelhall("saves", XDG_STATE_HOME=str(state))
    assert "blade, against greedy" in done.stdout
    assert "damaged.json cannot be read: line 1, column 2" in done.stdout
    assert json.loads(duelhall("saves", "--json", XDG_STATE_HOME=str(state)).stdout)
