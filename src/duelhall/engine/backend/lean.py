"""States without fields that nobody reads, so that more of them fit in a GPU's fast memory.

A lean state has the fields that a function and the rules below it name, and no others. The options,
which all games of a batch have in common, are in it only where the GPU has no other place for them.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from duelhall.engine.record import Array

OPTIONS = "options"
WORD = 8
"""Bytes that are copied at a time."""
ALIGNMENT = 16
"""Arrays of records begin at multiples of this, so that no number in them lies across two words."""


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

    @property
    def option_words(self) -> int:
        """How many words the options take."""
        return _rounded(self.options.itemsize, WORD) // WORD


def lean_layout(state: np.dtype[Any], used: Collection[str]) -> Lean:
    """The layout of a lean state: the fields that are used, those with the widest numbers first."""
    fields: Any = state.fields
    kinds = {name: fields[name][0] for name in fields if name in used}
    names = sorted(kinds, key=lambda name: -kinds[name].base.alignment)
    places, end = [], 0
    for name in names:
        places.append(_rounded(end, kinds[name].base.alignment))
        end = places[-1] + kinds[name].itemsize
    layout: Any = {
        "names": names,
        "formats": [kinds[name] for name in names],
        "offsets": places,
        "itemsize": _rounded(end, WORD),
        "aligned": True,
    }
    attributes: Any = (np.record, np.dtype(layout))
    return Lean(np.dtype(attributes), fields[OPTIONS][0])


def lean_copy(lean: Lean, blank: Array) -> Array:
    """The words of a lean state that is like a blank one."""
    cell = np.zeros(1, lean.dtype)
    for name in lean.dtype.names or ():
        cell[name] = blank[name]
    return cell.view(np.uint64)


def options_copy(lean: Lean, blank: Array) -> Array:
    """The words of the options of a blank state."""
    words = np.zeros(lean.option_words, np.uint64)
    words.view(np.uint8)[: lean.options.itemsize] = np.frombuffer(
        blank[OPTIONS].tobytes(), np.uint8
    )
    return words


def apart(words: int) -> int:
    """How far apart to lay states of so many words: an odd number of them, so that the same field
    of neighbouring states is in different banks of the memory.
    """
    return words + 1 - words % 2


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step
