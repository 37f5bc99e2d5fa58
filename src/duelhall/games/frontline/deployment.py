"""How players come by their cards, and how they deploy them: the rulings F20 to F22."""

from duelhall.engine.chance import below, shuffle
from duelhall.engine.record import SEATS, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.cards import COPIES, MOST_KINDS, NO_CARD
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    DEPLOYING,
    DRAFT,
    LARGEST_HAND,
    LEFT_END,
    MIRROR,
    NOBODY,
    ODD_LEFT,
    ODD_RIGHT,
    PICKING,
    PLACES,
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


@helper
def may_deploy(s: State, move: int) -> bool:
    """Whether a card can go to a place."""
    card, place = move // PLACES, move % PLACES
    return (
        is_deploying(s)
        and may_place(s, card)
        and (place < BEHIND or may_stand_behind(s, place - BEHIND))
    )


@rule("F22")
def is_deploying(s: State) -> bool:
    """You can deploy and commit only when both players have all their cards."""
    return s.stage == DEPLOYING


@rule("F22")
def may_place(s: State, card: int) -> bool:
    """You can place only cards that you hold, each of them once."""
    seat = s.to_move
    return s.hand[seat, card] != NO_CARD and not s.placed[seat, card]


@rule("F22")
def may_stand_behind(s: State, column: int) -> bool:
    """You can place a unit only behind a front unit that has nobody behind it yet."""
    seat = s.to_move
    return column < s.length[seat] and s.behind[seat, column] == NOBODY


@helper
def may_commit(s: State, move: int) -> bool:
    """Whether the deployment can be ended so."""
    return is_deploying(s) and all_are_placed(s) and side_fits(s, move)


@rule("F22")
def all_are_placed(s: State) -> bool:
    """You must place every card before you commit."""
    seat = s.to_move
    return cards_placed(s, seat) == hand_size(s, seat)


@helper
def side_fits(s: State, move: int) -> bool:
    """Whether a side is chosen for the odd unit if there is one."""
    if s.length[s.to_move] % 2 == 1:
        return odd_unit_has_a_side(s, move)
    return nobody_is_odd(s, move)


@rule("F22")
def odd_unit_has_a_side(_s: State, move: int) -> bool:
    """With an odd front line you must choose the side of the divide for the odd unit."""
    return move != COMMIT


@rule("F22")
def nobody_is_odd(_s: State, move: int) -> bool:
    """With an even front line you must commit without choosing a side."""
    return move == COMMIT


@helper
def cards_placed(s: State, seat: int) -> int:
    """How many cards a player has deployed."""
    placed = 0
    for card in range(LARGEST_HAND):
        placed += s.placed[seat, card]
    return placed


@rule("F22", secret=True)
def place_unit(s: State, move: int) -> None:
    """A unit goes to the left or right end of your front line, or behind one of its units."""
    card, place = move // PLACES, move % PLACES
    seat, unit = s.to_move, card + 1
    s.placed[seat, card] = True
    if place >= BEHIND:
        s.behind[seat, place - BEHIND] = unit
        return
    end = s.length[seat]
    if place == LEFT_END:
        for column in range(end, 0, -1):
            s.ahead[seat, column] = s.ahead[seat, column - 1]
            s.behind[seat, column] = s.behind[seat, column - 1]
        end = 0
    s.ahead[seat, end], s.behind[seat, end] = unit, NOBODY
    s.length[seat] += 1


@rule("F22", secret=True)
def choose_side(s: State, move: int) -> None:
    """With an odd front line you choose the side of the divide for the odd unit."""
    s.odd[s.to_move] = ODD_LEFT if move == COMMIT_LEFT else ODD_RIGHT


# --- any deployment at all ---


@helper
def deploy_at_random(s: State, seat: int) -> None:
    """Deploy a whole hand, every deployment that there is being as likely as the others."""
    units = hand_size(s, seat)
    length = draw_length(s, units)
    for card in range(units):
        s.ahead[seat, card], s.placed[seat, card] = card + 1, True
    shuffle(s, s.ahead[seat, :units], units)
    behind = units - length
    for column in range(length):
        if below(s, length - column) < behind:
            behind -= 1
            s.behind[seat, column] = s.ahead[seat, length + behind]
            s.ahead[seat, length + behind] = NOBODY
    s.length[seat] = length
    if length % 2 == 1:
        s.odd[seat] = ODD_LEFT + below(s, 2)


@helper
def draw_length(s: State, units: int) -> int:
    """The length of a front line, each as likely as it has deployments."""
    ways = 0
    for length in range((units + 1) // 2, units + 1):
        ways += shapes(length, units)
    number, length = below(s, ways), (units + 1) // 2
    while number >= shapes(length, units):
        number -= shapes(length, units)
        length += 1
    return length


@helper
def shapes(length: int, units: int) -> int:
    """How many ways there are to stand behind a front line, and to choose its odd unit's side."""
    behind, ways = units - length, 1
    for chosen in range(behind):
        ways = ways * (length - chosen) // (chosen + 1)
    return ways * (1 + length % 2)
