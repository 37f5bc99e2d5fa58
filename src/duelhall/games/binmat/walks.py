"""Pairing what came into the other hand with what left it, by walks back in time."""

from duelhall.engine.chance import below
from duelhall.engine.record import foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.cards import CARDS
from duelhall.games.binmat.links import link_through, mark_link, room_through, stir_pool
from duelhall.games.binmat.pairs import (
    ANY,
    DUE,
    FREE,
    HELD,
    LINK,
    NONE,
    exchange,
    is_exit,
    is_fitting,
    link_of,
    mate_of,
    pair,
    set_link,
    wanted,
)
from duelhall.games.binmat.past import FROM, IN, INTO, LAST, UNSEEN, kin_of, kind_of
from duelhall.games.binmat.state import HANDS, State

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
