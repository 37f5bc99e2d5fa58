"""What Gymnasium and PettingZoo have in common: spaces, masks, and a board in letters.

Many games side by side in which a built-in player has one of the seats: a row each.

A row function does one row, with everything that it needs passed in. Wherever one of them ends, the
seat that learns is to move in its row. Room to work in is the same for all of them: a blank state,
three cells (what the player sees, and two for it to try moves in), a list of moves, and its dice.
"""

from typing import Any

import numpy as np

from duelhall.engine.chance import WORD, decision_dice, scattered, seat_dice
from duelhall.engine.errors import from_extra
from duelhall.engine.observation import worth
from duelhall.engine.record import UNDECIDED, Array, foe
from duelhall.engine.rule import helper
from duelhall.engine.template import allowed, deal, forfeit, play, policy, view
from duelhall.match.game import Game
from duelhall.match.match import Match

spaces = from_extra("gymnasium", "gymnasium.spaces")

VERSION = "v0"
"""The version in the ids of all environments: raised when observations are laid out otherwise, or
the same seed and the same actions come to something else."""

NAMESPACE = "duelhall"
"""What the ids of all environments begin with."""

ANSI = "ansi"

LEARNER = "learner"
"""What the seat that learns is called."""


def observation_space(game: Game) -> Any:
    """What a seat knows, as numbers from 0 to 1."""
    return spaces.Box(0.0, 1.0, (game.layout.size,), np.float32)


def mask_space(game: Game) -> Any:
    """Which moves are legal, 1 for each that is."""
    return spaces.Box(0, 1, (game.definition.rules.MOVES,), np.int8)


def action_space(game: Game) -> Any:
    """All moves that there are in the game, by their numbers."""
    return spaces.Discrete(game.definition.rules.MOVES)


def action_mask(match: Match, seat: int) -> Array:
    """The legal moves of a seat, in the type that `Discrete.sample` takes; none if it is not to
    move.
    """
    if match.over or match.to_move != seat:
        return np.zeros(match.game.definition.rules.MOVES, np.int8)
    return match.game.legal_mask(match.state).astype(np.int8)


def board_text(match: Match, seat: int) -> str:
    """What a seat sees, as a terminal shows it."""
    from duelhall.terminal.board import sketch_lines  # it takes Rich, which nobody else needs here

    sketch = match.sketch(seat)
    lines = [sketch.heading, *(line.plain.rstrip() for line in sketch_lines(sketch))]
    return "\n".join(lines)


DRAWN = -1
"""Where a seat is chosen for all games: that it is drawn for each."""

MOST_DEALS = 1000
"""How many games in a row may end before the learner's first decision."""


@helper
def deal_row(
    row: int, states: Array, seeds: Array, seats: Array, roots: Array, seat: int, blank: Array
) -> None:
    """Deal a game by the seed of its row, and find the seat and the dice of it."""
    s = states[row]
    states[row] = blank[0]
    s.rng = seeds[row]
    root = scattered(int(s.rng))
    seats[row] = root & 1 if seat == DRAWN else seat
    roots[row].rng = seat_dice(root, foe(int(seats[row])))
    roots[row].dice = 0
    deal(s)


@helper
def answer_row(
    row: int, states: Array, seats: Array, roots: Array,
    blank: Array, work: Array, moves: Array, dice: Array,
) -> None:  # fmt: skip
    """Let the player move in a row until it is the learner's turn, or the game is over."""
    s = states[row]
    while s.winner == UNDECIDED and s.to_move != seats[row]:
        work[0] = blank[0]
        view(s, s.to_move, work[0])
        dice[0].rng = decision_dice(int(roots[row].rng), roots[row].dice)
        play(s, int(policy(work, moves, dice)))
        roots[row].dice += 1  # its dice go by the number of moves


@helper
def begin_row(
    row: int, states: Array, seeds: Array, stride: int, seats: Array, roots: Array, seat: int,
    blank: Array, work: Array, moves: Array, dice: Array,
) -> None:  # fmt: skip
    """Begin the next game of a row in which the learner has something to decide."""
    s = states[row]
    for _ in range(MOST_DEALS):
        deal_row(row, states, seeds, seats, roots, seat, blank)
        answer_row(row, states, seats, roots, blank, work, moves, dice)
        if s.winner == UNDECIDED:
            break
        seeds[row] = (int(seeds[row]) + int(stride)) & WORD


@helper
def step_row(
    row: int, actions: Array, most: int, states: Array, seats: Array, roots: Array, ends: Array,
    rewards: Array, ended: Array, blank: Array, work: Array, moves: Array, dice: Array,
) -> None:  # fmt: skip
    """Make the learner's move in a row, which loses if it is not allowed, and let the player
    answer; an ended game is kept.
    """
    s, seat, action = states[row], int(seats[row]), int(actions[row])
    if 0 <= action < most and allowed(s, action):
        play(s, action)
        roots[row].dice += 1
        answer_row(row, states, seats, roots, blank, work, moves, dice)
    else:
        forfeit(s, seat)
    rewards[row] = worth(int(s.winner), seat)
    ended[row] = s.winner != UNDECIDED
    if ended[row]:
        ends[row] = states[row]


def play_rows(
    begins: bool,  # noqa: FBT001, machine code takes no names
    actions: Array, states: Array, seeds: Array, stride: int, seats: Array,
    roots: Array, seat: int, ends: Array, rewards: Array, ended: Array,
    blank: Array, work: Array, moves: Array, dice: Array,
) -> None:  # fmt: skip
    """Begin a game in each row, or make the learner's move; where that ends the game, the next one
    begins. Both are one entry, for machine code is made for each.
    """
    for row in range(len(states)):
        if not begins:
            step_row(
                row, actions, len(moves), states, seats, roots, ends, rewards, ended,
                blank, work, moves, dice,
            )  # fmt: skip
            if not ended[row]:
                continue
            seeds[row] = (int(seeds[row]) + int(stride)) & WORD
        begin_row(row, states, seeds, stride, seats, roots, seat, blank, work, moves, dice)
