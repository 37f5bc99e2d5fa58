"""The two seats of a duel."""

from duelhall.engine.rule import helper

SEATS = 2


@helper
def foe(seat: int) -> int:
    """The other player."""
    return 1 - seat


@helper
def owner_of(side: int, seat: int) -> int:
    """Whose things a seat means by a side: its own by side 0, those of the other by side 1."""
    return seat if side == 0 else foe(seat)


def other_seat(seat: int) -> int:
    """The opposite seat, for use outside of rules."""
    return SEATS - 1 - seat
