"""A GPU whose threads are run by Python: all threads of a warp in turn, up to the next place where
they wait for each other.

Kernels do on it what they would do on a real one, and no machine code is needed to see that.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar

import numpy as np
import pytest
from greenlet import getcurrent, greenlet

from duelhall import backend
from duelhall.engine.record import Array
from duelhall.engine.template import bound, interpreted
from duelhall_gpu import WARP, Gpu, Lean
from duelhall_gpu import batch as gpu_batch

BLOCK = 4
"""Threads in a block that does not have to be a warp."""

GARBAGE = 0x5A
"""What is in memory that nobody has written to."""


class Thread:
    """A thread of a block: it runs until it waits for the others."""

    def __init__(self, kernel: Callable[[], None], lane: int) -> None:
        self.run = greenlet(kernel)
        self.lane, self.vote = lane, 0
        self.arrays = count()  # numbers those that it shares with others


class Threads:
    """What a kernel knows of its thread and its block, in place of numba-cuda's module."""

    def __init__(self, size: int) -> None:
        self.local = SimpleNamespace(array=_memory)
        self.shared = SimpleNamespace(array=self._shared_array)
        self.atomic = SimpleNamespace(add=_add)
        self.popc = int.bit_count
        self.threadIdx, self.blockIdx = SimpleNamespace(x=0), SimpleNamespace(x=0)
        self._size, self._blocks, self._ballot = size, 0, 0
        self._threads: list[Thread] = []
        self._arrays: dict[int, Array] = {}

    def run(self, kernel: Callable[[], None], count: int) -> None:
        """Run a kernel in at least so many threads, block after block."""
        self._blocks = -(-count // self._size)
        for number in range(self._blocks):
            self.blockIdx.x = number
            self._arrays.clear()
            self._threads = [Thread(kernel, lane) for lane in range(self._size)]
            self._run_block()

    def _run_block(self) -> None:
        left = self._threads
        while left:
            for thread in left:
                self.threadIdx.x = thread.lane
                thread.run.switch()
            left = [thread for thread in left if not thread.run.dead]
            self._ballot = sum(thread.vote << thread.lane for thread in left)

    def grid(self, _dimensions: int) -> int:
        return int(self.blockIdx.x * self._size + self.threadIdx.x)

    def gridsize(self, _dimensions: int) -> int:
        return self._size * self._blocks

    def ballot_sync(self, _mask: int, vote: object) -> int:
        self._thread.vote = int(bool(vote))
        self.syncwarp()
        return self._ballot

    def syncwarp(self) -> None:
        getcurrent().parent.switch()

    def ffs(self, word: int) -> int:
        return (word & -word).bit_length()

    @property
    def _thread(self) -> Thread:
        """The thread that is running."""
        return self._threads[int(self.threadIdx.x)]

    def _shared_array(self, shape: Any, dtype: Any, _alignment: int = 0) -> Array:
        """The same array for all threads, which make theirs in the same order."""
        number = next(self._thread.arrays)
        if number not in self._arrays:
            self._arrays[number] = _memory(shape, dtype)
        return self._arrays[number]


def _memory(shape: Any, dtype: Any, _alignment: int = 0) -> Array:
    memory = np.empty(shape, dtype)
    memory.reshape(-1).view(np.uint8)[:] = GARBAGE
    return memory


def _add(array: Array, place: int, number: int) -> int:
    before = int(array[place])
    array[place] += number
    return before


class NumpyArrays:
    """In place of a GPU's arrays: NumPy's."""

    def records(self, array: Array, dtype: Any) -> Array:
        return array.reshape(-1).view(dtype)

    def on_host(self, array: Array) -> Array:
        return array.copy()

    def wait(self) -> None:
        """Nothing is under way once a launch returns."""


class PythonGpu(NumpyArrays):
    """In place of a GPU."""

    name = "Python"
    most_threads = most_lean_threads = 6
    room = 64 * 1024
    shares_options = False

    def __init__(self) -> None:
        self.launches: list[str] = []

    def warps_at_once(self, _room: int) -> int:
        return 2

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Array:
        return np.zeros(shape, dtype)

    def array(self, values: Any) -> Array:
        return np.asarray(values)

    def kernel(
        self,
        template: Callable[..., None],
        names: dict[str, Any],
        game: str,
        lean: Lean | None = None,
    ) -> Callable[..., None]:
        threads, more = Threads(BLOCK), dict[str, Any]()
        if lean:
            threads = Threads(WARP)
            more["cells_in"] = lambda words: words[: lean.words].view(lean.dtype)
            more["shared_options"] = lambda: np.zeros(lean.option_words, np.uint64)
        function = interpreted(bound(template, {**names, **more, "cuda": threads}))

        def run(count: int, *arguments: Any) -> None:
            self.launches.append(f"{game} {template.__name__}")
            threads.run(lambda: function(*arguments), count)

        return run


Installed = TypeVar("Installed", bound=Gpu)


@contextmanager
def installed(found: Installed) -> Iterator[Installed]:
    """A machine with this GPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gpu_batch, "_found", lambda: found)
        yield found
    backend._made.cache_clear()
