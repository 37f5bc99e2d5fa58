"""Solving the last moves of a game: a template, bound to a game like the search.

A win is certain if the seat has a plan that wins whatever is hidden, whatever chance brings and
whatever the other seat does. The other seat is supposed to have everything that cannot be seen:
one state stands for all hidden deals, so that the plan depends on nothing but what is seen.

A move wins at least so often: its chance to win against an opponent who sees all cards and plays
perfectly, on the average of all hidden deals. That is known for the last decision of a seat. An
earlier one would have to go by plans, each of which is the same for all deals that look the same.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from duelhall.backend.entries import MOVE_TYPE, RuleEntry, long_decision
from duelhall.engine.definition import Endgame
from duelhall.engine.record import DRAWN, UNDECIDED, Array, GameState, cell_of
from duelhall.engine.rule import computed_once, helper
from duelhall.engine.template import (
    first_deal,
    give_unseen,
    lay_draws,
    legal,
    next_deal,
    next_draws,
    play,
    settle_draws,
)
from duelhall.match.game import Game

DEEPEST = 64
"""Moves to the end of the game."""

ROOM = 64
"""Numbers that a game can keep at each of them."""

MOST_POSITIONS = 30_000
"""Positions that are looked at before a question is given up: some hundredths of a second."""

MOVE, LEFT, ASKED = range(3)
"""The numbers of a task: the move, how many positions may still be looked at, and the question."""

IS_CERTAIN, HOW_OFTEN = range(2)
"""The questions: whether it wins for certain, and how often it wins at least."""

DEALS = 0
"""The cell that goes through the deals, or has all of them in it."""


class Solver:
    """Answers what can be said of a move by going through all that can happen."""

    def __init__(self, game: Game, endgame: Endgame) -> None:
        self.game, self.endgame = game, endgame
        moves = game.definition.rules.MOVES
        self._cells, self._moves = game.blank(DEEPEST), np.zeros((DEEPEST, moves), MOVE_TYPE)
        self._rooms, self._task = np.zeros((DEEPEST, ROOM), np.int64), np.zeros(3, np.int64)

    def is_certain(self, view: GameState, move: int) -> bool:
        """Whether the seat to move can win with this move, whatever happens: True only if it was
        found out in time.
        """
        return self.endgame.fits(view) and self._answer(view, move, IS_CERTAIN) == 1

    def at_least(self, view: GameState, move: int) -> float | None:
        """How often the seat to move wins with this move at least; None if it is too early to say,
        or takes too long.
        """
        if not self.endgame.fits(view) or not self.endgame.is_last_choice(view, move):
            return None
        share = self._answer(view, move, HOW_OFTEN)
        return share if self._task[LEFT] >= 0 else None

    def _answer(self, view: GameState, move: int, question: int) -> float:
        self._cells[DEALS] = cell_of(view)[0]
        self._task[:] = move, MOST_POSITIONS, question
        return float(self._run(*self._arguments))

    @property
    def entry(self) -> RuleEntry:
        """What has to be in machine code before it is fast."""
        return RuleEntry(run_endgame, self._functions, self._arguments)

    @property
    def _arguments(self) -> tuple[Array, ...]:
        return self._cells, self._moves, self._rooms, self._task

    @computed_once
    def _run(self) -> Callable[..., float]:
        run: Callable[..., float] = self.game.bind(run_endgame, **self._functions)
        return run

    @property
    def _functions(self) -> dict[str, Callable[..., Any]]:
        names = "give_unseen", "first_deal", "next_deal", "lay_draws", "settle_draws", "next_draws"
        return {
            **self.game.definition.functions_without_memory,
            **{name: getattr(self.endgame, name) for name in names},
        }


@long_decision
def run_endgame(cells: Array, moves: Array, rooms: Array, task: Array) -> float:
    """Answer the question about a move of the seat whose view is in the first cell."""
    seat = int(cells[DEALS].to_move)
    moves[DEALS, 0] = task[MOVE]
    if task[ASKED] == HOW_OFTEN:
        return mean_chance(cells, moves, rooms, task, seat)
    give_unseen(cells[DEALS], seat)
    return 1.0 if is_won(cells, moves, rooms, task, seat, DEALS, 1) else 0.0


@helper
def is_won(
    cells: Array, moves: Array, rooms: Array, task: Array, seat: int, depth: int, count: int
) -> bool:
    """Whether a seat can win with the first so many moves, whatever happens; False if that takes
    too long to find out.
    """
    before, after, room = cells[depth], cells[depth + 1], rooms[depth]
    if before.winner != UNDECIDED or is_too_long(task):
        return bool(before.winner == seat)
    is_own = bool(before.to_move == seat)
    for place in range(count):
        move, wins, is_left = int(moves[depth, place]), True, True
        lay_draws(before, room)
        while wins and is_left:
            cells[depth + 1] = cells[depth]
            play(after, move)
            likelihood = settle_draws(before, after, seat, room)
            if likelihood > 0:
                choices = list_moves(after, moves, depth + 1)
                wins = is_won(cells, moves, rooms, task, seat, depth + 1, choices)
            is_left = next_draws(before, after, likelihood, room)
        if wins == is_own:
            return is_own
    return not is_own


@helper
def mean_chance(cells: Array, moves: Array, rooms: Array, task: Array, seat: int) -> float:
    """The chance to win with the first move on the average of all deals, with open cards."""
    points, total = 0.0, 0.0
    ways = first_deal(cells[DEALS], seat)
    while ways > 0:
        points += ways * open_chance(cells, moves, rooms, task, seat, DEALS, 1)
        total += ways
        ways = next_deal(cells[DEALS], seat)
    return points / total


@helper
def open_chance(
    cells: Array, moves: Array, rooms: Array, task: Array, seat: int, depth: int, count: int
) -> float:
    """The chance of a seat to win with the first so many moves if both see all cards and play
    perfectly.
    """
    before, after, room = cells[depth], cells[depth + 1], rooms[depth]
    if before.winner != UNDECIDED or is_too_long(task):
        return gained(before, seat)
    is_own = bool(before.to_move == seat)
    best = 0.0 if is_own else 1.0
    for place in range(count):
        move, chance, is_left = int(moves[depth, place]), 0.0, True
        lay_draws(before, room)
        while is_left:
            cells[depth + 1] = cells[depth]
            play(after, move)
            likelihood = settle_draws(before, after, seat, room)
            if likelihood > 0:
                choices = list_moves(after, moves, depth + 1)
                chance += likelihood * open_chance(
                    cells, moves, rooms, task, seat, depth + 1, choices
                )
            is_left = next_draws(before, after, likelihood, room)
        best = max(best, chance) if is_own else min(best, chance)
    return best


@helper
def list_moves(s: Any, moves: Array, depth: int) -> int:
    """How many moves there are here, after they were listed."""
    return 0 if s.winner != UNDECIDED else int(legal(s, moves[depth]))


@helper
def is_too_long(task: Array) -> bool:
    """Count a position, and say whether there were too many."""
    task[LEFT] -= 1
    return bool(task[LEFT] < 0)


@helper
def gained(s: Any, seat: int) -> float:
    """What a seat got at the end; nothing where the end was not reached."""
    if s.winner == DRAWN:
        return 0.5
    return 1.0 if s.winner == seat else 0.0
