"""What a role of BINMAT may imagine behind what it sees (N40).

A world is a deal, the order of every shuffle, and the card that the other player took from the
hand for every play or discard that was not seen. Every world in which the seat would have seen all
that it has seen, and in which each of those choices was legal, is as likely as the others: as if
the other player had taken any card of the hand at random, and it happened to be one that could be
played. So a card that was seen to go into a hand of n, of which one was then played face down, is
that one with a chance of one in n, but for what the seat saw later, and for cards that could not be
played.

`past` has all that matters of what the seat has seen. Which card of the hand left it when is a way
to pair its entries. Where nothing that left has been seen, any card in the hand can be any of those
that left later, and one walk back in time, in which every card that came in takes one of the later
ways out at random, makes all pairings equally likely. What has been seen forbids some; then the
walk is taken several times, from a pairing that fits. Last, kin become cards, and where one of them
could not have been played, everything is guessed again.

Whether a role can remember what a position says that it does.

Rules and guesses rely on it: a memory with gaps, or one that nothing can be behind, is refused.
"""

from duelhall.engine.chance import below
from duelhall.engine.errors import BadPosition
from duelhall.engine.record import SEATS, foe
from duelhall.engine.rule import helper
from duelhall.games.binmat.memory import find_pairs, single, walk_back
from duelhall.games.binmat.past import (
    HELD,
    IN,
    INTO,
    LOCATED,
    NONE,
    OUT,
    UNSEEN,
    deck_of,
    hidden_in,
    kin_of,
    kind_of,
    link_of,
    mate_of,
    root_of,
)
from duelhall.games.binmat.piles import count_facing
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    BREAK,
    CARDS,
    DECKS,
    HANDS,
    HEIGHT,
    LANES,
    NAMES,
    NOWHERE,
    PLACE,
    PLACES,
    STACKS,
    UP,
    State,
    face_of,
    is_ordered,
    place_of,
)
from duelhall.games.binmat.turn import may_play
from duelhall.games.binmat.view import reset_memory

WALKS = 8
"""How many walks make a pairing as good as any other where some are forbidden.

In random games the likelihood of a pair is off by 0.30 at most after one walk, 0.14 after two, 0.03
after four, and after eight by no more than counting 20,000 of them can tell, 0.01."""

TRIES = 40
"""How often cards are looked for that could have been played, before they are picked so."""

NO_CARD = -1

UNSEEN_CARDS, OTHER_CARDS, DEALT = range(3)
"""What `way` counts during a guess: hidden cards that never came to light, other ones, and those of
the first that have been dealt."""


@helper
def guess(s: State, seat: int) -> None:
    """Fill a view with cards for everything that it hides, every world that agrees with what the
    seat has seen being as likely as the others.
    """
    list_hidden(s, seat)
    if find_pairs(s, seat):
        guess_by_pairs(s, seat)
    fill_decks(s, seat)
    put_rest_anywhere(s)
    count_breaks(s)
    reset_memory(s, foe(seat))


@helper
def guess_by_pairs(s: State, seat: int) -> None:
    """Fill stacks, piles and the hand of the other player."""
    number, is_filled = 0, False
    while not is_filled:
        for _ in range(WALKS if restricts(s, seat) else 1):
            walk_back(s, seat)
        is_filled = fill_stacks(s, seat, number)
        number += 1
    fill_piles(s, seat)
    fill_hand(s, seat)


@helper
def restricts(s: State, seat: int) -> bool:
    """Whether something that a seat has seen forbids some pairings."""
    others = 0
    for entry in range(s.past_size[seat]):
        others += int(kind_of(s, seat, entry) not in (IN, OUT))
    return others > 0


# --- which cards ---


@helper
def list_hidden(s: State, seat: int) -> None:
    """List the hidden cards where the other seat's possibilities would be: those that never came to
    light from the front, others from the back. What is in a pile and known to be there is laid.
    """
    enemy, unseen, others = foe(seat), 0, 0
    for card in range(CARDS):
        if s.spot[card] == NOWHERE:
            kin = int(s.kin[seat, card])
            if kin == UNSEEN:
                s.seen[enemy, unseen] = card
                unseen += 1
            elif kin == LOCATED:
                s.spot[card] = single(int(s.seen[seat, card])) * PLACE
            else:
                others += 1
                s.seen[enemy, CARDS - others] = card
    s.way[UNSEEN_CARDS], s.way[OTHER_CARDS], s.way[DEALT] = unseen, others, 0


@helper
def draw_kin(s: State, seat: int, kin: int) -> int:
    """One of the cards of a kin that have not been dealt yet; NO_CARD if there is none."""
    if kin == UNSEEN:
        return draw_unseen(s, seat, int(s.way[DEALT]))
    enemy, chosen, found = foe(seat), NO_CARD, 0
    for number in range(CARDS - int(s.way[OTHER_CARDS]), CARDS):
        card = int(s.seen[enemy, number])
        if s.kin[seat, card] == kin and s.spot[card] == NOWHERE:
            found += 1
            if found == 1 or below(s, found) == 0:
                chosen = card
    return chosen


@helper
def draw_unseen(s: State, seat: int, dealt: int) -> int:
    """One of the cards that never came to light."""
    enemy, left = foe(seat), int(s.way[UNSEEN_CARDS]) - dealt
    if left == 0:
        return NO_CARD
    other = dealt + below(s, left)
    card = int(s.seen[enemy, other])
    s.seen[enemy, other] = s.seen[enemy, dealt]
    s.seen[enemy, dealt] = card
    s.way[DEALT] = dealt + 1
    return card


@helper
def take_back(s: State, seat: int) -> None:
    """Take back all cards that have been dealt."""
    enemy = foe(seat)
    for number in range(s.way[DEALT]):
        s.spot[s.seen[enemy, number]] = NOWHERE
    for number in range(CARDS - int(s.way[OTHER_CARDS]), CARDS):
        s.spot[s.seen[enemy, number]] = NOWHERE
    s.way[DEALT] = 0


# --- stacks ---


@helper
def fill_stacks(s: State, seat: int, number: int) -> bool:
    """Fill the stacks of the other player; False if a card could not have been played there.

    After many tries such a card is changed for another of its kin, and in the end it is let be.
    """
    enemy = foe(seat)
    for stack in range(STACKS, HANDS):
        s.hidden[stack] = 0
    for entry in range(s.past_size[seat]):
        stack = kin_of(s, seat, entry)
        if kind_of(s, seat, entry) == OUT and stack >= STACKS:
            kin, height = root_of(s, seat, mate_of(s, seat, entry)), next_height(s, stack)
            card = draw_kin(s, seat, kin)
            if card == NO_CARD:
                continue
            s.spot[card] = stack * PLACE + height
            if number == 2 * TRIES or could_be_played(s, enemy, card):
                continue
            if number < TRIES or kin != UNSEEN or not change_card(s, seat, card):
                take_back(s, seat)
                return False
    return True


@helper
def next_height(s: State, stack: int) -> int:
    """How high the next card of a stack lies that is hidden."""
    height = int(s.hidden[stack])
    if s.ups[stack - STACKS] > 0:
        while is_up_at(s, stack, height):
            height += 1
    s.hidden[stack] = height + 1
    return height


@helper
def is_up_at(s: State, stack: int, height: int) -> bool:
    """Whether a card lies face up so high in a stack."""
    found = 0
    for card in range(CARDS):
        found += int(s.spot[card] == stack * PLACE + UP + height)
    return found > 0


@helper
def could_be_played(s: State, player: int, card: int) -> bool:
    """Whether a card that lies face down in a stack could be played to what was there then.

    That is what lies below it: a card that leaves a stack turns the rest face up. To a stack that
    was face down, any card but a BREAK could be.
    """
    place, height = place_of(s, card), int(s.spot[card]) & HEIGHT
    stack, face = place - STACKS, face_of(card)
    if s.ups[stack] == 0 and face != BREAK:
        return True
    count, ups = s.count[place], s.ups[stack]
    breaks, up_breaks = s.breaks[stack], s.up_breaks[stack]
    s.count[place], s.ups[stack], s.breaks[stack], s.up_breaks[stack] = height, 0, 0, 0
    for other in range(CARDS):
        if place_of(s, other) == place and int(s.spot[other]) & HEIGHT < height:
            count_facing(s, other, 1)
    could = may_play(s, player, face, stack % LANES, False)  # noqa: FBT003, Numba takes it so
    s.count[place], s.ups[stack] = count, ups
    s.breaks[stack], s.up_breaks[stack] = breaks, up_breaks
    return could


@helper
def change_card(s: State, seat: int, card: int) -> bool:
    """Put another card in the place of one that never came to light and could not be played."""
    enemy, spot, dealt = foe(seat), s.spot[card], int(s.way[DEALT])
    s.spot[card] = NOWHERE
    for number in range(dealt, int(s.way[UNSEEN_CARDS])):
        other = int(s.seen[enemy, number])
        s.spot[other] = spot
        if could_be_played(s, enemy, other):
            s.seen[enemy, number], s.seen[enemy, dealt - 1] = card, other
            return True
        s.spot[other] = NOWHERE
    s.spot[card] = spot
    return False


# --- other places ---


@helper
def fill_piles(s: State, seat: int) -> None:
    """Lay what the other player discarded unseen, some of it into decks, not in order yet."""
    for entry in range(s.past_size[seat]):
        kind, place = kind_of(s, seat, entry), kin_of(s, seat, entry)
        spot = NOWHERE
        if kind == OUT and place < STACKS:
            spot = place * PLACE
        elif kind == INTO and link_of(s, seat, entry) == NONE:
            spot = unordered(deck_of(s, place))
        if spot != NOWHERE:
            card = draw_kin(s, seat, root_of(s, seat, mate_of(s, seat, entry)))
            if card != NO_CARD:
                s.spot[card] = spot


@helper
def unordered(deck: int) -> int:
    """The spot of a card that is somewhere in a deck; NOWHERE if there is no deck."""
    return NOWHERE if deck == NOWHERE else deck * PLACE + HEIGHT


@helper
def fill_hand(s: State, seat: int) -> None:
    """Fill the hand of the other player, in the order in which the cards came."""
    height, hand = 0, HANDS + foe(seat)
    for entry in range(s.past_size[seat]):
        if kind_of(s, seat, entry) == IN and mate_of(s, seat, entry) == HELD:
            card = draw_kin(s, seat, root_of(s, seat, entry))
            if card != NO_CARD:
                s.spot[card] = hand * PLACE + height
                height += 1


@helper
def fill_decks(s: State, seat: int) -> None:
    """Fill all decks, in any order."""
    for deck in range(DECKS, ATTACKER_DECK + 1):
        pool = int(s.pools[deck - DECKS])
        for height in range(hidden_in(s, deck)):
            if pool == UNSEEN:
                card = draw_unseen(s, seat, int(s.way[DEALT]))
            else:
                card = draw_from(s, seat, deck, pool)
            if card != NO_CARD:
                s.spot[card] = deck * PLACE + height


@helper
def draw_from(s: State, seat: int, deck: int, pool: int) -> int:
    """One of the cards of a deck that was a discard pile."""
    chosen, found = NO_CARD, 0
    for card in range(CARDS):
        spot = int(s.spot[card])
        is_pools = spot == NOWHERE and s.kin[seat, card] == pool
        if is_pools or spot == unordered(deck):
            found += 1
            if found == 1 or below(s, found) == 0:
                chosen = card
    return chosen


@helper
def put_rest_anywhere(s: State) -> None:
    """Put what is left wherever there is room. Only a position that somebody wrote can want it."""
    for card in range(CARDS):
        spot = int(s.spot[card])
        if spot == NOWHERE or spot & HEIGHT == HEIGHT:
            s.spot[card] = free_spot(s)


@helper
def free_spot(s: State) -> int:
    """A spot where there must be a card and is none."""
    for place in range(1, PLACES):
        found = 0
        for card in range(CARDS):
            spot = int(s.spot[card])
            found += int(spot // PLACE == place and spot & HEIGHT != HEIGHT)
        if found < s.count[place]:
            height = 0
            while is_ordered(place) and is_taken(s, place, height):
                height += 1
            return place * PLACE + height
    return NOWHERE


@helper
def is_taken(s: State, place: int, height: int) -> bool:
    """Whether a card lies so high in a place."""
    for card in range(CARDS):
        if place_of(s, card) == place and int(s.spot[card]) & HEIGHT == height:
            return True
    return False


@helper
def count_breaks(s: State) -> None:
    """Count the BREAKs in every stack, and leave nothing behind."""
    for stack in range(SEATS * LANES):
        s.breaks[stack] = 0
    for place in range(PLACES):
        s.way[place], s.hidden[place] = 0, 0
    for card in range(BREAK, CARDS, BREAK + 1):
        place = place_of(s, card)
        if STACKS <= place < HANDS:
            s.breaks[place - STACKS] += 1


def check_seen(s: State, seat: int) -> None:
    """Refuse a memory by which a card can be nowhere, or not where it is."""
    places = (s.spot // PLACE).tolist()
    masks = s.seen[seat].tolist()
    for card, mask in enumerate(masks):
        if not mask:
            raise BadPosition(f"seen{seat} says nothing about the card {NAMES[card]}")
        if mask & 1 << NOWHERE or not (places[card] == NOWHERE or mask >> places[card] & 1):
            raise BadPosition(f"seen{seat} rules out the place of the card {NAMES[card]}")
    room = [int(count) - places.count(place) for place, count in enumerate(s.count)]
    hidden = [mask for mask, place in zip(masks, places, strict=True) if place == NOWHERE]
    if not have_room(hidden, room):
        raise BadPosition(f"by seen{seat} the hidden cards cannot all be where cards are hidden")


def check_past(s: State, seat: int) -> None:
    """Refuse a past with gaps, or one that knows where a card is and does not remember it."""
    for card in range(CARDS):
        kin, mask = int(s.kin[seat, card]), int(s.seen[seat, card])
        if not kin:
            raise BadPosition(f"past{seat} says nothing about the card {NAMES[card]}")
        # In a pile, which has no order (N41), it need not be known where a card lies.
        is_in_a_pile = mask.bit_count() == 1 and not is_ordered(mask.bit_length() - 1)
        if kin == LOCATED and s.spot[card] == NOWHERE and not is_in_a_pile:
            raise BadPosition(f"past{seat} says that the card {NAMES[card]} was seen where it lies")


def have_room(masks: list[int], room: list[int]) -> bool:
    """Whether cards fit into places with so much room, each into one of the places of its mask."""
    lying: list[list[int]] = [[] for _ in range(PLACES)]
    return all(_is_laid(mask, room, lying, set()) for mask in masks)


def _is_laid(mask: int, room: list[int], lying: list[list[int]], tried: set[int]) -> bool:
    """Lay a card somewhere, if need be by moving others; False if there is no way."""
    for place in range(PLACES):
        if not mask >> place & 1 or place in tried:
            continue
        tried.add(place)
        others = lying[place]
        if len(others) < room[place]:
            others.append(mask)
            return True
        for number, other in enumerate(others):
            if _is_laid(other, room, lying, tried):
                others[number] = mask
                return True
    return False
