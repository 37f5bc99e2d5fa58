"""What a state is made of: one NumPy record, read alike by interpreted and compiled rules.

The types of its fields have two readers, NumPy and mypy. A number is declared as `turn: Int8`, an
array as `hand: Annotated[Grid, np.int8, SEATS, KINDS]`. A text at the end of the brackets says what
the field means, where that is shown to people.

Mypy takes what is read from either for an `int`. In fact it is a NumPy number of the field's own
size: see `int(...)` in CONTRIBUTING.md.

Rules and machine code are given a state in an array of one.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from inspect import get_annotations
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NamedTuple,
    Self,
    SupportsIndex,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np

from duelhall.engine.rule import helper

SEATS = 2


@helper
def foe(seat: int) -> int:
    """The other player."""
    return 1 - seat


@helper
def owner_of(side: int, seat: int) -> int:
    """Whose things a seat means by a side: its own by side 0, those of the other by side 1."""
    return seat if side == 0 else foe(seat)


def other_seat(seat: int) -> int:
    """The opposite seat, for use outside of rules."""
    return SEATS - 1 - seat


Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int32: TypeAlias = Annotated[int, np.int32]
Int64: TypeAlias = Annotated[int, np.int64]
UInt8: TypeAlias = Annotated[int, np.uint8]
UInt64: TypeAlias = Annotated[int, np.uint64]
Float32: TypeAlias = Annotated[float, np.float32]
Float64: TypeAlias = Annotated[float, np.float64]

Index: TypeAlias = SupportsIndex

if TYPE_CHECKING:

    class Row(np.ndarray[Any, np.dtype[Any]]):
        """Numbers in a row."""

        @overload  # type: ignore[override]  # NumPy's own types do not count dimensions
        def __getitem__(self, key: Index, /) -> int: ...
        @overload
        def __getitem__(self, key: slice, /) -> "Row": ...
        def __getitem__(self, key: Any, /) -> Any: ...
        def __iter__(self) -> Iterator[int]: ...  # type: ignore[override]

    class Grid(np.ndarray[Any, np.dtype[Any]]):
        """Rows of numbers."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: tuple[Index, Index], /) -> int: ...
        @overload
        def __getitem__(self, key: Index | tuple[Index, slice] | tuple[slice, Index], /) -> Row: ...
        @overload
        def __getitem__(self, key: slice | tuple[slice, slice], /) -> "Grid": ...
        def __getitem__(self, key: Any, /) -> Any: ...
        def __iter__(self) -> Iterator[Row]: ...

    class Cube(np.ndarray[Any, np.dtype[Any]]):
        """Grids of numbers."""

        @overload  # type: ignore[override]
        def __getitem__(self, key: tuple[Index, Index, Index], /) -> int: ...
        @overload
        def __getitem__(self, key: tuple[Index, Index], /) -> Row: ...
        @overload
        def __getitem__(self, key: Index, /) -> Grid: ...
        def __getitem__(self, key: Any, /) -> Any: ...
        def __iter__(self) -> Iterator[Grid]: ...

else:

    class Row(np.ndarray):
        """Numbers in a row."""

    class Grid(np.ndarray):
        """Rows of numbers."""

    class Cube(np.ndarray):
        """Grids of numbers."""


DIMENSIONS: dict[type, int] = {int: 0, float: 0, Row: 1, Grid: 2, Cube: 3}
"""How many lengths the declaration of each kind of array gives."""

PerSeat: TypeAlias = Annotated[Row, np.int8, SEATS]
"""A number for each seat."""


Array: TypeAlias = np.ndarray[Any, Any]
"""An array of states, or one field of a state."""

UNDECIDED = -1
"""`winner` while the game goes on."""

DRAWN = 2
"""`winner` when nobody won; a seat's number otherwise."""

HIDDEN = -1
"""In a view: a card that is there but that the seat may not see."""


if TYPE_CHECKING:
    NumpyRecord: TypeAlias = np.generic[Any]  # NumPy's types say that np.record has every attribute
else:
    NumpyRecord = np.record


class Record(NumpyRecord):
    """The base of every kind of record; each declares its fields as annotations.

    It is a NumPy record whose fields are found in a third of the time.
    """

    if TYPE_CHECKING:

        def __new__(cls) -> Self: ...  # noqa: D102
        def __getitem__(self, name: str, /) -> Any: ...
        def __setitem__(self, name: str, value: Any, /) -> None: ...

    else:
        __getattribute__ = np.void.__getattribute__

        def __getattr__(self, name):  # noqa: ANN001, ANN204
            """The field of that name; not called for attributes that every record has."""
            try:
                return np.void.__getitem__(self, name)
            except ValueError:
                raise AttributeError(f"there is no field {name!r} in this record") from None

    def __reduce__(self) -> tuple[Any, ...]:
        """A record is pickled as its class, by name, and its bytes."""
        return _restored, (type(self), self.tobytes())

    def __copy__(self) -> Self:
        return _restored(type(self), self.tobytes())

    def __deepcopy__(self, _done: dict[int, Any] | None) -> Self:
        return _restored(type(self), self.tobytes())


class ChanceSource(Record):
    """A record that chance can be drawn from."""

    rng: UInt64  # the word that chance draws from; nobody sees it


class State(ChanceSource):
    """One game's whole state, or what a seat sees of it: an element of an array of a game's STATE.

    A game derives its own class from this one, with the fields that it needs.
    """

    options: Record  # the switches this game is played with; public
    to_move: Int8  # the seat that decides next; public
    winner: Int8  # UNDECIDED, a seat, or DRAWN; public
    reason: Int8  # which entry of the game's REASONS ended it; public


GameState: TypeAlias = Any
"""A state of a game that is known only by its name, so that its class is not known beforehand."""

Kind = TypeVar("Kind", bound=Record)


def _restored(kind: type[Kind], data: bytes) -> Kind:
    """An independent record, made from its bytes."""
    size = dtype_of(kind).itemsize
    if len(data) != size:
        raise ValueError(f"a record of {kind.__module__} has {size} bytes, not {len(data)}")
    return cast(Kind, np.frombuffer(data, dtype_of(kind)).copy()[0])


def unpacked(s: Kind) -> Kind:
    """What is in a record, for code that reads much of it: fields are found at once, numbers are
    Python's, and arrays are still the record's own.
    """
    return cast(Kind, _plain(s.item(), s.dtype))


class Layout(NamedTuple):
    """How a kind of record is read."""

    dtype: np.dtype[Any]  # held, so that nothing else gets its identity
    reader: Callable[[Iterable[Any]], Any]
    records: tuple[tuple[int, np.dtype[Any]], ...]  # which fields are records themselves


_layouts: dict[int, Layout] = {}
"""The layouts met so far, by identity, because comparing them is slow."""


def _plain(values: Sequence[Any], dtype: np.dtype[Any]) -> Any:
    layout = _layouts.get(id(dtype)) or _layouts.setdefault(id(dtype), _layout(dtype))
    found = list(values)
    for place, part in layout.records:
        found[place] = _plain(found[place], part)
    return layout.reader(found)


def _layout(dtype: np.dtype[Any]) -> Layout:
    names, fields = dtype.names or (), cast(Any, dtype.fields)
    records = [(place, fields[name][0]) for place, name in enumerate(names)]
    reader: Any = namedtuple("Plain", names)  # type: ignore[misc]  # of fields known only here
    return Layout(dtype, reader._make, tuple(part for part in records if part[1].fields))


def dtype_of(kind: type[Record], itemsize: int | None = None) -> np.dtype[Any]:
    """The record type of a class that declares its fields, to be read as attributes.

    If an itemsize is given, the record must have exactly that many bytes, so that anyone who adds a
    field sees what it costs.
    """
    layout = _dtype_of(kind)  # type: ignore[arg-type]  # its records are hashable, and so is it
    if itemsize not in (None, layout.itemsize):
        raise TypeError(f"{kind.__name__} has {layout.itemsize} bytes, not {itemsize}")
    return layout


@cache
def _dtype_of(kind: type[Record]) -> np.dtype[Any]:
    """The record type of a class, always the same object.

    The fields are those of its first base, its own, and those of further bases, in this order; a
    field of its own takes the place of a further base's of the same name. They are laid out with
    the alignment that compiled code and GPUs want. The gaps this leaves are filled with fields of
    their own: NumPy copies fields, not gaps, and equal records must be equal byte for byte.
    """
    fields = list(_fields(kind).items())
    aligned = np.dtype([(name, *parts) for name, parts in fields], align=True)
    places: Any = aligned.fields
    filled: list[Any] = []
    end = 0
    for name, parts in fields:
        size, offset = places[name][0].itemsize, places[name][1]
        filled += [*_filler(end, offset), (name, *parts)]
        end = offset + size
    filled += _filler(end, aligned.itemsize)
    attributes: Any = (kind, np.dtype(filled, align=True))
    layout: np.dtype[Any] = np.dtype(attributes)
    return layout


def _fields(kind: type[Record]) -> dict[str, tuple[Any, ...]]:
    """The fields of a class by name, each as NumPy declares it."""
    bases = [base for base in kind.__bases__ if issubclass(base, Record)]
    fields = _fields(bases[0]) if bases else {}
    hints = get_type_hints(kind, include_extras=True)
    for name in get_annotations(kind):
        fields[name] = _field(kind, name, hints[name])
    for base in bases[1:]:
        fields |= {name: parts for name, parts in _fields(base).items() if name not in fields}
    return fields


def _field(kind: type[Record], name: str, declared: Any) -> tuple[Any, ...]:
    """A declared field as NumPy needs it: its type, and the lengths of an array."""
    if hasattr(kind, name):
        raise TypeError(f"{kind.__name__}.{name} cannot be a field: every record has {name!r}")
    if isinstance(declared, type) and issubclass(declared, Record):
        return (dtype_of(declared),)
    known, *parts = get_args(declared) if get_origin(declared) is Annotated else (None,)
    parts = [part for part in parts if not isinstance(part, str)]  # what it means, in words
    if known not in DIMENSIONS or len(parts) != 1 + DIMENSIONS[known]:
        raise TypeError(
            f"{kind.__name__}.{name} is declared as {declared}; a field is a record, a number such "
            "as Int8, or an array such as Annotated[Row, np.int8, 5]"
        )
    number, *lengths = parts
    return (number, tuple(lengths)) if lengths else (number,)


def _filler(end: int, start: int) -> list[Any]:
    """A field for the gap between two offsets, if there is one."""
    return [(f"gap_at_{end}", np.int8, start - end)] if start > end else []


def blank(state: np.dtype[Any], count: int = 1, options: Record | None = None) -> Array:
    """New states, all zeros, with no winner yet, perhaps with these options."""
    states = np.zeros(count, state)
    states["winner"] = UNDECIDED
    if options is not None:
        states["options"] = options
    return states


def cell_of(state: Record) -> Array:
    """The one-element array that contains a state."""
    base: Any = state.base
    if isinstance(base, np.ndarray) and base.shape == (1,):
        return base
    cell = np.zeros(1, state.dtype)
    cell[0] = state
    return cell


def copied(state: Record) -> Array:
    """A copy of a state in an array of one."""
    cell = cell_of(state)
    return states_from(cell.tobytes(), cell.dtype)


def states_from(data: bytes, kind: np.dtype[Any]) -> Array:
    """States with these bytes: NumPy is slow to copy field by field, and to take bytes that it has
    for records.
    """
    return np.frombuffer(bytearray(data), kind)


def state_of(cell: Array) -> GameState:
    """The state in a one-element array."""
    return cell[0]
