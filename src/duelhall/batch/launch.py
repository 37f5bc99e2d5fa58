"""Whole games by the million: one game, dealt, played and ended, for each row of a table.

What plays one game is a template, bound to a game's rules and run in Python, in machine code or by
a thread of a GPU. It allocates nothing. Whatever it needs is passed in:

    table   where the outcome is noted, in the row with the number `row`
    seed    the seed of this very game
    blank   a blank state of the game, which is only read
    cells   states to work in, CELLS or as many as `cells_of` says: the game's, what a seat sees of
            it, and two to try moves in
    moves   room for a list of moves
    dice    DICE_CELLS records: those of the current decision, and what each seat's derive from

A game depends on its seed and on nothing else, so a batch can be cut into pieces anywhere.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, Protocol, runtime_checkable

import numpy as np

from duelhall.backend import backend_of
from duelhall.backend.entries import MOVE_TYPE
from duelhall.engine.chance import DICE, below, decision_dice, scattered, seat_dice
from duelhall.engine.definition import Definition
from duelhall.engine.record import SEATS, UNDECIDED, Array, State
from duelhall.engine.rule import helper
from duelhall.engine.template import (
    bound,
    deal,
    legal,
    play,
    play_game,
    points,
    policy_0,
    policy_1,
    view,
)
from duelhall.match.game import Game

CELLS = 4
DICE_CELLS = 1 + SEATS


def cells_of(play: Callable[..., None]) -> int:
    """How many states a one-game function works in."""
    cells: int = getattr(play, "cells", CELLS)
    return cells


@helper
def set_chance(seed: int, blank: Array, cells: Array, dice: Array) -> None:
    """Make the first cell a blank state, and seed it and the dice."""
    cells[0] = blank[0]
    set_seed(seed, cells, dice)


@helper
def set_seed(seed: int, cells: Array, dice: Array) -> None:
    """Seed the first cell, which is blank, and the dice."""
    cells[0].rng = seed
    root = scattered(int(cells[0].rng))
    for seat in range(SEATS):
        dice[1 + seat].rng = seat_dice(root, seat)


@helper
def take_dice(dice: Array, seat: int, number: int) -> None:
    """Set the dice for a seat's decision after this many moves."""
    dice[0].rng = decision_dice(int(dice[1 + seat].rng), number)


@helper
def note_outcome(table: Array, row: int, s: State, length: int) -> None:
    """Write down how a game ended."""
    outcome = table[row]
    outcome.winner, outcome.reason, outcome.moves = s.winner, s.reason, length
    for seat in range(SEATS):
        outcome.points[seat] = points(s, seat)


@helper
def play_at_random(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game with all legal moves equally likely."""
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    table[row].first = s.to_move
    length = 0
    while s.winner == UNDECIDED:
        take_dice(dice, s.to_move, length)
        play(s, int(moves[below(dice[0], legal(s, moves))]))
        length += 1
    note_outcome(table, row, s, length)


play_at_random.cells = 1  # type: ignore[attr-defined]  # nobody is shown anything, or tries moves


@helper
def play_by_policies(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game with a policy deciding for each seat.

    A policy gets what its seat sees and two cells to try moves in, and never the state.
    """
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    table[row].first = s.to_move
    length = 0
    while s.winner == UNDECIDED:
        cells[1] = blank[0]
        view(s, s.to_move, cells[1])
        take_dice(dice, s.to_move, length)
        if s.to_move == 0:
            play(s, int(policy_0(cells[1:], moves, dice)))
        else:
            play(s, int(policy_1(cells[1:], moves, dice)))
        length += 1
    note_outcome(table, row, s, length)


OneGame = Callable[..., None]
"""One of the functions above, bound to the rules of a game."""


def one_game(game: Game, template: Callable[..., None], **more: Callable[..., Any]) -> OneGame:
    """A one-game function bound to a game's rules, and to more functions where it names some."""
    return _one_game(game.definition.origin, template, **more)


@cache
def _one_game(
    definition: Definition, template: Callable[..., None], **more: Callable[..., Any]
) -> OneGame:
    found: OneGame = bound(template, {**definition.functions, **more})
    return found


@runtime_checkable
class GameLauncher(Protocol):
    """A backend that plays whole games elsewhere than on the cores of this machine."""

    def launch(self, game: Game, play: OneGame, table: Array, seed: int, ends: Array) -> None:
        """Play a game for each row of a table, as `launch` does."""


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
    backend = backend_of(game.definition.origin, game.backend)
    if isinstance(backend, GameLauncher):
        backend.launch(game, play, table, seed, ends)
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
