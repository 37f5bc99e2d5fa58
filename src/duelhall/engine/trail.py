"""The trail of a saved game: a short digest of the position after the deal and after each move.

What is digested must outlast the record, which gets other fields and another layout as the rules
become better. A position in the game's notation does. Where a game is so quick that writing its
positions would take longer than playing it, it says which numbers make up a position instead; what
only helps the rules, and what seats remember, is left out in either case.
"""

import hashlib
from collections.abc import Callable, Sequence

import numpy as np

from duelhall.engine.definition import Definition
from duelhall.engine.record import Array, State

DIGEST_LENGTH = 8
WIDEST = np.dtype("<i8")
"""The type that all numbers of a position are digested in, whatever type their fields have."""


def numbers_in(*names: str) -> Callable[[Array], Array]:
    """Positions that are made up of these fields: a row of numbers for each state."""

    def numbers(states: Array) -> Array:
        columns = [states[name].reshape(len(states), -1) for name in names]
        return np.concatenate(columns, axis=1, dtype=WIDEST, casting="unsafe")

    return numbers


def digests(definition: Definition, states: Sequence[State]) -> list[str]:
    """What stands for states in a trail; many at once are quicker than one by one."""
    if definition.position_numbers is None:
        return text_digests(definition, states)
    array = np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)
    return [_shortened(row.tobytes()) for row in definition.position_numbers(array)]


def text_digests(definition: Definition, states: Sequence[State]) -> list[str]:
    """The same by the notation, whatever else a game says."""
    write = definition.notation.position_text
    return [_shortened(write(state).encode()) for state in states]


def _shortened(position: bytes) -> str:
    return hashlib.sha256(position).hexdigest()[:DIGEST_LENGTH]
