"""Tournaments from the command line: played, stopped, killed and looked at."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duelhall.arena.records import records
from duelhall.arena.rows import RESULTS
from tests.arena.scripts import script
from tests.terminal.console import BY_PYTHON, duelhall

PATIENCE = 120
PLAYERS = (
    "# three players\nquick ~ builtin:greedy\n\nlucky ~ builtin:random\nblind ~ builtin:random\n"
)


@pytest.fixture
def players(tmp_path: Path) -> Path:
    file = tmp_path / "players.txt"
    file.write_text(PLAYERS, encoding="utf-8")
    return file


@pytest.fixture
def by_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let processes that a test starts play by Python."""
    for name, value in BY_PYTHON.items():
        monkeypatch.setenv(name, value)


def run(players: Path, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    arguments = ("arena", "run", "blade", str(players), "--seed", "5", "--out", str(folder), *more)
    return duelhall(*arguments)


def games(folder: Path) -> dict[int, tuple[object, ...]]:
    """What was played, without the times."""
    return {
        record.number: (record.names, record.seed, record.pair, record.winner, record.replay)
        for record in records(folder)
    }


def test_a_tournament_ends_with_a_table(players: Path, tmp_path: Path) -> None:
    out = run(players, tmp_path / "out", "--games", "40").stdout
    lines = out.splitlines()
    assert lines[0].split()[:2] == ["player", "Elo"]
    assert lines[1].split()[:2] == ["1.", "quick"]
    assert "Not separable yet: " in out
    assert "Seat 0 is worth" in out
    assert duelhall("arena", "show", str(tmp_path / "out")).stdout == out


def test_results_are_printed_in_one_way(players: Path, tmp_path: Path) -> None:
    done = run(players, tmp_path / "out", "--format", "md", "--json")
    assert done.returncode == 2
    assert "--json and --format md contradict each other" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_table_for_programs_and_pages(players: Path, tmp_path: Path) -> None:
    run(players, tmp_path / "out", "--games", "20")
    text = duelhall("arena", "show", str(tmp_path / "out"), "--format", "json").stdout
    report = json.loads(text)
    assert report["games"] == 60
    assert report["seed"] == 5
    assert [row["games"] for row in report["standings"]] == [40, 40, 40]
    page = duelhall("arena", "show", str(tmp_path / "out"), "--format", "md").stdout
    assert page.splitlines()[1].startswith("| --- | --- | --- | --- | --- | --- | --- | --- |")


@pytest.mark.parametrize(
    "more", [("--jobs", "2"), ("--pairing", "swiss"), ("--pairing", "gauntlet")]
)
def test_the_same_seed_gives_the_same_games(
    players: Path, tmp_path: Path, more: tuple[str, ...]
) -> None:
    other = () if "--jobs" in more else more
    run(players, tmp_path / "one", "--games", "6", *other)
    run(players, tmp_path / "two", "--games", "6", *more)
    assert games(tmp_path / "one") == games(tmp_path / "two")


def test_a_folder_is_not_used_twice(players: Path, tmp_path: Path) -> None:
    run(players, tmp_path / "out", "--games", "2")
    again = run(players, tmp_path / "out", "--games", "2")
    assert again.returncode == 2
    assert "there is already a tournament in" in again.stderr
    assert "duelhall arena resume" in again.stderr


@pytest.mark.usefixtures("by_python")
@pytest.mark.parametrize(("jobs", "kills"), [(1, [20]), (2, [10, 40])])
def test_killed_tournaments_end_with_the_same_games(
    players: Path, tmp_path: Path, jobs: int, kills: list[int]
) -> None:
    run(players, tmp_path / "whole", "--games", "40")
    folder = tmp_path / "killed"
    command = ["arena", "run", "blade", str(players), "--seed", "5", "--out", str(folder),
               "--games", "40", "--jobs", str(jobs)]  # fmt: skip
    for enough in kills:
        kill_after(command, folder, enough)
        command = ["arena", "resume", str(folder), "--jobs", str(jobs)]
    finished = len((folder / RESULTS).read_bytes().splitlines())
    assert finished < 120, "it was not killed in time"
    assert duelhall(*command).returncode == 0
    assert games(folder) == games(tmp_path / "whole")


def kill_after(command: list[str], folder: Path, enough: int) -> None:
    """Run a tournament until so many games are kept, and kill it at once."""
    process = subprocess.Popen(
        [sys.executable, "-m", "duelhall", *command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + PATIENCE
    results = folder / RESULTS
    while not results.exists() or results.read_bytes().count(b"\n") < enough:
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < deadline
        time.sleep(0.001)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.usefixtures("by_python")
def test_a_bot_that_kills_the_process_that_plays_it(tmp_path: Path) -> None:
    bot = script(tmp_path, "hello()\nnext(decisions())\nos.kill(os.getppid(), signal.SIGKILL)")
    players, folder = tmp_path / "players.txt", tmp_path / "out"
    command = shlex.join(bot.command or ())
    players.write_text(f"a ~ builtin:random\nb ~ builtin:greedy\nkiller ~ {command}\n")
    done = run(players, folder, "--games", "4", "--jobs", "2", "--sandbox", "off")
    assert done.returncode == 2
    assert f"Resume with: duelhall arena resume {folder}\n" in done.stderr
    assert "a process that plays games was killed" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_game_can_be_looked_at_again(players: Path, tmp_path: Path) -> None:
    run(players, tmp_path / "out", "--games", "2")
    out = duelhall("replay", f"{tmp_path / 'out'}#2", "--why").stdout
    assert "The deal" in out
    assert "thought for" in out
    assert "there is no game 99" in duelhall("replay", f"{tmp_path / 'out'}#99").stderr


# --- matches ---


def test_a_match_says_what_its_games_show() -> None:
    out = duelhall("match", "blade", "greedy", "random", "--games", "60", "--seed", "1").stdout
    lines = out.splitlines()
    assert lines[0] == "greedy against random, blade, seed 1"
    assert lines[1].startswith("Elo: ")
    assert lines[3].startswith("Games: 60 W: ")
    assert lines[4].startswith("Ptnml(0-2): ")


def test_a_match_stops_when_its_test_is_decided() -> None:
    arguments = ("match", "blade", "greedy", "random", "--games", "2000", "--seed", "1")
    out = duelhall(*arguments, "--sprt", "0,50").stdout
    assert "LLR: " in out
    assert "Games: 2000" not in out
    report = json.loads(duelhall(*arguments, "--sprt", "0,50", "--format", "json").stdout)
    assert report["sprt"]["verdict"] == "H1 accepted"
    assert report["wins"] + report["draws"] + report["losses"] < 2000


def test_the_same_player_twice_has_two_names(tmp_path: Path) -> None:
    arguments = ("match", "blade", "random", "random", "--games", "2", "--out", str(tmp_path))
    assert duelhall(*arguments).stdout.startswith("random 1 against random 2")


def test_a_match_between_players_of_a_file(players: Path) -> None:
    out = duelhall("match", "blade", "quick", "lucky", "--games", "2", "--players", str(players))
    assert out.stdout.startswith("quick against lucky")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--games", "3"), "even number above 0, not 3"),
        (("--time", "soon"), "--time takes for example 1, 60/game, 1+60/game or none, not 'soon'"),
        (("--time", "0"), "more than 0 and at most 1000000 seconds"),
        (("--sprt", "5"), "two Elo differences"),
        (("--jobs", "0"), "--jobs must be from 1 to 1,000, not 0"),
    ],
)
def test_what_cannot_be_played_is_told(arguments: tuple[str, ...], fault: str) -> None:
    run = duelhall("match", "blade", "random", "greedy", *arguments)
    assert run.returncode == 2
    assert fault in run.stderr


def test_a_player_that_there_is_not_is_refused_before_a_game_is_played() -> None:
    run = duelhall("match", "blade", "gredy", "greedy", "--games", "2")
    assert run.returncode == 2
    assert "there is no program 'gredy', and no built-in player of that name" in run.stderr


def test_a_tournament_that_has_not_ended_says_so(players: Path, tmp_path: Path) -> None:
    run(players, tmp_path / "out", "--games", "4")
    results = tmp_path / "out" / RESULTS
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines[:5]))
    out = duelhall("arena", "show", str(tmp_path / "out")).stdout
    assert "5 of 12 games counted." in out
    results.write_bytes(b"")
    out = duelhall("arena", "show", str(tmp_path / "out")).stdout
    assert out == "None of 12 games counted yet.\n"


def test_faults_are_told_in_every_format(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("raise SystemExit(3)\n")
    arguments = ("match", "blade", f"{sys.executable} {bot}", "random", "--games", "2")
    for form in ("text", "md"):
        out = duelhall(*arguments, "--format", form).stdout
        assert "lost 2 games by not starting: run `duelhall bot check` for details" in out
    report = json.loads(duelhall(*arguments, "--format", "json").stdout)
    assert sum(report["faults"][0].values()) == 2
