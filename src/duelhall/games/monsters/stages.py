"""What can come next in a game, so that those games can be played together that do the same."""

from duelhall.engine.features import Stages
from duelhall.engine.rule import helper
from duelhall.games.monsters.choices import asking_seat
from duelhall.games.monsters.rules import start
from duelhall.games.monsters.state import NO_CHAIN, NOBODY, NOTHING, State
from duelhall.games.monsters.table import how_chosen, operation_of
from duelhall.games.monsters.turns import go_on
from duelhall.games.monsters.words import CHOSEN, DAMAGE, DRAW, MILL

USING, CHOOSING, TURN_ENDS, CHAIN_ENDS, PICKING, TAKING, ACTING = range(7)
"""Two decisions, two ends, and effects: those that let cards be chosen, those that take cards from
the top of a deck, and all others."""


@helper
def stage(s: State) -> int:
    """What comes next."""
    if s.to_move != NOBODY:
        return USING if s.asks == NOTHING else CHOOSING
    if s.chain == NO_CHAIN:
        return TURN_ENDS
    if s.effect == 0:
        return CHAIN_ENDS
    seat, number = asking_seat(s), int(s.effect) - 1
    if how_chosen(s, seat, number) & CHOSEN:
        return PICKING
    return TAKING if operation_of(s, seat, number) in (DRAW, MILL, DAMAGE) else ACTING


STAGES = Stages(ACTING + 1, CHOOSING + 1, stage, start, go_on)
