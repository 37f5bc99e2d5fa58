"""The trails of saved games of format 1, which digest the bytes of a record.

Those bytes are laid out as the game's record was when format 1 was written last. That layout is
kept as data beside the game, `first_format.json`; the fields of a state are copied into it by name.
So a record can be laid out anew or get a new field, and the old trails still hold. Where a field
that they need is no more, they can say nothing.
"""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from duelhall.engine.record import Array, State

DIGEST_LENGTH = 8
GAP = "gap_at_"
"""How the names of fields begin that only filled the record."""


def digest(state: State, layout: Path | None) -> str | None:
    """What stood for a state in a trail; None if that cannot be told any more."""
    if layout is None:
        return None
    cell = np.zeros((), layout_in(layout))
    if not _copied(cell, state):
        return None
    return hashlib.sha256(cell.tobytes()).hexdigest()[:DIGEST_LENGTH]


def _copied(cell: Array, state: Any) -> bool:
    """Copy all fields of an old record from a state of today; False if one is not there."""
    for name in cell.dtype.names or ():
        if name.startswith(GAP):
            continue
        if name not in state.dtype.names:
            return False
        if cell[name].dtype.names:
            if not _copied(cell[name], state[name]):
                return False
        elif cell[name].shape != np.shape(state[name]):
            return False
        else:
            cell[name] = state[name]
    return True


@cache
def layout_in(file: Path) -> np.dtype[Any]:
    """The layout of a record that is written in a file."""
    return np.dtype(_fields(json.loads(file.read_text(encoding="utf-8"))))


def _fields(written: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Fields as NumPy takes them: a name, a type or fields, and perhaps a shape."""
    return [
        (name, _fields(kind) if isinstance(kind, list) else kind, *(tuple(part) for part in shape))
        for name, kind, *shape in written
    ]
