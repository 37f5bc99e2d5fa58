"""How rules are translated for a GPU: so that there is little code, and threads stay together.

A GPU has little room for code near its processors, and the threads of a warp run one piece of it at
a time. What makes the code of a game larger than that room, or leads threads apart, costs more than
it saves:

- loops are not unrolled, except in small functions that call nothing, where the loop is all that
  there is;
- a rule that is large, and called from several places, is compiled once and not inlined;
- a rule returns its result and nothing else. numba-cuda's own calls return an error as well, which
  callers check, and each check is a way out of the middle of a rule;
- records are copied in words, and not byte by byte;
- a range counts on whether or not there is a next number: asking first means choosing between two
  values at every step;
- `number in (A, B)` compares the numbers one by one. numba-cuda makes a loop of it that looks each
  of them up, and loops stay loops here.

numba-cuda finds the last two in its registries, and uses them for other kernels of the process as
well: what they compute is the same.
"""

import operator
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, reduce
from typing import Any, NamedTuple, TypeVar

import numpy as np
from llvmlite import ir
from numba import cuda
from numba.cuda import cgutils, compiler, dispatcher, types
from numba.cuda.compiler import compile_cuda
from numba.cuda.core.callconv import BaseCallConv, CUDACABICallConv
from numba.cuda.core.compiler_lock import global_compiler_lock
from numba.cuda.core.errors import NumbaPerformanceWarning
from numba.cuda.core.imputils import RefType, iternext_impl
from numba.cuda.cpython import listobj, rangeobj
from numba.cuda.cudadrv import nvvm
from numba.cuda.cudadrv.driver import _have_nvjitlink, driver
from numba.cuda.np import arrayobj

from duelhall.backend.cache import source_hash
from duelhall.backend.compiler import counting_from_the_front, qualified, widened
from duelhall.backend.cpu import names_of
from duelhall.engine.errors import from_extra
from duelhall.engine.record import Array
from duelhall.engine.rule import is_rule
from duelhall.engine.template import Copier, bound
from duelhall_gpu import CUDA, WARP, Lean
from duelhall_gpu.lean import cells_of_words, options_of_block

PLACE = ir.IntType(32)

LARGE = 3000
"""A rule with several callers and more (unoptimized) instructions than this is not inlined."""

SMALL = 120
"""Loops stay loops in functions with more instructions than this, and in those that call others."""

RECIPE = f"8 {LARGE} {SMALL}"
"""To be changed when rules are translated differently: it is in the names of stored code."""


class RuleCall(CUDACABICallConv):  # type: ignore[misc]  # numba-cuda has no types
    """How rules are called: like C functions, but under numba-cuda's mangled names."""

    mangler = BaseCallConv.mangler

    def return_user_exc(self, builder: Any, *_: Any, **__: Any) -> None:
        """Nothing: no rule raises an exception."""
        builder.unreachable()


@contextmanager
def translated_for_gpu() -> Iterator[None]:
    """While this lasts, numba-cuda translates in this way; callers hold its lock."""
    call, compile_ir = compiler.CUDACABICallConv, nvvm.compile_ir
    store_item = arrayobj.store_item

    def store(context: Any, builder: Any, kind: Any, value: Any, target: Any) -> None:
        if isinstance(kind.dtype, types.Record) and kind.aligned:
            copy_record(builder, kind.dtype, value, target)
        else:
            store_item(context, builder, kind, value, target)

    compiler.CUDACABICallConv = RuleCall
    nvvm.compile_ir = lambda modules, **options: compile_ir(rewritten(modules), **options)
    arrayobj.store_item = store
    try:
        yield
    finally:
        compiler.CUDACABICallConv, nvvm.compile_ir = call, compile_ir
        arrayobj.store_item = store_item


def rewritten(modules: Sequence[str]) -> list[str]:
    """LLVM's modules with loops that stay loops, and marks on what is inlined and what is not. Each
    of them is there once: numba-cuda repeats what several functions call.
    """
    different = list(dict.fromkeys(modules))
    marks = inlining(different)
    return [rolled(marked(module, marks)) for module in different]


# --- records ---

AT_ONCE = 8
"""How many words are read before the first of them is written."""


def copy_record(builder: Any, kind: Any, source: Any, target: Any) -> None:
    """Copy a record in words, as wide as its numbers let them be."""
    width = word_width(kind.dtype)
    word, count = ir.IntType(8 * width), kind.size // width
    here, there = (builder.bitcast(at, word.as_pointer()) for at in (source, target))
    whole = count - count % AT_ONCE
    steps = ir.Constant(PLACE, whole), ir.Constant(PLACE, AT_ONCE)
    with cgutils.for_range_slice(builder, ir.Constant(PLACE, 0), *steps, PLACE) as (first, _):
        _copy_words(builder, here, there, [builder.add(first, PLACE(n)) for n in range(AT_ONCE)])
    _copy_words(builder, here, there, [PLACE(n) for n in range(whole, count)])


def _copy_words(builder: Any, source: Any, target: Any, places: list[Any]) -> None:
    words = [builder.load(builder.gep(source, [place])) for place in places]
    for place, value in zip(places, words, strict=True):
        builder.store(value, builder.gep(target, [place]))


def word_width(layout: Any) -> int:
    """How many bytes of a record can be copied at a time: those of its largest numbers."""
    return max(_alignments(layout))


def _alignments(layout: Any) -> Iterator[int]:
    for kind, *_ in layout.fields.values():
        if kind.base.fields:
            yield from _alignments(kind.base)
        else:
            yield kind.base.alignment


# --- inlining ---

DEFINITION = re.compile(r'^define .*?@("[^"]+"|[\w.$]+)\(', re.MULTILINE)
CALL = re.compile(r'call .*?@("[^"]+"|[\w.$]+)\(')
INDENT = "  "


class Function(NamedTuple):
    """A function in a module."""

    size: int
    calls: list[str]


def inlining(modules: Sequence[str]) -> dict[str, str]:
    """For each function that is called: whether it is always inlined, or never."""
    functions = {name: function for module in modules for name, function in _functions(module)}
    callers = Counter(name for function in functions.values() for name in function.calls)
    sizes: dict[str, int] = {}

    def is_apart(name: str) -> bool:
        return size(name) > LARGE and callers[name] > 1

    def size(name: str) -> int:
        """How large a function is, with all that is inlined in it."""
        if name not in sizes:
            sizes[name] = functions[name].size  # for a function that calls itself
            called = [other for other in functions[name].calls if other in functions]
            sizes[name] += sum(size(other) for other in called if not is_apart(other))
        return sizes[name]

    called = [name for name in functions if callers[name] > 0]
    return {name: "noinline" if is_apart(name) else "alwaysinline" for name in called}


def _functions(module: str) -> Iterator[tuple[str, Function]]:
    for start in DEFINITION.finditer(module):
        body = module[start.end() : module.index("\n}", start.end())]
        size = sum(line.startswith(INDENT) for line in body.split("\n"))
        yield start[1].strip('"'), Function(size, [name.strip('"') for name in CALL.findall(body)])


def marked(module: str, marks: dict[str, str]) -> str:
    """A module with these marks at its functions."""

    def mark(line: str) -> str:
        found = DEFINITION.match(line)
        name = found[1].strip('"') if found else ""
        before, bracket, after = line.rpartition(")")
        return f"{before}{bracket} {marks[name]}{after}" if name in marks else line

    return "\n".join(map(mark, module.split("\n")))


# --- loops ---

LABEL = re.compile(r'^"?([\w.$<>\-]+)"?:')
BRANCH = re.compile(r"^\s+br .*label %")
TARGET = re.compile(r'label %"?([^",\s]+)"?')
NUMBER = re.compile(r"^!(\d+) =", re.MULTILINE)


def is_small(function: Function) -> bool:
    """Whether the loops of a function may be unrolled."""
    return function.size <= SMALL and all(name.startswith("llvm.") for name in function.calls)


def rolled(module: str) -> str:
    """A module in which no loop is unrolled but those of small functions: every other backward
    branch is marked to say so.
    """
    small = {name for name, function in _functions(module) if is_small(function)}
    number = max(map(int, NUMBER.findall(module)), default=-1) + 1
    notes = [f'!{number} = !{{!"llvm.loop.unroll.disable"}}']
    lines, reached, is_free = [], set[str](), False
    for line in module.split("\n"):
        found, defined = LABEL.match(line), DEFINITION.match(line)
        if defined:
            reached, is_free = set(), defined[1].strip('"') in small
        elif found:
            reached.add(found[1])
        goes_back = BRANCH.match(line) and not reached.isdisjoint(TARGET.findall(line))
        if goes_back and not is_free and "!llvm.loop" not in line:
            loop = number + len(notes)
            notes.append(f"!{loop} = distinct !{{!{loop}, !{number}}}")
            lines.append(f"{line.rstrip()}, !llvm.loop !{loop}")
        else:
            lines.append(line)
    return "\n".join([*lines, *notes]) + "\n"


# --- ranges and tuples ---


@rangeobj.registry.lower("iternext", types.range_iter64_type)  # type: ignore[untyped-decorator]
@iternext_impl(RefType.BORROWED)  # type: ignore[untyped-decorator]
def next_of_range(context: Any, builder: Any, signature: Any, args: Any, result: Any) -> None:
    """The next number of a range, and whether there is one."""
    counter = context.make_helper(builder, signature.args[0], args[0])
    left, number = builder.load(counter.count), builder.load(counter.iter)
    builder.store(builder.sub(left, left.type(1)), counter.count)
    builder.store(builder.add(number, counter.step), counter.iter)
    result.set_valid(builder.icmp_signed(">", left, left.type(0)))
    result.yield_(number)


@listobj.registry.lower(operator.contains, types.UniTuple, types.Integer)  # type: ignore[untyped-decorator]
def is_one_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Whether a number is one of several."""
    several, kind = signature.args
    if not isinstance(several.dtype, types.Integer):
        return listobj.in_seq(context, builder, signature, args)
    common = context.typing_context.unify_types(several.dtype, kind)
    number = context.cast(builder, args[1], kind, common)
    others = (builder.extract_value(args[0], place) for place in range(several.count))
    found = (context.cast(builder, other, several.dtype, common) for other in others)
    return reduce(builder.or_, (builder.icmp_unsigned("==", each, number) for each in found))


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
    with global_compiler_lock, counting_from_the_front(arrayobj), translated_for_gpu():
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
        """The rule as numba-cuda translates it, but called in our way."""
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
    recipe = f"{RECIPE} {OPTIONS['lto']}"
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
        self._arrays = from_extra(CUDA, "cupy")
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
