"""Moving the cards of BINMAT from place to place, and drawing them (N2, N9, N10, N32)."""

from duelhall.engine.chance import below
from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.memory import (
    EVERYBODY,
    remember_move,
    remember_reshuffle,
    remember_stack,
    remember_top,
)
from duelhall.games.binmat.state import (
    ALWAYS_UP,
    ATTACKER,
    ATTACKER_DECK,
    BREAK,
    CARDS,
    DECKS,
    DEFENDER,
    DOWN_AFTER_RESHUFFLE,
    EXHAUSTED,
    EXHAUSTED_ATTACKER,
    EXHAUSTED_WINS,
    HANDS,
    HEIGHT,
    PLACE,
    STACKS,
    UP,
    State,
    at,
    discard_of,
    face_of,
    is_ordered,
    is_up,
    place_of,
    stack_of,
    top,
)


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


@helper
def may_draw(s: State, seat: int, deck: int) -> bool:
    """Whether a player may draw from a deck."""
    if deck == ATTACKER_DECK:
        return is_attackers(s, seat) and attacker_deck_has_cards(s)
    if not lane_is_free(s, seat, deck - DECKS):
        return False
    return lane_has_cards(s, deck) or may_exhaust(s, seat)


@rule("N32")
def is_attackers(_s: State, seat: int) -> bool:
    """Only the attacker can draw from the attacker deck."""
    return seat == ATTACKER


@rule("N10")
def attacker_deck_has_cards(s: State) -> bool:
    """You can draw from the attacker deck only while it or its discard pile has a card."""
    return s.count[ATTACKER_DECK] + s.count[discard_of(ATTACKER_DECK)] > 0


@rule("N32")
def lane_is_free(s: State, seat: int, lane: int) -> bool:
    """As the attacker you can draw only from lanes with no defender stack in front."""
    return seat == DEFENDER or s.count[stack_of(DEFENDER, lane)] == 0


@rule("N9")
def lane_has_cards(s: State, deck: int) -> bool:
    """You can draw from a lane only while its deck or its discard pile has a card."""
    return s.count[deck] + s.count[discard_of(deck)] > 0


@helper
def may_exhaust(s: State, seat: int) -> bool:
    """Whether a role may draw from a lane that has no card left, which ends the game (N9)."""
    if s.options.exhausted_lane == EXHAUSTED_ATTACKER:
        return seat == ATTACKER
    return s.options.exhausted_lane == EXHAUSTED_WINS


@rule("N32")
def draw(s: State, seat: int, deck: int) -> None:
    """You draw the top card of a deck; an empty deck first takes its discard pile, shuffled."""
    is_fresh = s.count[deck] == 0
    if is_fresh and not reshuffle(s, deck):
        exhaust(s)
    else:
        take_top(s, seat, deck, is_fresh)


@rule("N32")
def reshuffle(s: State, deck: int) -> bool:
    """The discard pile is shuffled and becomes the deck."""
    if s.count[discard_of(deck)] == 0:
        return False
    shuffle_discard(s, deck)
    if is_open(s, deck):
        if s.options.reshuffled_deck == DOWN_AFTER_RESHUFFLE:
            stay_down(s, deck)
        elif s.options.reshuffled_deck == ALWAYS_UP:
            open_at_once(s, deck)
        else:
            stay_open(s)
    return True


@rule("N2")
def stay_down(s: State, deck: int) -> None:
    """A face-up deck that was reshuffled lies face down for the rest of the game."""
    s.shown[deck - DECKS] = False


@rule("N2")
def stay_open(_s: State) -> None:
    """A face-up deck that was reshuffled shows its top card again once a card has been taken."""


@rule("N2")
def open_at_once(s: State, deck: int) -> None:
    """A face-up deck that was reshuffled shows its top card at once, and then it is drawn."""
    remember_top(s, top(s, deck), deck)


@rule("N9")
def exhaust(s: State) -> None:
    """If a player draws from a lane with no card left, the attacker wins."""
    s.winner, s.reason = ATTACKER, EXHAUSTED


@helper
def take_top(s: State, seat: int, deck: int, is_fresh: bool) -> None:  # noqa: FBT001, Numba takes it so
    """Take the top card of a deck into a hand; everybody has seen it if it lay face up, but for
    the first one of a deck that was just shuffled and did not show it (N2, N40).
    """
    is_seen = is_open(s, deck) and (not is_fresh or s.options.reshuffled_deck == ALWAYS_UP)
    move(s, top(s, deck), HANDS + seat, 0, EVERYBODY if is_seen else seat)
    show_top(s, deck)


@helper
def is_open(s: State, deck: int) -> bool:
    """Whether a deck shows its top card."""
    return deck != ATTACKER_DECK and s.shown[deck - DECKS] > 0


@rule("N1", "N40")
def show_top(s: State, deck: int) -> bool:
    """Both players see the top card of a deck that lies face up."""
    if not is_open(s, deck) or s.count[deck] == 0:
        return False
    remember_top(s, top(s, deck), deck)
    return True
