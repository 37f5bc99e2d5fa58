"""What a player can see of a move's end before making it."""

from collections.abc import Sequence

from duelhall.engine.definition import Reason
from duelhall.engine.record import GameState, State, other_seat
from duelhall.match.explain import trace_move
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.table.undo import IMAGINED

FEW = 4
"""In how many of the imagined deals it is looked for a better move."""


def loss_by(match: Match, move: int) -> Reason | None:
    """Why a legal move loses the game at once, if its player can tell and need not make it."""
    return loss_in(match.game, match.state, move)


def loss_in(game: Game, state: State, move: int) -> Reason | None:
    """The same of a move in a whole state.

    A player can tell if the move loses whatever the hidden cards are imagined to be, and by the
    same rules: then what is in sight decides it, and no battle against what is hidden.
    """
    seat = int(state.to_move)
    after = game.after(state, move)
    if int(after.winner) != other_seat(seat):  # what is so is possible, and needs no imagining
        return None
    view = game.view(state, seat)
    deals = [game.guess(view, seat, seed) for seed in range(IMAGINED)]
    if not all(_loses(game, deal, move, seat) for deal in deals):
        return None
    if len({_fired(game, deal, move) for deal in (state, *deals)}) > 1:
        return None
    if not _has_escape(game, deals[:FEW], seat):
        return None
    return game.definition.rules.REASONS[int(after.reason)]


def view_after(game: Game, view: State, move: int) -> GameState | None:
    """What the seat to move would see after a move, by its view; None if that depends on what it
    cannot see, or if the move may be illegal.
    """
    seat, found = int(view.to_move), None
    for seed in range(IMAGINED):
        deal = game.guess(view, seat, seed)
        if not game.allows(deal, move):
            return None
        after = game.view(game.after(deal, move), seat)
        if found is not None and after.tobytes() != found.tobytes():
            return None
        found = after
    return found


def _loses(game: Game, deal: State, move: int, seat: int) -> bool:
    """Whether a move is legal in a deal, and loses at once."""
    return game.allows(deal, move) and int(game.after(deal, move).winner) == other_seat(seat)


def _fired(game: Game, state: State, move: int) -> tuple[str, ...]:
    """The rules by which a move has its effect."""
    return tuple(step.rule for step in trace_move(game, state, move).steps)


def _has_escape(game: Game, deals: Sequence[GameState], seat: int) -> bool:
    """Whether some move may not lose at once."""
    return any(
        not _loses(game, deal, move, seat) for deal in deals for move in game.legal_moves(deal)
    )
