"""How the players of Frontline come by their cards: the rulings F20 and F21."""

from duelhall.engine.chance import below
from duelhall.engine.record import SEATS, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.cards import COPIES, MOST_KINDS, NO_CARD
from duelhall.games.frontline.state import (
    DEPLOYING,
    DRAFT,
    LARGEST_HAND,
    MIRROR,
    PICKING,
    ROW,
    State,
    cards_needed,
)


@rule("F20")
def deal(s: State) -> None:
    """The cards are dealt from one shuffled set, which has as many of each as its file says."""
    fill_pool(s)
    s.pack_size = cards_needed(s.options.mode, s.options.hand)
    for place in range(s.pack_size):
        s.pack[place] = draw_from_pool(s)
    clear_pool(s)
    begin_battle(s)


@helper
def deal_given(s: State, cards: Array) -> None:
    """Start from cards that were shuffled elsewhere, in the order in which they are dealt."""
    s.pack_size = len(cards)
    for place in range(s.pack_size):
        s.pack[s.pack_size - 1 - place] = cards[place]
    begin_battle(s)


# --- the pool ---


@helper
def fill_pool(s: State) -> None:
    """Put the whole set into the pool."""
    for kind in range(1, MOST_KINDS + 1):
        s.pool[kind] = s.options.cards[kind, COPIES]


@helper
def clear_pool(s: State) -> None:
    """Empty the pool: between deals it means nothing, and equal states must be equal."""
    for kind in range(1, MOST_KINDS + 1):
        s.pool[kind] = 0


@helper
def draw_from_pool(s: State) -> int:
    """Take a card from the pool at random."""
    left = 0
    for kind in range(1, MOST_KINDS + 1):
        left += s.pool[kind]
    number, drawn = below(s, left), 1
    while number >= s.pool[drawn]:
        number -= s.pool[drawn]
        drawn += 1
    s.pool[drawn] -= 1
    return drawn


# --- hands ---


@helper
def begin_battle(s: State) -> None:
    """Hand out the cards for a battle."""
    s.to_move = 0
    if s.options.mode == DRAFT:
        lay_out_row(s)
    elif s.options.mode == MIRROR:
        deal_same_hands(s)
    else:
        deal_hands(s)


@rule("F21")
def deal_hands(s: State) -> None:
    """Each player is dealt a hand from the set."""
    for seat in range(SEATS):
        for _ in range(s.options.hand):
            take_into_hand(s, seat, next_card(s))
    s.stage = DEPLOYING


@rule("F21")
def deal_same_hands(s: State) -> None:
    """Both players are dealt the same cards."""
    for _ in range(s.options.hand):
        card = next_card(s)
        for seat in range(SEATS):
            take_into_hand(s, seat, card)
    s.stage = DEPLOYING


@rule("F21")
def lay_out_row(s: State) -> None:
    """Five cards lie open, and player 0 picks first."""
    for place in range(ROW):
        s.row[place] = next_card(s)
    s.stage = PICKING


@helper
def next_card(s: State) -> int:
    """Take the next card from the pack; there is none when it is used up."""
    if s.pack_size == 0:
        return NO_CARD
    s.pack_size -= 1
    card = int(s.pack[s.pack_size])
    s.pack[s.pack_size] = NO_CARD
    return card


@helper
def take_into_hand(s: State, seat: int, card: int) -> None:
    """Put a card into a hand, which is kept in the set's order."""
    place = hand_size(s, seat)
    while place > 0 and s.hand[seat, place - 1] > card:
        s.hand[seat, place] = s.hand[seat, place - 1]
        place -= 1
    s.hand[seat, place] = card


@helper
def hand_size(s: State, seat: int) -> int:
    """How many cards a player has been dealt."""
    size = 0
    while size < LARGEST_HAND and s.hand[seat, size] != NO_CARD:
        size += 1
    return size


# --- a draft ---


@helper
def may_pick(s: State, place: int) -> bool:
    """Whether a card of the row can be picked."""
    if s.stage != PICKING and s.options.mode != DRAFT:
        return nobody_picks(s)
    return hands_are_not_full(s) and lies_open(s, place)


@rule("F21")
def nobody_picks(_s: State) -> bool:
    """Under these rules you are dealt your cards; you would pick them only in a draft."""
    return False


@rule("F21")
def hands_are_not_full(s: State) -> bool:
    """You can pick cards only until both hands are full."""
    return s.stage == PICKING


@rule("F21")
def lies_open(s: State, place: int) -> bool:
    """You can pick only a card that lies open."""
    return s.row[place] != NO_CARD


@rule("F21")
def pick(s: State, place: int) -> None:
    """The card that you pick is replaced by the next one; picks alternate until both hands are
    full.
    """
    seat = s.to_move
    take_into_hand(s, seat, s.row[place])
    s.row[place] = next_card(s)
    s.to_move = foe(seat)
    if hand_size(s, foe(seat)) == s.options.hand:
        end_draft(s)


@rule("F21")
def end_draft(s: State) -> None:
    """When both hands are full, the cards that nobody took are put away."""
    for place in range(ROW):
        s.row[place] = NO_CARD
    s.stage = DEPLOYING
