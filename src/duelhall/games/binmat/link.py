"""Unseen cards that went from the other hand into a deck, and where they came to light (N3, N32).

That happens where discard piles are closed: a card is discarded unseen, the pile becomes a deck,
and the card can be drawn again.

Which card that came into the other hand is which of those that left it, in a guess.

Entries of the past are paired: one that came in with the one by which it left, or HELD. A card
that came from a deck into which unseen cards had gone by way of the hand may be one of those; the
entries INTO that deck are then *linked* with those that came from it. Pairs and links are written
where the other seat's past would be, which nobody knows, and are gone when the guess is done.
"""

from duelhall.engine.chance import below
from duelhall.engine.record import foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.past import FROM, IN, INTO, LAST, SEEN, kin_of, kind_of
from duelhall.games.binmat.state import ATTACKER_DECK, DECKS, LANES, NOWHERE, State

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
