"""Several moves on one line."""

from pathlib import Path

import pytest

from duelhall import load
from duelhall.match.match import Match
from duelhall.terminal.commands import SeveralMoves
from tests.terminal.console import duelhall


@pytest.fixture
def match() -> Match:
    return load("frontline", hand=2, backend="python").match(3, players=("person", "person"))


def test_the_moves_of_a_line_are_made_one_after_the_other(match: Match) -> None:
    several = SeveralMoves(match)
    match.play(several.first_of("1>  2b1"))
    assert several.next_for(0) == "2b1"
    match.play("2b1")
    assert several.next_for(0) is None
    assert several.dropped(0) == ""


@pytest.mark.parametrize("line", ["1 >", "2 b 1", "commit <", "hello", "hello 1>", ""])
def test_a_single_move_and_what_is_none_stay_whole(line: str, match: Match) -> None:
    several = SeveralMoves(match)
    assert several.first_of(line) == line
    assert several.left == []


def test_a_slip_is_found_before_anything_is_played(match: Match) -> None:
    several = SeveralMoves(match)
    assert several.first_of("1> 2x commit") == "2x"
    assert several.left == []


def test_nothing_waits_for_another_turn(match: Match) -> None:
    several = SeveralMoves(match)
    match.play(several.first_of("1> 2> commit 1>"))
    for _ in range(2):
        match.play(several.next_for(0) or "")
    assert several.next_for(0) is None
    assert several.next_for(1) is None
    assert several.dropped(0) == "Not played: 1>."


def test_the_other_person_is_not_told_what_was_not_played(match: Match) -> None:
    several = SeveralMoves(match)
    several.first_of("1> 2>")
    assert several.dropped(1) == ""
    assert several.left == []


def test_nothing_waits_while_moves_are_taken_back(match: Match) -> None:
    several = SeveralMoves(match)
    match.play(several.first_of("1> 2>"))
    match.undo()
    assert several.next_for(0) is None


def test_an_illegal_move_ends_the_line_and_the_rest_is_named(tmp_path: Path) -> None:
    game = ("play", "frontline", "--seed", "5", "--opponent", "random")
    out = duelhall(*game, typed="1> 1> 2> 3>\nquit\n", XDG_STATE_HOME=str(tmp_path)).stdout
    assert "(F22)" in out
    assert "Not played: 2> 3>.\n" in out
    assert out.count("Your move (") == 2


def test_where_turns_alternate_the_rest_is_named(tmp_path: Path) -> None:
    out = duelhall("play", "binmat", "--seed", "5", typed="d0 d1\nquit\n",
                   XDG_STATE_HOME=str(tmp_path)).stdout  # fmt: skip
    assert "Not played: d1.\n" in out
