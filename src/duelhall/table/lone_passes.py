"""Moves by which a seat did nothing, since there was nothing that it could do."""

from collections.abc import Sequence

from duelhall.engine.features import LonePass
from duelhall.match.game import Game
from duelhall.match.match import Match


def only_pass(game: Game, legal: Sequence[int]) -> int | None:
    """The pass, if it is all that is legal, and the game says that nobody need be asked for it."""
    rule = game.definition.feature(LonePass)
    return rule.move if rule and list(legal) == [rule.move] else None


def lone_pass(match: Match) -> int | None:
    """The pass of the seat to move, if that is so."""
    return only_pass(match.game, match.legal_moves())


def was_lone_pass(match: Match, number: int) -> bool:
    """Whether a move, counted from 1, was such a pass."""
    game, rule = match.game, match.game.definition.feature(LonePass)
    if rule is None or match.moves[number - 1] != rule.move:
        return False
    return only_pass(game, game.legal_moves(match.states[number - 1])) is not None


def last_decision_of(match: Match, seat: int) -> int | None:
    """The number of the last move that a seat decided on, counted from 1."""
    numbers = range(len(match.moves), 0, -1)
    own = (number for number in numbers if match.mover(number) == seat)
    return next((number for number in own if not was_lone_pass(match, number)), None)
