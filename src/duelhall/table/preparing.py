"""Moves that a seat prepares while the other one decides."""

from duelhall.engine.features import TurnClock
from duelhall.engine.record import GameState, copied, state_of
from duelhall.match.game import Game


def can_prepare(game: Game) -> bool:
    """Whether the game has turns that go by a clock: they are short, and each is one move."""
    return game.definition.feature(TurnClock) is not None


def as_if_to_move(view: GameState, seat: int) -> GameState:
    """What a seat sees, as if it were its turn: its legal moves are what it could prepare.

    Nothing but its own view is asked, so they tell it nothing new. Whether one of them can be made
    is decided when its turn comes.
    """
    cell = copied(view)
    cell[0].to_move = seat
    return state_of(cell)
