"""What the players of a match are called."""

from duelhall.engine.text import capitalized
from duelhall.match.match import Match
from duelhall.terminal.columns import shortened

LONGEST = 30
"""How long a name in a sentence may be."""


def seat_name(match: Match, seat: int) -> str:
    """What a seat is called in a sentence: by its role, if it has one."""
    roles = match.game.definition.roles
    return f"the {roles[seat]}" if roles else f"player {seat}"


def player_name(match: Match, seat: int) -> str:
    """What a player is called in a sentence: by name, which may be a long command line, with the
    seat where both have the same.
    """
    names = [shortened(name, LONGEST) for name in match.players]
    are_alike = len(set(names)) == 1
    return _with_seat(match, seat, names[seat]) if are_alike or not names[seat] else names[seat]


def _with_seat(match: Match, seat: int, name: str) -> str:
    """A player's name, if there is one, and seat."""
    place = seat_name(match, seat)
    return f"{name} ({place.removeprefix('the ')})" if name else place


def at_the_start(match: Match, seat: int) -> str:
    """What a player is called at the start of a sentence; names stay as they are written."""
    name = player_name(match, seat)
    return name if match.players[seat] else capitalized(name)


def pairing(match: Match) -> str:
    """Who plays against whom."""
    names = (_with_seat(match, seat, name) for seat, name in enumerate(match.players))
    return " against ".join(names)
