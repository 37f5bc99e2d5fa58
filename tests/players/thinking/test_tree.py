"""The tree of a search: children side by side, found by their moves."""

import numpy as np
import pytest

from duelhall.search.tree import NODE, NONE, PLAN, SearchPlan, add_child, child_by, plant

MOVES = 9


@pytest.fixture
def nodes() -> np.ndarray:
    return np.zeros(64, NODE)


def planted(nodes: np.ndarray) -> SearchPlan:
    plan: SearchPlan = np.zeros(1, PLAN)[0]
    plant(nodes, plan)
    return plan


def test_children_keep_what_they_know_when_they_become_many(nodes: np.ndarray) -> None:
    plan = planted(nodes)
    for move in range(MOVES):
        child = add_child(nodes, plan, 0, move)
        nodes[child].visits = 10 * move
        for known in range(move + 1):
            assert nodes[child_by(nodes, 0, known)].visits == 10 * known
    assert child_by(nodes, 0, MOVES) == NONE


def test_children_of_two_parents_are_told_apart(nodes: np.ndarray) -> None:
    plan = planted(nodes)
    for move in range(MOVES):
        for root in (0, 1):
            add_child(nodes, plan, root, move)
            nodes[child_by(nodes, root, move)].visits = 1 + root
    assert [nodes[child_by(nodes, root, 3)].visits for root in (0, 1)] == [1, 2]


def test_a_full_tree_takes_no_more_and_loses_nothing(nodes: np.ndarray) -> None:
    plan = planted(nodes)
    found = [add_child(nodes, plan, 0, move) for move in range(64)]
    assert found.index(NONE) == 16, "the rows of 2, 4, 8 and 16 fill half of the tree"
    assert set(found[16:]) == {NONE}
    assert [nodes[child_by(nodes, 0, move)].move for move in range(16)] == [*range(16)]
