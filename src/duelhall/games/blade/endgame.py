"""The last cards of Blade: all that can be hidden, and all that an initialization can draw.

Nobody sees a card of a deck before it is placed, and then it counts nothing but its value (B3).
So decks stay open until a tie: only then are all pairs of cards gone through that can be on top
of them. Pairs of equal value are followed by more. In whatever order those come, the same
happens, so that they are only gone through in one order, with the number of all of them.
"""

from duelhall.engine.definition import Endgame
from duelhall.engine.record import SEATS, Array, foe
from duelhall.engine.rule import helper
from duelhall.games.blade.state import BOLT, KINDS, MIRROR, ONE, VALUES, State
from duelhall.games.blade.view import give_unseen, unseen

MOST_CARDS = 4
"""The most cards in a hand for which it is worth a try to prove a win."""

COUNTED = KINDS
"""Where it is noted whether the cards of the decks were counted; before it, how many there are."""


def fits(view: State) -> bool:
    """Whether the seat to move has few cards."""
    return bool(view.hand_size[view.to_move] <= MOST_CARDS)


def is_last_choice(view: State, card: int) -> bool:
    """Whether the seat to move has cards of one kind only after this one."""
    left = view.hand[view.to_move].copy()
    left[card] -= 1
    return bool((left > 0).sum() <= 1)


# --- deals ---


@helper
def first_deal(s: State, seat: int) -> float:
    """Give the opponent a hand of unseen cards; the decks stay open."""
    take_lower(s, foe(seat), KINDS)
    fill_up(s, seat, s.hand_size[foe(seat)])
    return ways(s, seat)


@helper
def next_deal(s: State, seat: int) -> float:
    """Give the opponent the next hand of unseen cards."""
    other, lower = foe(seat), 0
    for kind in range(KINDS):
        if lower > 0 and s.hand[other, kind] < unseen(s, seat, kind):
            s.hand[other, kind] += 1
            take_lower(s, other, kind)
            fill_up(s, seat, lower - 1)
            return ways(s, seat)
        lower += s.hand[other, kind]
    return 0.0


@helper
def take_lower(s: State, owner: int, bound: int) -> None:
    """Take all cards below a kind out of a hand."""
    for kind in range(bound):
        s.hand[owner, kind] = 0


@helper
def fill_up(s: State, seat: int, count: int) -> None:
    """Give the opponent so many cards more, of the first kinds that there are."""
    for kind in range(KINDS):
        more = min(count, unseen(s, seat, kind) - s.hand[foe(seat), kind])
        s.hand[foe(seat), kind] += more
        count -= more


@helper
def ways(s: State, seat: int) -> float:
    """In how many ways the opponent can have this hand."""
    found = 1.0
    for kind in range(KINDS):
        for taken in range(s.hand[foe(seat), kind]):
            found = found * (unseen(s, seat, kind) - taken) / (taken + 1)
    return found


# --- draws ---


@helper
def lay_draws(s: State, room: Array) -> None:
    """Put the first kind of card everywhere in the decks."""
    room[COUNTED] = False
    for owner in range(SEATS):
        for place in range(s.deck_size[owner]):
            s.deck[owner, place] = 0


@helper
def settle_draws(before: State, after: State, seat: int, room: Array) -> float:
    """How likely it is that these cards are on top of the decks; the opponent cannot have them."""
    cards = drawn(before, after)
    if cards == 0:
        return 1.0
    if not room[COUNTED]:
        count_decks(before, after, seat, room)
    if sound_cards(before, cards, room) < cards:
        return 0.0
    if is_supposed(after, foe(seat)):
        for number in range(cards):
            after.hand[foe(seat), top(before, number)] -= 1
    return likelihood(before, cards, room)


@helper
def drawn(before: State, after: State) -> int:
    """How many cards were drawn."""
    return SEATS * int(before.deck_size[0] - after.deck_size[0])


@helper
def count_decks(before: State, after: State, seat: int, room: Array) -> None:
    """Note how many cards of each kind can lie in the decks."""
    room[COUNTED] = True
    if is_supposed(after, foe(seat)):
        for kind in range(KINDS):
            room[kind] = after.hand[foe(seat), kind]
    else:
        for kind in range(KINDS):
            room[kind] = unseen(before, seat, kind) - before.hand[foe(seat), kind]
        count_as_ones(room, BOLT)
        count_as_ones(room, MIRROR)


@helper
def is_supposed(s: State, owner: int) -> bool:
    """Whether a hand is all that a seat could have."""
    count = 0
    for kind in range(KINDS):
        count += s.hand[owner, kind]
    return count > s.hand_size[owner]


@helper
def count_as_ones(room: Array, kind: int) -> None:
    """In a deck a Bolt or a Mirror is as good as a one."""
    room[ONE] += room[kind]
    room[kind] = 0


@helper
def sound_cards(s: State, cards: int, room: Array) -> int:
    """How many of the cards on top of the decks can lie there, up to the first one that cannot, or
    that makes a pair which has its place above another one of equal value.
    """
    for number in range(cards):
        if copies_left(s, number, room) <= 0:
            return number
        if number > 1 and number % SEATS == 1 and is_out_of_order(s, number // SEATS):
            return number
    return cards


@helper
def likelihood(s: State, cards: int, room: Array) -> float:
    """How likely the cards on top of the decks are, with pairs of equal value in any order."""
    chance, total, alike = 1.0, 0, 0
    for kind in range(KINDS):
        total += room[kind]
    for number in range(cards):
        chance *= copies_left(s, number, room) / (total - number)
    for pair in range(cards // SEATS):
        if is_equal(s, pair):
            alike = (
                alike + 1 if pair > 0 and pair_number(s, pair) == pair_number(s, pair - 1) else 1
            )
            chance *= (pair + 1) / alike
    return chance


@helper
def next_draws(before: State, after: State, likelihood: float, room: Array) -> bool:
    """Go on to the next cards; those below what was drawn begin again."""
    cards = drawn(before, after)
    if cards > 0 and likelihood == 0:
        cards = sound_cards(before, cards, room) + 1
    for number in range(cards - 1, -1, -1):
        owner, place = number % SEATS, before.deck_size[0] - 1 - number // SEATS
        if before.deck[owner, place] < KINDS - 1:
            before.deck[owner, place] += 1
            return True
        before.deck[owner, place] = 0
    return False


@helper
def copies_left(s: State, number: int, room: Array) -> int:
    """How many cards of the kind of a card on top of the decks there are, without those above."""
    kind = top(s, number)
    left = int(room[kind])
    for above in range(number):
        left -= top(s, above) == kind
    return left


@helper
def top(s: State, number: int) -> int:
    """A card of the decks in the order in which they are drawn, one by one."""
    return int(s.deck[number % SEATS, s.deck_size[0] - 1 - number // SEATS])


@helper
def is_out_of_order(s: State, pair: int) -> bool:
    """Whether a pair of equal value belongs above the one before it."""
    return is_equal(s, pair) and pair_number(s, pair) < pair_number(s, pair - 1)


@helper
def is_equal(s: State, pair: int) -> bool:
    """Whether a pair on top of the decks makes the scores equal."""
    return bool(VALUES[top(s, SEATS * pair)] == VALUES[top(s, SEATS * pair + 1)])


@helper
def pair_number(s: State, pair: int) -> int:
    """The place of a pair in the order in which they are gone through."""
    return top(s, SEATS * pair) * KINDS + top(s, SEATS * pair + 1)


ENDGAME = Endgame(
    fits=fits,
    is_last_choice=is_last_choice,
    give_unseen=give_unseen,
    first_deal=first_deal,
    next_deal=next_deal,
    lay_draws=lay_draws,
    settle_draws=settle_draws,
    next_draws=next_draws,
)
