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
"""

from duelhall.engine.record import foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.place import discard_of, place_of
from duelhall.games.binmat.state import ATTACKER_DECK, CARDS, DECKS, HANDS, PAST, State

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
