"""The types of a record's fields, each for two readers: NumPy, and mypy.

A number is declared as `turn: Int8`, an array as `hand: Annotated[Grid, np.int8, SEATS, KINDS]`.
A text at the end of the brackets says what the field means, where that is shown to people.

Mypy takes what is read from either for an `int`. In fact it is a NumPy number of the field's own
size: see `int(...)` in CONTRIBUTING.md.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, SupportsIndex, TypeAlias, overload

import numpy as np

from duelhall.engine.seats import SEATS

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
