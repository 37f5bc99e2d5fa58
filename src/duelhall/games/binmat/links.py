"""Unseen cards that went from the other hand into a deck, and where they came to light (N3, N32).

That happens where discard piles are closed: a card is discarded unseen, the pile becomes a deck,
and the card can be drawn again.
"""

from duelhall.engine.chance import below
from duelhall.engine.rule import helper
from duelhall.games.binmat.pairs import (
    ANY,
    DUE,
    FREE,
    NONE,
    link_of,
    mate_of,
    misfit,
    root_of,
    set_link,
    wanted,
    wanted_after,
)
from duelhall.games.binmat.past import FROM, IN, INTO, kin_of, kind_of
from duelhall.games.binmat.state import ATTACKER_DECK, DECKS, LANES, NOWHERE, State


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
