"""Launchers: they run a one-game function for each row of a table.

Work cut into pieces for threads; compiled loops release the interpreter while they run.

Whole games by the million: dealt, played and ended in machine code, on every core.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np

from duelhall.backend.cuda import is_on_gpu
from duelhall.backend.entries import MOVE_TYPE
from duelhall.batch.on_gpu import launch_on_gpu
from duelhall.batch.one_game import DICE_CELLS, cells_of, play_at_random, play_by_policies
from duelhall.batch.outcomes import OUTCOME, Outcomes
from duelhall.engine.arguments import checked_number, checked_seeds
from duelhall.engine.chance import DICE
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadArgument
from duelhall.engine.record import SEATS, Array
from duelhall.engine.template import bound, play_game
from duelhall.match.game import Game, checked_game


def in_pieces(count: int, pieces: int, threads: int, work: Callable[[slice], None]) -> None:
    """Do work in this many pieces of nearly equal size, each given as a slice."""

    def do(piece: int) -> None:
        work(slice(count * piece // pieces, count * (piece + 1) // pieces))

    if threads == 1:
        for piece in range(pieces):
            do(piece)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(do, range(pieces)))


OneGame = Callable[..., None]
"""A one-game function as in batch/one_game.py, bound to the rules of a game."""


def one_game(game: Game, template: Callable[..., None], **more: Callable[..., Any]) -> OneGame:
    """A one-game function bound to a game's rules, and to more functions where it names some."""
    return _one_game(game.definition.origin, template, **more)


@cache
def _one_game(
    definition: Definition, template: Callable[..., None], **more: Callable[..., Any]
) -> OneGame:
    found: OneGame = bound(template, {**definition.functions, **more})
    return found


def launch(
    game: Game,
    play: OneGame,
    table: Array,
    seed: int,
    threads: int = 1,
    ends: Array | None = None,
) -> None:
    """Play a game for each row of a table, row i from the seed `seed + i`; where there is an array
    for them, keep the states in which the games ended.
    """
    ends = game.blank(0) if ends is None else ends
    if is_on_gpu(game.backend):
        launch_on_gpu(game, play, table, seed, ends)
    else:
        launch_on_threads(game, play, table, seed, threads, ends)


def launch_on_threads(
    game: Game, play: OneGame, table: Array, seed: int, threads: int, ends: Array
) -> None:
    """Cut a table into a piece for each thread; each has its own room to work in."""
    loop = game.bind(play_rows, play_game=play)

    def run(rows: slice) -> None:
        loop(
            table[rows],
            ends[rows],
            np.uint64(seed + rows.start),
            game.blank(),
            game.blank(cells_of(play)),
            np.zeros(game.definition.rules.MOVES, MOVE_TYPE),
            np.zeros(DICE_CELLS, DICE),
        )

    in_pieces(len(table), threads, threads, run)


def play_rows(
    table: Array, ends: Array, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game for each row of a table, one after the other in the same cells."""
    for row in range(len(table)):
        play_game(table, row, seed + row, blank, cells, moves, dice)
        if row < len(ends):
            ends[row] = cells[0]


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
