"""How games ended, as a table with a row for each.

Tables of outcomes for Arrow and Parquet.

Columns of outcomes that are asked for by name: the seed, and fields of the last state.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelhall.engine.arguments import checked_path
from duelhall.engine.errors import BadArgument, UnknownName, UnusableFile, from_extra, no_such
from duelhall.engine.record import DRAWN, SEATS, Array
from duelhall.match.game import Game

if TYPE_CHECKING:
    import pyarrow as pa


FIELDS: list[Any] = [
    ("winner", np.int8),  # a seat, or DRAWN
    ("reason", np.int8),  # the number of one of the game's REASONS
    ("first", np.int8),  # the seat that made the first decision
    ("moves", np.int32),
    ("points", np.int32, SEATS),  # of each seat, as the game counts them
]


def outcome_dtype(more: Mapping[str, Any] | None = None) -> np.dtype[Any]:
    """The type of a row, with more columns by their types; aligned, as GPUs want it."""
    fields = [*FIELDS, *(more or {}).items()]
    attributes: Any = (np.record, np.dtype(fields, align=True))
    row: np.dtype[Any] = np.dtype(attributes)
    return row


OUTCOME = outcome_dtype()


class Source(NamedTuple):
    """Where outcomes come from."""

    game: Game
    players: tuple[str, str]
    seed: int


class Outcomes(np.ndarray[Any, Any]):
    """How each game ended: a NumPy structured array with a row for each game.

    Its fields are `winner` (a seat, or 2 if nobody won), `reason` (a number; `reason_words` has the
    words), `first` (the seat to begin), `moves` (how many there were), `points` (those of both
    seats, as the game counts them), and the columns that were asked for. A selection of rows is
    such a table again; a field is a plain array.

    >>> import duelhall
    >>> outcomes = duelhall.simulate(duelhall.load("blade"), ("greedy", "random"), games=1000)
    >>> outcomes.won(0) + outcomes.won(1) + outcomes.drawn, outcomes["moves"].shape
    (1000, (1000,))
    >>> words = outcomes.reason_words
    >>> outcomes.winners[:2].tolist(), [words[number] for number in outcomes["reason"][:2]]
    ([1, 0], ['lower-score', 'lower-score'])
    >>> outcomes.moves == int(outcomes.lengths.sum()), outcomes.table["winner"].shape
    (True, (1000,))
    >>> outcomes.source.players, outcomes.source.seed
    (('greedy', 'random'), 0)
    """

    source: Source | None = None

    def __new__(cls, table: Array, source: Source | None = None) -> "Outcomes":
        """The same table, by its outcomes."""
        found = table.view(cls)
        found.source = source
        return found

    def __array_finalize__(self, other: Any) -> None:
        self.source = getattr(other, "source", None)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled with its source."""
        return Outcomes, (self.table, self.source)

    def __getitem__(self, key: Any) -> Any:
        """A row, a table of several rows, or a field."""
        found = super().__getitem__(key)
        is_table = not isinstance(found, Outcomes) or found.dtype == self.dtype
        return found if is_table else found.view(np.ndarray)

    @property
    def table(self) -> Array:
        """The same rows as a plain structured array."""
        return self.view(np.ndarray)

    @property
    def winners(self) -> Array:
        """The winner of each game, DRAWN if there is none."""
        return self.table["winner"]

    @property
    def lengths(self) -> Array:
        """The number of moves of each game."""
        return self.table["moves"]

    def won(self, seat: int) -> int:
        """The number of games that a seat won."""
        return int(np.count_nonzero(self.winners == seat))

    @property
    def drawn(self) -> int:
        """The number of games that nobody won."""
        return self.won(DRAWN)

    @property
    def moves(self) -> int:
        """The number of moves in all games together."""
        return int(self.lengths.sum())

    @property
    def reason_words(self) -> list[str]:
        """The words for why a game ended, by the numbers in `reason`."""
        if self.source is None:
            return []
        return [reason.word for reason in self.source.game.definition.rules.REASONS]

    def to_arrow(self) -> "pa.Table":
        """The table for Arrow, which Polars, pandas and DuckDB take: null where nobody won, reasons
        in words, and a column per seat for what there is of each seat. It needs pyarrow, which
        comes with `duelhall[parquet]`.
        """
        return arrow_table(self)

    def to_parquet(self, path: str | Path) -> None:
        """Write the table of `to_arrow` to a Parquet file. It needs `duelhall[parquet]`."""
        write_parquet(self, checked_path(path))


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
