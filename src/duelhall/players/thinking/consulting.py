"""Several searches for one move, so that it shows how far one of them may be off.

The simulations of a search are not independent: where the first ones lead, the others follow. So
their number alone says too little about how sure a chance is, and how far apart independent
searches are says more.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt

from duelhall.engine.chance import seat_dice
from duelhall.engine.record import GameState
from duelhall.players.clock import now
from duelhall.players.thinking.searching import Choice, Search, Thought, standard_error
from duelhall.stats.estimates import NORMAL_95

RUNS = 8

SURE_OF_RUNS = 2.365
"""How many standard errors an estimate may be off by, 19 times out of 20, if the error is taken
from so many runs (Student's t).
"""

SHARE_OF_FAVOURITES = 0.25
"""How often a move must have been tried to count as well known, beside the one tried most."""


def consulted(search: Search, view: GameState, dice: int, seconds: float) -> Thought:
    """What several searches find, each with the whole budget, and all in so many seconds.

    One is enough where others would find the same: where a win is proved, where nothing is to be
    decided, or where the search does not depend on its dice.
    """
    deadline, runs = now() + seconds, RUNS if search.depends_on_dice else 1
    found: list[Thought] = []
    for run in range(runs):
        left = (deadline - now()) / (runs - run)
        found.append(search.think(view, int(seat_dice(dice, run)), left))
        if found[0].is_certain:
            break
    return found[0] if len(found) == 1 else taken_together(found)


def taken_together(thoughts: Sequence[Thought]) -> Thought:
    """One thought made of several about the same view.

    Searches that disagree have each spent most of their simulations on a favourite of their own. So
    of the moves that were tried about as often as any, the best is the one that wins most.
    """
    by_move: dict[int, list[Choice]] = {}
    for thought in thoughts:
        for choice in thought.choices:
            by_move.setdefault(choice.move, []).append(choice)
    choices = [_joined(found) for found in by_move.values()]
    often = max(choice.visits for choice in choices) * SHARE_OF_FAVOURITES
    choices.sort(key=lambda choice: (-choice.visits, -choice.chance, choice.move))
    choices.sort(key=lambda choice: -choice.chance if choice.visits >= often else 0)
    return Thought(tuple(choices), sum(thought.simulations for thought in thoughts))


def _joined(found: Sequence[Choice]) -> Choice:
    """A move with what all searches that tried it found."""
    visits = sum(choice.visits for choice in found)
    points = sum(choice.visits * choice.chance for choice in found)
    error = max(standard_error(points, visits), _error_between(found, points / visits, visits))
    return replace(found[0], visits=visits, chance=points / visits, error=error)


def _error_between(found: Sequence[Choice], chance: float, visits: int) -> float:
    """The error of a chance by how far apart the searches are, each counted by its visits; as much
    larger than the standard error as has to be allowed for with so few of them.
    """
    if len(found) == 1:
        return 0.0
    squares = sum((choice.visits * (choice.chance - chance)) ** 2 for choice in found)
    spread = sqrt(squares * len(found) / (len(found) - 1)) / visits
    return SURE_OF_RUNS / NORMAL_95 * spread
