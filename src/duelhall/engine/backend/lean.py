"""States without fields that nobody reads, so that more of them fit in a GPU's fast memory.

A lean state has the fields that a function and the rules below it name, and no others. The options,
which all games of a batch have in common, are not in it: it has a slot for them, and the GPU knows
what to put there.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from duelhall.engine.record import Array

OPTIONS = "options"
WORD = 8
"""Bytes that are copied at a time."""


@dataclass(frozen=True)
class Lean:
    """How a lean state is laid out."""

    dtype: np.dtype[Any]
    options: np.dtype[Any]
    """What is in the options."""

    @property
    def words(self) -> int:
        """How many words it takes."""
        return self.dtype.itemsize // WORD


def lean_layout(state: np.dtype[Any], used: Collection[str], slot: np.dtype[Any]) -> Lean:
    """The layout of a lean state: the slot for the options, then the fields that are used, the
    ones with the widest numbers first.

    It takes an odd number of words, so that the same field of neighbouring states is in
    different banks of the memory.
    """
    fields: Any = state.fields
    kinds = {name: fields[name][0] for name in fields if name in used} | {OPTIONS: slot}
    names = sorted(kinds, key=lambda name: (name != OPTIONS, -kinds[name].base.alignment))
    places, end = [], 0
    for name in names:
        places.append(_rounded(end, kinds[name].base.alignment))
        end = places[-1] + kinds[name].itemsize
    words = _rounded(end, WORD) // WORD
    layout: Any = {
        "names": names,
        "formats": [kinds[name] for name in names],
        "offsets": places,
        "itemsize": WORD * (words + 1 - words % 2),
        "aligned": True,
    }
    attributes: Any = (np.record, np.dtype(layout))
    return Lean(np.dtype(attributes), fields[OPTIONS][0])


def lean_copy(lean: Lean, blank: Array, slot: Any) -> Array:
    """The words of a lean state that is like a blank one, with this in its slot."""
    cell = np.zeros(1, lean.dtype)
    for name in lean.dtype.names or ():
        cell[name] = slot if name == OPTIONS else blank[name]
    return cell.view(np.uint64)


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step
