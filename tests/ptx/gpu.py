"""A GPU on which kernels run as numba-cuda has compiled them, in PTX, one warp after the other."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import types
from numba.cuda.compiler import compile_cuda, kernel_fixup
from numba.cuda.np import numpy_support

from duelhall_gpu import Lean
from duelhall_gpu.translate import NumbaGpu, compiled, kernel_function
from tests.gpu.python_gpu import NumpyArrays, installed
from tests.ptx.machine import GLOBAL, LANES, Array, Program, Warp, parsed

HOPPER = (9, 0)
MEMORY = 2**24
LINE = 256
"""Arrays begin at multiples of this."""


class PtxGpu(NumpyArrays):
    """In place of a GPU: arrays are NumPy's, in one memory."""

    name = "PTX"
    room = NumbaGpu.room
    shares_options = True

    def __init__(self, warps: int = 2) -> None:
        self.most_threads = self.most_lean_threads = warps * LANES
        self.programs: list[Program] = []
        self.warps: list[Warp] = []
        self._memory, self._used = np.zeros(MEMORY, np.uint8), 0

    def warps_at_once(self, _room: int) -> int:
        return self.most_threads // LANES

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Array:
        size = int(np.prod(shape)) * np.dtype(dtype).itemsize
        start = self._used
        self._used += -(-size // LINE) * LINE
        found: Array = self._memory[start : start + size].view(dtype).reshape(shape)
        return found

    def array(self, values: Any) -> Array:
        given = np.asarray(values)
        if given.base is not None and np.shares_memory(given, self._memory):
            return given
        found = self.zeros(given.shape, given.dtype)
        found[...] = given
        return found

    def kernel(
        self,
        template: Callable[..., None],
        names: dict[str, Any],
        game: str,
        lean: Lean | None = None,
    ) -> Callable[..., None]:
        function = kernel_function(template, names, game, lean)
        programs: dict[Any, Program] = {}

        def run(threads: int, *arguments: Any) -> None:
            kinds = tuple(map(_kind, arguments))
            if kinds not in programs:
                programs[kinds] = parsed(translated(function, kinds))
                self.programs.append(programs[kinds])
            self.run(programs[kinds], -(-threads // LANES), arguments)

        return run

    def run(self, program: Program, blocks: int, arguments: Sequence[Any]) -> None:
        """Run a kernel in some blocks of one warp each."""
        words = [word for argument in arguments for word in self._words(argument)]
        for block in range(blocks):
            warp = Warp(program, self._memory, block, blocks)
            warp.run(words)
            self.warps.append(warp)

    def _words(self, argument: Any) -> list[int]:
        """An argument as a kernel gets it; an array as numba-cuda describes it."""
        if not isinstance(argument, np.ndarray):
            return [int(argument)]
        address = argument.__array_interface__["data"][0]
        start = self._memory.__array_interface__["data"][0]
        place = GLOBAL + address - start
        return [0, 0, argument.size, argument.itemsize, place, *argument.shape, *argument.strides]


def _kind(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        element = numpy_support.from_dtype(argument.dtype)
        return types.Array(element, argument.ndim, "C")
    return numpy_support.from_dtype(np.dtype(type(argument)))


def translated(function: Callable[..., None], kinds: tuple[Any, ...]) -> str:
    """A kernel's function as numba-cuda translates it, after all of its parts were linked."""
    text: str = compiled(lambda: _linked(function, kinds))
    assert ".extern" not in text, "something is left to be linked"
    return text


def _linked(function: Callable[..., None], kinds: tuple[Any, ...]) -> str:
    how = {"fastmath": False, "opt": 3}
    found = compile_cuda(function, types.void, kinds, nvvm_options=how, cc=HOPPER, lto=True)
    kernel_fixup(found.library.get_function(found.fndesc.llvm_func_name), debug=False)
    text: str = found.library.get_lto_ptx(HOPPER)
    return text.strip("\0")


def launched(gpu: PtxGpu, function: Callable[..., None], *arguments: Any) -> None:
    """Run a function as a kernel in one warp."""
    gpu.run(parsed(translated(function, tuple(map(_kind, arguments)))), 1, arguments)


@contextmanager
def ptx_gpu(warps: int = 2) -> Iterator[PtxGpu]:
    """A machine with such a GPU; rules are translated for a chip that is not there."""
    device = SimpleNamespace(compute_capability=HOPPER)
    with pytest.MonkeyPatch.context() as patch, installed(PtxGpu(warps)) as found:
        patch.setattr("numba.cuda.dispatcher.get_current_device", lambda: device)
        yield found
