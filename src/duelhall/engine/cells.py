"""A state in an array of one, which is how rules and machine code are given it."""

from typing import Any

import numpy as np

from duelhall.engine.record import Array, GameState, Record


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
