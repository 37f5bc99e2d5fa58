"""The trail of a saved game: a short digest of the position after the deal and after each move.

What is digested must outlast the record, whose fields and layout change as the rules are improved.
A position in the game's notation does. A game that is so quick that writing its positions would
take longer than playing it says instead which numbers make up a position. Either way, what only
helps the rules and what seats remember are left out.
"""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from duelhall.engine.definition import Definition
from duelhall.engine.record import Array, State

DIGEST_LENGTH = 8
WIDEST = np.dtype("<i8")
"""The type in which all numbers of a position are digested, whatever the type of their fields."""


def numbers_in(*names: str) -> Callable[[Array], Array]:
    """Positions made up of these fields: a row of numbers for each state."""

    def numbers(states: Array) -> Array:
        columns = [states[name].reshape(len(states), -1) for name in names]
        return np.concatenate(columns, axis=1, dtype=WIDEST, casting="unsafe")

    return numbers


def digests(definition: Definition, states: Sequence[State]) -> list[str]:
    """What stands for states in a trail; many at once are faster than one by one."""
    if definition.position_numbers is None:
        return text_digests(definition, states)
    array = np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)
    return [_shortened(row.tobytes()) for row in definition.position_numbers(array)]


def text_digests(definition: Definition, states: Sequence[State]) -> list[str]:
    """The same by notation, even if the game says otherwise."""
    write = definition.notation.position_text
    return [_shortened(write(state).encode()) for state in states]


def _shortened(position: bytes) -> str:
    return hashlib.sha256(position).hexdigest()[:DIGEST_LENGTH]
