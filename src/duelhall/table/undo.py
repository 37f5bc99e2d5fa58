"""Taking back moves, as long as their player has learned nothing from them."""

from duelhall.engine.match import Match

IMAGINED = 32
"""How many deals are imagined; a card that could be another one probably is in some of them."""


class TakeBack(Exception):
    """Raised when a seat, asked for a decision, wants to change its last one."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


def has_learnt(match: Match, seat: int, since: int) -> bool:
    """Whether a seat has seen anything new since the match had this many moves.

    Another seat's choice is new. Otherwise, nothing is new if, whatever the hidden cards are
    imagined to be, the same moves are legal and lead to exactly the view that the seat has now.
    """
    if any(int(state.to_move) != seat for state in match.states[since:-1]):
        return True
    game, now = match.game, match.view(seat).tobytes()
    before = game.view(match.states[since], seat)
    for seed in range(IMAGINED):
        imagined = game.guess(before, seat, seed)
        for move in match.moves[since:]:
            if not game.allows(imagined, move):
                return True
            imagined = game.after(imagined, move)
        if game.view(imagined, seat).tobytes() != now:
            return True
    return False


def can_take_back(match: Match, seat: int) -> bool:
    """Whether a seat has a move to take back, and has learned nothing since."""
    last = match.last_move_of(seat)
    return last is not None and not has_learnt(match, seat, since=last - 1)


def take_back(match: Match, seat: int) -> None:
    """Go back to before a seat's last move."""
    last = match.last_move_of(seat)
    while last is not None and len(match.moves) >= last:
        match.undo()
