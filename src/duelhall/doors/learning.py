"""What Gymnasium and PettingZoo have in common: spaces, masks, and a board in letters."""

from typing import Any

import numpy as np

from duelhall.engine.errors import from_extra
from duelhall.engine.record import Array
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
    from duelhall.terminal.boards import sketch_lines  # it takes Rich, which nobody else needs here

    sketch = match.sketch(seat)
    lines = [sketch.heading, *(line.plain.rstrip() for line in sketch_lines(sketch))]
    return "\n".join(lines)
