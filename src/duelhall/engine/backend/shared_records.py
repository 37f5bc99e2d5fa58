"""Lean states in the memory that a block of a GPU's threads shares, as numba-cuda's type.

Such a state is known by its place in that memory, a number of 32 bits, and not by an address of 64:
the compiler then knows, in every rule, that an access to it goes to that memory. Its options are
elsewhere, at the address that is in its slot.
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

from duelhall.engine.backend.lean import OPTIONS, Lean

GLOBAL, SHARED = 1, 3
"""Kinds of memory, as numbered by NVVM."""

PLACE, ADDRESS = ir.IntType(32), ir.IntType(64)


class SharedRecord(types.Record):  # type: ignore[misc]  # numba-cuda has no types
    """A lean state in shared memory."""

    def __init__(self, lean: Lean) -> None:
        self._lean = lean
        layout: Any = lean.dtype.fields
        fields = [
            (name, {"type": numpy_support.from_dtype(kind), "offset": place})
            for name, (kind, place) in layout.items()
            if name != OPTIONS
        ]
        options = {"type": numpy_support.from_dtype(lean.options), "offset": layout[OPTIONS][1]}
        super().__init__([*fields, (OPTIONS, options)], lean.dtype.itemsize, aligned=True)
        self.name: str = f"Shared{self.name}"

    @property
    def dtype(self) -> Any:
        """Its layout, for NumPy."""
        return self._lean.dtype


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
    pointer = _pointer(builder, kind, place)
    if name != OPTIONS:
        return arrayobj.record_getattr(context, builder, kind, pointer, name)
    slot = cgutils.get_record_member(builder, pointer, kind.offset(name), ADDRESS)
    options = context.get_value_type(kind.typeof(name))
    there = builder.inttoptr(builder.load(slot), options.pointee.as_pointer(GLOBAL))
    return builder.addrspacecast(there, options)


@registry.lower_setattr_generic(SharedRecord)  # type: ignore[untyped-decorator]
def set_field(context: Any, builder: Any, signature: Any, args: Any, name: str) -> Any:
    """Write a field."""
    place, value = args
    pointer = _pointer(builder, signature.args[0], place)
    return arrayobj.record_setattr(context, builder, signature, (pointer, value), name)


def cells_of_words(lean: Lean) -> Callable[..., Any]:
    """A function for kernels: words of shared memory, taken as an array of one lean state."""
    cells = types.Array(SharedRecord(lean), 1, "C")

    def take(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        words = arrayobj.make_array(signature.args[0])(context, builder, args[0])
        made = arrayobj.make_array(cells)(context, builder)
        size = context.get_constant(types.intp, lean.dtype.itemsize)
        one = context.get_constant(types.intp, 1)
        arrayobj.populate_array(
            made,
            data=builder.bitcast(words.data, made.data.type),
            shape=cgutils.pack_array(builder, [one]),
            strides=cgutils.pack_array(builder, [size]),
            itemsize=size,
            meminfo=None,
            parent=None,
        )
        return made._getvalue()  # noqa: SLF001, as numba-cuda's own does

    @intrinsic  # type: ignore[untyped-decorator]
    def cells_in(_context: Any, words: Any) -> Any:
        return cells(words), take

    found: Callable[..., Any] = cells_in
    return found
