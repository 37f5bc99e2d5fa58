"""What a seat asks of the table instead of deciding: to take back moves, as long as it has learned
nothing from them, or as practice; and what it can tell of a move's end before making it.
"""

from collections.abc import Sequence

from duelhall.engine.definition import Reason
from duelhall.engine.record import GameState, State, other_seat
from duelhall.match.explain import trace_move
from duelhall.match.game import Game
from duelhall.match.match import Match


class TakeBack(Exception):
    """Raised when a seat, asked for a decision, wants to change its last one."""

    def __init__(self, seat: int, *, is_practice: bool = False) -> None:
        super().__init__()
        self.seat = seat
        self.is_practice = is_practice  # whether it takes back more than a real game allows
        self.seconds = 0.0  # how long it had thought by then


class Resign(Exception):
    """Raised when a seat gives the game up."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


def only_pass(game: Game, legal: Sequence[int]) -> int | None:
    """The pass, if it is all that is legal, and the game says that nobody need be asked for it."""
    lone = game.definition.picture.lone_pass
    return lone if list(legal) == [lone] else None


def lone_pass(match: Match) -> int | None:
    """The pass of the seat to move, if that is so."""
    return only_pass(match.game, match.legal_moves())


def was_lone_pass(match: Match, number: int) -> bool:
    """Whether a move, counted from 1, was such a pass."""
    game = match.game
    if match.moves[number - 1] != game.definition.picture.lone_pass:
        return False
    return only_pass(game, game.legal_moves(match.states[number - 1])) is not None


def last_decision_of(match: Match, seat: int) -> int | None:
    """The number of the last move that a seat decided on, counted from 1."""
    for number in range(len(match.moves), 0, -1):
        if match.states[number - 1].to_move == seat and not was_lone_pass(match, number):
            return number
    return None


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


FEW = 4
"""In how many of the imagined deals it is looked for a better move."""


def loss_by(match: Match, move: int) -> Reason | None:
    """Why a legal move loses the game at once, if its player can tell and need not make it."""
    return loss_in(match.game, match.states[-1], move, match.after(move))


def loss_in(game: Game, state: State, move: int, after: GameState | None = None) -> Reason | None:
    """The same of a move in a whole state; what it leads to need not be found out again.

    A player can tell if the move loses whatever the hidden cards are imagined to be, and by the
    same rules: then what is in sight decides it, and no battle against what is hidden.
    """
    seat = int(state.to_move)
    after = game.after(state, move) if after is None else after
    if int(after.winner) != other_seat(seat):  # what is so is possible, and needs no imagining
        return None
    view = game.view(state, seat)
    deals = [game.guess(view, seat, seed) for seed in range(IMAGINED)]
    if not all(_loses(game, deal, move, seat) for deal in deals):
        return None
    steps = (trace_move(game, deal, move).steps for deal in (state, *deals))
    if len({tuple(step.rule for step in fired) for fired in steps}) > 1:
        return None
    others = ((deal, other) for deal in deals[:FEW] for other in game.legal_moves(deal))
    if all(_loses(game, deal, other, seat) for deal, other in others):
        return None
    return game.definition.rules.REASONS[int(after.reason)]


def view_after(game: Game, view: State, move: int, imagined: int = IMAGINED) -> GameState | None:
    """What the seat to move would see after a move, by its view; None if that depends on what it
    cannot see, or if the move may be illegal, in so many imagined deals.
    """
    seat, found = int(view.to_move), None
    for seed in range(imagined):
        deal = game.guess(view, seat, seed)
        if not game.allows(deal, move):
            return None
        after = game.view(game.after(deal, move), seat)
        if found is not None and after.tobytes() != found.tobytes():
            return None
        found = after
    return found


def _loses(game: Game, deal: State, move: int, seat: int) -> bool:
    return game.allows(deal, move) and int(game.after(deal, move).winner) == other_seat(seat)
