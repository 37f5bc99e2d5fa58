"""Small games solved exactly."""

import numpy as np
import pytest

import duelhall
from duelhall.match.tree import Chance, Node, undealt
from duelhall.search import solver as solving
from duelhall.search.solver import Plan, Solution, TooManyDecisions, equilibrium, solve

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


# --- the equilibrium of a matrix game, by HiGHS and without it ---


@pytest.fixture(params=["highs", "simplex"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "simplex":
        monkeypatch.setattr(solving, "find_spec", lambda _name: None)


@pytest.mark.usefixtures("way")
def test_rock_paper_scissors_is_a_third_each() -> None:
    rows, columns, value = equilibrium(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)
    assert value == pytest.approx(0)


@pytest.mark.usefixtures("way")
def test_what_wins_more_is_chosen_less_often_where_it_can_be_answered() -> None:
    """The textbook's 2 by 2: the rows make both columns worth the same, and the other way round."""
    rows, columns, value = equilibrium(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    assert rows == pytest.approx([3 / 7, 4 / 7])
    assert columns == pytest.approx([2 / 7, 5 / 7])
    assert value == pytest.approx(1 / 7)


@pytest.mark.usefixtures("way")
def test_what_is_never_better_is_never_chosen() -> None:
    rows, columns, value = equilibrium(np.array([[0.5, 0.6, 0.9], [0.4, 0.6, 0.8]]))
    assert rows.tolist() == [1, 0]
    assert columns.tolist() == [1, 0, 0]
    assert value == pytest.approx(0.5)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (5, 1)])
def test_a_side_without_a_choice_has_an_equilibrium_too(shape: tuple[int, int]) -> None:
    payoffs = np.arange(shape[0] * shape[1], dtype=float).reshape(shape)
    found = equilibrium(payoffs)
    assert found.value == pytest.approx(payoffs.min(axis=1).max())


@pytest.mark.usefixtures("way")
def test_neither_side_can_do_better() -> None:
    """With ties in plenty, as battles have them."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        payoffs = rng.integers(0, 3, rng.integers(1, 12, 2)) / 2
        rows, columns, value = equilibrium(payoffs)
        assert (payoffs @ columns).max() == pytest.approx(value)
        assert (rows @ payoffs).min() == pytest.approx(value)
