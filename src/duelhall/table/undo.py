"""Taking back moves: as long as their player has learned nothing from them, or as practice."""

from duelhall.match.match import Match
from duelhall.table.lone_passes import last_decision_of
from duelhall.table.requests import TakeBack

PRACTICE = "practice"
"""The note in a saved game that its player has taken back more than a real game allows."""

IMAGINED = 32
"""How many deals are imagined; a card that could be another one probably is in some of them."""


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


def has_decided(match: Match, seat: int) -> bool:
    """Whether a seat has anything to take back."""
    return match.forfeited_by == seat or last_decision_of(match, seat) is not None


def can_take_back(match: Match, seat: int) -> bool:
    """Whether a seat has a decision to take back, and has learned nothing since."""
    if match.forfeited_by == seat:  # which shows nobody anything
        return True
    last = last_decision_of(match, seat)
    return last is not None and not has_learnt(match, seat, since=last - 1)


def way_to_take_back(match: Match, seat: int, *, as_practice: bool) -> TakeBack | None:
    """How a seat may take back its last decision; None if it may not.

    Practice is whatever a real game would not allow; where practice is allowed, so is playing on
    after a lost game.
    """
    is_real = can_take_back(match, seat)
    if as_practice and has_decided(match, seat):
        is_lost = match.over and match.forfeited_by != seat
        return TakeBack(seat, is_practice=is_lost or not is_real)
    return TakeBack(seat) if is_real else None


def is_practice(match: Match) -> bool:
    """Whether more was taken back in a match than a real game allows."""
    return bool(match.notes.get(PRACTICE))


def take_back(match: Match, seat: int) -> None:
    """Go back to before a seat's last decision."""
    if match.forfeited_by == seat:
        match.undo()
        return
    last = last_decision_of(match, seat)
    while last is not None and len(match.moves) >= last:
        match.undo()
