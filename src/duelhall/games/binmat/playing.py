"""Playing cards from the hand (N6 to N8, N12 to N18)."""

from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.cards import BOUNCE, BREAK, face_of
from duelhall.games.binmat.drawing import draw
from duelhall.games.binmat.piles import (
    EVERYBODY,
    at,
    discard_of,
    move,
    place_of,
    stack_of,
    turn_up,
)
from duelhall.games.binmat.state import (
    AS_LIKED,
    AS_STACK,
    ATTACKER,
    ATTACKER_DECK,
    ATTACKER_DISCARD,
    BOUNCE_HACKMUD,
    BOUNCE_RULEBOOK,
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
)


@rule("S1")
def holds(s: State, seat: int, card: int) -> bool:
    """You play and discard cards from your own hand."""
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


@rule("N12")
def defender_faces(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """The defender's numbers, TRAPs, WILDs and BOUNCEs lie as their stack does; an empty stack is
    face down, or as the defender likes.
    """
    if s.count[stack] == 0 and s.options.defender_facing == FREE_WHEN_EMPTY:
        return True
    return up == stack_is_up(s, stack)


@rule("N13")
def attacker_faces(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """The attacker's numbers, TRAPs and WILDs lie face down, or as their stack does with the
    choice on an empty one, or each as the attacker likes.
    """
    if s.options.attacker_facing == AS_LIKED:
        return True
    if s.options.attacker_facing == AS_STACK:
        return s.count[stack] == 0 or up == stack_is_up(s, stack)
    return not up


@rule("N18")
def attacker_bounces(s: State, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """The attacker's BOUNCE is played face up to an empty stack, or face down; by `hackmud` to a
    stack that is face up it is played face up, and not face down.
    """
    if s.count[stack] == 0:
        return True
    if s.options.attacker_bounce == BOUNCE_HACKMUD:
        return up == stack_is_up(s, stack)
    return not up


@rule("N14")
def has_stack(s: State, stack: int) -> bool:
    """A BREAK is not played to an empty stack."""
    return s.count[stack] > 0


@helper
def break_fits(s: State, seat: int, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether a BREAK may be played to a stack that has cards."""
    if not second_break_fits(s, seat, stack, up):
        return False
    return up or break_may_lie_down(s, seat, stack)


@rule("N15")
def second_break_fits(s: State, seat: int, stack: int, up: bool) -> bool:  # noqa: FBT001, Numba takes it so
    """Whether a second BREAK may be played to a stack is up to the rule set, the role and the
    facings.
    """
    if s.options.second_break == BREAK_NEVER:
        return s.breaks[stack - STACKS] == 0
    if seat == ATTACKER or s.up_breaks[stack - STACKS] == 0:
        return True
    return s.options.second_break == BREAK_LIVE and not up


@rule("N16")
def break_may_lie_down(s: State, seat: int, stack: int) -> bool:
    """Whether a BREAK may lie face down in a stack that is face up is up to the rule set and the
    role.
    """
    if s.options.break_down == BREAK_DOWN_YES:
        return True
    if s.options.break_down == BREAK_DOWN_ATTACKER and seat == ATTACKER:
        return True
    return not stack_is_up(s, stack)


# --- playing ---


@rule("N40")
def place_card(s: State, seat: int, card: int, lane: int, up: bool) -> None:  # noqa: FBT001, Numba takes it so
    """A card goes from the hand to the stack in a lane; face down, it is not named to the enemy."""
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
    """A BREAK that is played face up starts combat at once."""
    return True


@rule("N18")
def bounce_begins(s: State) -> bool:
    """An attacker's BOUNCE that is played face up to an empty stack starts combat."""
    return s.options.attacker_bounce != BOUNCE_RULEBOOK


@rule("N18")
def bounce_away(s: State, bounce: int, lane: int) -> None:
    """An attacker's BOUNCE on an empty stack turns the defender stack face up and sends its BOUNCEs
    to the attacker discard, itself to the lane discard.
    """
    stack = stack_of(DEFENDER, lane)
    turn_up(s, stack)
    for height in range(int(s.count[stack]) - 1, -1, -1):
        card = at(s, stack, height)
        if face_of(card) == BOUNCE:
            move(s, card, ATTACKER_DISCARD, 0, EVERYBODY)
    move(s, bounce, DISCARDS + lane, 0, EVERYBODY)


# --- discarding ---


@rule("N6")
def may_discard(s: State, seat: int) -> bool:
    """The defender, and only he, may discard a card to any lane, where the rule set lets him."""
    return seat == DEFENDER and s.options.lane_discard == YES


@rule("N6", "N3")
def discard(s: State, seat: int, card: int, lane: int) -> None:
    """A card goes from the hand to a lane's discard pile; a closed pile does not name it."""
    move(s, card, DISCARDS + lane, 0, EVERYBODY if s.options.discards == OPEN else seat)


@rule("N7")
def may_discard_for_two(s: State, seat: int) -> bool:
    """The attacker, and only he, may discard a card and draw two, where the rule set lets him and
    his deck or discard pile has a card.
    """
    if seat == DEFENDER or s.options.discard_for_two != YES:
        return False
    return s.count[ATTACKER_DECK] + s.count[discard_of(ATTACKER_DECK)] > 0


@rule("N7")
def discard_for_two(s: State, card: int) -> None:
    """The attacker discards a card to his pile and draws two from his deck."""
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
    """Two passes in a row cost the hand: the attacker's goes to his discard pile, the defender's
    card by card, last one first, to the smallest lane discard.
    """
    hand = HANDS + seat
    if s.count[hand] == 0:
        return False
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
