"""Launchers: they run a one-game function for each row of a table."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from duelhall.backend.cuda import is_on_gpu
from duelhall.backend.entries import MOVE_TYPE
from duelhall.batch.on_gpu import launch_on_gpu
from duelhall.batch.one_game import DICE_CELLS, cells_of
from duelhall.batch.threads import in_pieces
from duelhall.engine.chance import DICE
from duelhall.engine.definition import Definition
from duelhall.engine.record import Array
from duelhall.engine.template import bound, play_game
from duelhall.match.game import Game

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
