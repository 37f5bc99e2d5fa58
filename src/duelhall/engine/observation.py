"""What a seat knows as a row of numbers, and what a game is worth: what learners ask of a game.

A game declares the numbers as a record (`Observation.kind`), so that its rules write them by name.
Learners see the same memory as rows of 32-bit floats, and find in a layout what lies where.
"""

from collections.abc import Mapping
from typing import NamedTuple, cast, get_args, get_type_hints

import numpy as np

from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadArgument, DuelhallError
from duelhall.engine.features import BadFeature, Bounds, Observation
from duelhall.engine.record import Array, Record, dtype_of

NUMBER = np.dtype(np.float32)


class NotDeclared(DuelhallError):
    """Something that a game from elsewhere does not declare."""


class ObservedField(NamedTuple):
    """A part of an observation: where it begins in a row, and the shape in which it lies there."""

    name: str
    offset: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return int(np.prod(self.shape, dtype=int))


class ObservationLayout:
    """What lies where in an observation: `size` numbers, in `fields` one after the other."""

    def __init__(self, kind: type[Record]) -> None:
        self.dtype = dtype_of(kind)
        self.fields = tuple(_fields(kind, self.dtype))
        self.size = self.dtype.itemsize // NUMBER.itemsize

    def __repr__(self) -> str:
        return f"<layout of {self.size} numbers in {len(self.fields)} fields>"

    def blank(self, rows: int = 1) -> Array:
        """Rows of zeros, to be seen as `records`."""
        return np.zeros((rows, self.size), NUMBER)

    def records(self, rows: Array) -> Array:
        """The same memory as an array of records, which rules fill by the names of its fields."""
        return rows.view(self.dtype)[:, 0]

    def parts(self, rows: Array) -> dict[str, Array]:
        """The fields of an observation, or of many, by name and in their shapes; nothing is copied.

        The last axis of `rows` has the numbers.
        """
        if rows.shape[-1:] != (self.size,):
            raise BadArgument("rows", f"an array whose last axis has {self.size} numbers", rows)
        return {
            part.name: rows[..., part.offset : part.offset + part.size].reshape(
                rows.shape[:-1] + part.shape
            )
            for part in self.fields
        }


def _fields(kind: type[Record], dtype: np.dtype[np.void]) -> list[ObservedField]:
    """What a record of numbers consists of; BadFeature if it is none."""
    hints = get_type_hints(kind, include_extras=True)
    places = cast(Mapping[str, tuple[np.dtype[np.generic], int]], dtype.fields)
    found = []
    for name, (part, offset, *_) in places.items():
        meaning = [text for text in get_args(hints[name]) if isinstance(text, str)]
        if part.base != NUMBER or len(meaning) != 1:
            raise BadFeature(
                f"{kind.__name__}.{name} must be a Float32 or an array of np.float32, with a text "
                "that says what it means"
            )
        found.append(ObservedField(name, offset // NUMBER.itemsize, part.shape, meaning[0]))
    return found


def observation_of(definition: Definition) -> Observation:
    """How a game is observed; NotDeclared if it does not say so."""
    found = definition.feature(Observation)
    if found is None:
        raise NotDeclared(
            f"{definition.name} declares no observation: see Observation in docs/add-a-game.md"
        )
    return found


def bounds_of(definition: Definition) -> Bounds:
    """How long a game can last and what it can be worth; NotDeclared if it does not say so."""
    found = definition.feature(Bounds)
    if found is None:
        raise NotDeclared(f"{definition.name} declares no bounds: see Bounds in docs/add-a-game.md")
    return found
