"""Small games solved exactly."""

import pytest

import duelhall
from duelhall.match.tree import Chance, Node, undealt
from duelhall.search.solver import Plan, Solution, TooManyDecisions, solve

TINY = duelhall.load("blade[deck=tiny, stranded=loses]")


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(TINY)


def expected(node: Node, plans: tuple[Plan, Plan]) -> float:
    """What seat 0 gets on average if both seats follow their plans."""
    if isinstance(node, Chance):
        return sum(
            float(probability) * expected(node.child(number), plans)
            for number, probability in enumerate(node.draw.probabilities)
        )
    if node.over:
        return node.game.returns(node.state)[0]
    choices = plans[node.to_move][node.information_state(node.to_move)]
    return sum(
        share * expected(node.child(move), plans) for move, share in choices.items() if share
    )


def test_the_value_of_a_tiny_round(solution: Solution) -> None:
    assert solution.value == pytest.approx(-1 / 28)


def test_both_plans_together_bring_the_value(solution: Solution) -> None:
    assert expected(undealt(TINY), solution.plans) == pytest.approx(solution.value)


def test_a_plan_is_for_every_information_state(solution: Solution) -> None:
    for plan in solution.plans:
        assert all(sum(choices.values()) == pytest.approx(1) for choices in plan.values())


def test_against_the_plan_other_play_brings_no_more(solution: Solution) -> None:
    first, second = solution.plans
    always_lowest = {seen: {min(choices): 1.0} for seen, choices in second.items()}
    assert expected(undealt(TINY), (first, always_lowest)) >= solution.value - 1e-9
    always_lowest = {seen: {min(choices): 1.0} for seen, choices in first.items()}
    assert expected(undealt(TINY), (always_lowest, second)) <= solution.value + 1e-9


def test_a_game_in_which_both_seats_are_alike_is_worth_nothing() -> None:
    assert solve(duelhall.load("blade[deck=tiny]")).value == pytest.approx(0)


def test_what_is_too_large_is_given_up() -> None:
    with pytest.raises(TooManyDecisions, match="more than 50 decisions"):
        solve(TINY, most_decisions=50)
