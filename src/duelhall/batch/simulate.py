"""Many games between built-in players, and how they ended, as a table with a row for each."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelhall.backend import Progress, announced_to
from duelhall.batch.launch import OneGame, launch, one_game, play_at_random, play_by_policies
from duelhall.engine.errors import (
    BadArgument,
    UnknownName,
    UnusableFile,
    checked_number,
    checked_pair,
    checked_seeds,
    checked_threads,
    from_extra,
    no_such,
)
from duelhall.engine.record import DRAWN, SEATS, Array
from duelhall.engine.text import bare, checked_path
from duelhall.match.game import Game, checked_game
from duelhall.play.builtin import RANDOM, policy_of

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
OUTCOME_NAMES = OUTCOME.names or ()


class Origin(NamedTuple):
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

    source: Origin | None = None

    def __new__(cls, table: Array, source: Origin | None = None) -> "Outcomes":
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
        arrow = from_extra("parquet", "pyarrow")
        table: pa.Table = arrow.table(dict(_columns(arrow, self)), metadata=_metadata(self))
        return table

    def to_parquet(self, path: str | Path) -> None:
        """Write the table of `to_arrow` to a Parquet file, all of it or nothing. It needs
        `duelhall[parquet]`.
        """
        file, table = checked_path(path), self.to_arrow()
        draft = file.with_name(f"{file.name}.part")
        parquet = from_extra("parquet", "pyarrow.parquet")
        try:
            parquet.write_table(table, draft)
            draft.replace(file)
        except OSError as error:
            raise UnusableFile(file, error) from None
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


# --- columns ---

SEED = "seed"
GAP = "gap_at_"
"""How the name of a field begins that only fills a record up."""


def state_fields(game: Game) -> dict[str, np.dtype[Any]]:
    """The fields of the last state that say more than how a game ended."""
    fields: Any = game.definition.rules.STATE.fields
    known = {*OUTCOME_NAMES, "options", "rng"}
    return {
        name: kind
        for name, (kind, *_) in fields.items()
        if name not in known and not name.startswith(GAP)
    }


def checked_columns(game: Game, columns: Sequence[str]) -> dict[str, np.dtype[Any]]:
    """The columns that were asked for, each once, by their types."""
    if isinstance(columns, str) or not isinstance(columns, Sequence):
        raise BadArgument("columns", "a list of names", columns)
    known = {SEED: np.dtype(np.uint64), **state_fields(game)}
    for name in columns:
        if name not in known:
            raise UnknownName(no_such("column", name, known, game.name))
    return {name: known[name] for name in columns}


def fill_columns(table: Array, outcomes: Array, seed: int, ends: Array) -> None:
    """Fill in outcomes and what else was asked for, from the seed of the first row and the last
    states.
    """
    for name in table.dtype.names or ():
        if name == SEED:
            table[name] = np.uint64(seed) + np.arange(len(table), dtype=np.uint64)
        else:
            table[name] = (outcomes if name in OUTCOME_NAMES else ends)[name]


# --- pieces and progress ---

FIRST_PIECE = 16
"""How many games the first piece has; the next ones are as long as takes about PIECE_SECONDS."""
PIECE_SECONDS = 0.25
PATIENCE = 2.0
"""Seconds after which somebody at a terminal is shown how far it is."""
PLAIN_PAUSE = 10.0
"""Seconds between two lines where there is no terminal."""

Advance = Callable[[int], None]
"""Is told how many more games were played."""


def pieces(count: int, most: int) -> Iterator[slice]:
    """Cut rows into slices, each twice as long as the one before it as long as that takes little
    time, and none longer than `most`.
    """
    start, size = 0, FIRST_PIECE
    while start < count:
        size = min(size, most, count - start)
        began = time.monotonic()
        yield slice(start, start + size)
        start += size
        if time.monotonic() - began < PIECE_SECONDS:
            size *= 2


@contextmanager
def progress_of(count: int, *, shown: bool | None) -> Iterator[Advance]:
    """Show on standard error how many games were played: at a terminal if it takes long, elsewhere
    only if that is asked for.
    """
    if shown is None:
        shown = sys.stderr.isatty()
    if not shown:
        yield lambda _games: None
    elif sys.stderr.isatty():
        with bar(count) as advance:
            yield advance
    else:
        yield ProgressLines(count).advance


@contextmanager
def bar(count: int) -> Iterator[Advance]:
    """A bar at a terminal, which goes away in the end. It is shown from the moment on at which
    somebody may begin to wonder, and at once where machine code has to be compiled.
    """
    from rich.console import Console
    from rich.progress import BarColumn, TimeRemainingColumn
    from rich.progress import Progress as RichProgress

    columns = "{task.description}", BarColumn(), TimeRemainingColumn()
    shown = RichProgress(*columns, console=Console(file=bare(sys.stderr)), transient=True)
    task, began = shown.add_task("", total=count), time.monotonic()

    def advance(games: int) -> None:
        done = int(shown.tasks[0].completed) + games
        shown.update(task, completed=done, description=f"{done:,} of {count:,} games")
        if time.monotonic() - began >= PATIENCE:
            shown.start()

    def announce(_step: Progress) -> None:
        shown.update(task, description="Compiling, once")
        shown.start()

    try:
        with announced_to(announce):
            yield advance
    finally:
        if shown.live.is_started:
            shown.stop()


class ProgressLines:
    """A line now and then."""

    def __init__(self, count: int) -> None:
        self._count, self._done, self._told = count, 0, time.monotonic()

    def advance(self, games: int) -> None:
        """Say how far it is if nothing was said for a while, and in the end."""
        self._done += games
        if self._done == self._count or time.monotonic() - self._told >= PLAIN_PAUSE:
            print(f"{self._done:,} of {self._count:,} games", file=sys.stderr, flush=True)
            self._told = time.monotonic()


# --- games ---

MOST_MEMORY = 2**26
"""Bytes that the last states of games may take at a time."""


def simulate(
    game: Game,
    players: tuple[str, str],
    games: int = 1_000_000,
    *,
    seed: int = 0,
    backend: str | None = None,
    threads: int | None = None,
    columns: Sequence[str] = (),
    progress: bool | None = None,
) -> Outcomes:
    """Play games between two built-in players, one for each seat, on every core.

    >>> import duelhall
    >>> outcomes = duelhall.simulate(duelhall.load("blade"), ("greedy", "random"), games=1000)
    >>> outcomes.won(0), outcomes.won(1), outcomes.drawn
    (891, 108, 1)

    Game i has the seed `seed + i`, and is the same as everywhere else, byte for byte: for any
    number of threads, and on every backend (`cpu`, `cuda`, `python`, or the game's own if none is
    named).

    The outcomes are a structured array with a row for each game. Further columns can be the `seed`
    of each game, and fields of the state in which it ended, such as `turn`. At a terminal, a long
    run shows its progress on standard error; with `progress` it does so everywhere, or nowhere.
    """
    game, threads = checked_game(game).with_backend(backend), checked_threads(threads)
    first, second = checked_pair("players", players)
    games = checked_number("the number of games", games, 0)
    seed, chosen = checked_seeds(games, seed), checked_columns(game, columns)
    keeps_ends = any(name != SEED for name in chosen)
    play = one_game_of(game, first, second, keeps_ends=keeps_ends)
    most = MOST_MEMORY // (game.definition.rules.STATE.itemsize if keeps_ends else 1)
    table = np.zeros(games, outcome_dtype(chosen))
    with progress_of(games, shown=progress) as advance:
        for rows in pieces(games, most):
            piece, first_seed = table[rows], seed + rows.start
            outcomes = np.zeros(len(piece), OUTCOME) if chosen else piece
            ends = game.blank(len(piece) if keeps_ends else 0)
            launch(game, play, outcomes, first_seed, threads, ends)
            if chosen:
                fill_columns(piece, outcomes, first_seed, ends)
            advance(len(piece))
    return Outcomes(table, Origin(game, (first, second), seed))


def one_game_of(game: Game, first: str, second: str, *, keeps_ends: bool) -> OneGame:
    """The one-game function of two players. Random ones need no view: nothing is kept of what they
    could remember, unless somebody looks at the last states.
    """
    if (first, second) == (RANDOM, RANDOM):
        functions = {} if keeps_ends else game.definition.functions_without_memory
        return one_game(game, play_at_random, **functions)
    policies = (policy_of(game, first), policy_of(game, second))
    return one_game(game, play_by_policies, policy_0=policies[0], policy_1=policies[1])


def random_games(game: Game, count: int, seed: int = 0, threads: int = 1) -> Outcomes:
    """Whole random games, dealt from seeds from `seed` on; the same for any number of threads.

    Nobody looks at them before they end, so nothing is kept of what seats remember.
    """
    functions = checked_game(game).definition.functions_without_memory
    return _games(game, one_game(game, play_at_random, **functions), count, seed, threads)


def policy_games(
    game: Game, policies: tuple[Any, Any], count: int, seed: int = 0, threads: int = 1
) -> Outcomes:
    """Whole games between two policies, one for each seat."""
    if not isinstance(policies, tuple) or [callable(one) for one in policies] != [True] * SEATS:
        raise BadArgument("policies", "a pair of functions", policies)
    first, second = policies
    play = one_game(checked_game(game), play_by_policies, policy_0=first, policy_1=second)
    return _games(game, play, count, seed, threads)


def _games(game: Game, play: OneGame, count: int, seed: int, threads: int) -> Outcomes:
    count = checked_number("the number of games", count, 0)
    threads = checked_number("the number of threads", threads, 1)
    table = np.zeros(count, OUTCOME)
    launch(game, play, table, checked_seeds(count, seed), threads)
    return Outcomes(table)
