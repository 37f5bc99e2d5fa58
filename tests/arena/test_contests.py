"""Contests from the command line: played, stopped, killed, resumed and looked at."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena.referee import play_game
from duelhall.arena.runner import Records
from duelhall.arena.schedule import GameJob
from duelhall.arena.settings import Settings
from duelhall.arena.store import FILE
from duelhall.bots.signals import HANGUPS, Stopped, note_signals, stop_if_signalled
from duelhall.cli.contest import run_contest
from duelhall.play.entry import Entry
from tests.arena.damages import change, records
from tests.arena.scripts import ends, script
from tests.terminal.console import BY_PYTHON, duelhall, listen_to_signals

PATIENCE = 120.0
PLAYERS = (
    "# three players\nquick ~ builtin:greedy\n\nlucky ~ builtin:random\nblind ~ builtin:random\n"
)
MATCH = ("match", "blade", "greedy", "random")
TESTED = (*MATCH, "--seed", "3", "--sprt", "0,20")


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


def test_a_tournament_ends_with_a_table_that_is_shown_again(players: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    out = run(players, folder, "--games", "40").stdout
    lines = out.splitlines()
    assert lines[0].split()[:2] == ["player", "Elo"]
    assert lines[1].split()[:2] == ["1.", "quick"]
    assert "Not separable yet: " in out
    assert duelhall("arena", "show", str(folder)).stdout == out
    report = json.loads(duelhall("arena", "show", str(folder), "--format", "json").stdout)
    assert (report["games"], report["seed"], report["pairing"]) == (120, 5, "round-robin")
    assert [row["games"] for row in report["standings"]] == [80, 80, 80]
    page = duelhall("arena", "show", str(folder), "--format", "md").stdout
    assert page.splitlines()[1].startswith("| --- | --- | --- | --- | --- | --- | --- | --- |")
    looked = duelhall("replay", f"{folder}#2", "--why").stdout
    assert "The deal" in looked
    assert "thought for" in looked
    assert "there is no game 999" in duelhall("replay", f"{folder}#999").stderr
    again = run(players, folder, "--games", "2")
    assert again.returncode == 2
    assert "there is already a tournament in" in again.stderr
    change(folder, "DELETE FROM game WHERE number > 5")
    assert "5 of 120 games counted." in duelhall("arena", "show", str(folder)).stdout
    change(folder, "DELETE FROM game")
    none = duelhall("arena", "show", str(folder)).stdout
    assert none == "None of 120 games counted yet.\n"


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


@pytest.mark.usefixtures("by_python")
@pytest.mark.parametrize(("jobs", "kills"), [(1, [20]), (2, [10, 30])])
def test_killed_tournaments_end_with_the_same_games(
    players: Path, tmp_path: Path, jobs: int, kills: list[int]
) -> None:
    run(players, tmp_path / "whole", "--games", "40")
    folder = tmp_path / "killed"
    command = ["arena", "run", "blade", str(players), "--seed", "5", "--out", str(folder),
               "--games", "40", "--jobs", str(jobs)]  # fmt: skip
    for more in kills:
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, str(more), *command],
            capture_output=True,
            start_new_session=True,
            check=False,
        )
        assert killed.returncode == -signal.SIGKILL, killed.stderr
        command = ["arena", "resume", str(folder), "--jobs", str(jobs)]
    assert len(records(folder)) == sum(kills)
    assert duelhall(*command).returncode == 0
    assert games(folder) == games(tmp_path / "whole")


KILLED = """
import os, signal, sys
from duelhall.__main__ import main
from duelhall.arena.store import Store

add, left = Store.add, [int(sys.argv.pop(1))]

def add_and_die(*what):
    add(*what)
    left[0] -= 1
    if left[0] == 0:
        os.killpg(0, signal.SIGKILL)

Store.add = add_and_die
main()
"""
"""The command, killed with all its processes as soon as it has saved so many games."""


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


# --- matches ---


def test_players_have_names_of_their_own(players: Path, tmp_path: Path) -> None:
    out = duelhall("match", "blade", "quick", "lucky", "--games", "2", "--players", str(players))
    assert out.stdout.startswith("quick against lucky")
    arguments = ("match", "blade", "random", "random", "--games", "2", "--out", str(tmp_path / "x"))
    assert duelhall(*arguments).stdout.startswith("random 1 against random 2")


def test_faults_are_told_in_every_format(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("raise SystemExit(3)\n")
    arguments = ("match", "blade", f"{sys.executable} {bot}", "random", "--games", "2")
    for form in ("text", "md"):
        out = duelhall(*arguments, "--format", form).stdout
        assert "lost 2 games by not starting: run `duelhall bot check` for details" in out
    report = json.loads(duelhall(*arguments, "--format", "json").stdout)
    assert sum(report["faults"][0].values()) == 2


def test_a_decided_test_is_told_and_stays_decided(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    told = duelhall(*TESTED, "--games", "1000", "--out", out).stdout
    assert "H1 accepted after 106 games: the results of greedy fit 20 Elo better than 0." in told
    assert "1,000" not in told
    assert "LLR: " in told
    assert duelhall("arena", "show", out).stdout == told
    assert duelhall("arena", "resume", out).stdout == told


def test_the_other_answer() -> None:
    told = duelhall("match", "blade", "random", "greedy", "--seed", "3", "--sprt", "0,20").stdout
    assert "H0 accepted after" in told
    assert "the results of random fit 0 Elo better than 20. Neither is near: the differ" in told


def test_a_test_that_is_not_decided_says_so() -> None:
    told = duelhall(*TESTED, "--games", "20").stdout
    assert "Undecided after 20 games, 0 or 20: try more --games." in told
    report = json.loads(duelhall(*TESTED, "--games", "20", "--format", "json").stdout)
    test = report["sprt"]
    assert (test["elo0"], test["elo1"], test["alpha"], test["beta"]) == (0, 20, 0.05, 0.05)
    assert test["lower"] < test["llr"] < test["upper"]
    assert test["verdict"] == "continue"
    assert (report["games"], report["total_games"]) == (20, 20)


def test_a_tournament_of_two_is_a_match(tmp_path: Path) -> None:
    players = tmp_path / "players.txt"
    players.write_text("quick ~ builtin:greedy\nlucky ~ builtin:random\n")
    folder = str(tmp_path / "out")
    told = run(players, Path(folder), "--games", "10").stdout
    assert told.startswith("quick against lucky, blade, seed ")
    assert duelhall("arena", "show", folder).stdout == told


CUP = ("arena", "run", "blade", "players.txt")
LIMITS = "at most 1000000 seconds, or none"


@pytest.mark.parametrize(
    ("command", "fault"),
    [
        ((*MATCH, "--games", "3"), "even number above 0, not 3"),
        (
            (*MATCH, "--time", "soon"),
            "cannot read the time limit 'soon': write 1 for one second per move",
        ),
        *(((*MATCH, "--time", time), LIMITS) for time in ("0", "-1", "nan", "inf", "1e9")),
        ((*MATCH, "--sprt", "5"), "two Elo differences"),
        ((*MATCH, "--jobs", "0"), "--jobs must be from 1 to 1,000, not 0"),
        (("match", "blade", "gredy", "random"), "no program 'gredy', and no built-in play"),
        ((*CUP, "--rounds", "2"), "2 do not fit a round-robin tournament"),
        ((*CUP, "--rounds", "0", "--pairing", "swiss"), "0 do not fit a swiss tournament"),
        ((*CUP, "--games", "0"), "an even number above 0, not 0"),
        ((*CUP, "--format", "md", "--json"), "--json and --format md contradict each other"),
    ],
)
def test_what_cannot_be_played_is_told(players: Path, command: tuple[str, ...], fault: str) -> None:
    done = duelhall(*command, folder=players.parent)
    assert done.returncode == 2
    assert fault in done.stderr
    assert list(players.parent.iterdir()) == [players]


@pytest.mark.parametrize("time", ["none", "5+3"])
def test_a_match_without_a_limit_or_as_in_chess(time: str) -> None:
    assert duelhall(*MATCH, "--games", "2", "--time", time).returncode == 0


# --- stopping: nobody is left behind, and nothing is lost ---

THINKER = """
hello()
with open({file!r}, "a") as file:
    file.write(f"{{os.getpid()}}\\n")
for decision in decisions():
    if {endless}:
        time.sleep(600)
    move(decision["legal"][0])
"""


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "duelhall", *arguments],
        env={**os.environ, **BY_PYTHON},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listen_to_signals,  # noqa: PLW1509
    )


def wait_until(file: Path, lines: int) -> list[str]:
    deadline = time.monotonic() + PATIENCE
    while not file.exists() or file.read_text().count("\n") < lines:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return file.read_text().splitlines()


def wait_for_games(folder: Path, enough: int, process: subprocess.Popen[Any]) -> None:
    """Wait until a contest has so many games."""
    deadline = time.monotonic() + PATIENCE
    while not (folder / FILE).exists() or len(records(folder)) < enough:
        assert process.poll() is None, "it ended too soon"
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_match_that_is_stopped_leaves_no_bot_behind(tmp_path: Path, name: str, jobs: int) -> None:
    pids, out = tmp_path / "pids", tmp_path / "out"
    bot = script(tmp_path, THINKER.format(file=str(pids), endless="True"))
    command = shlex.join(bot.command or ())
    match = started(
        "match", "blade", command, "random", "--time", "none", "--jobs", str(jobs),
        "--out", str(out), "--sandbox", "off",
    )  # fmt: skip
    thinking = [int(pid) for pid in wait_until(pids, jobs)]
    number = getattr(signal, name)
    if number == signal.SIGINT:
        os.killpg(match.pid, number)  # as a terminal does
    else:
        match.send_signal(number)
    printed, told = match.communicate(timeout=PATIENCE)
    assert match.returncode == 128 + number, told
    assert f"Stopped. Resume with: duelhall arena resume {out}\n" in told
    assert " of 100 games counted." in printed
    assert "Traceback" not in told
    assert all(ends(pid) for pid in thinking)


def test_what_was_played_is_shown_when_a_match_is_stopped(tmp_path: Path) -> None:
    out = tmp_path / "out"
    bot = script(tmp_path, THINKER.format(file=os.devnull, endless="False"))
    command = shlex.join(bot.command or ())
    match = started("match", "blade", command, "random", "--games", "2000", "--out", str(out))
    wait_for_games(out, 4, match)
    match.send_signal(signal.SIGTERM)
    printed, _ = match.communicate(timeout=PATIENCE)
    assert "against random, blade\n" in printed  # the seed is still a secret
    assert " of 2,000 games counted." in printed


def test_the_table_is_shown_when_a_tournament_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = tuple(Entry(name, builtin="random") for name in "abc")
    settings = Settings("blade", 1, entries, 2, seed=3)
    settings.save(tmp_path)

    def play(jobs: Iterable[GameJob]) -> Records:
        yield from map(play_game, islice(jobs, 3))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_contest(settings, tmp_path, play, "off", "text")
    printed, told = capsys.readouterr()
    assert printed.split()[:2] == ["player", "Elo"]
    assert "3 of 6 games counted." in printed
    assert "Stopped. Resume with: duelhall arena resume" in told


@pytest.fixture
def own_signals() -> Iterator[None]:
    """Signals as a process finds them at a terminal; what a test does to them is undone."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *HANGUPS)}
    listen_to_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("own_signals")
def test_a_signal_is_heard_where_games_can_be_stopped() -> None:
    note_signals()
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(Stopped) as caught:
        stop_if_signalled()
    assert caught.value.number == signal.SIGTERM
    stop_if_signalled()


@pytest.mark.usefixtures("own_signals")
def test_the_second_ctrl_c_is_heard_at_once() -> None:
    note_signals()
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(Stopped):
        stop_if_signalled()


@pytest.mark.usefixtures("own_signals")
def test_what_a_process_was_told_to_ignore_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    note_signals()
    os.kill(os.getpid(), signal.SIGHUP)
    stop_if_signalled()
