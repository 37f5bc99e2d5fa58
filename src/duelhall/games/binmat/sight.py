"""What a role of BINMAT sees, and what it may imagine behind it (N3, N40)."""

from duelhall.engine.chance import below
from duelhall.engine.rule import helper, rule
from duelhall.engine.seats import SEATS, foe
from duelhall.games.binmat.cards import BREAK, CARDS
from duelhall.games.binmat.piles import count_known, is_ordered, place_of, sees
from duelhall.games.binmat.state import (
    HANDS,
    HEIGHT,
    LANES,
    NOWHERE,
    PLACE,
    PLACES,
    STACKS,
    State,
)

ANYWHERE = (1 << PLACES) - 2
"""All places. A card is put there if what a seat has seen contradicts itself, as only a position
can say that somebody wrote."""

STIRS = 8
"""How many times as many exchanges as hidden cards make a guess as good as any other."""


@rule("N40", "N3")
def view(s: State, seat: int, out: State) -> None:
    """You see your hand and stacks, everything that lies face up, open piles and all counts, and
    you remember what you have seen.
    """
    out.to_move, out.winner, out.reason, out.turn = s.to_move, s.winner, s.reason, s.turn
    out.unsure[seat] = s.unsure[seat]
    for card in range(CARDS):
        out.seen[seat, card] = s.seen[seat, card]
        if sees(s, seat, card):
            out.spot[card] = s.spot[card]
    for place in range(PLACES):
        out.count[place] = s.count[place]
        out.known[seat, place] = s.known[seat, place]
    for lane in range(LANES):
        out.shown[lane] = s.shown[lane]
        out.breaks[seat * LANES + lane] = s.breaks[seat * LANES + lane]
    for stack in range(SEATS * LANES):
        out.ups[stack], out.up_breaks[stack] = s.ups[stack], s.up_breaks[stack]
        if stack // LANES != seat:
            out.breaks[stack] = s.up_breaks[stack]
    for player in range(SEATS):
        out.passes[player] = s.passes[player]


# --- imagining ---


@helper
def guess(s: State, seat: int) -> None:
    """Fill a view with cards for everything that it hides, each filling that agrees with what the
    seat has seen being as likely as the others.

    Every hidden card is first given some place that it can be in, others making room where they
    must. Then cards change places at random, as often as it takes for the beginning to be
    forgotten. Last they are put into an order, in which they are all alike.
    """
    count_hidden(s)
    hidden = 0
    for card in range(CARDS):
        if s.spot[card] == NOWHERE:
            hidden += 1
            make_room(s, seat, card)
    stir(s, seat, hidden)
    put_in_order(s)
    imagine_enemy(s, foe(seat))


@helper
def count_hidden(s: State) -> None:
    """Count the hidden cards of every place."""
    for place in range(PLACES):
        s.hidden[place] = s.count[place]
    for card in range(CARDS):
        s.hidden[place_of(s, card)] -= s.spot[card] != NOWHERE


@helper
def make_room(s: State, seat: int, card: int) -> None:
    """Put a hidden card somewhere it can be, moving others if there is no room.

    Places are searched breadth first; `way` remembers which card would move to each.
    """
    reached = int(s.seen[seat, card])
    for place in range(1, PLACES):
        s.way[place] = card
    fresh, goal = reached, free_place(s, reached)
    while goal == NOWHERE:
        more = 0
        for other in range(CARDS):
            if is_imagined(s, other) and (fresh >> place_of(s, other)) & 1:
                wider = int(s.seen[seat, other]) & ~(reached | more)
                for place in range(1, PLACES):
                    if (wider >> place) & 1:
                        s.way[place] = other
                more |= wider
        fresh, reached = more, reached | more
        goal = free_place(s, fresh if fresh != 0 else ANYWHERE)
    s.hidden[goal] -= 1
    while int(s.way[goal]) != card:
        other = int(s.way[goal])
        left = place_of(s, other)
        s.spot[other] = goal * PLACE + HEIGHT
        goal = left
    s.spot[card] = goal * PLACE + HEIGHT


@helper
def is_imagined(s: State, card: int) -> bool:
    """Whether a card has been put somewhere by a guess, which is not finished yet."""
    return int(s.spot[card]) & HEIGHT == HEIGHT


@helper
def free_place(s: State, places: int) -> int:
    """One of these places that still hides more cards than were imagined there."""
    for place in range(1, PLACES):
        if (places >> place) & 1 and s.hidden[place] > 0:
            return place
    return NOWHERE


@helper
def stir(s: State, seat: int, hidden: int) -> None:
    """Let hidden cards change places wherever both can be in the other's."""
    if hidden == 0:
        return
    for _ in range(STIRS * hidden):
        first, second = below(s, CARDS), below(s, CARDS)
        if is_imagined(s, first) and is_imagined(s, second):
            here, there = place_of(s, first), place_of(s, second)
            if (int(s.seen[seat, first]) >> there) & (int(s.seen[seat, second]) >> here) & 1:
                s.spot[first], s.spot[second] = s.spot[second], s.spot[first]


@helper
def put_in_order(s: State) -> None:
    """Give the imagined cards of each place its hidden heights, in any order."""
    for place in range(1, PLACES):
        s.hidden[place] = 0
        for height in range(s.count[place] if is_ordered(place) else 0):
            if not is_taken(s, place, height):
                s.spot[any_imagined(s, place)] = place * PLACE + height
    for card in range(CARDS):
        if is_imagined(s, card):
            s.spot[card] = place_of(s, card) * PLACE
    count_breaks(s)


@helper
def is_taken(s: State, place: int, height: int) -> bool:
    """Whether a card that is seen, or was put in order already, lies so high in a place."""
    for card in range(CARDS):
        if place_of(s, card) == place and int(s.spot[card]) & HEIGHT == height:
            return True
    return False


@helper
def any_imagined(s: State, place: int) -> int:
    """One of the imagined cards of a place, each as likely as the others."""
    chosen, found = 0, 0
    for card in range(CARDS):
        if is_imagined(s, card) and place_of(s, card) == place:
            found += 1
            if below(s, found) == 0:
                chosen = card
    return chosen


@helper
def count_breaks(s: State) -> None:
    """Count the BREAKs in every stack."""
    for stack in range(SEATS * LANES):
        s.breaks[stack] = 0
    for place in range(PLACES):
        s.way[place] = 0
    for card in range(BREAK, CARDS, BREAK + 1):
        place = place_of(s, card)
        if STACKS <= place < HANDS:
            s.breaks[place - STACKS] += 1


@helper
def imagine_enemy(s: State, enemy: int) -> None:
    """Let the enemy know of the cards what he sees of them now, and hold all else possible.

    What he has seen before is his own secret, and no part of the view.
    """
    hidden = 0
    for card in range(CARDS):
        if not sees(s, enemy, card):
            hidden |= 1 << place_of(s, card)
    for card in range(CARDS):
        place = place_of(s, card)
        if sees(s, enemy, card):
            s.seen[enemy, card] = 1 << place
        else:
            s.seen[enemy, card] = hidden
    count_known(s, enemy)
