"""Moves that are made in stages lead to where they lead at once."""

from typing import Any

import pytest

from duelhall.engine import registry
from duelhall.engine.rule import helper
from duelhall.games.blade.rules import play as honest_play
from duelhall.games.blade.state import State
from duelhall_gpu.stages import Stages, check_stages
from tests.conformance.test_conformance import subject
from tests.conformance.test_the_suite_itself import broken


@helper
def first_stage(_s: State) -> int:
    return 0


@helper
def second_stage(_s: State) -> int:
    return 1


@helper
def start_only(_s: State, _card: int) -> None:
    """Leave everything to a stage that never comes."""


@helper
def stand_still(_s: State) -> None:
    """Go on without an end."""


def staged(stage: Any, start: Any) -> dict[str, Any]:
    """Blade made in stages."""
    return {"features": {Stages: Stages(2, 1, stage, start, stand_still)}}


@pytest.mark.covered
@pytest.mark.parametrize("rules", registry.find("monsters").rules.OPTIONS.rule_sets)
def test_our_games_make_them_so(rules: str) -> None:
    monsters = subject("monsters", rules)
    assert monsters.game.definition.feature(Stages)
    check_stages(monsters)


def test_a_game_without_stages_has_nothing_to_check() -> None:
    check_stages(broken())


@pytest.mark.parametrize(
    "features", [staged(first_stage, start_only), staged(second_stage, honest_play)]
)
def test_other_moves_are_caught(features: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check_stages(broken(**features))


def test_a_move_may_have_one_stage() -> None:
    check_stages(broken(**staged(first_stage, honest_play)))


def test_a_stage_that_leads_nowhere_is_reported() -> None:
    @helper
    def later(s: State) -> int:
        return int(s.turn > 0)

    with pytest.raises(AssertionError, match="more than 1,000 stages"):
        check_stages(broken(**staged(later, honest_play)))
