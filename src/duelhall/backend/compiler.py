"""Numba, made to compile whole games quickly.

Left to itself, Numba makes every rule a library of its own: with wrappers for Python and C that
nothing here calls, optimized together with all rules below it, and turned into machine code; and
all of that again for every type of number that a rule is called with. Here a rule is only
translated, once, and its translation is handed on to the entries, which are optimized and turned
into machine code as a whole. That takes about half the time, and the machine code is faster.

Places in arrays, counted from the front.

Numba lets any variable index be negative, as Python does, and asks at each use whether it is. No
rule counts from the end by a variable, and asking took a seventh of the time of a random game.
"""

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from llvmlite.binding import Linkage
from numba.core import compiler, typed_passes
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.errors import NumbaError
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.types import int8, int16, int32, int64, intp
from numba.core.types.misc import unliteral
from numba.cpython.slicing import fix_index
from numba.np import arrayobj

from duelhall.backend import announce
from duelhall.backend import cache as code_cache
from duelhall.engine.errors import CannotCompile
from duelhall.engine.rule import is_rule
from duelhall.engine.template import Copier


@contextmanager
def counting_from_the_front(arrays: Any = arrayobj) -> Iterator[None]:
    """While this lasts, a variable index is translated as it is by this module of Numba; callers
    hold Numba's lock, so that nothing else is translated meanwhile.
    """
    usual = arrays.fix_integer_index
    arrays.fix_integer_index = _index
    try:
        yield
    finally:
        arrays.fix_integer_index = usual


def _index(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
    """An index as machine code uses it; only of a constant is it known beforehand whether it is
    negative.
    """
    index = context.cast(builder, value, kind, intp)
    return fix_index(builder, index, size) if isinstance(index, ir.Constant) else index


LAYOUT = 3
"""To be raised when the way entries are compiled changes."""

OPTIONS = {
    "nopython": True,
    "nogil": True,
    "boundscheck": None,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,
}

RULE_OPTIONS = {**OPTIONS, "no_cpython_wrapper": True, "_nrt": False}
"""A rule owns no memory, so nobody has to count who uses the arrays that it is given."""

SMALLER = (int8, int16, int32)
"""The types of signed numbers that are smaller than the widest one."""


def _lowered_by(lowering: type[Any], name: str, pipelines: Sequence[Any]) -> list[Any]:
    """Numba's only pipeline of steps, with another step in the place of its own lowering."""
    (usual,) = pipelines
    steps = PassManager(name)
    for step, description in usual.passes:
        steps.add_pass(lowering if step is typed_passes.NativeLowering else step, description)
    steps.finalize()
    return [steps]


# --- rules ---


class RuleLibrary(JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """The translation of a rule and of all rules below it, never optimized or run by itself."""

    def finalize(self) -> None:
        """Gather the translations of the rules that this one calls."""
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)  # noqa: SLF001, as Numba's own does
            module = library._get_module_for_linking()  # noqa: SLF001, likewise
            self._final_module.link_in(module, preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class RuleLowering(typed_passes.NativeLowering):  # type: ignore[misc]  # likewise
    """The step that translates a rule, and stops short of machine code."""

    _name = "rule_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate a rule into a library that others link to."""
        state.library = RuleLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        with counting_from_the_front():
            super().run_pass(state)
        lowered = state["cr"]
        stand_in = object().__dir__  # Numba wants a builtin to know it by, each time another
        state.targetctx.insert_user_function(stand_in, lowered.fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)  # noqa: SLF001, as Numba's own does
        state["cr"] = lowered._replace(cfunc=stand_in)
        return True


class RuleCompiler(compiler.Compiler):  # type: ignore[misc]  # likewise
    """Numba's steps, with a rule translated instead of compiled."""

    def define_pipelines(self) -> list[Any]:
        """The steps that a rule goes through."""
        return _lowered_by(RuleLowering, "rule", super().define_pipelines())


class RuleDispatcher(CPUDispatcher):  # type: ignore[misc]  # likewise
    """A rule for other rules and for entries to call."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, {}, RULE_OPTIONS, pipeline_class=RuleCompiler)

    def get_call_template(self, args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
        """Take every number as the widest of its kind, so that there is only one translation."""
        named = {name: widened(kind) for name, kind in kws.items()}
        return super().get_call_template(tuple(widened(kind) for kind in args), named)


def widened(kind: Any) -> Any:
    """The type that an argument is passed as. Numba computes with small signed numbers as with
    the widest ones, so the results are the same.
    """
    number: Any = unliteral(kind)
    return int64 if number in SMALLER else number


RULES = Copier(lambda source, copy: RuleDispatcher(copy) if is_rule(source) else copy)
"""Copies of rules, each one shared by all entries of this process."""


# --- entries ---


class EntryLibrary(JITCodeLibrary):  # type: ignore[misc]  # likewise
    """An entry with all rules below it, in machine code."""

    def _optimize_final_module(self) -> None:
        """Optimize it all as one, since only the entry is called from outside."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(typed_passes.NativeLowering):  # type: ignore[misc]  # likewise
    """The step that turns an entry into machine code."""

    _name = "entry_lowering"

    def run_pass(self, state: Any) -> bool:
        """Compile an entry into a library of ours."""
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        with counting_from_the_front():
            return bool(super().run_pass(state))


class EntryCompiler(compiler.Compiler):  # type: ignore[misc]  # likewise
    """Numba's steps, with a library of ours; only here are rules copied."""

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile an entry with copies of its rules; the name of what is compiled says of which."""
        start, _, _ = func.__qualname__.rpartition(".")
        announce(start.replace(".", " "))
        copy = RULES.copy(func)
        copy.__qualname__ = f"{start}.{code_cache.source_hash([copy])}"
        return super().compile_extra(copy)

    def define_pipelines(self) -> list[Any]:
        """The steps that an entry goes through."""
        return _lowered_by(EntryLowering, "entry", super().define_pipelines())


class EntryDispatcher(CPUDispatcher):  # type: ignore[misc]  # likewise
    """A function that Python calls."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        function.__qualname__ = qualified(name)
        super().__init__(function, {}, OPTIONS, pipeline_class=EntryCompiler)
        self._cache = KeptCode(name)
        self._label = " ".join(name.split("-")[:-1])

    def compile(self, sig: Any) -> Any:
        """Load or compile the machine code for arguments of these types."""
        try:
            return super().compile(tuple(sig))
        except NumbaError as error:
            raise CannotCompile(self._label, error) from error

    def prepare(self, arguments: Sequence[Any]) -> None:
        """Load or compile the machine code for arguments of these types."""
        self.compile(_kinds(arguments))

    def is_stored(self, arguments: Sequence[Any]) -> bool:
        """Whether the machine code for arguments of these types is on disk."""
        with global_compiler_lock:
            return self._cache.data(_kinds(arguments), self.targetctx) is not None

    def load(self, arguments: Sequence[Any]) -> bool:
        """Load the machine code for arguments of these types; False if none is on disk."""
        kinds = _kinds(arguments)
        with global_compiler_lock:
            if kinds in self.overloads:
                return True
            found = self._cache.load_overload(kinds, self.targetctx)
            if found is None:
                return False
            self.targetctx.insert_user_function(found.entry_point, found.fndesc, [found.library])
            self.add_overload(found)
            return True


def qualified(name: str) -> str:
    """The name of an entry as Numba knows the function by it."""
    return name.replace("-", ".")


def _kinds(arguments: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(numba.typeof(argument) for argument in arguments)


class KeptCode(NullCache):  # type: ignore[misc]  # likewise
    """An entry's machine code on disk, in place of Numba's own cache, which fails on a damaged
    file or a full disk.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is stored for arguments of these types, made ready to run; None if nothing is."""
        data = self.data(sig, target_context)
        if data is None:
            return None
        parts = pickle.loads(data)
        if not self._is_its_own(parts, sig):
            return None
        return compiler.CompileResult._rebuild(target_context, *parts)  # noqa: SLF001, as Numba's own does

    def _is_its_own(self, parts: Sequence[Any], sig: Any) -> bool:
        """Whether this is the machine code of this entry, and not of another under its name."""
        _, described, _, signature, *_ = parts
        return bool(described.qualname == qualified(self._name) and signature.args == tuple(sig))

    def data(self, sig: Any, target_context: Any) -> bytes | None:
        """What is stored for arguments of these types, as it is."""
        target_context.refresh()
        return code_cache.read(self._file(sig, target_context.codegen()))

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Store what was compiled for arguments of these types, unless it contains addresses that
        are valid in this process only, or other rules, replaced since the entry was bound.
        """
        is_named_so = cres.fndesc.qualname == qualified(self._name)
        if is_named_so and not cres.library.has_dynamic_globals:
            code_cache.write(self._file(sig, cres.codegen), dumps(cres._reduce()))  # noqa: SLF001, likewise

    def _file(self, sig: Any, codegen: Any) -> str:
        """The name under which the machine code for arguments of these types is stored."""
        versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
        key = repr((LAYOUT, versions, codegen.magic_tuple(), str(sig)))
        return f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"
