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
from duelhall.games.monsters.state import BOTH_LOST, CARD, DECKED_OUT, RESHUFFLE, State
from duelhall.games.monsters.words import DECK

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


# --- hands ---


@helper
def to_hand(s: State, seat: int, kind: int, is_known: int) -> None:
    """A card comes into a hand; the enemy knows it if it came from an open place (M19)."""
    s.hand[seat, kind] += 1
    s.in_hand[seat] += 1
    s.known[seat, kind] += is_known
    know_last_cards(s, seat)


@helper
def from_hand(s: State, seat: int, kind: int) -> None:
    """A card leaves a hand; of equal cards the one that the enemy knows."""
    s.hand[seat, kind] -= 1
    s.in_hand[seat] -= 1
    s.known[seat, kind] -= int(s.known[seat, kind] > 0)


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
    for place in range(s.in_damage[owner]):
        seen += int(s.damage[owner, place] == kind)
    for place in range(s.buried[owner]):
        seen += int(s.deck[owner, place] == kind)
    for place in range(s.link_count):
        link = int(s.links[place])
        seen += int(link_kind(link) == kind and link_seat(link) == owner)
    return copies_of(s, owner, kind) - seen


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
def pick(s: State, zone: Array, seat: int, trait: int, lasting: int) -> int:
    """One of the cards in a zone at random: with a trait, with a lasting effect, if that is asked;
    NO_KIND where there is none.
    """
    count = 0
    for kind in range(DECK):
        if zone[kind] > 0 and qualifies(s, seat, kind, trait, lasting):
            count += int(zone[kind])
    if count == 0:
        return NO_KIND
    left, chosen = below(s, count), NO_KIND
    for kind in range(DECK):
        if left >= 0 and zone[kind] > 0 and qualifies(s, seat, kind, trait, lasting):
            left -= int(zone[kind])
            chosen = kind
    return chosen


@helper
def pick_place(s: State, _row: Array, _seat: int, place: int, end: int) -> int:
    """The place of one of the cards in a part of a row at random."""
    return place + below(s, end - place)


@helper
def qualifies(s: State, seat: int, kind: int, trait: int, lasting: int) -> bool:
    """Whether a card has the trait, and a lasting effect, if that is asked."""
    if trait != ANY_TRAIT and trait_count(traits_of(s, seat, kind), trait) == 0:
        return False
    return lasting == 0 or is_lasting(s, seat, kind)


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
