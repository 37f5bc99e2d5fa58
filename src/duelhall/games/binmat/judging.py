"""How a game of BINMAT looks to one who thinks about it: who is ahead, and what to believe.

Both go by what players are after, which is no rule: they are for searches, not for the game.
"""

import math

from duelhall.engine.rule import helper
from duelhall.games.binmat.combat import attack_power
from duelhall.games.binmat.places import discard_of, stack_of
from duelhall.games.binmat.state import (
    ATTACKER,
    DECKS,
    DEFENDER,
    HANDS,
    LANES,
    STACKS,
    TURNS,
    State,
)

HEAD_START = -0.75
FOR_A_TURN, FOR_A_CARD, FOR_A_GUARD, FOR_A_HAND = -0.039, 0.38, 0.087, 0.156
"""What speaks for the defender: a lead at the start, each turn to come, each card of the weakest
lane, each lane with a stack and each card in hand. Fitted by logistic regression to how the rule of
thumb ended 120,000 games, a third of them by each rule set, with up to 30 % random moves before."""

WITHOUT_POWER = 0.1
"""How easily the defender believes in an attacker stack with cards face down that has no attack
power, compared with one that has.
"""


@helper
def estimate(s: State) -> float:
    """The defender's chance to win, by the turns to come and by what lies in the way."""
    weakest, guards = 1000, 0
    for lane in range(LANES):
        stack = int(s.count[stack_of(DEFENDER, lane)])
        deck = DECKS + lane
        weakest = min(weakest, int(s.count[deck]) + int(s.count[discard_of(deck)]) + stack)
        guards += int(stack > 0)
    lead = HEAD_START + FOR_A_TURN * (TURNS - s.turn) + FOR_A_CARD * weakest
    lead += FOR_A_GUARD * guards + FOR_A_HAND * s.count[HANDS + DEFENDER]
    return 1 / (1 + math.exp(-lead))


@helper
def plausible(s: State, seat: int) -> float:
    """How easily a role believes that the enemy has built these stacks.

    The attacker builds for attack power, and most stacks that are made up at random have none. A
    defender stack stands in the way without any, too.
    """
    belief = 1.0
    if seat == DEFENDER:
        for lane in range(LANES):
            stack = stack_of(ATTACKER, lane)
            if s.count[stack] > s.ups[stack - STACKS] and attack_power(s, stack) == 0:
                belief *= WITHOUT_POWER
    return belief
