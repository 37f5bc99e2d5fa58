"""Lean states in the memory that a block of a GPU's threads shares, as numba-cuda's type.

Such a state is known by its place in that memory, a number of 32 bits, and not by an address of 64:
the compiler then knows, in every rule, that an access to it goes to that memory. The options of all
states of a block are there once, under a name.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.cuda import cgutils, types
from numba.cuda.cudaimpl import registry
from numba.cuda.datamodel import models
from numba.cuda.extending import intrinsic
from numba.cuda.models import register_model
from numba.cuda.np import arrayobj, numpy_support

from duelhall_gpu import ALIGNMENT, OPTIONS, Lean

SHARED = 3
"""The number of that kind of memory for NVVM."""

PLACE, BITS_64 = ir.IntType(32), ir.IntType(64)
OPTIONS_NAME = "duelhall_options"


class SharedRecord(types.Record):  # type: ignore[misc]  # numba-cuda has no types
    """A lean state in shared memory. Its options seem to be a field of it."""

    def __init__(self, lean: Lean) -> None:
        self.lean = lean
        layout: Any = lean.dtype.fields
        fields = [
            (name, {"type": numpy_support.from_dtype(kind), "offset": place})
            for name, (kind, place) in layout.items()
        ]
        options = {"type": numpy_support.from_dtype(lean.options), "offset": 0}
        super().__init__([*fields, (OPTIONS, options)], lean.dtype.itemsize, aligned=True)
        self.name: str = f"Shared{self.name}"

    @property
    def dtype(self) -> Any:
        """Its layout, for NumPy."""
        return self.lean.dtype


def _data(kind: SharedRecord) -> Any:
    return ir.ArrayType(ir.IntType(8), kind.size)


@register_model(SharedRecord)
class SharedModel(models.DataModel):  # type: ignore[misc]  # likewise
    """What a shared record is for LLVM: its place."""

    def get_value_type(self) -> Any:
        """A number."""
        return PLACE

    get_argument_type = get_return_type = get_value_type

    def get_data_type(self) -> Any:
        """Bytes, where it lies in an array."""
        return _data(self._fe_type)

    def as_argument(self, _builder: Any, value: Any) -> Any:
        """It is passed as it is."""
        return value

    from_argument = as_return = from_return = as_argument

    def load_from_data_pointer(self, builder: Any, ptr: Any, _align: Any = None) -> Any:
        """Its place, from where it lies in an array."""
        shared = builder.addrspacecast(ptr, self.get_data_type().as_pointer(SHARED))
        return builder.ptrtoint(shared, PLACE)


def _pointer(builder: Any, kind: SharedRecord, place: Any) -> Any:
    """A pointer to a record, as numba-cuda expects one."""
    shared = builder.inttoptr(place, _data(kind).as_pointer(SHARED))
    return builder.addrspacecast(shared, _data(kind).as_pointer())


@registry.lower_getattr_generic(SharedRecord)  # type: ignore[untyped-decorator]
def get_field(context: Any, builder: Any, kind: SharedRecord, place: Any, name: str) -> Any:
    """Read a field."""
    if name == OPTIONS:
        wanted = context.get_value_type(kind.typeof(name))
        return builder.bitcast(_options(builder, kind.lean), wanted)
    pointer = _pointer(builder, kind, place)
    return arrayobj.record_getattr(context, builder, kind, pointer, name)


@registry.lower_setattr_generic(SharedRecord)  # type: ignore[untyped-decorator]
def set_field(context: Any, builder: Any, signature: Any, args: Any, name: str) -> Any:
    """Write a field."""
    place, value = args
    pointer = _pointer(builder, signature.args[0], place)
    return arrayobj.record_setattr(context, builder, signature, (pointer, value), name)


def _options(builder: Any, lean: Lean) -> Any:
    """A pointer to the words of the options."""
    known = builder.module.globals.get(OPTIONS_NAME)
    if known is None:
        words = ir.ArrayType(BITS_64, lean.option_words)
        known = ir.GlobalVariable(builder.module, words, OPTIONS_NAME, SHARED)
        known.align = ALIGNMENT
    return builder.addrspacecast(known, known.value_type.as_pointer())


def options_of_block(lean: Lean) -> Callable[..., Any]:
    """A function for kernels: the words of the options of a block, as an array."""
    words = types.Array(types.uint64, 1, "C")

    def take(context: Any, builder: Any, _signature: Any, _args: Any) -> Any:
        pointer = _options(builder, lean)
        known = builder.module.globals[OPTIONS_NAME]  # defined here, and only named by rules
        known.linkage, known.initializer = "weak", ir.Constant(known.value_type, ir.Undefined)
        return _array(context, builder, words, pointer, lean.option_words)

    @intrinsic  # type: ignore[untyped-decorator]
    def shared_options(_context: Any) -> Any:
        return words(), take

    found: Callable[..., Any] = shared_options
    return found


def cells_of_words(lean: Lean) -> Callable[..., Any]:
    """A function for kernels: words of shared memory, taken as an array of one lean state."""
    cells = types.Array(SharedRecord(lean), 1, "C")

    def take(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = arrayobj.make_array(signature.args[0])(context, builder, args[0])
        return _array(context, builder, cells, words.data, 1)

    @intrinsic  # type: ignore[untyped-decorator]
    def cells_in(_context: Any, words: Any) -> Any:
        return cells(words), take

    found: Callable[..., Any] = cells_in
    return found


def _array(context: Any, builder: Any, kind: Any, pointer: Any, count: int) -> Any:
    made = arrayobj.make_array(kind)(context, builder)
    width = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    size = context.get_constant(types.intp, width)
    arrayobj.populate_array(
        made,
        data=builder.bitcast(pointer, made.data.type),
        shape=cgutils.pack_array(builder, [context.get_constant(types.intp, count)]),
        strides=cgutils.pack_array(builder, [size]),
        itemsize=size,
        meminfo=None,
        parent=None,
    )
    return made._getvalue()  # noqa: SLF001, as numba-cuda's own does
