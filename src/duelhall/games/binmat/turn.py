"""Playing cards from the hand (N6 to N8, N12 to N18)."""

from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.memory import EVERYBODY, remember_order
from duelhall.games.binmat.piles import draw, move, turn_up
from duelhall.games.binmat.state import (
    AS_LIKED,
    AS_STACK,
    ATTACKER,
    ATTACKER_DECK,
    ATTACKER_DISCARD,
    BOUNCE,
    BOUNCE_HACKMUD,
    BOUNCE_RULEBOOK,
    BREAK,
    BREAK_DOWN_ATTACKER,
    BREAK_DOWN_YES,
    BREAK_LIVE,
    BREAK_NEVER,
    COSTS_HAND,
    DEFENDER,
    DISCARDS,
    FREE_WHEN_EMPTY,
    HANDS,
    LANES,
    OPEN,
    STACKS,
    YES,
    State,
    at,
    discard_of,
    face_of,
    place_of,
    stack_of,
)


@rule("S1")
def holds(s: State, seat: int, card: int) -> bool:
    """You can play and discard only cards from your own hand."""
    return place_of(s, card) == HANDS + seat


# --- facing ---


@helper
def stack_is_up(s: State, stack: int) -> bool:
    """Whether a stack counts as face up: if any card in it is (N16)."""
    return s.ups[stack - STACKS] > 0


@helper
def may_play(s: State, seat: int, face: int, lane: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether a card of this face may be played to a lane with this facing."""
    stack = stack_of(seat, lane)
    if face == BREAK:
        return has_stack(s, stack) and break_fits(s, seat, stack, up)
    if seat == DEFENDER:
        return defender_faces(s, stack, up)
    if face == BOUNCE:
        return attacker_bounces(s, stack, up)
    return attacker_faces(s, stack, up)


@helper
def defender_faces(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether a defender's card other than a BREAK may face this way."""
    if s.count[stack] > 0:
        return defender_follows_stack(s, stack, up)
    return s.options.defender_facing == FREE_WHEN_EMPTY or first_card_is_down(s, up)


@rule("N12")
def defender_follows_stack(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the defender you must play numbers, TRAPs, WILDs and BOUNCEs the way their stack faces."""
    return up == stack_is_up(s, stack)


@rule("N12")
def first_card_is_down(_s: State, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the defender you must play the first card of a stack face down."""
    return not up


@helper
def attacker_faces(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether an attacker's number, TRAP or WILD may face this way."""
    if s.options.attacker_facing == AS_LIKED:
        return True
    if s.options.attacker_facing == AS_STACK:
        return s.count[stack] == 0 or attacker_follows_stack(s, stack, up)
    return attacker_plays_down(s, up)


@rule("N13")
def attacker_follows_stack(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the attacker you must play numbers, TRAPs and WILDs the way their stack faces."""
    return up == stack_is_up(s, stack)


@rule("N13")
def attacker_plays_down(_s: State, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the attacker you must play numbers, TRAPs and WILDs face down."""
    return not up


@helper
def attacker_bounces(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether an attacker's BOUNCE may face this way."""
    if s.count[stack] == 0:
        return True
    if s.options.attacker_bounce == BOUNCE_HACKMUD:
        return bounce_follows_stack(s, stack, up)
    return bounce_lies_down(s, up)


@rule("N18")
def bounce_follows_stack(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the attacker you must play a BOUNCE the way its stack faces."""
    return up == stack_is_up(s, stack)


@rule("N18")
def bounce_lies_down(_s: State, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the attacker you can play a BOUNCE face up only to an empty stack."""
    return not up


@rule("N14")
def has_stack(s: State, stack: int) -> bool:
    """You can play a BREAK only to a stack that already has a card."""
    return s.count[stack] > 0


@helper
def break_fits(s: State, seat: int, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether a BREAK may be played to a stack that has cards."""
    if not second_break_fits(s, seat, stack, up):
        return False
    return up or break_may_lie_down(s, seat, stack)


@helper
def second_break_fits(s: State, seat: int, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether another BREAK in the stack lets a BREAK be played to it."""
    if s.options.second_break == BREAK_NEVER:
        return is_only_break(s, stack)
    if seat == ATTACKER:
        return True
    if s.options.second_break == BREAK_LIVE:
        return up_is_only_break_up(s, stack, up)
    return no_break_is_up(s, stack)


@rule("N15")
def is_only_break(s: State, stack: int) -> bool:
    """A stack can have only one BREAK."""
    return s.breaks[stack - STACKS] == 0


@rule("N15")
def no_break_is_up(s: State, stack: int) -> bool:
    """As the defender you can play a BREAK only to a stack with no face-up BREAK."""
    return s.up_breaks[stack - STACKS] == 0


@rule("N15")
def up_is_only_break_up(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """As the defender you can play a BREAK face up only to a stack with no face-up BREAK."""
    return not up or s.up_breaks[stack - STACKS] == 0


@helper
def break_may_lie_down(s: State, seat: int, stack: int) -> bool:
    """Whether a BREAK may be played face down to a stack."""
    if s.options.break_down == BREAK_DOWN_YES:
        return True
    if s.options.break_down == BREAK_DOWN_ATTACKER and seat == ATTACKER:
        return True
    return stack_is_down(s, stack)


@rule("N16")
def stack_is_down(s: State, stack: int) -> bool:
    """You can play a BREAK face down only to a stack that is face down."""
    return not stack_is_up(s, stack)


# --- playing ---


@rule("N40")
def place_card(s: State, seat: int, card: int, lane: int, up: bool) -> None:  # noqa: FBT001, Numba takes it so
    """You play a card from your hand to your stack in a lane; face down, only you know which."""
    move(s, card, stack_of(seat, lane), int(up), EVERYBODY if up else seat)


@helper
def begins_combat(s: State, seat: int, card: int, lane: int) -> bool:
    """Whether a card that was just played face up begins combat."""
    if face_of(card) == BREAK:
        return break_begins(s)
    if face_of(card) == BOUNCE and seat == ATTACKER and s.count[stack_of(seat, lane)] == 1:
        return bounce_begins(s)
    return False


@rule("N17")
def break_begins(_s: State) -> bool:
    """A BREAK played face up starts combat at once."""
    return True


@rule("N18")
def bounce_begins(s: State) -> bool:
    """The attacker's BOUNCE, played face up to an empty stack, starts combat."""
    return s.options.attacker_bounce != BOUNCE_RULEBOOK


@rule("N18")
def bounce_away(s: State, bounce: int, lane: int) -> None:
    """The attacker's BOUNCE, played face up to an empty stack, turns the defender stack face up and
    sends its BOUNCEs to the attacker discard; then it goes to the lane discard itself.
    """
    stack = stack_of(DEFENDER, lane)
    turn_up(s, stack)
    for height in range(int(s.count[stack]) - 1, -1, -1):
        card = at(s, stack, height)
        if face_of(card) == BOUNCE:
            move(s, card, ATTACKER_DISCARD, 0, EVERYBODY)
    move(s, bounce, DISCARDS + lane, 0, EVERYBODY)


# --- discarding ---


@helper
def may_discard(s: State, seat: int) -> bool:
    """Whether a player may discard a card to a lane."""
    if s.options.lane_discard == YES:
        return only_the_defender_discards(s, seat)
    return nobody_discards(s)


@rule("N6")
def nobody_discards(_s: State) -> bool:
    """Under these rules nobody can discard a card to a lane."""
    return False


@rule("N6")
def only_the_defender_discards(_s: State, seat: int) -> bool:
    """Only the defender can discard a card to a lane."""
    return seat == DEFENDER


@helper
def discard(s: State, seat: int, card: int, lane: int) -> None:
    """Discard a card to a lane."""
    if s.options.discards == OPEN:
        discard_openly(s, card, lane)
    else:
        discard_unseen(s, seat, card, lane)


@rule("N6", "N3")
def discard_openly(s: State, card: int, lane: int) -> None:
    """You discard a card to a lane, and both players see which."""
    move(s, card, DISCARDS + lane, 0, EVERYBODY)


@rule("N6", "N3")
def discard_unseen(s: State, seat: int, card: int, lane: int) -> None:
    """You discard a card to a lane; the pile is closed, so your opponent does not see which."""
    move(s, card, DISCARDS + lane, 0, seat)


@helper
def may_discard_for_two(s: State, seat: int) -> bool:
    """Whether a player may discard a card to draw two."""
    if s.options.discard_for_two == YES:
        return only_the_attacker_draws_two(s, seat) and there_is_one_to_draw(s)
    return nobody_draws_two(s)


@rule("N7")
def nobody_draws_two(_s: State) -> bool:
    """Under these rules nobody can discard a card to draw two."""
    return False


@rule("N7")
def only_the_attacker_draws_two(_s: State, seat: int) -> bool:
    """Only the attacker can discard a card to draw two."""
    return seat == ATTACKER


@rule("N7")
def there_is_one_to_draw(s: State) -> bool:
    """You can discard to draw two only while the attacker deck or its discard pile has a card."""
    return s.count[ATTACKER_DECK] + s.count[discard_of(ATTACKER_DECK)] > 0


@rule("N7")
def discard_for_two(s: State, card: int) -> None:
    """You put a card on the attacker discard and draw two from the attacker deck."""
    move(s, card, ATTACKER_DISCARD, 0, EVERYBODY)
    draw(s, ATTACKER, ATTACKER_DECK)
    draw(s, ATTACKER, ATTACKER_DECK)


@helper
def pass_turn(s: State, seat: int) -> None:
    """Do nothing."""
    if s.passes[seat] < 2:  # noqa: PLR2004, two in a row are what counts
        s.passes[seat] += 1
    if s.passes[seat] == 2 and s.options.two_passes == COSTS_HAND:  # noqa: PLR2004, as above
        lose_hand(s, seat)


@rule("N8")
def lose_hand(s: State, seat: int) -> bool:
    """Two passes in a row cost a player the hand: the attacker's cards go to the attacker discard,
    the defender's one by one, the last one drawn first, to the smallest lane discard.
    """
    hand = HANDS + seat
    if s.count[hand] == 0:
        return False
    remember_order(s, seat)
    while s.count[hand] > 0:
        card = at(s, hand, int(s.count[hand]) - 1)
        pile = ATTACKER_DISCARD if seat == ATTACKER else smallest_discard(s)
        move(s, card, pile, 0, EVERYBODY if s.options.discards == OPEN else seat)
    return True


@helper
def smallest_discard(s: State) -> int:
    """The lane discard pile with the fewest cards, the lowest lane on ties."""
    smallest = DISCARDS
    for lane in range(1, LANES):
        if s.count[DISCARDS + lane] < s.count[smallest]:
            smallest = DISCARDS + lane
    return smallest
