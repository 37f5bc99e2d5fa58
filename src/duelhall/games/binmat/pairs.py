"""Which card that came into the other hand is which of those that left it, in a guess.

Entries of the past are paired: one that came in with the one by which it left, or HELD. A card
that came from a deck into which unseen cards had gone by way of the hand may be one of those; the
entries INTO that deck are then *linked* with those that came from it. Pairs and links are written
where the other seat's past would be, which nobody knows, and are gone when the guess is done.
"""

from duelhall.engine.record import foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.past import FROM, IN, INTO, LAST, SEEN, kin_of, kind_of
from duelhall.games.binmat.state import State

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
