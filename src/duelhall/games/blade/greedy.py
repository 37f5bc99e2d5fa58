"""A rule of thumb for Blade.

Take the card that tops the opponent best for its price: a margin is worth something, a card of
high value or a special one costs more. Keep the last number card while a Bolt or a Mirror is
left, for those must not be the last card (B10). A tie is better than losing. The numbers were
chosen by letting variants play each other.
"""

from duelhall.engine.record import Array, foe
from duelhall.engine.rule import helper
from duelhall.games.blade.rules import legal, reevaluate_field, special_as_last_card_loses
from duelhall.games.blade.state import BOLT, MIRROR, VALUES, State, is_special, take_from_hand

LOST, TIED, TOPPED = 0, 1000, 2000
PRICE_OF_VALUE = 2
PRICE_OF_SPECIAL = 16
PRICE_OF_LAST_NUMBER = 40
WORST = -1000


@helper
def greedy(cells: Array, moves: Array, _dice: Array) -> int:
    """The card that is worth most by the rule of thumb."""
    s = cells[0]
    best, chosen = WORST, int(moves[0])
    for place in range(legal(s, moves)):
        card = moves[place]
        cells[1] = cells[0]
        worth = -price(s, card) if s.placing else outcome(cells[1], card) - price(s, card)
        if worth > best:
            best, chosen = worth, int(card)
    return chosen


@helper
def outcome(trial: State, card: int) -> int:
    """How good the table looks after a card, tried out on a copy."""
    seat = trial.to_move
    take_from_hand(trial, seat, card)
    if special_as_last_card_loses(trial, seat, card):
        return LOST
    reevaluate_field(trial, seat, card)
    margin = int(trial.score[seat]) - int(trial.score[foe(seat)])
    if margin < 0:
        return LOST
    return TIED if margin == 0 else TOPPED + margin


@helper
def price(s: State, card: int) -> int:
    """What it costs to be without a card."""
    if is_special(card):
        return PRICE_OF_SPECIAL
    specials = s.hand[s.to_move, BOLT] + s.hand[s.to_move, MIRROR]
    value = PRICE_OF_VALUE * int(VALUES[card])
    if specials > 0 and s.hand_size[s.to_move] - specials == 1:
        return value + PRICE_OF_LAST_NUMBER
    return value
