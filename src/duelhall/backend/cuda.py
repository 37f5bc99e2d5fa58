"""Rules on a GPU by NVIDIA: for many games at once.

Batches give a GPU kernels, functions that each of its threads runs for rows of its own
(`batch/on_gpu.py`). Whatever is asked about a single state is answered by machine code of the CPU,
as with the backend `cpu`: a game that is loaded for a GPU can do all that any other can.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

import numpy as np

from duelhall.backend import CPU, CUDA, INTERPRETED
from duelhall.backend.cpu import Cpu
from duelhall.backend.lean import Lean
from duelhall.engine.definition import Definition
from duelhall.engine.errors import DuelhallError, from_extra
from duelhall.engine.record import Array

EXTRA = CUDA
"""What installs numba-cuda and CuPy."""

WARP = 32
"""How many threads of a GPU run the same code together."""


class NoGpu(DuelhallError):
    """A GPU was asked for, and there is none that can be used."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"the backend {CUDA} needs an NVIDIA GPU and its driver, and none can be used here "
            f"({why}); the backend {CPU} needs neither"
        )


class Kernel(Protocol):
    """A function in the GPU's machine code."""

    def __call__(self, threads: int, *arguments: Any) -> None:
        """Run it in this many threads, or a few more."""


class Gpu(Protocol):
    """A GPU, as batches use it."""

    name: str
    room: int  # how many bytes of shared memory a block can have
    shares_options: bool  # whether lean states have their options in common, and none of their own

    @property
    def most_threads(self) -> int:
        """How many threads can be under way at the same time."""

    @property
    def most_lean_threads(self) -> int:
        """How many threads with lean states are worth starting."""

    def warps_at_once(self, room: int) -> int:
        """How many warps can be under way, if each of them has so many bytes of shared memory."""

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros on the GPU."""

    def array(self, values: Any) -> Any:
        """An array on the GPU with these values; not a copy if they are already there."""

    def records(self, array: Any, dtype: Any) -> Any:
        """The memory of an array, read as records, for kernels."""

    def on_host(self, array: Any) -> Array:
        """A copy of an array, as NumPy's, once all kernels have ended."""

    def wait(self) -> None:
        """Wait until all kernels have ended."""

    def kernel(
        self,
        template: Callable[..., None],
        names: dict[str, Any],
        game: str,
        lean: Lean | None = None,
    ) -> "Kernel":
        """A kernel: a template bound to these functions, types and numbers. One with lean states
        runs in blocks of one warp; `cells_in` makes states of words for it, and `shared_options`
        says where its options are.
        """


class Cuda(Cpu):
    """The backend that leaves batches to a GPU, and everything else to the CPU."""

    def __init__(self, definition: Definition) -> None:
        gpu()  # a missing one is reported at once, not at the first batch
        super().__init__(definition)


def is_on_gpu(backend: str) -> bool:
    """Whether batches of a game with this backend are played on a GPU."""
    return backend == CUDA and not INTERPRETED


def gpu() -> Gpu:
    """The GPU of this machine; NoGpu or MissingPackage says what is missing."""
    return _found()


@cache
def _found() -> Gpu:
    from_extra(EXTRA, "numba_cuda")
    try:
        from duelhall.backend.translate import NumbaGpu, why_unusable
    except AttributeError as error:  # numba-cuda 0.30 takes names from NumPy that 2.5 dropped
        raise NoGpu(f"numba-cuda cannot work with NumPy {np.__version__}: {error}") from error

    why = why_unusable()
    if why is not None:
        raise NoGpu(why)
    return NumbaGpu()
