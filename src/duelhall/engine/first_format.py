"""The trails of saved games of format 1, which digest the bytes of a record.

Those bytes are laid out as the game's record was when format 1 was last written. That layout is
stored as data beside the game, in `first_format.json`; the fields of a state are copied into it by
name. So a record can be given a new layout or a new field, and the old trails still hold. If a
field that they need no longer exists, they can no longer be checked.
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
"""How the names of padding fields begin."""


def digest(state: State, layout: Path | None) -> str | None:
    """What stood for a state in a trail; None if that can no longer be determined."""
    if layout is None:
        return None
    cell = np.zeros((), layout_in(layout))
    if not _copied(cell, state):
        return None
    return hashlib.sha256(cell.tobytes()).hexdigest()[:DIGEST_LENGTH]


def _copied(cell: Array, state: Any) -> bool:
    """Copy all fields of an old record from a current state; False if one is missing."""
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
    """The layout of a record as stored in a file."""
    return np.dtype(_fields(json.loads(file.read_text(encoding="utf-8"))))


def _fields(written: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Fields as NumPy takes them: a name, a type or fields, and perhaps a shape."""
    return [
        (name, _fields(kind) if isinstance(kind, list) else kind, *(tuple(part) for part in shape))
        for name, kind, *shape in written
    ]
