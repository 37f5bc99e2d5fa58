"""Where the cards of BINMAT lie, and who can look at them there."""

from duelhall.engine.rule import helper
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    ATTACKER_DISCARD,
    CARDS,
    DECKS,
    DISCARDS,
    HANDS,
    HEIGHT,
    LANES,
    NOWHERE,
    OPEN,
    PLACE,
    STACKS,
    UP,
    State,
)


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
    if deck in (NOWHERE, ATTACKER_DECK) or s.shown[deck - DECKS] == 0:
        return False
    return int(s.spot[card]) & HEIGHT == s.count[deck] - 1
