"""Where the cards of BINMAT lie, and what each player can tell of it.

Every card is in one place. Whoever sees a card move knows where it is; whoever only sees that some
card moved holds it possible, for every card that could have been in the one place, that it is now
in the other (N40). `seen` keeps those possibilities as bits, and `known` counts the cards of a
place for which only one is left: when they are all that it holds, no other card can be there.
"""

import numpy as np

from duelhall.engine.chance import below
from duelhall.engine.rule import helper
from duelhall.engine.seats import SEATS
from duelhall.games.binmat.cards import BREAK, CARDS, face_of
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    ATTACKER_DISCARD,
    DECKS,
    DISCARDS,
    HANDS,
    HEIGHT,
    LANES,
    OPEN,
    PLACE,
    PLACES,
    STACKS,
    UP,
    State,
)

EVERYBODY = 2
"""Who sees a card move, where it is not a single seat."""

PLACE_OF_BIT = np.zeros(37, np.int8)
"""The places by their bits: powers of two leave different rests when divided by 37."""
PLACE_OF_BIT[[(1 << place) % 37 for place in range(36)]] = np.arange(36)


# --- places ---


@helper
def stack_of(seat: int, lane: int) -> int:
    """A player's stack in a lane."""
    return STACKS + seat * LANES + lane


@helper
def discard_of(deck: int) -> int:
    """The discard pile that is shuffled into a deck."""
    return deck - DECKS + DISCARDS


@helper
def own_discard(seat: int, lane: int) -> int:
    """Where a player's TRAPs send cards: the lane's discard pile or the attacker's."""
    return DISCARDS + lane if seat == 0 else ATTACKER_DISCARD


@helper
def place_of(s: State, card: int) -> int:
    """The place of a card."""
    return int(s.spot[card]) // PLACE


@helper
def is_up(s: State, card: int) -> bool:
    """Whether a card in a stack lies face up."""
    return int(s.spot[card]) & UP > 0


@helper
def at(s: State, place: int, height: int) -> int:
    """The card that lies so high in an ordered place."""
    spot = place * PLACE + height
    found = 0
    for card in range(CARDS):
        found += card * ((int(s.spot[card]) & (0xFFFF - UP)) == spot)
    return found


@helper
def top(s: State, place: int) -> int:
    """The top card of a deck, or the card that was played to a stack last."""
    return at(s, place, int(s.count[place]) - 1)


@helper
def is_ordered(place: int) -> bool:
    """Whether the order of a place's cards means anything; in a discard pile it does not (N41)."""
    return not DISCARDS <= place <= ATTACKER_DISCARD


# --- moving cards ---


@helper
def move(s: State, card: int, place: int, up: int, seen_by: int) -> None:
    """Bring a card to the top of another place, seen by a seat or by everybody."""
    start = place_of(s, card)
    lift(s, card)
    lay(s, card, place, up)
    for seat in range(SEATS):
        if seen_by in (seat, EVERYBODY):
            identify(s, seat, card)
        else:
            lose_track(s, seat, start, place)
        settle(s, seat, start, place)


@helper
def lift(s: State, card: int) -> None:
    """Take a card out of its place, where those above it sink by one."""
    spot = int(s.spot[card])
    place = spot // PLACE
    if is_ordered(place) and spot & HEIGHT < s.count[place] - 1:
        for other in range(CARDS):
            there = int(s.spot[other])
            is_above = (there // PLACE == place) & (there & HEIGHT > spot & HEIGHT)
            s.spot[other] = there - int(is_above)
    s.count[place] -= 1
    count_facing(s, card, -1)


@helper
def lay(s: State, card: int, place: int, up: int) -> None:
    """Put a card onto a place."""
    height = int(s.count[place]) if is_ordered(place) else 0
    s.spot[card] = place * PLACE + up * UP + height
    s.count[place] += 1
    count_facing(s, card, 1)


@helper
def count_facing(s: State, card: int, one: int) -> None:
    """Count a card that comes to a stack or leaves it, by its facing and as a BREAK."""
    place = place_of(s, card)
    if STACKS <= place < HANDS:
        up, is_break = int(is_up(s, card)), int(face_of(card) == BREAK)
        s.ups[place - STACKS] += one * up
        s.breaks[place - STACKS] += one * is_break
        s.up_breaks[place - STACKS] += one * up * is_break


@helper
def turn_up(s: State, stack: int) -> None:
    """Turn every card of a stack face up, for its enemy to see."""
    enemy = 1 - (stack - STACKS) // LANES
    for height in range(s.count[stack]):
        card = at(s, stack, height)
        if not is_up(s, card):
            identify(s, enemy, card)
            count_facing(s, card, -1)
            s.spot[card] = int(s.spot[card]) + UP
            count_facing(s, card, 1)
    settle(s, enemy, stack, stack)


@helper
def shuffle_discard(s: State, deck: int) -> None:
    """Shuffle a discard pile into its deck, which is empty (N32)."""
    discard = discard_of(deck)
    cards = int(s.count[discard])
    for height in range(cards):
        left = below(s, cards - height)
        card = -1
        while left >= 0:
            card += 1
            left -= place_of(s, card) == discard
        s.spot[card] = deck * PLACE + height
    s.count[deck], s.count[discard] = cards, 0
    for seat in range(SEATS):
        s.known[seat, deck], s.known[seat, discard] = s.known[seat, discard], 0
        unsure = int(s.unsure[seat])
        s.unsure[seat] = (unsure & ~(1 << discard)) | (((unsure >> discard) & 1) << deck)
        for card in range(CARDS):
            mask = int(s.seen[seat, card])
            moved = (mask >> discard) & 1
            s.seen[seat, card] = (mask & ~(1 << discard)) | (moved << deck)


# --- what can be told ---


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
    """Count anew which cards of which places a seat knows."""
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


@helper
def sees(s: State, seat: int, card: int) -> bool:
    """Whether a seat can look at a card where it lies (N1, N3, N40)."""
    place = place_of(s, card)
    if place >= HANDS:
        return place == HANDS + seat
    if place >= STACKS:
        return is_up(s, card) or (place - STACKS) // LANES == seat
    if place > ATTACKER_DECK:
        return s.options.discards == OPEN
    return is_shown(s, card, place)


@helper
def is_shown(s: State, card: int, deck: int) -> bool:
    """Whether a card is the top of a lane deck that lies face up (N1)."""
    if deck == ATTACKER_DECK or s.shown[deck - DECKS] == 0:
        return False
    return int(s.spot[card]) & HEIGHT == s.count[deck] - 1
