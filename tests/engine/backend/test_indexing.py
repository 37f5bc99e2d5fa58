"""Tests of places in arrays, as machine code counts them."""

import numba
import numpy as np

from duelhall.engine.backend.cpu import callable_rule
from duelhall.engine.backend.indexing import counting_from_the_front
from duelhall.engine.record import Array
from duelhall.engine.rule import helper


@helper
def last_and(cards: Array, place: int) -> int:
    """The last number and another one."""
    return int(cards[-1] * 10 + cards[place])


def test_a_rule_may_count_from_the_end_by_a_constant() -> None:
    assert callable_rule(last_and)(np.array([3, 4, 5]), 1) == 54


def test_functions_of_others_are_compiled_as_ever() -> None:
    with counting_from_the_front():
        pass
    third = numba.njit(lambda cards, place: cards[place])
    assert third(np.array([3, 4, 5]), -3) == 3
