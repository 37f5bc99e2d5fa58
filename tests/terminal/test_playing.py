"""One game after the other: rematches, and series with their scores."""

import json
import re
from pathlib import Path

import pytest

from tests.terminal.console import duelhall
from tests.terminal.test_play import play
from tests.terminal.test_saves import kept_in

GIVEN_UP = "resign\n"
NEXT = "\n"


def test_a_rematch_is_another_game_in_the_same_seat(tmp_path: Path) -> None:
    out = play("blade", "--seed", "7", typed="resign\nrematch\n", folder=tmp_path)
    assert out.count("You are player 0; your opponent is greedy.") == 2
    assert re.findall(r"Seed \d+\.", out) == ["Seed 7."]
    first, second = (json.loads(file.read_text()) for file in kept_in(tmp_path / "state"))
    assert first["result"] is not None
    assert second["result"] is None
    assert first["start"] != second["start"]


def test_swap_is_another_game_in_the_other_seat(tmp_path: Path) -> None:
    out = play("blade", "--seed", "7", typed="7\nswap\n", folder=tmp_path)
    assert "You are player 1; your opponent is greedy." in out
    assert out.count("Game saved. Resume with: ") == 2  # the game that was left, and the new one
    assert len(kept_in(tmp_path / "state")) == 2


def test_a_series_changes_seats_and_counts_points(tmp_path: Path) -> None:
    typed = (GIVEN_UP + NEXT) * 2 + GIVEN_UP
    out = play("blade", "--seed", "7", "--rounds", "3", typed=typed, folder=tmp_path)
    assert "Round 1 of 3.\n" in out
    assert "Score after round 1 of 3: you 0, greedy 2.\n" in out  # B14
    assert "Round 2 of 3, with seats changed. Score: you 0, greedy 2.\n" in out
    assert re.findall(r"You are player (\d)", out) == ["0", "1", "0"]
    assert "The series is over: you 0, greedy 6.\n" in out
    seeds = [json.loads(file.read_text())["start"]["seed"] for file in kept_in(tmp_path / "state")]
    assert sorted(seeds) == [7, 8, 9]


def test_duplicate_plays_each_deal_from_both_seats(tmp_path: Path) -> None:
    typed = (GIVEN_UP + NEXT) * 3 + GIVEN_UP
    out = play("frontline", "--duplicate", "--rounds", "4", typed=typed, folder=tmp_path)
    assert re.findall(r"You are player (\d)", out) == ["0", "1", "0", "1"]
    files = kept_in(tmp_path / "state")
    seeds = [json.loads(file.read_text())["start"]["seed"] for file in files]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    told = re.findall(r"The seed of this game was (\d+)", out)
    assert told == [str(seeds[1]), str(seeds[3])]  # not while the same deal is still to be played


def test_two_people_play_a_series(tmp_path: Path) -> None:
    typed = "\nresign\n\n\nresign\n"
    out = play("binmat", "--hotseat", "--rounds", "2", typed=typed, folder=tmp_path)
    assert "Score after round 1 of 2: the defender has 0, the attacker has 1." in out
    assert "Round 2 of 2, with seats changed. Score: the defender has 1, the attacker has 0." in out
    assert "The series is over: the defender has 1, the attacker has 1." in out


def test_a_series_goes_on_where_it_was_left(tmp_path: Path) -> None:
    play("blade", "--rounds", "3", typed=GIVEN_UP + NEXT + "save game.json\n", folder=tmp_path)
    out = play("--resume", "game.json", typed=GIVEN_UP + NEXT + GIVEN_UP, folder=tmp_path)
    assert "Round 2 of 3, with seats changed. Score: you 0, greedy 2." in out
    assert "The series is over: you 0, greedy 6." in out


def test_a_series_left_between_two_rounds_goes_on_with_the_next(tmp_path: Path) -> None:
    out = play("blade", "--rounds", "2", typed=GIVEN_UP, folder=tmp_path)
    assert "The next round is saved. Resume with: " in out
    out = play("--resume", typed=GIVEN_UP, folder=tmp_path)
    assert "The series is over: you 0, greedy 4." in out


def test_a_round_can_be_taken_back_before_the_next(tmp_path: Path) -> None:
    out = play("blade", "--rounds", "2", typed="resign\nundo\nrematch\n", folder=tmp_path)
    assert "This game is a round of a series: finish that first." in out


def test_a_series_between_two_players_is_watched(tmp_path: Path) -> None:
    players = ("--player", "random", "--opponent", "greedy")
    out = play("blade", *players, "--rounds", "2", "--seed", "1", folder=tmp_path)
    assert "random (player 0) against greedy (player 1)" in out
    assert "greedy (player 0) against random (player 1)" in out
    assert re.search(r"The series is over: (random|greedy) \d, (random|greedy) \d\.", out)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("blade", "--rounds", "1"), "a series has 2 rounds or more, not 1"),
        (("blade", "--rounds", "3", "--duplicate"), "--rounds must be even, not 3"),
        (("--resume", "x.json", "--rounds", "2"), "leave out --rounds"),
    ],
)
def test_series_that_there_are_none_of(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in duelhall("play", *arguments).stderr
