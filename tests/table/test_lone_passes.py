"""Passes that are all that can be played."""

import pytest

from duelhall import load
from duelhall.match.match import Match
from duelhall.play.undo import (
    last_decision_of,
    lone_pass,
    take_back,
    was_lone_pass,
    way_to_take_back,
)
from tests.games.monsters.duels import JAB, PUSH, duel, position


@pytest.fixture
def match() -> Match:
    game = duel(JAB, PUSH)
    return game.match(position=position(game, "hand0=jab active=0"))


@pytest.fixture
def blade_match() -> Match:
    match = load("blade", backend="python").match(position="3:-:5 6:-:7 to_move=0")
    match.play("3")
    return match


def test_a_pass_beside_another_move_is_a_decision(match: Match) -> None:
    assert match.legal() == ["pass", "jab"]
    assert lone_pass(match) is None
    match.play("pass")
    assert not was_lone_pass(match, 1)
    assert last_decision_of(match, 0) == 1


def test_undo_goes_back_behind_lone_passes(match: Match) -> None:
    for move in ("jab", "pass", "pass"):
        match.play(move)
    assert [was_lone_pass(match, number) for number in (1, 2, 3)] == [False, True, True]
    assert last_decision_of(match, 0) == 1
    assert last_decision_of(match, 1) is None
    assert way_to_take_back(match, 1, as_practice=True) is None
    take_back(match, 0)
    assert len(match.moves) == 0


def test_a_lone_pass_is_found(match: Match) -> None:
    match.play("jab")
    move = lone_pass(match)
    assert move is not None
    assert match.game.move_text(move, match.state) == "pass"


def test_other_games_have_none(blade_match: Match) -> None:
    assert lone_pass(blade_match) is None
    assert not was_lone_pass(blade_match, 1)
