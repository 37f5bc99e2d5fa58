"""Moving the cards of BINMAT from place to place."""

from duelhall.engine.chance import below
from duelhall.engine.rule import helper
from duelhall.games.binmat.cards import BREAK, CARDS, face_of
from duelhall.games.binmat.places import at, discard_of, is_ordered, is_up, place_of
from duelhall.games.binmat.remembering import remember_move, remember_reshuffle, remember_stack
from duelhall.games.binmat.state import HANDS, HEIGHT, PLACE, STACKS, UP, State


@helper
def move(s: State, card: int, place: int, up: int, seen_by: int) -> None:
    """Bring a card to the top of another place, seen by a seat or by everybody."""
    start = place_of(s, card)
    lift(s, card)
    lay(s, card, place, up)
    remember_move(s, card, start, place, seen_by)


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
    remember_stack(s, stack)
    for height in range(s.count[stack]):
        card = at(s, stack, height)
        if not is_up(s, card):
            count_facing(s, card, -1)
            s.spot[card] = int(s.spot[card]) + UP
            count_facing(s, card, 1)


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
    remember_reshuffle(s, deck)
