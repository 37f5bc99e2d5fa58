"""What seats remember of a game of BINMAT (N40).

No rule reads it while a game is played: it is there for views, and for those who guess from them.
"""

from duelhall.engine.record import SEATS, foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.cards import CARDS
from duelhall.games.binmat.past import (
    LAST,
    LOCATED,
    MOST_SHUFFLES,
    UNSEEN,
    forget,
    note,
    note_found,
    note_revealed,
    note_seen_move,
    note_shuffled,
    note_unseen_move,
)
from duelhall.games.binmat.places import at, discard_of, is_up
from duelhall.games.binmat.state import (
    DECKS,
    DEFENDER,
    DISCARDS,
    HANDS,
    LANES,
    OPEN,
    STACKS,
    State,
)
from duelhall.games.binmat.tracking import identify, lose_track, settle

EVERYBODY = 2
"""Who sees a card move, where it is not a single seat."""

IN_DECKS = ((1 << LANES) - 1) << DECKS
"""The places where a card can be before anybody has seen it."""


@helper
def remember_deal(s: State) -> None:
    """Nobody has seen any card yet."""
    for deck in range(LANES + 1):
        s.pools[deck] = UNSEEN
    for seat in range(SEATS):
        s.unsure[seat] = IN_DECKS
        for card in range(CARDS):
            s.seen[seat, card] = IN_DECKS
            s.kin[seat, card] = UNSEEN


@helper
def remember_move(s: State, card: int, start: int, place: int, seen_by: int) -> None:
    """A card moved, seen by a seat or by everybody."""
    for seat in range(SEATS):
        if seen_by in (seat, EVERYBODY):
            identify(s, seat, card)
            note_seen_move(s, seat, card, start, place)
        else:
            lose_track(s, seat, start, place)
            note_unseen_move(s, seat, start, place)
        settle(s, seat, start, place)


@helper
def remember_stack(s: State, stack: int) -> None:
    """The cards of a stack that lie face down are shown to its enemy."""
    enemy = foe((stack - STACKS) // LANES)
    for height in range(s.count[stack]):
        card = at(s, stack, height)
        if not is_up(s, card):
            identify(s, enemy, card)
            note_revealed(s, enemy, card, stack)
    settle(s, enemy, stack, stack)


@helper
def remember_top(s: State, card: int, deck: int) -> None:
    """Everybody sees the top card of a deck."""
    for seat in range(SEATS):
        identify(s, seat, card)
        note_found(s, seat, card, deck)
        settle(s, seat, deck, deck)


@helper
def remember_reshuffle(s: State, deck: int) -> None:
    """A discard pile has been shuffled and is a deck now: whatever was in it is somewhere there."""
    discard = discard_of(deck)
    s.shuffles = min(int(s.shuffles) + 1, MOST_SHUFFLES)
    s.pools[deck - DECKS] = UNSEEN + int(s.shuffles)
    for seat in range(SEATS):
        s.known[seat, deck], s.known[seat, discard] = s.known[seat, discard], 0
        unsure = int(s.unsure[seat])
        s.unsure[seat] = (unsure & ~(1 << discard)) | (((unsure >> discard) & 1) << deck)
        for card in range(CARDS):
            mask = int(s.seen[seat, card])
            moved = (mask >> discard) & 1
            s.seen[seat, card] = (mask & ~(1 << discard)) | (moved << deck)
        note_shuffled(s, seat, deck)


@helper
def remember_order(s: State, seat: int) -> None:
    """A hand is about to be discarded, the newest card first, to piles that are open (N8). Which
    card went to which pile tells in which order they were drawn.
    """
    cards, enemy = int(s.count[HANDS + seat]), foe(seat)
    if seat != DEFENDER or s.options.discards != OPEN or not order_is_told(s, enemy, cards):
        return
    for height in range(cards - 1, -1, -1):
        card = at(s, HANDS + DEFENDER, height)
        note(s, enemy, LAST, int(s.kin[enemy, card]))
        s.kin[enemy, card] = LOCATED
    forget(s, enemy, LOCATED, True)  # noqa: FBT003, Numba takes it so


@helper
def order_is_told(s: State, seat: int, cards: int) -> bool:
    """Whether only cards that are the same to a seat go to the same pile, each of the defender's
    cards going to the smallest one.

    What each lane discard has got, and the kin of that, are eight bits of a number.
    """
    taken, kins = 0, 0
    for height in range(cards - 1, -1, -1):
        smallest, least = 0, CARDS
        for lane in range(LANES):
            size = int(s.count[DISCARDS + lane]) + ((taken >> (8 * lane)) & 255)
            if size < least:
                smallest, least = 8 * lane, size
        kin = int(s.kin[seat, at(s, HANDS + DEFENDER, height)])
        if (taken >> smallest) & 255 > 0 and (kins >> smallest) & 255 != kin:
            return False
        taken += 1 << smallest
        kins = (kins & ~(255 << smallest)) | (kin << smallest)
    return cards > 1


MEMORY_RULES = (
    remember_deal,
    remember_move,
    remember_stack,
    remember_top,
    remember_reshuffle,
    remember_order,
)
"""All that only remembers. Where nobody will look at what a seat can tell, as in a playout, these
may be bound to nothing, and the game goes on as before."""
