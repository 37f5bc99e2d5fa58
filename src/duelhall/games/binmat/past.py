"""What each seat has seen go into the other hand and out of it, in order (N40).

That is what a guess goes by, for a card can be only where it could have come in time. `kin` says of
every card among which cards a seat saw it last: it is LOCATED where the seat still knows it by
sight, UNSEEN where it never came to light, one of a pool where its discard pile was shuffled into a
deck, and its own where the other player took it openly. `past` lists what happened to the other
hand:

    IN kin      one of these came into it
    OUT place   one went from it to a stack or a pile, unseen
    SEEN kin    one left it, and it was, or has since been, seen to be one of these
    LAST kin    the same, and it was the newest card of the hand (N8)
    INTO pool   one left it unseen for a pile, which has become a deck since
    FROM pool, OF kin   one of these was seen to come from that deck, by way of the hand

What can no longer make a difference is forgotten.

In a guess, entries are paired: one by which a card came in with the one by which it left, or HELD.
Where discard piles are closed, a card that is discarded unseen can be drawn again (N3, N32). So one
that came from a deck into which unseen cards had gone by way of the hand may be one of those; the
entries INTO that deck are then *linked* with those that came from it. Pairs and links are written
where the other seat's past would be, which nobody knows, and are gone when the guess is done.
"""

from duelhall.engine.chance import below
from duelhall.engine.record import foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    CARDS,
    DECKS,
    HANDS,
    LANES,
    NOWHERE,
    PAST,
    State,
    discard_of,
    place_of,
)

UNSEEN = CARDS + 1
"""Kin: below are single cards, from 1; above are pools, in the order of their shuffles."""
LOCATED = 255
MOST_SHUFFLES = LOCATED - UNSEEN - 1

IN, OUT, SEEN, LAST, INTO, FROM, OF = range(1, 8)
THROUGH_A_DECK = -1
KIND = 256
"""An entry is its kind times KIND, plus a kin or a place."""


# --- reading ---


@helper
def kind_of(s: State, seat: int, entry: int) -> int:
    """What an entry says."""
    return int(s.past[seat, entry]) // KIND


@helper
def kin_of(s: State, seat: int, entry: int) -> int:
    """Of which kin, or of which place, an entry says it."""
    return int(s.past[seat, entry]) % KIND


# --- noting ---


@helper
def note(s: State, seat: int, kind: int, kin: int) -> None:
    """Note what happened last."""
    make_room(s, seat, 1)
    size = int(s.past_size[seat])
    if size < PAST:
        s.past[seat, size] = kind * KIND + kin
        s.past_size[seat] = size + 1


@helper
def note_seen_move(s: State, seat: int, card: int, start: int, place: int) -> None:
    """A seat sees a card move, and which one it is."""
    hand = HANDS + foe(seat)
    if start == hand:
        if s.kin[seat, card] != LOCATED:
            note_leaving(s, seat, int(s.kin[seat, card]))
    elif start <= ATTACKER_DECK:
        note_found(s, seat, card, start)
    s.kin[seat, card] = LOCATED
    if place == hand:
        note(s, seat, IN, card + 1)
        s.kin[seat, card] = card + 1


@helper
def note_unseen_move(s: State, seat: int, start: int, place: int) -> None:
    """A seat sees that a card moves, and not which one it is."""
    hand = HANDS + foe(seat)
    if place == hand:
        note(s, seat, IN, int(s.pools[start - DECKS]))
    elif start == hand:
        note(s, seat, OUT, place)


@helper
def note_found(s: State, seat: int, card: int, deck: int) -> None:
    """A seat sees which card comes to the top of a deck, or from it."""
    kin, pool = int(s.kin[seat, card]), int(s.pools[deck - DECKS])
    if kin != LOCATED and kin != pool:  # noqa: PLR1714, Numba wants tuples of one type
        make_room(s, seat, 2)
        if s.past_size[seat] + 2 <= PAST:
            note(s, seat, FROM, pool)
            note(s, seat, OF, kin)
    s.kin[seat, card] = LOCATED


@helper
def note_leaving(s: State, seat: int, kin: int) -> None:
    """A seat sees one of a kin leave the other hand.

    Those that leave it one right after the other are kept in the order of their kin: who does not
    know their order is not told it.
    """
    note(s, seat, SEEN, kin)
    entry = int(s.past_size[seat]) - 1
    while entry > 0 and kind_of(s, seat, entry - 1) == SEEN and kin_of(s, seat, entry - 1) > kin:
        s.past[seat, entry] = s.past[seat, entry - 1]
        entry -= 1
        s.past[seat, entry] = SEEN * KIND + kin
    forget(s, seat, kin, False)  # noqa: FBT003, Numba takes it so


@helper
def note_revealed(s: State, seat: int, card: int, stack: int) -> None:
    """A seat sees the lowest card of a stack that it has not seen yet."""
    kin = int(s.kin[seat, card])
    if kin == LOCATED:
        return
    s.kin[seat, card] = LOCATED
    for entry in range(s.past_size[seat]):
        if s.past[seat, entry] == OUT * KIND + stack:
            s.past[seat, entry] = SEEN * KIND + kin
            forget(s, seat, kin, True)  # noqa: FBT003, Numba takes it so
            return


@helper
def note_shuffled(s: State, seat: int, deck: int) -> None:
    """A seat sees a discard pile being shuffled, which is a deck now."""
    pool = int(s.pools[deck - DECKS])
    for card in range(CARDS):
        if place_of(s, card) == deck and s.kin[seat, card] == LOCATED:
            s.kin[seat, card] = pool
    for entry in range(s.past_size[seat]):
        if s.past[seat, entry] == OUT * KIND + discard_of(deck):
            s.past[seat, entry] = INTO * KIND + pool


# --- forgetting ---


@helper
def forget(s: State, seat: int, kin: int, hand_was_empty: bool) -> None:  # noqa: FBT001, Numba takes it so
    """Forget what can no longer make a difference, after one of a kin has been seen that left the
    hand now, or may have emptied it then.

    Not where unseen cards went through a deck, for then a kin can come by other ways.
    """
    until = all_seen(s, seat, kin)
    if until == THROUGH_A_DECK:
        return
    forget_kin(s, seat, kin, until)
    if hand_was_empty or s.count[HANDS + foe(seat)] == 0:
        forget_empty_hands(s, seat)


@helper
def all_seen(s: State, seat: int, kin: int) -> int:
    """How far back every card of a kin that came into the hand has left it, and was seen;
    THROUGH_A_DECK if unseen cards went through one.
    """
    inside, until = 0, 0
    for entry in range(s.past_size[seat]):
        number = int(s.past[seat, entry])
        if number // KIND == INTO:
            return THROUGH_A_DECK
        if number == IN * KIND + kin:
            inside += 1
        elif number == SEEN * KIND + kin:
            inside -= 1
            if inside == 0:
                until = entry + 1
    return until


@helper
def forget_kin(s: State, seat: int, kin: int, until: int) -> None:
    """Forget what a kin did up to an entry."""
    if until == 0:
        return
    kept = 0
    for entry in range(s.past_size[seat]):
        kind = kind_of(s, seat, entry)
        is_gone = entry < until and kind in (IN, SEEN) and kin_of(s, seat, entry) == kin
        s.past[seat, kept] = s.past[seat, entry]
        kept += int(not is_gone)
    cut(s, seat, kept)


@helper
def forget_empty_hands(s: State, seat: int) -> None:
    """Forget all up to where the hand was empty, if nothing that left it by then is hidden."""
    held, kept, hides = 0, 0, False
    start = 0
    for entry in range(s.past_size[seat]):
        kind = kind_of(s, seat, entry)
        s.past[seat, kept] = s.past[seat, entry]
        kept += 1
        hides = hides or kind == OUT
        held += int(kind == IN) - int(kind in (OUT, SEEN, LAST))
        if held == 0:
            if not hides:
                kept = start
            start, hides = kept, False
    cut(s, seat, kept)


@helper
def cut(s: State, seat: int, size: int) -> None:
    """Keep this many entries."""
    for entry in range(size, int(s.past_size[seat])):
        s.past[seat, entry] = 0
    s.past_size[seat] = size


@helper
def make_room(s: State, seat: int, entries: int) -> None:
    """See to it that some more entries can be noted."""
    if s.past_size[seat] + entries > PAST:
        thin_out(s, seat)


@helper
def thin_out(s: State, seat: int) -> None:
    """Take the first card that was seen to leave for the newest of its kin, to make room.

    Whatever is possible then was possible before; only how likely it is may differ.
    """
    for last in range(s.past_size[seat]):
        if kind_of(s, seat, last) in (SEEN, LAST):
            for first in range(last - 1, -1, -1):
                if s.past[seat, first] == IN * KIND + kin_of(s, seat, last):
                    drop_pair(s, seat, first, last)
                    return


@helper
def drop_pair(s: State, seat: int, first: int, last: int) -> None:
    """Forget two entries."""
    kept = 0
    for entry in range(s.past_size[seat]):
        s.past[seat, kept] = s.past[seat, entry]
        kept += int(entry != first and entry != last)  # noqa: PLR1714, as above
    cut(s, seat, kept)


# --- pairs and links ---


HELD = 255
"""What a card is paired with that is still in the hand."""

NONE, DUE, FREE = 255, 254, 253
"""Links: there is none; there must be one; there can be one."""

ANY = 0
"""What is wanted of a card that has not been seen since it left."""

LINK = 256
"""A number is a pair, plus LINK times a link."""


@helper
def mate_of(s: State, seat: int, entry: int) -> int:
    """What an entry is paired with."""
    return int(s.past[foe(seat), entry]) % LINK


@helper
def link_of(s: State, seat: int, entry: int) -> int:
    """What an entry is linked with."""
    return int(s.past[foe(seat), entry]) // LINK


@helper
def pair(s: State, seat: int, came: int, left: int) -> None:
    """Pair an entry by which a card came with one by which it left."""
    enemy = foe(seat)
    s.past[enemy, came] = link_of(s, seat, came) * LINK + left
    if left != HELD:
        s.past[enemy, left] = link_of(s, seat, left) * LINK + came


@helper
def set_link(s: State, seat: int, entry: int, link: int) -> None:
    """Link an entry with another, or say that it is not."""
    s.past[foe(seat), entry] = link * LINK + mate_of(s, seat, entry)


@helper
def root_of(s: State, seat: int, came: int) -> int:
    """Of which kin the card is that came by an entry, however often it came before."""
    while link_of(s, seat, came) < FREE:
        came = mate_of(s, seat, link_of(s, seat, came))
    return kin_of(s, seat, came)


@helper
def wanted(s: State, seat: int, left: int) -> int:
    """Of which kin the card must be that left by an entry, by what was seen of it later."""
    while left != HELD:
        kind = kind_of(s, seat, left)
        if kind in (SEEN, LAST):
            return kin_of(s, seat, left)
        if kind != INTO or link_of(s, seat, left) == NONE:
            return ANY
        onward = link_of(s, seat, left)
        if kind_of(s, seat, onward) == FROM:
            return kin_of(s, seat, onward + 1)
        left = mate_of(s, seat, onward)
    return ANY


@helper
def wanted_after(s: State, seat: int, entry: int) -> int:
    """Of which kin the card must be that came from a deck by an entry."""
    if kind_of(s, seat, entry) == FROM:
        return kin_of(s, seat, entry + 1)
    return wanted(s, seat, mate_of(s, seat, entry))


@helper
def misfit(kin: int, want: int) -> int:
    """1 if one of a kin cannot be what is wanted, else 0."""
    return int(want != ANY and want != kin)  # noqa: PLR1714, Numba wants tuples of one type


@helper
def exchange(s: State, seat: int, one: int, other: int) -> None:
    """Let two cards that were in the hand together leave it by each other's ways, if that fits no
    worse.
    """
    left, right = mate_of(s, seat, one), mate_of(s, seat, other)
    kin, other_kin = root_of(s, seat, one), root_of(s, seat, other)
    want, other_want = wanted(s, seat, left), wanted(s, seat, right)
    before = misfit(kin, want) + misfit(other_kin, other_want)
    if misfit(kin, other_want) + misfit(other_kin, want) > before:
        return
    pair(s, seat, one, right)
    pair(s, seat, other, left)
    if not (keeps_order(s, seat, left) and keeps_order(s, seat, right)):
        pair(s, seat, one, left)
        pair(s, seat, other, right)


@helper
def keeps_order(s: State, seat: int, left: int) -> bool:
    """Whether a card that left as the newest one came after those that left as such after it."""
    if left == HELD or kind_of(s, seat, left) != LAST:
        return True
    came = mate_of(s, seat, left)
    if left > 0 and kind_of(s, seat, left - 1) == LAST and mate_of(s, seat, left - 1) < came:
        return False
    is_last = left + 1 == s.past_size[seat] or kind_of(s, seat, left + 1) != LAST
    return is_last or mate_of(s, seat, left + 1) < came


@helper
def is_fitting(s: State, seat: int) -> bool:
    """Whether every card is of the kin that it was seen to be."""
    for entry in range(s.past_size[seat]):
        kind, came, want = kind_of(s, seat, entry), mate_of(s, seat, entry), ANY
        if kind in (SEEN, LAST):
            want = kin_of(s, seat, entry)
        elif kind == FROM:
            came, want = mate_of(s, seat, link_of(s, seat, entry)), kin_of(s, seat, entry + 1)
        if want != ANY and root_of(s, seat, came) != want:
            return False
    return True


@helper
def is_exit(kind: int) -> bool:
    """Whether an entry is one by which a card left the hand."""
    return kind not in (IN, FROM) and kind <= INTO


@helper
def deck_of(s: State, pool: int) -> int:
    """The deck that has cards of a pool; NOWHERE if there is none left."""
    for deck in range(LANES + 1):
        if s.pools[deck] == pool:
            return DECKS + deck
    return NOWHERE


@helper
def hidden_in(s: State, deck: int) -> int:
    """How many cards of a deck are hidden: all but a top that is shown."""
    if deck == NOWHERE or s.count[deck] == 0:
        return 0
    return int(s.count[deck]) - int(deck != ATTACKER_DECK and s.shown[deck - DECKS] > 0)


@helper
def count_entries(s: State, seat: int, kind: int, pool: int, link: int) -> int:
    """How many entries of a kind and a pool have a link; ANY for whichever."""
    found = 0
    for entry in range(s.past_size[seat]):
        if kind_of(s, seat, entry) == kind and kin_of(s, seat, entry) == pool:
            found += int(link == ANY) | int(link == link_of(s, seat, entry))
    return found


@helper
def room_through(s: State, seat: int, pool: int) -> int:
    """How many more cards from a deck can be taken for unseen ones that went into it."""
    taken = count_entries(s, seat, FROM, pool, ANY) + count_entries(s, seat, IN, pool, DUE)
    return count_entries(s, seat, INTO, pool, ANY) - taken


@helper
def mark_link(s: State, seat: int, came: int, left: int) -> None:
    """Say whether a card from a deck that left by an entry must have been in the hand before."""
    pool = kin_of(s, seat, came)
    if count_entries(s, seat, INTO, pool, ANY) > 0:
        want = wanted(s, seat, left)
        is_due = misfit(pool, want) > 0 and room_through(s, seat, pool) > 0
        set_link(s, seat, came, DUE if is_due else FREE)


@helper
def link_through(s: State, seat: int, left: int) -> bool:
    """Find out where a card came to light that left for a deck: in the hand, or elsewhere, or
    nowhere; False if there is no place for it.
    """
    pool, before = kin_of(s, seat, left), 0
    for entry in range(left + 1):
        before += int(s.past[seat, entry] == s.past[seat, left])
    due = count_entries(s, seat, FROM, pool, DUE) + count_entries(s, seat, IN, pool, DUE)
    free = count_entries(s, seat, IN, pool, FREE)
    deck = hidden_in(s, deck_of(s, pool)) - stayed(s, seat, left)
    options = due if due == before else due + free + max(deck, 0)
    if due > before or options == 0:
        return False
    chosen = below(s, options)
    if chosen < due:
        link_with(s, seat, left, DUE, chosen)
    elif chosen < due + free:
        link_with(s, seat, left, FREE, chosen - due)
    return True


@helper
def stayed(s: State, seat: int, left: int) -> int:
    """How many cards that left for the same deck after an entry are in it still."""
    found = 0
    for entry in range(left + 1, int(s.past_size[seat])):
        if s.past[seat, entry] == s.past[seat, left]:
            found += int(link_of(s, seat, entry) == NONE)
    return found


@helper
def link_with(s: State, seat: int, left: int, link: int, number: int) -> None:
    """Link an entry with one of those that came from its deck and are marked so."""
    pool = kin_of(s, seat, left)
    for entry in range(left + 1, int(s.past_size[seat])):
        if comes_from(s, seat, entry, pool) and link_of(s, seat, entry) == link:
            if number == 0:
                set_link(s, seat, entry, left)
                set_link(s, seat, left, entry)
                return
            number -= 1


@helper
def comes_from(s: State, seat: int, entry: int, pool: int) -> bool:
    """Whether a card came from the deck of a pool by an entry."""
    return kind_of(s, seat, entry) in (IN, FROM) and kin_of(s, seat, entry) == pool


# --- stirring ---


@helper
def stir_pool(s: State, seat: int, left: int) -> None:
    """Let a card that went into a deck change places there with any other, if they can."""
    pool = kin_of(s, seat, left)
    outside = count_entries(s, seat, IN, pool, ANY) + count_entries(s, seat, FROM, pool, ANY)
    inside = hidden_in(s, deck_of(s, pool))
    if outside == 0:
        return
    chosen = below(s, outside + inside)
    if chosen < outside:
        entry = output(s, seat, left, chosen)
        swap_links(s, seat, left, entry, link_of(s, seat, entry))
    elif link_of(s, seat, left) != NONE:
        swap_links(s, seat, left, NONE, in_deck(s, seat, pool, chosen - outside))


@helper
def output(s: State, seat: int, left: int, number: int) -> int:
    """One of the entries by which cards came from a deck."""
    pool, found = kin_of(s, seat, left), NONE
    for entry in range(left + 1, int(s.past_size[seat])):
        if comes_from(s, seat, entry, pool):
            if number == 0:
                found = entry
            number -= 1
    return found


@helper
def in_deck(s: State, seat: int, pool: int, number: int) -> int:
    """One of the cards in a deck: the entry by which it went there, or NONE if it was seen to."""
    for entry in range(s.past_size[seat]):
        went = kind_of(s, seat, entry) == INTO and kin_of(s, seat, entry) == pool
        if went and link_of(s, seat, entry) == NONE:
            if number == 0:
                return entry
            number -= 1
    return NONE


@helper
def swap_links(s: State, seat: int, left: int, entry: int, other: int) -> None:
    """Let the cards of two entries, or one of the pool's own, change places in what became of
    them: the first gets `entry`, and what was there gets what the first had.
    """
    onward = link_of(s, seat, left)
    if onward == entry:
        return
    pool = kin_of(s, seat, left)
    if onward != NONE and other == NONE and kind_of(s, seat, onward) == FROM:
        return
    own = root_of(s, seat, mate_of(s, seat, left))
    kin = pool if other == NONE else root_of(s, seat, mate_of(s, seat, other))
    want = ANY if onward == NONE else wanted_after(s, seat, onward)
    other_want = ANY if entry == NONE else wanted_after(s, seat, entry)
    if misfit(own, other_want) + misfit(kin, want) > misfit(own, want) + misfit(kin, other_want):
        return
    if onward != NONE:
        set_link(s, seat, onward, other)
    if other != NONE:
        set_link(s, seat, other, onward)
    if entry != NONE:
        set_link(s, seat, entry, left)
    set_link(s, seat, left, entry)
