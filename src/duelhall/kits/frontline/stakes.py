"""What a battle is worth in its match."""

from functools import cache

import numpy as np

from duelhall.engine.record import Array, foe
from duelhall.games.frontline.state import State

TIES = 0.1
"""How many battles are tied, about."""


def worth_of_battle(view: State, seat: int) -> Array:
    """A seat's chance to win the match after it has won this battle, lost it, or neither."""
    lead = int(view.score[seat]) - int(view.score[foe(seat)])
    left = int(view.options.battles) - int(view.fought) - 1
    return np.array([chance_to_win(lead + step, left) for step in (1, -1, 0)])


@cache
def chance_to_win(lead: int, left: int) -> float:
    """With so many battles left between equal players; a drawn match is half a win."""
    if abs(lead) > left:
        return float(lead > 0)
    if left == 0:
        return 0.5
    won, lost, tied = (chance_to_win(lead + step, left - 1) for step in (1, -1, 0))
    return (won + lost) * (1 - TIES) / 2 + tied * TIES
