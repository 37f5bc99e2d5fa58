"""How rules are translated for a GPU: so that there is little code, and threads stay together.

A GPU has little room for code near its processors, and the threads of a warp run one piece of it at
a time. What makes the code of a game larger than that room, or leads threads apart, costs more than
it saves:

- loops are not unrolled, except in small functions that call nothing, where the loop is all that
  there is;
- a rule that is large, and called from several places, is compiled once and not inlined;
- a rule returns its result and nothing else. numba-cuda's own calls return an error as well, which
  callers check, and each check is a way out of the middle of a rule;
- records are copied in words, and not byte by byte.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from llvmlite import ir
from numba.cuda import cgutils, compiler, types
from numba.cuda.core.callconv import BaseCallConv, CUDACABICallConv
from numba.cuda.cudadrv import nvvm
from numba.cuda.np import arrayobj

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
