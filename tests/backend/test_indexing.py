"""Tests of places in arrays, as machine code counts them."""

from pathlib import Path

import numba
import numpy as np
import pytest

from duelhall.backend.compiler import counting_from_the_front
from duelhall.backend.cpu import callable_rule
from duelhall.engine.record import Array
from duelhall.engine.rule import helper


@helper
def last_and(cards: Array, place: int) -> int:
    """The last number and another one."""
    return int(cards[-1] * 10 + cards[place])


@helper
def card_at(cards: Array, place: int) -> int:
    """A number by its place."""
    return int(cards[place])


def test_a_rule_may_count_from_the_end_by_a_constant() -> None:
    assert callable_rule(last_and)(np.array([3, 4, 5]), 1) == 54


def test_functions_of_others_are_compiled_as_ever() -> None:
    with counting_from_the_front():
        pass
    third = numba.njit(lambda cards, place: cards[place])
    assert third(np.array([3, 4, 5]), -3) == 3


@pytest.mark.parametrize("place", [-1, 3])
def test_machine_code_can_be_told_to_check_every_index(
    place: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    checked = callable_rule(card_at)
    assert checked(np.array([3, 4, 5]), 2) == 5
    with pytest.raises(IndexError):
        checked(np.array([3, 4, 5]), place)
