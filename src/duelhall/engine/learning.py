"""What a seat has learnt."""

from duelhall.engine.match import Match

IMAGINED = 32
"""How many deals are imagined: a card that could be another one is another one in some of them."""


def has_learnt(match: Match, seat: int, since: int) -> bool:
    """Whether a seat has been shown anything new since that many moves had been made.

    What another seat chose is new. Otherwise, if nothing is, then whatever the hidden cards are
    imagined to be, the same moves are legal and lead to the very view that the seat has now.
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
