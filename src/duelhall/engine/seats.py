"""The two seats of a duel."""

from duelhall.engine.rule import helper

SEATS = 2


@helper
def foe(seat: int) -> int:
    """The other player."""
    return 1 - seat


def other_seat(seat: int) -> int:
    """The opposite seat, for use outside of rules."""
    return SEATS - 1 - seat
