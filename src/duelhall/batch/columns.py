"""Columns of outcomes that are asked for by name: the seed, and fields of the last state."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from duelhall.batch.outcomes import OUTCOME
from duelhall.engine.errors import BadArgument, UnknownName, no_such
from duelhall.engine.record import Array
from duelhall.match.game import Game

SEED = "seed"
GAP = "gap_at_"
"""How the name of a field begins that only fills a record up."""


def column_types(game: Game) -> dict[str, Any]:
    """What can be asked for, and of which type it is."""
    return {SEED: np.dtype(np.uint64), **state_fields(game)}


def state_fields(game: Game) -> dict[str, np.dtype[Any]]:
    """The fields of the last state that say more than how a game ended."""
    fields: Any = game.definition.rules.STATE.fields
    known = {*(OUTCOME.names or ()), "options", "rng"}
    return {
        name: kind
        for name, (kind, *_) in fields.items()
        if name not in known and not name.startswith(GAP)
    }


def checked_columns(game: Game, columns: Sequence[str]) -> dict[str, np.dtype[Any]]:
    """The columns that were asked for, each once, by their types."""
    if isinstance(columns, str) or not isinstance(columns, Sequence):
        raise BadArgument("columns", "a list of names", columns)
    known = column_types(game)
    for name in columns:
        if name not in known:
            raise UnknownName(no_such("column", name, known, game.name))
    return {name: known[name] for name in columns}


def fill_columns(table: Array, names: Sequence[str], seed: int, ends: Array) -> None:
    """Fill in what was asked for, from the seed of the first row and the last states."""
    for name in names:
        if name == SEED:
            table[name] = np.uint64(seed) + np.arange(len(table), dtype=np.uint64)
        else:
            table[name] = ends[name]
