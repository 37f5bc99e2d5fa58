"""What a state is made of: one NumPy record, read the same way interpreted and compiled."""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

State: TypeAlias = np.record
"""One game's whole state, or what a seat sees of it: one element of an array of a game's STATE."""

Array: TypeAlias = np.ndarray[Any, Any]
"""An array of states, or one field of a state."""

UNDECIDED = -1
"""`winner` while the game goes on."""

DRAWN = 2
"""`winner` when nobody won; a seat's number otherwise."""

HIDDEN = -1
"""In a view: a card that is there and that the seat may not see."""


class Record(np.record):  # type: ignore[misc]  # only the stubs call it final
    """A record of NumPy's whose fields are found in a third of the time."""

    __getattribute__ = np.void.__getattribute__

    def __getattr__(self, name: str) -> Any:
        """The field of that name; asked for only what is no attribute of every record."""
        try:
            return np.void.__getitem__(self, name)
        except ValueError:
            raise AttributeError(f"there is no field {name!r} in this record") from None


def plain(s: State) -> Any:
    """What is in a record, for whoever reads much of it: fields are found at once, numbers are
    Python's, and arrays are copies.
    """
    return _plain(s.item(), s.dtype)


class Layout(NamedTuple):
    """How a kind of record is read."""

    dtype: np.dtype[Any]  # kept, so that nothing else gets its identity
    reader: Callable[[Iterable[Any]], Any]
    records: tuple[tuple[int, np.dtype[Any]], ...]  # which fields are records themselves


_layouts: dict[int, Layout] = {}
"""The layouts met so far, by identity: to compare them takes long."""


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


def record(*fields: Any) -> np.dtype[np.record]:
    """A record type whose fields read as attributes, interpreted and compiled alike.

    It is laid out with the alignment that compiled code and GPUs want. What that leaves between
    fields is filled with fields of its own: NumPy copies fields, not gaps, and records that are
    equal must be equal byte by byte.
    """
    aligned = np.dtype(list(fields), align=True)
    places: Any = aligned.fields
    filled: list[Any] = []
    end = 0
    for field in fields:
        kind, offset = places[field[0]]
        filled += [*_filler(end, offset), field]
        end = offset + kind.itemsize
    filled += _filler(end, aligned.itemsize)
    attributes: Any = (Record, np.dtype(filled, align=True))
    layout: np.dtype[np.record] = np.dtype(attributes)
    return layout


def _filler(end: int, start: int) -> list[Any]:
    """A field for the gap between two offsets, if there is one."""
    return [(f"gap_at_{end}", np.int8, start - end)] if start > end else []


def state_record(options: np.dtype[np.record], *fields: Any) -> np.dtype[np.record]:
    """A game's STATE: the fields that the engine asks of every game, then the game's own."""
    return record(
        ("rng", np.uint64),  # the word that chance draws from; nobody sees it
        ("options", options),  # the switches this game is played with; open
        ("to_move", np.int8),  # the seat that decides next; open
        ("winner", np.int8),  # UNDECIDED, a seat, or DRAWN; open
        ("reason", np.int8),  # which entry of the game's REASONS ended it; open
        *fields,
    )


def blank(state: np.dtype[np.record], count: int = 1) -> Array:
    """Fresh states of nothing but zeros, nobody having won."""
    states = np.zeros(count, state)
    states["winner"] = UNDECIDED
    return states
