"""A GPU, by numba-cuda and CuPy: rules in its machine code, and arrays that others can share."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numba import cuda
from numba.cuda import dispatcher
from numba.cuda.compiler import compile_cuda
from numba.cuda.core.compiler_lock import global_compiler_lock
from numba.cuda.core.errors import NumbaPerformanceWarning
from numba.cuda.cudadrv.driver import _have_nvjitlink, driver
from numba.cuda.np import arrayobj

from duelhall.engine.backend import gpu_code, gpu_lowering  # noqa: F401, numba-cuda finds the latter
from duelhall.engine.backend.compiler import qualified, widened
from duelhall.engine.backend.cpu import names_of
from duelhall.engine.backend.cuda import EXTRA, WARP
from duelhall.engine.backend.indexing import counting_from_the_front
from duelhall.engine.backend.lean import Lean
from duelhall.engine.backend.shared_records import cells_of_words, options_of_block
from duelhall.engine.binding import Copier, bound
from duelhall.engine.extras import from_extra
from duelhall.engine.hashing import source_hash
from duelhall.engine.record import Array
from duelhall.engine.rule import is_rule

BLOCK = 128
"""Threads in a block."""

BLOCKS = 64
"""How many one-warp blocks are launched per multiprocessor. More than it can run at a time: the
rest go to whichever multiprocessors finish first.
"""

OPTIONS = {
    "debug": False,
    "lineinfo": False,
    "opt": True,
    "link": [],
    "fastmath": False,
    "inline": "never",
    "forceinline": False,
    "extensions": [],
    "launch_bounds": None,
    "lto": _have_nvjitlink(),  # otherwise, rules that are not inlined are optimized one by one
}


def why_unusable() -> str | None:
    """Why no GPU can be used here, in a few words; None if one can be."""
    if not driver.is_available:
        lines = map(str.strip, str(driver.initialization_error).splitlines())
        return next((line.rstrip(".") for line in lines if line.endswith(".")), "no driver")
    return None if cuda.is_available() else "numba-cuda finds no compiler, which is NVVM"


# --- machine code ---

Result = TypeVar("Result")


def compiled(compile_it: Callable[[], Result]) -> Result:
    """Compile something for a GPU, with variable indices taken as they are."""
    with global_compiler_lock, counting_from_the_front(arrayobj), gpu_code.translated_for_gpu():
        return compile_it()


class DeviceRule(dispatcher.CUDADispatcher):  # type: ignore[misc]  # numba-cuda has no types
    """A rule for other rules and for kernels to call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, {**OPTIONS, "device": True})

    def get_call_template(self, args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        """Take every number as the widest of its kind, as on the CPU."""
        named = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(widened(kind) for kind in args), named)

    def compile_device(self, args: Sequence[Any], return_type: Any = None) -> Any:
        """Translate the rule for arguments of these types."""
        kinds = tuple(args)
        if kinds not in self.overloads:
            found = compiled(lambda: self._translated(kinds, return_type))
            known = found.entry_point, found.fndesc, [found.library]
            found.target_context.insert_user_function(*known)
            self.overloads[kinds] = found
        return self.overloads[kinds]

    def _translated(self, kinds: tuple[Any, ...], return_type: Any) -> Any:
        """The rule as numba-cuda translates it, but called in the way of gpu_code.py."""
        how = {"opt": 3, "fastmath": False}
        cc = dispatcher.get_current_device().compute_capability
        with self._compiling_counter:
            return compile_cuda(self.py_func, return_type, kinds, nvvm_options=how, cc=cc, abi="c")


@cache
def _device_rules() -> Copier:
    """Copies of rules for a GPU, each one shared by all kernels of this process."""

    def on_device(source: Callable[..., Any], copy: Callable[..., Any]) -> Callable[..., Any]:
        return DeviceRule(copy) if is_rule(source) else copy

    return Copier(on_device)


def kernel_function(
    template: Callable[..., None], names: dict[str, Any], game: str, lean: Lean | None = None
) -> Callable[..., None]:
    """The function of a kernel, calling rules on a GPU. Its name contains the hash of everything
    that it can reach: numba-cuda stores its machine code under that name.
    """
    known = {**names, "cuda": cuda}
    recipe = f"{gpu_code.RECIPE} {OPTIONS['lto']}"
    hashed = source_hash([bound(template, known)], recipe, repr(lean))
    name = f"{names_of(game, template)}{hashed}"
    if lean:
        known |= {"cells_in": cells_of_words(lean), "shared_options": options_of_block(lean)}
    copy: Callable[..., None] = _device_rules().copy(bound(template, known))
    copy.__qualname__ = qualified(name)
    return copy


class KernelDispatcher(dispatcher.CUDADispatcher):  # type: ignore[misc]  # likewise
    """A function that is launched from Python, in blocks of so many threads."""

    def __init__(self, function: Callable[..., None], block: int, **more: Any) -> None:
        super().__init__(function, {**OPTIONS, **more, "device": False})
        self.enable_caching()
        self._block = block

    def compile(self, sig: Any) -> Any:
        """Load or compile the machine code for arguments of these types."""
        load_or_compile = super().compile
        kernel = compiled(lambda: load_or_compile(sig))
        kernel.bind()  # which numba-cuda leaves out for one that is loaded: how memory is shared
        return kernel

    def run(self, threads: int, *arguments: Any) -> None:
        """Run it in as many blocks as the threads need, without numba-cuda's warning about few."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaPerformanceWarning)
            launch = self[-(-threads // self._block), self._block]
        launch(*arguments)


# --- the GPU ---


class NumbaGpu:
    """The first GPU of this machine. Its arrays are CuPy's, which PyTorch and JAX can share."""

    room = 48 * 1024  # bytes of shared memory that a block has without asking for more
    shares_options = True

    def __init__(self) -> None:
        self._arrays = from_extra(EXTRA, "cupy")
        self._device = cuda.get_current_device()
        name = self._device.name
        self.name = name.decode() if isinstance(name, bytes) else str(name)
        self._processors = int(self._device.MULTIPROCESSOR_COUNT)
        self._threads = int(self._device.MAX_THREADS_PER_MULTIPROCESSOR)

    @property
    def most_threads(self) -> int:
        """How many threads can be under way at the same time."""
        return self._processors * self._threads

    @property
    def most_lean_threads(self) -> int:
        """How many threads with lean states are worth starting."""
        return self._processors * BLOCKS * WARP

    def warps_at_once(self, room: int) -> int:
        """How many warps can be under way, each with so much shared memory and what CUDA needs."""
        taken = room + int(self._device.RESERVED_SHARED_MEMORY_PER_BLOCK)
        most = int(self._device.MAX_SHARED_MEMORY_PER_MULTIPROCESSOR) // taken
        return self._processors * min(most, int(self._device.MAX_BLOCKS_PER_MULTIPROCESSOR))

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of CuPy's."""
        return self._arrays.zeros(shape, dtype)

    def array(self, values: Any) -> Any:
        """An array of CuPy's, from one of NumPy's or from one that is on the GPU already."""
        return self._arrays.asarray(values)

    def records(self, array: Any, dtype: Any) -> Any:
        """The memory of an array, read as records, which CuPy does not know."""
        return cuda.as_cuda_array(array.reshape(-1)).view(dtype)

    def on_host(self, array: Any) -> Array:
        """A copy of an array, as NumPy's, once all kernels have ended."""
        found: Array = array.copy_to_host() if hasattr(array, "copy_to_host") else array.get()
        return np.asarray(found)

    def wait(self) -> None:
        """Wait until all kernels have ended."""
        cuda.synchronize()

    def kernel(
        self,
        template: Callable[..., None],
        names: dict[str, Any],
        game: str,
        lean: Lean | None = None,
    ) -> Callable[..., None]:
        """A kernel that is compiled when it is first launched."""
        function = kernel_function(template, names, game, lean)
        if lean is None:
            return KernelDispatcher(function, BLOCK).run
        return KernelDispatcher(function, WARP, shared_memory_carveout="maxshared").run
