"""What learners are told of a game, read back into what it was made from."""

import numpy as np

from duelhall.engine.record import DRAWN, UNDECIDED, Array, GameState, copied
from duelhall.match.game import Game


def counts(shares: Array, most: float | Array) -> Array:
    """The whole numbers that were divided."""
    whole: Array = np.rint(shares * most).astype(np.int64)
    return whole


def read_end(s: GameState, parts: dict[str, Array], seat: int) -> None:
    """Read who won and why, or who is to move."""
    owners = [seat, 1 - seat]
    if parts["result"].any():
        s.winner = [*owners, DRAWN][parts["result"].argmax()]
        s.reason = 1 + parts["reason"].argmax()
    else:
        s.to_move = owners[0 if parts["my_move"] else 1]


def told_view(game: Game, state: GameState, seat: int) -> Array:
    """What a seat sees, as far as learners are told: after the end nobody is to move."""
    view = copied(game.view(state, seat))
    if state.winner != UNDECIDED:
        view[0].to_move = 0
    return view
