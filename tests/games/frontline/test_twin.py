"""Battles against the naive twin, which was written from the rules and rulings alone."""

import random
from typing import Any

import pytest

from duelhall.backend import CPU, PYTHON
from duelhall.backend.cpu import callable_rule
from duelhall.engine.record import DRAWN, UNDECIDED
from duelhall.games.frontline import battle as rules
from tests.games.frontline.armies import battle, random_army, standing, standing_in_twin
from tests.twins.frontline import Army, NaiveBattle

pytestmark = pytest.mark.uncovered

BATTLES = {CPU: 1_500, PYTHON: 100}


def winner_of(twin: NaiveBattle) -> int:
    if twin.winner is None:
        return UNDECIDED
    return DRAWN if twin.winner == "tie" else int(twin.winner)


@pytest.mark.parametrize("mode", [CPU, PYTHON])
def test_the_twin_agrees_after_every_round(mode: str) -> None:
    play_round = callable_rule(rules.play_round) if mode == CPU else rules.play_round
    dice = random.Random(3)
    for _ in range(BATTLES[mode]):
        first, second = (random_army(dice, dice.randint(1, 10)) for _ in range(2))
        s, twin = battle(first, second), NaiveBattle(first, second)
        while twin.winner is None:
            twin.play_round()
            play_round(s)
            assert int(s.victor) == winner_of(twin)
            for seat in range(2):
                if s.victor == UNDECIDED:
                    assert standing(s, seat) == standing_in_twin(twin.armies[seat])
        assert s.rounds == twin.rounds


@pytest.fixture(scope="module")
def fight() -> Any:
    """A whole battle, in machine code."""
    return callable_rule(rules.fight)


def victor(fight: Any, first: Army, second: Army) -> int:
    s = battle(first, second)
    fight(s)
    return int(s.victor)


def test_an_army_against_itself_ties_and_changing_places_changes_the_result(fight: Any) -> None:
    dice, other = random.Random(4), {0: 1, 1: 0, DRAWN: DRAWN}
    for _ in range(3_000):
        first, second = (random_army(dice, dice.randint(1, 10)) for _ in range(2))
        assert victor(fight, first, first) == DRAWN
        assert victor(fight, second, first) == other[victor(fight, first, second)]


def test_a_battle_has_no_more_rounds_than_things_that_can_change(fight: Any) -> None:
    """Every round but the last breaks a shield or a fortress, or kills a unit."""
    dice = random.Random(5)
    for _ in range(3_000):
        armies = [random_army(dice, dice.randint(1, 10)) for _ in range(2)]
        cards = [
            card for army in armies for line in (army.front, army.back) for card in line.values()
        ]
        changes = len(cards) + sum(card.count("@") + card.count("&") for card in cards)
        s = battle(*armies)
        fight(s)
        assert s.rounds <= changes + 1
