"""A GPU whose threads are run by Python, one after the other.

Kernels do on it what they would do on a real one, and no machine code is needed to see that.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from duelhall.batch import on_gpu, random_on_gpu
from duelhall.engine import backend
from duelhall.engine.backend import cuda
from duelhall.engine.backend.lean import Lean
from duelhall.engine.binding import bound, interpreted
from duelhall.engine.record import Array

BLOCK = 4
GARBAGE = 0x5A
"""What is in memory that nobody has written to."""


class Threads:
    """What a kernel knows of its thread, in place of numba-cuda's module.

    No thread has others beside it: it is a warp by itself.
    """

    def __init__(self) -> None:
        self.number = self.count = 0
        self.local = self.shared = SimpleNamespace(array=self._memory)
        self.threadIdx = SimpleNamespace(x=1)
        self.popc = int.bit_count

    def grid(self, _dimensions: int) -> int:
        return self.number

    def gridsize(self, _dimensions: int) -> int:
        return self.count

    def ballot_sync(self, _mask: int, vote: object) -> int:
        return int(bool(vote))

    def syncwarp(self) -> None:
        """Nobody is waited for."""

    def _memory(self, shape: Any, dtype: Any, _alignment: int = 0) -> Array:
        memory = np.empty(shape, dtype)
        memory.view(np.uint8)[:] = GARBAGE
        return memory


class PythonGpu:
    """In place of a GPU."""

    name = "Python"
    most_threads = most_lean_threads = 6
    room = 64 * 1024  # the options are in the states

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

    def slot(self, options: np.dtype[Any]) -> np.dtype[Any]:
        return options

    def in_slot(self, options: Array, kind: np.dtype[Any]) -> Any:
        return options.view(kind)[0]

    def kernel(
        self,
        template: Callable[..., None],
        names: dict[str, Any],
        game: str,
        lean: Lean | None = None,
    ) -> Callable[..., None]:
        threads = Threads()
        native = {"cells_in": lambda words: words.view(lean.dtype)} if lean else {}
        function = interpreted(bound(template, {**names, **native, "cuda": threads}))

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
        _forget_kernels()
        yield found
    _forget_kernels()
    backend._made.cache_clear()


def _forget_kernels() -> None:
    on_gpu.kernel_of.cache_clear()
    random_on_gpu.random_games.cache_clear()
