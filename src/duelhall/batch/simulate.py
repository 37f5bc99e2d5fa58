"""Many games between built-in players, given by name.

A long run in pieces: between two of them progress is shown, and Ctrl-C takes effect.
"""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

import numpy as np

from duelhall.backend.progress import Progress, announced_to
from duelhall.batch.launch import OneGame, launch, one_game
from duelhall.batch.one_game import play_at_random, play_by_policies
from duelhall.batch.outcomes import (
    OUTCOME,
    SEED,
    Outcomes,
    Source,
    checked_columns,
    fill_columns,
    outcome_dtype,
)
from duelhall.engine.arguments import checked_number, checked_pair, checked_seeds, checked_threads
from duelhall.engine.record import Array
from duelhall.engine.text import bare
from duelhall.match.game import Game, checked_game
from duelhall.players.builtin import RANDOM, policy_of

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
        with Bar(count) as bar:
            yield bar.advance
    else:
        yield Lines(count).advance


class Bar:
    """A bar at a terminal, which goes away in the end."""

    def __init__(self, count: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(file=bare(sys.stderr)), transient=True)
        self._count, self._done = count, 0
        self._task = self._bar.add_task("", total=count)
        self._began, self._end = time.monotonic(), ExitStack()

    def __enter__(self) -> "Bar":
        self._end.enter_context(announced_to(self._announce))
        return self

    def __exit__(self, *_error: object) -> None:
        self._end.close()

    def advance(self, games: int) -> None:
        """Show it from the moment on at which somebody may begin to wonder."""
        self._done += games
        text = f"{self._done:,} of {self._count:,} games"
        self._bar.update(self._task, completed=self._done, description=text)
        if time.monotonic() - self._began >= PATIENCE:
            self._show()

    def _announce(self, _step: Progress) -> None:
        """Say at once that machine code has to be compiled, which takes seconds."""
        self._bar.update(self._task, description="Compiling, once")
        self._show()

    def _show(self) -> None:
        if not self._bar.live.is_started:
            self._bar.start()
            self._end.callback(self._bar.stop)


class Lines:
    """A line now and then."""

    def __init__(self, count: int) -> None:
        self._count, self._done, self._told = count, 0, time.monotonic()

    def advance(self, games: int) -> None:
        """Say how far it is if nothing was said for a while, and in the end."""
        self._done += games
        if self._done == self._count or time.monotonic() - self._told >= PLAIN_PAUSE:
            print(f"{self._done:,} of {self._count:,} games", file=sys.stderr, flush=True)
            self._told = time.monotonic()


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
    run = _Run(game, (first, second), seed, threads, list(chosen))
    table = np.zeros(games, outcome_dtype(chosen))
    with progress_of(games, shown=progress) as advance:
        for rows in pieces(games, run.most):
            run.play(table, rows)
            advance(rows.stop - rows.start)
    return Outcomes(table, Source(game, (first, second), seed))


def one_game_of(game: Game, first: str, second: str, *, keeps_ends: bool) -> OneGame:
    """The one-game function of two players. Random ones need no view: nothing is kept of what they
    could remember, unless somebody looks at the last states.
    """
    if (first, second) == (RANDOM, RANDOM):
        functions = {} if keeps_ends else game.definition.functions_without_memory
        return one_game(game, play_at_random, **functions)
    policies = (policy_of(game, first), policy_of(game, second))
    return one_game(game, play_by_policies, policy_0=policies[0], policy_1=policies[1])


class _Run:
    """What all pieces of a run have in common."""

    def __init__(
        self, game: Game, players: tuple[str, str], seed: int, threads: int, columns: list[str]
    ) -> None:
        self._game, self._seed, self._threads, self._columns = game, seed, threads, columns
        self._keeps_ends = any(name != SEED for name in columns)
        self._play = one_game_of(game, *players, keeps_ends=self._keeps_ends)

    @property
    def most(self) -> int:
        """How many games a piece may have."""
        size = self._game.definition.rules.STATE.itemsize
        return MOST_MEMORY // size if self._keeps_ends else MOST_MEMORY

    def play(self, table: Array, rows: slice) -> None:
        """Play the games of these rows."""
        piece, seed = table[rows], self._seed + rows.start
        if not self._columns:
            launch(self._game, self._play, piece, seed, self._threads)
            return
        outcomes = np.zeros(len(piece), OUTCOME)
        ends = self._game.blank(len(piece) if self._keeps_ends else 0)
        launch(self._game, self._play, outcomes, seed, self._threads, ends)
        for name in OUTCOME.names or ():
            piece[name] = outcomes[name]
        fill_columns(piece, self._columns, seed, ends)
