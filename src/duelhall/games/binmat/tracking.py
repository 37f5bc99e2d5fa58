"""What a seat can tell of the places of cards that it does not see (N40).

A seat that sees a card move knows where it is; one that only sees that some card moved holds it
possible, for every card that could have been in the one place, that it is now in the other. `seen`
keeps those possibilities as bits, and `known` counts the cards of a place for which only one is
left: when they are all that it holds, no other card can be there.
"""

import numpy as np

from duelhall.engine.rule import helper
from duelhall.games.binmat.cards import CARDS
from duelhall.games.binmat.places import place_of
from duelhall.games.binmat.state import PLACES, State

PLACE_OF_BIT = np.zeros(37, np.int8)
"""The places by their bits: powers of two leave different rests when divided by 37."""
PLACE_OF_BIT[[(1 << place) % 37 for place in range(36)]] = np.arange(36)


@helper
def identify(s: State, seat: int, card: int) -> None:
    """A seat sees which card it is that lies there."""
    place = place_of(s, card)
    mask = int(s.seen[seat, card])
    was_known = int(mask & (mask - 1) == 0)
    s.known[seat, was_known * single(mask)] -= was_known
    s.seen[seat, card] = 1 << place
    s.known[seat, place] += 1


@helper
def single(mask: int) -> int:
    """The place of a mask with one bit."""
    return int(PLACE_OF_BIT[mask % len(PLACE_OF_BIT)])


@helper
def lose_track(s: State, seat: int, start: int, place: int) -> None:
    """A seat sees a card go from one place to another, and not which one it is."""
    for card in range(CARDS):
        mask = int(s.seen[seat, card])
        s.seen[seat, card] = mask | (((mask >> start) & 1) << place)
    s.known[seat, start] = 0
    s.unsure[seat] = int(s.unsure[seat]) | (1 << start)


@helper
def settle(s: State, seat: int, place: int, other: int) -> None:
    """Find out whether a seat knows every card of two places by now, or no longer does.

    Both are looked at before anything is ruled out: a card that left the one is in the other.
    """
    before = int(s.unsure[seat])
    unsure = before & ~((1 << place) | (1 << other))
    unsure |= int(s.known[seat, place] < s.count[place]) << place
    unsure |= int(s.known[seat, other] < s.count[other]) << other
    s.unsure[seat] = unsure
    if before & ~unsure != 0:
        rule_out(s, seat)


@helper
def rule_out(s: State, seat: int) -> None:
    """Where a seat knows every card, it holds no other card possible.

    That can leave a single possibility for a card, and then for the rest of another place.
    """
    while narrow(s, seat):
        count_known(s, seat)


@helper
def narrow(s: State, seat: int) -> bool:
    """Strike out the places of which a seat knows every card; says whether that told it a card."""
    unsure, told = int(s.unsure[seat]), 0
    for card in range(CARDS):
        mask = int(s.seen[seat, card])
        is_open = int(mask & (mask - 1) != 0)
        mask &= unsure | (is_open - 1)
        s.seen[seat, card] = mask
        told += is_open & int(mask & (mask - 1) == 0)
    return told > 0


@helper
def count_known(s: State, seat: int) -> None:
    """Count again which cards of which places a seat knows."""
    for place in range(PLACES):
        s.known[seat, place] = 0
    for card in range(CARDS):
        mask = int(s.seen[seat, card])
        if mask & (mask - 1) == 0:
            s.known[seat, single(mask)] += 1
    unsure = 0
    for place in range(1, PLACES):
        unsure |= int(s.known[seat, place] < s.count[place]) << place
    s.unsure[seat] = unsure
