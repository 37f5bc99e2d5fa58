"""What Gymnasium and PettingZoo have in common: spaces, masks, and a board in letters.

Many games side by side in which a built-in player has one of the seats: a row each.

A row function does one row, with everything that it needs passed in. Wherever one of them ends, the
seat that learns is to move in its row.
"""

from typing import Any, NamedTuple

import numpy as np

from duelhall.backend.entries import MOVE_TYPE
from duelhall.engine.chance import DICE, WORD, decision_dice, scattered, seat_dice
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


class LearnerRows(NamedTuple):
    """Games with a learner in one of the seats, an element for each row."""

    states: Array
    seeds: Array
    seats: Array  # of the learner
    roots: Array  # of the player's dice, and how many moves were made
    ends: Array  # the last states of games that have ended
    rewards: Array
    ended: Array

    def part(self, rows: slice) -> "LearnerRows":
        """Some of the rows."""
        return LearnerRows(*(array[rows] for array in self))


class WorkRoom(NamedTuple):
    """Room to work in, the same for all rows."""

    blank: Array  # a state
    cells: Array  # what the player sees, and two for it to try moves in
    moves: Array
    dice: Array


def work_room(game: Game) -> WorkRoom:
    """Room to work in for one thread."""
    moves = np.zeros(game.definition.rules.MOVES, MOVE_TYPE)
    return WorkRoom(game.blank(), game.blank(3), moves, np.zeros(1, DICE))


@helper
def deal_row(row: int, rows: LearnerRows, seat: int, blank: Array) -> None:
    """Deal a game by the seed of its row, and find the seat and the dice of it."""
    s = rows.states[row]
    rows.states[row] = blank[0]
    s.rng = rows.seeds[row]
    root = scattered(int(s.rng))
    rows.seats[row] = root & 1 if seat == DRAWN else seat
    rows.roots[row].rng = seat_dice(root, foe(int(rows.seats[row])))
    rows.roots[row].dice = 0
    deal(s)


@helper
def answer_row(row: int, rows: LearnerRows, room: WorkRoom) -> None:
    """Let the player move in a row until it is the learner's turn, or the game is over."""
    s, root, cells, dice = rows.states[row], rows.roots[row], room.cells, room.dice
    while s.winner == UNDECIDED and s.to_move != rows.seats[row]:
        cells[0] = room.blank[0]
        view(s, s.to_move, cells[0])
        dice[0].rng = decision_dice(int(root.rng), root.dice)
        play(s, int(policy(cells, room.moves, dice)))
        root.dice += 1  # its dice go by the number of moves


@helper
def begin_row(row: int, rows: LearnerRows, stride: int, seat: int, room: WorkRoom) -> None:
    """Begin the next game of a row in which the learner has something to decide."""
    s = rows.states[row]
    for _ in range(MOST_DEALS):
        deal_row(row, rows, seat, room.blank)
        answer_row(row, rows, room)
        if s.winner == UNDECIDED:
            break
        rows.seeds[row] = (int(rows.seeds[row]) + int(stride)) & WORD


@helper
def step_row(row: int, action: int, rows: LearnerRows, room: WorkRoom) -> None:
    """Make the learner's move in a row, which loses if it is not allowed, and let the player
    answer; an ended game is kept.
    """
    s, seat = rows.states[row], int(rows.seats[row])
    if 0 <= action < len(room.moves) and allowed(s, action):
        play(s, action)
        rows.roots[row].dice += 1
        answer_row(row, rows, room)
    else:
        forfeit(s, seat)
    rows.rewards[row] = worth(int(s.winner), seat)
    rows.ended[row] = s.winner != UNDECIDED
    if rows.ended[row]:
        rows.ends[row] = rows.states[row]


def play_rows(
    begins: bool,  # noqa: FBT001, machine code takes no names
    actions: Array,
    rows: LearnerRows,
    stride: int,
    seat: int,
    room: WorkRoom,
) -> None:
    """Begin a game in each row, or make the learner's move; where that ends the game, the next one
    begins. Both are one entry, for machine code is made for each.
    """
    for row in range(len(rows.states)):
        if not begins:
            step_row(row, int(actions[row]), rows, room)
            if not rows.ended[row]:
                continue
            rows.seeds[row] = (int(rows.seeds[row]) + int(stride)) & WORD
        begin_row(row, rows, stride, seat, room)
