"""What seats remember of a game of BINMAT (N40).

No rule reads it while a game is played: it is there for views, and for those who guess from them.

A seat that sees a card move knows where it is; one that only sees that some card moved holds it
possible, for every card that could have been in the one place, that it is now in the other. `seen`
keeps those possibilities as bits, and `known` counts the cards of a place for which only one is
left: when they are all that it holds, no other card can be there.
"""

import numpy as np

from duelhall.engine.chance import below
from duelhall.engine.record import SEATS, foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.past import (
    ANY,
    DUE,
    FREE,
    FROM,
    HELD,
    IN,
    INTO,
    LAST,
    LINK,
    LOCATED,
    MOST_SHUFFLES,
    NONE,
    UNSEEN,
    exchange,
    forget,
    is_exit,
    is_fitting,
    kin_of,
    kind_of,
    link_of,
    link_through,
    mark_link,
    mate_of,
    note,
    note_found,
    note_revealed,
    note_seen_move,
    note_shuffled,
    note_unseen_move,
    pair,
    room_through,
    set_link,
    stir_pool,
    wanted,
)
from duelhall.games.binmat.state import (
    CARDS,
    DECKS,
    DEFENDER,
    DISCARDS,
    HANDS,
    LANES,
    OPEN,
    PLACES,
    STACKS,
    State,
    at,
    discard_of,
    is_up,
    place_of,
)

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
        # Where every card is known, no other is possible. That can leave a single possibility for
        # a card, and then for the rest of another place.
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


STUCK = -1

MOST_WALKS = 200
"""How often pairs are exchanged at most until they fit."""


@helper
def find_pairs(s: State, seat: int) -> bool:
    """Pair all entries; False if what they say contradicts itself.

    Without cards that went through a deck the first pairs always fit. Otherwise they are exchanged
    until they do.
    """
    if not pair_all(s, seat):
        return False
    for _ in range(MOST_WALKS):
        if is_fitting(s, seat):
            return True
        walk_back(s, seat)
    return is_fitting(s, seat)


@helper
def pair_all(s: State, seat: int) -> bool:
    """Pair all entries, walking back in time, and let each card be one that was seen, where it can;
    False if there are not as many that came as left or are held.
    """
    enemy = foe(seat)
    size, open_ways = int(s.past_size[seat]), int(s.count[HANDS + enemy])
    for way in range(open_ways):
        s.kin[enemy, way] = HELD
    for entry in range(size):
        s.past[enemy, entry] = NONE * LINK + HELD
    for entry in range(size - 1, -1, -1):
        kind = kind_of(s, seat, entry)
        if kind == IN:
            way = pick_way(s, seat, entry, open_ways)
            if way == STUCK:
                return False
            take_way(s, seat, entry, way)
            open_ways -= 1
            s.kin[enemy, way] = s.kin[enemy, open_ways]
        elif kind == FROM:
            set_link(s, seat, entry, DUE)
        elif is_exit(kind) and open_ways < CARDS:
            if kind == INTO and not link_through(s, seat, entry):
                return False
            s.kin[enemy, open_ways] = entry
            open_ways += 1
    return open_ways == 0 and end_links(s, seat)


@helper
def pick_way(s: State, seat: int, came: int, open_ways: int) -> int:
    """One of the open ways by which a card that came can have left, best as one that was seen to be
    of its kin, and only if nothing else is left as one of another kin; STUCK if there is none.
    """
    kin, enemy = kin_of(s, seat, came), foe(seat)
    room = room_through(s, seat, kin) if kin > UNSEEN else 0
    first = first_last(s, seat, open_ways)
    chosen, rank, found = STUCK, 0, 0
    for way in range(open_ways):
        left = int(s.kin[enemy, way])
        want = wanted(s, seat, left)
        worth = 4 if want == kin else 3 if want == ANY else 2 if room > 0 else 1
        if left != HELD and kind_of(s, seat, left) == LAST and left != first:
            worth = 0
        if worth > rank:
            rank, found = worth, 0
        if worth == rank and worth > 0:
            found += 1
            if below(s, found) == 0:
                chosen = way
    return chosen


@helper
def first_last(s: State, seat: int, open_ways: int) -> int:
    """The way by which the newest card left, of those that left in that order."""
    first, enemy = HELD, foe(seat)
    for way in range(open_ways):
        left = int(s.kin[enemy, way])
        if left < first and kind_of(s, seat, left) == LAST:
            first = left
    return first


@helper
def take_way(s: State, seat: int, came: int, way: int) -> None:
    """Let a card that came have left by one of the open ways."""
    left = int(s.kin[foe(seat), way])
    if kin_of(s, seat, came) > UNSEEN:
        mark_link(s, seat, came, left)
    pair(s, seat, came, left)


@helper
def end_links(s: State, seat: int) -> bool:
    """What could be an unseen card that went through a deck, and is none, is one of the pool; False
    if something must be one and is none.
    """
    for entry in range(s.past_size[seat]):
        if link_of(s, seat, entry) == DUE:
            return False
        if link_of(s, seat, entry) == FREE:
            set_link(s, seat, entry, NONE)
    return True


@helper
def walk_back(s: State, seat: int) -> None:
    """Let each card that came into the hand change its way out with any that was there then.

    The hand at each moment is listed where the other seat's kin would be.
    """
    enemy, held = foe(seat), 0
    size = int(s.past_size[seat])
    for entry in range(size):
        if kind_of(s, seat, entry) == IN and mate_of(s, seat, entry) == HELD:
            s.kin[enemy, held] = entry
            held += 1
    for entry in range(size - 1, -1, -1):
        kind = kind_of(s, seat, entry)
        if kind == IN:
            if held > 1:
                other = int(s.kin[enemy, below(s, held)])
                if other != entry:
                    exchange(s, seat, entry, other)
            held = let_go(s, enemy, entry, held)
        elif is_exit(kind):
            if kind == INTO:
                stir_pool(s, seat, entry)
            s.kin[enemy, held] = mate_of(s, seat, entry)
            held += 1


@helper
def let_go(s: State, enemy: int, entry: int, held: int) -> int:
    """Strike a card from the list of those in the hand, and say how many are left."""
    for place in range(held):
        if s.kin[enemy, place] == entry:
            s.kin[enemy, place] = s.kin[enemy, held - 1]
            return held - 1
    return held
