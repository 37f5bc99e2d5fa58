"""Tables of outcomes for Arrow and Parquet."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from duelhall.batch.outcomes import Outcomes
from duelhall.engine.errors import UnusableFile, from_extra
from duelhall.engine.record import DRAWN, SEATS, Array

EXTRA = "parquet"


def arrow_table(outcomes: Outcomes) -> Any:
    """The outcomes as a table of Arrow."""
    arrow = from_extra(EXTRA, "pyarrow")
    columns = dict(_columns(arrow, outcomes))
    return arrow.table(columns, metadata=_metadata(outcomes))


def write_parquet(outcomes: Outcomes, path: Path) -> None:
    """Write the outcomes to a file, all of it or nothing."""
    table, draft = arrow_table(outcomes), path.with_name(f"{path.name}.part")
    parquet = from_extra(EXTRA, "pyarrow.parquet")
    try:
        parquet.write_table(table, draft)
        draft.replace(path)
    except OSError as error:
        raise UnusableFile(path, error) from None
    finally:
        draft.unlink(missing_ok=True)


def _metadata(outcomes: Outcomes) -> dict[str, str]:
    """What a reader of the file needs in order to play a game of it again."""
    if outcomes.source is None:
        return {}
    game, players, seed = outcomes.source
    return {"game": game.lasting_name, "players": " - ".join(players), "seed": str(seed)}


def _columns(arrow: Any, outcomes: Outcomes) -> Iterator[tuple[str, Any]]:
    table = outcomes.table
    for name in table.dtype.names or ():
        values, words = table[name], outcomes.reason_words
        if name == "winner":
            yield name, arrow.array(values, mask=values == DRAWN)
        elif name == "reason" and words:
            numbers = arrow.array(np.ascontiguousarray(values))
            yield name, arrow.DictionaryArray.from_arrays(numbers, arrow.array(words))
        elif values.shape[1:2] == (SEATS,):
            for seat in range(SEATS):
                yield f"{name}_{seat}", _column(arrow, values[:, seat])
        else:
            yield name, _column(arrow, values)


def _column(arrow: Any, values: Array) -> Any:
    """Numbers, or lists of them, within each other where the array has more dimensions."""
    column = arrow.array(np.ascontiguousarray(values).ravel())
    for size in reversed(values.shape[1:]):
        column = arrow.FixedSizeListArray.from_arrays(column, size)
    return column
