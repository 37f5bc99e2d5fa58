"""Many games between built-in players, given by name."""

from collections.abc import Sequence

import numpy as np

from duelhall.batch.columns import SEED, checked_columns, fill_columns
from duelhall.batch.launching import OneGame, launch, one_game
from duelhall.batch.one_game import play_at_random, play_by_policies
from duelhall.batch.outcomes import OUTCOME, Outcomes, Source, outcome_dtype
from duelhall.batch.pieces import pieces, progress_of
from duelhall.engine.arguments import checked_number, checked_pair, checked_seeds, checked_threads
from duelhall.engine.record import Array
from duelhall.match.game import Game, checked_game
from duelhall.players.builtin import RANDOM, policy_of

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
