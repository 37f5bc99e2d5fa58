"""The trail of a saved game: a short digest of the position after the deal, and of each move
together with the position after it. So a move cannot be exchanged for another that does the same.

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


def digests(
    definition: Definition, states: Sequence[State], steps: Sequence[str] | None = None
) -> list[str]:
    """What stands in a trail for states, each with the step that led to it; many at once are
    faster than one by one. Trails of an earlier format have no steps.
    """
    if definition.position_numbers is None:
        return text_digests(definition, states, steps)
    array = np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)
    return _digests([row.tobytes() for row in definition.position_numbers(array)], steps)


def text_digests(
    definition: Definition, states: Sequence[State], steps: Sequence[str] | None = None
) -> list[str]:
    """The same by notation, even if the game says otherwise."""
    write = definition.notation.position_text
    return _digests([write(state).encode() for state in states], steps)


def _digests(positions: Sequence[bytes], steps: Sequence[str] | None) -> list[str]:
    led = [b""] * len(positions) if steps is None else [_prefix(step) for step in steps]
    return [
        hashlib.sha256(step + position).hexdigest()[:DIGEST_LENGTH]
        for step, position in zip(led, positions, strict=True)
    ]


def _prefix(step: str) -> bytes:
    """A step as it is digested before the position that it led to."""
    return f"{step}\n".encode()
