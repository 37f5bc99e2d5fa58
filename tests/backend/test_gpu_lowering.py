"""Parts of Python as this package has numba-cuda translate them for a GPU."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numba import cuda

from duelhall.engine.record import Array
from tests.ptx.gpu import PtxGpu, launched

FAR = 300
"""As a number of eight bits, it would be 44."""


def run(kernel: Callable[..., None], *arrays: Array) -> list[Array]:
    """What is in arrays after a kernel has run on them in one warp."""
    gpu = PtxGpu()
    given = [gpu.array(array) for array in arrays]
    launched(gpu, kernel, *given)
    return given


def find(numbers: Array, found: Array) -> None:
    place = cuda.grid(1)
    if place < len(numbers):
        found[place] = numbers[place] in (3, 5, FAR)


def find_fractions(numbers: Array, found: Array) -> None:
    place = cuda.grid(1)
    if place < len(numbers):
        found[place] = numbers[place] in (0.5, 2.0)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_a_number_is_one_of_several(kind: Any) -> None:
    _, found = run(find, np.array([3, 4, 5, 44], kind), np.zeros(4, np.bool_))
    assert found.tolist() == [True, False, True, False]


def test_a_number_can_be_one_of_several_fractions() -> None:
    _, found = run(find_fractions, np.array([1, 2]), np.zeros(2, np.bool_))
    assert found.tolist() == [False, True]


def count(bounds: Array, seen: Array) -> None:
    place = cuda.grid(1)
    if place < len(bounds):
        for number in range(bounds[place, 0], bounds[place, 1], bounds[place, 2]):
            seen[place, 0] += 1
            seen[place, 1] = number


def test_a_range_counts_as_in_python() -> None:
    bounds = np.array([[0, 5, 1], [5, 0, -1], [2, 9, 3], [9, 2, -3], [4, 4, 1], [4, 0, 1]])
    _, seen = run(count, bounds, np.full((len(bounds), 2), 0))
    wanted = [list(range(*map(int, row))) for row in bounds]
    assert seen[:, 0].tolist() == [len(numbers) for numbers in wanted]
    assert seen[:4, 1].tolist() == [numbers[-1] for numbers in wanted[:4]]
