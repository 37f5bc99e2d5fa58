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
    view, seen = match.view(seat), set[bytes]()
    for seed in range(IMAGINED):
        after = game.after(game.guess(view, seat, seed), move)
        seen.add(game.view(after, seat).tobytes())
        if int(after.winner) != other_seat(seat) or len(seen) > 1:
            return None
    return game.definition.rules.REASONS[int(after.reason)]
