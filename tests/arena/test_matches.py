"""Matches with a test: what it says, and that it is not forgotten."""

import json
from pathlib import Path

import pytest

from tests.terminal.console import duelhall

MATCH = ("match", "blade", "greedy", "random", "--seed", "3", "--sprt", "0,20")


def test_a_decided_test_is_told_and_stays_decided(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    told = duelhall(*MATCH, "--games", "1000", "--out", out).stdout
    assert "H1 accepted after 106 games: the results of greedy fit 20 Elo better than 0." in told
    assert "1,000" not in told
    assert duelhall("arena", "show", out).stdout == told
    assert duelhall("arena", "resume", out).stdout == told


def test_the_other_answer() -> None:
    told = duelhall("match", "blade", "random", "greedy", "--seed", "3", "--sprt", "0,20").stdout
    assert "H0 accepted after" in told
    assert "the results of random fit 0 Elo better than 20. Neither is near: the differ" in told


def test_a_test_that_is_not_decided_says_so() -> None:
    told = duelhall(*MATCH, "--games", "20").stdout
    assert "Undecided after 20 games, 0 or 20: try more --games." in told


def test_a_test_in_numbers() -> None:
    report = json.loads(duelhall(*MATCH, "--games", "20", "--format", "json").stdout)
    test = report["sprt"]
    assert (test["elo0"], test["elo1"], test["alpha"], test["beta"]) == (0, 20, 0.05, 0.05)
    assert test["lower"] < test["llr"] < test["upper"]
    assert test["verdict"] == "continue"
    assert (report["games"], report["total_games"]) == (20, 20)


def test_a_tournament_of_two_is_a_match(tmp_path: Path) -> None:
    players = tmp_path / "players.txt"
    players.write_text("quick ~ builtin:greedy\nlucky ~ builtin:random\n")
    folder = str(tmp_path / "out")
    told = duelhall("arena", "run", "blade", str(players), "--games", "10", "--out", folder).stdout
    assert told.startswith("quick against lucky, blade, seed ")
    assert duelhall("arena", "show", folder).stdout == told


@pytest.mark.parametrize("time", ["nan", "inf", "1e9", "-1"])
def test_a_time_that_no_clock_can_count_is_refused(time: str) -> None:
    done = duelhall("match", "blade", "greedy", "random", "--time", time)
    assert done.returncode == 2
    assert "at most 1000000 seconds, or none" in done.stderr


def test_a_match_without_a_limit() -> None:
    done = duelhall("match", "blade", "greedy", "random", "--games", "2", "--time", "none")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--rounds", "2"), "2 do not fit a round-robin tournament"),
        (("--rounds", "0", "--pairing", "swiss"), "0 do not fit a swiss tournament"),
        (("--games", "0"), "an even number above 0, not 0"),
    ],
)
def test_what_is_no_tournament(tmp_path: Path, arguments: tuple[str, ...], fault: str) -> None:
    players = tmp_path / "players.txt"
    players.write_text("a ~ builtin:greedy\nb ~ builtin:random\nc ~ builtin:random\n")
    done = duelhall("arena", "run", "blade", str(players), *arguments, folder=tmp_path)
    assert done.returncode == 2
    assert fault in done.stderr
    assert list(tmp_path.iterdir()) == [players]
