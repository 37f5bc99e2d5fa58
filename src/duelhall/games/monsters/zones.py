"""Cards on their way between the zones (M13, M18, M19, M21)."""

import numpy as np

from duelhall.engine.chance import below
from duelhall.engine.record import DRAWN, SEATS, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.deck_sheet import (
    copies_of,
    is_lasting,
    kinds_of,
    trait_count,
    traits_of,
)
from duelhall.games.monsters.operations import ENTERS, LEAVES
from duelhall.games.monsters.state import BOTH_LOST, CARD, DECKED_OUT, RESHUFFLE, State
from duelhall.games.monsters.words import DECK, IN_DAMAGE, IN_DECK, IN_DROP, IN_HAND, IN_STASIS

ANY_TRAIT = -1
NO_KIND = -1

WORD = 0xFFFFFFFF
SPREAD, TOP_BITS = 0x077CB531, 27
"""Times one bit of a word, the first number has five bits at the top that tell which bit it was."""
PLACES = np.argsort([(SPREAD << place & WORD) >> TOP_BITS for place in range(32)])


@helper
def count_of(zone: Array) -> int:
    """How many cards are in a zone that is counted by kinds."""
    count = 0
    for kind in range(DECK):
        count += int(zone[kind])
    return count


@helper
def kinds_in(zone: Array) -> int:
    """Which kinds of cards are in such a zone, one bit each."""
    kinds = 0
    for kind in range(DECK):
        kinds |= int(zone[kind] > 0) << kind
    return kinds


@helper
def first_of(kinds: int) -> int:
    """The first of these kinds."""
    return int(PLACES[((kinds & -kinds) * SPREAD & WORD) >> TOP_BITS])


@helper
def without_first(kinds: int) -> int:
    """The others."""
    return kinds & (kinds - 1)


# --- cards on their way ---


@helper
def move_card(s: State, seat: int, operation: int, kind: int, is_known: int) -> None:
    """Move a card as an operation does; the enemy knows it in a hand if it was seen (M19). If it
    goes nowhere else it is shown.
    """
    if LEAVES[operation] == ENTERS[operation]:
        s.known[seat, kind] += 1
    else:
        leave(s, seat, int(LEAVES[operation]), kind)
        enter(s, seat, int(ENTERS[operation]), kind, is_known)


@helper
def leave(s: State, seat: int, zone: int, kind: int) -> None:
    """A card leaves a zone: of equal cards of a hand the one that the enemy knows, of others the
    newest or the top one.
    """
    if zone == IN_HAND:
        s.hand[seat, kind] -= 1
        s.in_hand[seat] -= 1
        s.known[seat, kind] -= int(s.known[seat, kind] > 0)
    elif zone == IN_DROP:
        s.drop[seat, kind] -= 1
    elif zone == IN_STASIS:
        s.stasis[seat, kind] -= 1
    elif zone == IN_DAMAGE:
        s.in_damage[seat] -= 1
        take_last(s.damage[seat], int(s.in_damage[seat]), kind)
    else:
        s.in_deck[seat] -= 1
        take_last(s.deck[seat], int(s.in_deck[seat]), kind)


@helper
def enter(s: State, seat: int, zone: int, kind: int, is_known: int) -> None:
    """A card comes into a zone; into a hand known to the enemy or not, and face up under a deck."""
    if zone == IN_HAND:
        s.hand[seat, kind] += 1
        s.in_hand[seat] += 1
        s.known[seat, kind] += is_known
    elif zone == IN_DROP:
        s.drop[seat, kind] += 1
    elif zone == IN_STASIS:
        s.stasis[seat, kind] += 1
    elif zone == IN_DAMAGE:
        s.damage[seat, s.in_damage[seat]] = kind
        s.in_damage[seat] += 1
    else:
        put_under(s, seat, kind)
    know_last_cards(s, seat)


@helper
def take_last(cards: Array, last: int, kind: int) -> None:
    """Take the last copy of a card out of a row of cards."""
    place = last
    while cards[place] != kind:
        place -= 1
    for later in range(place, last):
        cards[later] = cards[later + 1]
    cards[last] = 0


@helper
def know_last_cards(s: State, seat: int) -> None:
    """With no card in the deck but those face up, everybody knows what is in the hand: both deck
    lists are known (M19).
    """
    if s.in_deck[seat] == s.buried[seat]:
        for kind in range(kinds_of(s, seat)):
            s.known[seat, kind] = s.hand[seat, kind]


@helper
def unseen_copies(s: State, owner: int, kind: int) -> int:
    """How many copies of a card lie in no zone that is seen here; its hand is one of them."""
    seen = int(s.hand[owner, kind]) + int(s.stasis[owner, kind]) + int(s.drop[owner, kind])
    seen += copies_in_damage(s, owner, kind)
    for place in range(s.buried[owner]):
        seen += int(s.deck[owner, place] == kind)
    for place in range(s.link_count):
        link = int(s.links[place])
        seen += int(link_kind(link) == kind and link_seat(link) == owner)
    return copies_of(s, owner, kind) - seen


@helper
def copies_in_damage(s: State, owner: int, kind: int) -> int:
    """How many copies of a card are in Damage."""
    count = 0
    for place in range(s.in_damage[owner]):
        count += int(s.damage[owner, place] == kind)
    return count


@helper
def copies_for(s: State, owner: int, operation: int, trait: int, kind: int) -> int:
    """How many copies of a card an operation can move: it may ask for a trait, and what goes to
    Stasis must have a lasting effect.
    """
    if not has_trait(s, owner, kind, trait):
        return 0
    zone, goal = LEAVES[operation], ENTERS[operation]
    if zone == IN_HAND:
        known = int(s.known[owner, kind]) if goal == IN_HAND else 0
        return int(s.hand[owner, kind]) - known
    if zone == IN_STASIS:
        return int(s.stasis[owner, kind])
    if zone == IN_DAMAGE:
        return copies_in_damage(s, owner, kind)
    if zone == IN_DECK:
        return unseen_copies(s, owner, kind)
    return 0 if goal == IN_STASIS and not is_lasting(s, owner, kind) else int(s.drop[owner, kind])


@helper
def has_trait(s: State, owner: int, kind: int, trait: int) -> bool:
    """Whether a card has a trait, if one is asked for."""
    return trait == ANY_TRAIT or trait_count(traits_of(s, owner, kind), trait) > 0


# --- decks ---


@helper
def take_top(s: State, seat: int) -> int:
    """Take the top card of a deck; NO_KIND, and the player has lost, where there is none."""
    if s.in_deck[seat] == 0 and not reshuffle(s, seat):
        run_out(s, seat)
        return NO_KIND
    s.in_deck[seat] -= 1
    top = int(s.in_deck[seat])
    kind = int(s.deck[seat, top])
    s.deck[seat, top] = 0
    s.buried[seat] = min(int(s.buried[seat]), top)
    return kind


@helper
def put_under(s: State, seat: int, kind: int) -> None:
    """Put a card face up under a deck: both players see it there, and it is the last to come."""
    for place in range(s.in_deck[seat], 0, -1):
        s.deck[seat, place] = s.deck[seat, place - 1]
    s.deck[seat, 0] = kind
    s.in_deck[seat] += 1
    s.buried[seat] += 1


@helper
def run_out(s: State, seat: int) -> None:
    """A player has lost who must take a card and has none to take."""
    if s.options.deck_out == RESHUFFLE:
        deck_and_drop_are_out(s, seat)
    else:
        deck_is_out(s, seat)


@rule("M18")
def deck_is_out(s: State, seat: int) -> None:
    """A player who must draw or reveal a card from an empty deck loses."""
    s.lost[seat] = DECKED_OUT


@rule("M18")
def deck_and_drop_are_out(s: State, seat: int) -> None:
    """A player who must draw or reveal a card loses if both deck and Drop are empty."""
    s.lost[seat] = DECKED_OUT


@rule("M18")
def reshuffle(s: State, seat: int) -> bool:
    """The deck is empty, so the Drop is shuffled and becomes the deck."""
    cards = count_of(s.drop[seat])
    if s.options.deck_out != RESHUFFLE or cards == 0:
        return False
    lay_out(s.drop[seat], s.deck[seat], kinds_of(s, seat))
    for place in range(cards):
        bring_forward(s.deck[seat], place, pick_place(s, s.deck[seat], seat, place, cards))
    s.in_deck[seat] = cards
    return True


@helper
def lay_out(zone: Array, row: Array, kinds: int) -> None:
    """Take all cards of a zone that is counted by kinds, and lay them in a row, kind by kind."""
    place = 0
    for kind in range(kinds):
        for _ in range(zone[kind]):
            row[place] = kind
            place += 1
        zone[kind] = 0


@helper
def bring_forward(row: Array, place: int, chosen: int) -> None:
    """Move a card in a row to an earlier place; those in between move up, in their order."""
    card = row[chosen]
    for later in range(chosen, place, -1):
        row[later] = row[later - 1]
    row[place] = card


# --- chance ---


@helper
def pick(s: State, seat: int, operation: int, trait: int) -> int:
    """One of the cards that an operation can move at random; NO_KIND where there is none."""
    count = 0
    for kind in range(kinds_of(s, seat)):
        count += copies_for(s, seat, operation, trait, kind)
    if count == 0:
        return NO_KIND
    left, kind = below(s, count), -1
    while left >= 0:
        kind += 1
        left -= copies_for(s, seat, operation, trait, kind)
    return kind


@helper
def pick_place(s: State, _row: Array, _seat: int, place: int, end: int) -> int:
    """The place of one of the cards in a part of a row at random."""
    return place + below(s, end - place)


# --- links ---


@helper
def link_seat(link: int) -> int:
    """Whose link it is."""
    return (link >> 5) & 1


@helper
def link_kind(link: int) -> int:
    """The number of a link's card in its deck, or of the monster."""
    return link & CARD


# --- losing ---


@helper
def settle_losses(s: State) -> None:
    """End the game if an operation made somebody lose."""
    if s.lost[0] > 0 and s.lost[1] > 0:
        both_lose(s)
    else:
        for seat in range(SEATS):
            if s.lost[seat] > 0:
                s.winner, s.reason = foe(seat), s.lost[seat]
    s.lost[0], s.lost[1] = 0, 0


@rule("M13")
def both_lose(s: State) -> None:
    """If one operation makes both players lose, the game is a draw."""
    s.winner, s.reason = DRAWN, BOTH_LOST
