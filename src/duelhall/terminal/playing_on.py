"""Playing on from a move of a saved game."""

from duelhall.engine.errors import BadUsage
from duelhall.engine.record import other_seat
from duelhall.match.match import Match
from duelhall.play.roster import is_known
from duelhall.play.saves import PERSON
from duelhall.play.undo import PRACTICE
from duelhall.players.builtin import policy_names


def branched(match: Match, moves: int, seat: int | None = None) -> Match:
    """A match as it stood after so many of its moves, to be played on by a person.

    The person gets this seat; if none is named, the one that a person has in the match, or else
    the one to move. Two people stay two. It is practice: what was hidden may have been seen.
    """
    last = len(match.moves) - (match.over and match.forfeited_by is None)
    if not 0 <= moves <= last:
        raise BadUsage(
            f"the game can be continued from move 0, its start, to {last}, not from {moves}"
        )
    branch = match.copy()
    while branch.forfeited_by is not None or len(branch.moves) > moves:
        branch.undo()
    branch.players = _players(branch, seat)
    branch.notes = {PRACTICE: True}
    return branch


def _players(match: Match, seat: int | None) -> tuple[str, ...]:
    """Who plays on: a saved game starts no program by itself."""
    if seat is None and match.players == (PERSON, PERSON):
        return match.players
    if seat is None:
        seat = match.players.index(PERSON) if PERSON in match.players else match.to_move
    foe, definition = match.players[other_seat(seat)], match.game.definition
    if foe == PERSON or not is_known(foe, definition):
        foe = policy_names(definition)[-1]
    return (PERSON, foe) if seat == 0 else (foe, PERSON)
