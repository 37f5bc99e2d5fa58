"""Whole games by the million: dealt, played and ended in machine code, on every core."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from duelhall.batch.threads import in_pieces
from duelhall.engine.arguments import checked_number, checked_seeds
from duelhall.engine.backend.entries import MOVE_TYPE
from duelhall.engine.chance import below
from duelhall.engine.dice import DICE, decision_dice, scattered, seat_dice
from duelhall.engine.errors import BadArgument
from duelhall.engine.game import Game, checked_game
from duelhall.engine.record import DRAWN, UNDECIDED, Array, State
from duelhall.engine.rule import helper
from duelhall.engine.seats import SEATS
from duelhall.engine.templates import deal, legal, play, policy_0, policy_1, view

WINNER, REASON, LENGTH = 0, 1, 2
"""The columns of a table of outcomes."""

COLUMNS = 3


@dataclass(frozen=True)
class Outcomes:
    """How each game ended: one row per game, with its winner, reason and number of moves."""

    table: Array

    @property
    def winners(self) -> Array:
        """The winner of each game, DRAWN if there is none."""
        return self.table[:, WINNER]

    @property
    def lengths(self) -> Array:
        """The number of moves of each game."""
        return self.table[:, LENGTH]

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


@helper
def set_chance(cells: Array, dice: Array, seed: int) -> None:
    """Make the first cell a copy of the second, which is blank, and seed it and the dice.

    The first dice are for the current decision; the others are what each seat's derive from.
    """
    cells[0] = cells[1]
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
    table[row, WINNER], table[row, REASON], table[row, LENGTH] = s.winner, s.reason, length


def play_randomly(table: Array, seed: int, cells: Array, moves: Array, dice: Array) -> None:
    """Play a game for each row of the table, with all legal moves equally likely.

    The first cell is played in, the second is blank. Row i is the match with the seed `seed + i`,
    whatever the other rows hold, so a batch can be cut into pieces anywhere.
    """
    s = cells[0]
    for row in range(len(table)):
        set_chance(cells, dice, seed + row)
        deal(s)
        length = 0
        while s.winner == UNDECIDED:
            take_dice(dice, s.to_move, length)
            play(s, int(moves[below(dice[0], legal(s, moves))]))
            length += 1
        note_outcome(table, row, s, length)


def play_by_policies(table: Array, seed: int, cells: Array, moves: Array, dice: Array) -> None:
    """Play a game for each row of the table, with a policy deciding for each seat.

    The cells are the state, a blank one, and three for the policies: what the seat to move sees,
    and two to try moves in. A policy gets those three and never the state.
    """
    s = cells[0]
    for row in range(len(table)):
        set_chance(cells, dice, seed + row)
        deal(s)
        length = 0
        while s.winner == UNDECIDED:
            cells[2] = cells[1]
            view(s, s.to_move, cells[2])
            take_dice(dice, s.to_move, length)
            if s.to_move == 0:
                play(s, int(policy_0(cells[2:5], moves, dice)))
            else:
                play(s, int(policy_1(cells[2:5], moves, dice)))
            length += 1
        note_outcome(table, row, s, length)


def random_games(game: Game, count: int, seed: int = 0, threads: int = 1) -> Outcomes:
    """Whole random games, dealt from seeds from `seed` on; the same for any number of threads."""
    loop = checked_game(game).bind(play_randomly)
    return Outcomes(run_loop(game, loop, count, seed, threads))


def policy_games(
    game: Game, policies: tuple[Any, Any], count: int, seed: int = 0, threads: int = 1
) -> Outcomes:
    """Whole games between two policies, one for each seat."""
    if not isinstance(policies, tuple) or [callable(one) for one in policies] != [True] * SEATS:
        raise BadArgument("policies", "a pair of functions", policies)
    first, second = policies
    loop = checked_game(game).bind(play_by_policies, policy_0=first, policy_1=second)
    return Outcomes(run_loop(game, loop, count, seed, threads))


def run_loop(
    game: Game,
    loop: Callable[..., None],
    count: int,
    seed: int,
    threads: int,
    columns: int = COLUMNS,
) -> Array:
    """Run a loop over a table of outcomes, cut into a piece for each thread."""
    count = checked_number("the number of games", count, 0)
    threads = checked_number("the number of threads", threads, 1)
    seed = checked_seeds(count, seed)
    table = np.zeros((count, columns), np.int32)

    def run(rows: slice) -> None:
        moves = np.zeros(game.definition.rules.MOVES, MOVE_TYPE)
        loop(
            table[rows],
            np.uint64(seed + rows.start),
            game.blank(5),
            moves,
            np.zeros(1 + SEATS, DICE),
        )

    in_pieces(count, threads, threads, run)
    return table
