"""What a seat knows as a row of numbers, and what a game is worth: what learners ask of a game.

A game declares the numbers as a record (`Observation.kind`), so that its rules write them by name.
Learners see the same memory as rows of 32-bit floats, and find in a layout what lies where.

Observations, masks and returns of many states at once, a row each.

A row function does one row, with everything that it needs passed in, so that a thread of a GPU can
run it as well as the loop of a template. Nothing is allocated.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast, get_args, get_type_hints

import numpy as np

from duelhall.engine.errors import BadArgument, BadFeature, DuelhallError
from duelhall.engine.options import Value
from duelhall.engine.record import (
    DRAWN,
    SEATS,
    UNDECIDED,
    Array,
    Float32,
    Record,
    Row,
    State,
    dtype_of,
)
from duelhall.engine.rule import helper
from duelhall.engine.template import legal, observe, view

if TYPE_CHECKING:
    from duelhall.engine.definition import Definition, Reason

NUMBER = np.dtype(np.float32)


@dataclass(frozen=True)
class Bounds:
    """How long the game can last, and what it can be worth."""

    longest_game: Callable[[Mapping[str, Value]], int]
    """The most moves that a game with these options can have."""
    utility: tuple[float, float] = (-1.0, 1.0)
    """The least and the most that a game can be worth to a seat (`Game.returns`)."""


@dataclass(frozen=True)
class Observation:
    """What a seat knows can be given to a learner as a row of numbers from 0 to 1."""

    kind: type[Record]
    """A record of `Float32` numbers and arrays of them, each with a text that says what it means.
    It is the same for all options, and for both seats: own things come first."""
    observe: Callable[[Any, int, Any], None]
    """A helper that fills such a record, which is blank, from the view of a seat, and never from a
    state."""
    leaves_out: Mapping[str, str] = field(default_factory=dict)
    """Fields of a view that no number depends on, each with the reason."""
    moves: Mapping[str, range] = field(default_factory=dict)
    """The numbers of moves by what such moves do, for readers; together they are all numbers."""


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


def observation_of(definition: "Definition") -> Observation:
    """How a game is observed; NotDeclared if it does not say so."""
    found = definition.learning.observation
    if found is None:
        raise NotDeclared(
            f"{definition.name} declares no observation: see duelhall docs add-a-game"
        )
    return found


def bounds_of(definition: "Definition") -> Bounds:
    """How long a game can last and what it can be worth; NotDeclared if it does not say so."""
    found = definition.learning.bounds
    if found is None:
        raise NotDeclared(f"{definition.name} declares no bounds: see duelhall docs add-a-game")
    return found


WON, LOST, TIED = range(3)


class CommonObservation(Record):
    """What an observation begins with: who decides next, or how it ended."""

    my_move: Annotated[Float32, "1 if I decide next"]
    result: Annotated[Row, np.float32, 3, "1 at how it ended: I won, they won, it was drawn"]


@helper
def observe_standing(s: State, seat: int, out: CommonObservation) -> None:
    """Say who decides next, or how it ended."""
    if s.winner == UNDECIDED:
        out.my_move = int(s.to_move == seat)
    elif s.winner == DRAWN:
        out.result[TIED] = 1
    else:
        out.result[WON if s.winner == seat else LOST] = 1


def said_of_reasons(reasons: Sequence["Reason"]) -> str:
    """What the numbers mean that say for which of these reasons a game ended."""
    words = ", ".join(reason.word for reason in reasons[1:])
    return f"1 at the reason for which it ended, in the order of {words}"


@helper
def share(count: int, most: int) -> float:
    """A count as a number from 0 to 1: how much it is of the most that there can be."""
    return int(count) / int(most) if most > 0 else 0.0


@helper
def squashed(count: int, half: int) -> float:
    """A count without a useful limit as a number from 0 to 1: 0 for none, 1/2 for `half`, and less
    than 1 whatever it is.
    """
    return int(count) / (int(count) + half)


@helper
def observe_row(
    row: int, cells: Array, seats: Array, seen: Array, tensors: Array, blank: Array
) -> None:
    """Write what a seat knows of a state into its row of `tensors`.

    `seen` has two cells, a blank one and one for the view; `blank` has a record of zeros.
    """
    tensors[row] = blank[0]
    observe_in_zeros(row, cells, seats, seen, tensors)


@helper
def observe_in_zeros(row: int, cells: Array, seats: Array, seen: Array, tensors: Array) -> None:
    """The same for a row of zeros."""
    seat = int(seats[row])
    seen[1] = seen[0]
    view(cells[row], seat, seen[1])
    observe(seen[1], seat, tensors[row])


def observe_rows(cells: Array, seats: Array, seen: Array, tensors: Array, blank: Array) -> None:
    """Write what a seat knows of each state, the seat of its row, into the rows of `tensors`."""
    for row in range(len(cells)):
        observe_row(row, cells, seats, seen, tensors, blank)


@helper
def mask_row(row: int, cells: Array, moves: Array, masks: Array) -> None:
    """Mark the legal moves of a state in its row of `masks`; there are none after the end."""
    for move in range(masks.shape[1]):
        masks[row, move] = False
    if cells[row].winner == UNDECIDED:
        for place in range(legal(cells[row], moves)):
            masks[row, moves[place]] = True


def mask_rows(cells: Array, moves: Array, masks: Array) -> None:
    """Mark the legal moves of each state in the rows of `masks`."""
    for row in range(len(cells)):
        mask_row(row, cells, moves, masks)


@helper
def worth(winner: int, seat: int) -> float:
    """What a game is worth to a seat: 1 for a win, -1 for a loss, and otherwise nothing."""
    if winner in (UNDECIDED, DRAWN):
        return 0.0
    return 1.0 if winner == seat else -1.0


@helper
def returns_row(row: int, cells: Array, returns: Array) -> None:
    """Write what a game is worth to each seat into its row of `returns`."""
    for seat in range(SEATS):
        returns[row, seat] = worth(int(cells[row].winner), seat)
