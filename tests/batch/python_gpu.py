"""A GPU whose threads are run by Python, one after the other.

Kernels do on it what they would do on a real one, and no machine code is needed to see that.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from duelhall.batch import on_gpu
from duelhall.engine import backend
from duelhall.engine.backend import cuda
from duelhall.engine.binding import bound, interpreted
from duelhall.engine.record import Array

BLOCK = 4
GARBAGE = 0x5A
"""What is in memory that nobody has written to."""


class Threads:
    """What a kernel knows of its thread, in place of numba-cuda's module."""

    def __init__(self) -> None:
        self.number = self.count = 0
        self.local = SimpleNamespace(array=self._memory)

    def grid(self, _dimensions: int) -> int:
        return self.number

    def gridsize(self, _dimensions: int) -> int:
        return self.count

    def _memory(self, shape: int, dtype: Any) -> Array:
        kind = np.dtype(dtype)
        return np.full(shape * kind.itemsize, GARBAGE, np.uint8).view(kind)


class PythonGpu:
    """In place of a GPU."""

    name = "Python"
    most_threads = 6

    def __init__(self) -> None:
        self.launches: list[str] = []

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return np.zeros(shape, dtype)

    def array(self, values: Any) -> Array:
        return np.asarray(values)

    def records(self, array: Array, dtype: Any) -> Array:
        return array.reshape(-1).view(dtype)

    def on_host(self, array: Array) -> Array:
        return array.copy()

    def wait(self) -> None:
        """Nothing is under way once a launch returns."""

    def kernel(
        self, template: Callable[..., None], names: dict[str, Any], game: str
    ) -> Callable[..., None]:
        threads = Threads()
        function = interpreted(bound(template, {**names, "cuda": threads}))

        def run(count: int, *arguments: Any) -> None:
            self.launches.append(f"{game} {template.__name__}")
            threads.count = -(-count // BLOCK) * BLOCK
            for number in range(threads.count):
                threads.number = number
                function(*arguments)

        return run


@contextmanager
def installed() -> Iterator[PythonGpu]:
    """A machine with a GPU, of a kind."""
    found = PythonGpu()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cuda, "_found", lambda: found)
        on_gpu.kernel_of.cache_clear()
        yield found
    on_gpu.kernel_of.cache_clear()
    backend._made.cache_clear()
