"""What a player can see of a move's end before making it."""

from duelhall.engine.match import Match
from duelhall.engine.reasons import Reason
from duelhall.engine.seats import other_seat
from duelhall.table.undo import IMAGINED


def loss_by(match: Match, move: int) -> Reason | None:
    """Why a legal move loses the game at once, if its player can tell; None if it does not, or if
    that depends on what is hidden.

    A player can tell if the move loses whatever the hidden cards are imagined to be, and shows
    none of them: then nothing but what is in sight decided it.
    """
    game, seat = match.game, match.to_move
    after = game.after(match.state, move)
    if int(after.winner) != other_seat(seat):  # what is so is possible, and needs no imagining
        return None
    view, seen = match.view(seat), game.view(after, seat).tobytes()
    for seed in range(IMAGINED):
        imagined = game.guess(view, seat, seed)
        if not game.allows(imagined, move):
            return None
        if game.view(game.after(imagined, move), seat).tobytes() != seen:
            return None
    return game.definition.rules.REASONS[int(after.reason)]
