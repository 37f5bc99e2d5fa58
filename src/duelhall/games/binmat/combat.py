"""Combat (N17, N19 to N22, N33 to N39)."""

from duelhall.engine.record import SEATS, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.memory import EVERYBODY, remember_stack
from duelhall.games.binmat.piles import move, reshuffle, take_top, turn_up
from duelhall.games.binmat.state import (
    ATTACKER,
    ATTACKER_DISCARD,
    ATTACKER_EMPTY_COMBAT,
    BOTH_COMBAT,
    BOUNCE,
    BREAK,
    CARDS,
    DAMAGED,
    DECKS,
    DEFENDER,
    DISCARDS,
    EITHER,
    LARGER,
    RESHUFFLES,
    STACKS,
    TIES,
    TRAP,
    VALUES,
    WILD,
    State,
    at,
    face_of,
    is_up,
    own_discard,
    place_of,
    stack_of,
    top,
)


@helper
def role_may_begin(s: State, seat: int) -> bool:
    """Whether a role may begin combat as an action."""
    return s.options.combat == BOTH_COMBAT or only_the_attacker_begins(s, seat)


@rule("N4")
def only_the_attacker_begins(_s: State, seat: int) -> bool:
    """As the defender you can begin combat only by playing a BREAK face up."""
    return seat == ATTACKER


@helper
def may_begin_in(s: State, seat: int, lane: int) -> bool:
    """Whether a role that may begin combat may do so in this lane."""
    if has_own_stack(s, seat, lane):
        return True
    return seat == ATTACKER and s.options.empty_combat == ATTACKER_EMPTY_COMBAT


@rule("N5")
def has_own_stack(s: State, seat: int, lane: int) -> bool:
    """You need a stack of your own in a lane to begin combat there."""
    return s.count[stack_of(seat, lane)] > 0


@helper
def fight(s: State, initiator: int, lane: int) -> None:
    """Combat in a lane."""
    reveal(s, lane)
    spring_traps(s, initiator, lane)
    spring_traps(s, foe(initiator), lane)
    stay_up(s, lane)
    if bounce(s, lane) or nothing_attacks(s, lane):
        return
    compare_powers(s, lane)


@rule("N33")
def reveal(s: State, lane: int) -> None:
    """Combat reveals both stacks."""
    for owner in range(SEATS):
        remember_stack(s, stack_of(owner, lane))


@rule("N39")
def stay_up(s: State, lane: int) -> None:
    """What combat has revealed lies face up from now on."""
    for seat in range(SEATS):
        turn_up(s, stack_of(seat, lane))


# --- traps ---


@helper
def spring_traps(s: State, seat: int, lane: int) -> None:
    """Let a player's TRAPs act that this combat has turned up."""
    stack = stack_of(seat, lane)
    for trap in range(TRAP, CARDS, BREAK + 1):
        if place_of(s, trap) == stack and not is_up(s, trap):
            spring(s, seat, lane)


@rule("N33")
def spring(s: State, seat: int, lane: int) -> bool:
    """A TRAP that combat has turned face up takes the newest card of the opposing stack to its
    owner's discard pile, and stays.
    """
    stack = stack_of(foe(seat), lane)
    if s.count[stack] == 0:
        return False
    move(s, top(s, stack), own_discard(seat, lane), 0, EVERYBODY)
    return True


# --- bounces ---


@rule("N34")
def bounce(s: State, lane: int) -> bool:
    """A BOUNCE left in either stack ends the combat without damage: BOUNCEs go to the other side's
    discard pile, the rest of the attacker stack to the attacker discard.
    """
    bounces = 0
    for card in range(BOUNCE, CARDS, BREAK + 1):
        if place_of(s, card) == stack_of(ATTACKER, lane):
            move(s, card, DISCARDS + lane, 0, EVERYBODY)
            bounces += 1
        elif place_of(s, card) == stack_of(DEFENDER, lane):
            move(s, card, ATTACKER_DISCARD, 0, EVERYBODY)
            bounces += 1
    if bounces == 0:
        return False
    send_attack(s, lane, ATTACKER_DISCARD)
    return True


@helper
def send_attack(s: State, lane: int, pile: int) -> None:
    """Send the attacker stack to a discard pile."""
    stack = stack_of(ATTACKER, lane)
    while s.count[stack] > 0:
        move(s, top(s, stack), pile, 0, EVERYBODY)


@rule("N37")
def nothing_attacks(s: State, lane: int) -> bool:
    """Without an attacker stack there is no damage."""
    return s.count[stack_of(ATTACKER, lane)] == 0


# --- powers ---


@rule("N36")
def total(s: State, stack: int) -> int:
    """The numbers of a stack are added up, and each WILD lifts the sum to the next higher power of
    two; without a number the first WILD is a 2.
    """
    numbers, wilds = 0, 0
    for height in range(s.count[stack]):
        face = face_of(at(s, stack, height))
        numbers += int(VALUES[face])
        wilds += int(face == WILD)
    for _ in range(wilds):
        power = 2
        while power <= numbers:
            power *= 2
        numbers = power
    return numbers


@rule("N35")
def attack_power(s: State, stack: int) -> int:
    """The attack power is the exponent if the sum is a power of two, and 0 otherwise."""
    left, power = total(s, stack), 0
    while left > 1 and left % 2 == 0:
        left //= 2
        power += 1
    return power if left == 1 else 0


@helper
def compare_powers(s: State, lane: int) -> None:
    """Compare the attack powers of the two stacks."""
    attack = attack_power(s, stack_of(ATTACKER, lane))
    defence = attack_power(s, stack_of(DEFENDER, lane))
    if attack + defence == 0 and s.options.nothing_each != TIES:
        nothing_against_nothing(s, lane)
    elif attack < defence:
        repel(s, lane)
    else:
        deal_damage(s, lane, damage_of(s, lane, attack, defence))


@rule("N19")
def nothing_against_nothing(s: State, lane: int) -> None:
    """If both attack powers are 0, the combat ends as if by a BOUNCE: there is no damage, and the
    attacker stack goes to the attacker discard.
    """
    send_attack(s, lane, ATTACKER_DISCARD)


@rule("N38")
def repel(s: State, lane: int) -> None:
    """If the attacker's power is lower, the attacker stack goes to the lane discard."""
    send_attack(s, lane, DISCARDS + lane)


# --- damage ---


@helper
def damage_of(s: State, lane: int, attack: int, defence: int) -> int:
    """How much damage an attack deals that is not lower."""
    if break_counts(s, lane):
        return break_damage(s, lane, attack)
    return attack - defence + 1


@helper
def break_counts(s: State, lane: int) -> bool:
    """Whether a BREAK counts."""
    if attackers_break_counts(s, lane):
        return True
    return s.options.break_counts == EITHER and defenders_break_counts(s, lane)


@rule("N21")
def attackers_break_counts(s: State, lane: int) -> bool:
    """A BREAK that the TRAPs have left in the attacker stack counts."""
    return s.breaks[stack_of(ATTACKER, lane) - STACKS] > 0


@rule("N21")
def defenders_break_counts(s: State, lane: int) -> bool:
    """A BREAK that the TRAPs have left in the defender stack counts, too."""
    return s.breaks[stack_of(DEFENDER, lane) - STACKS] > 0


@helper
def break_damage(s: State, lane: int, attack: int) -> int:
    """How much damage a BREAK deals."""
    if s.options.break_damage == LARGER:
        return break_deals_larger(s, lane, attack)
    return break_deals_power(s, attack)


@rule("N20")
def break_deals_power(_s: State, attack: int) -> int:
    """A BREAK deals as much damage as the attacker stack has attack power."""
    return attack


@rule("N20")
def break_deals_larger(s: State, lane: int, attack: int) -> int:
    """A BREAK deals as much damage as the attacker stack has attack power, or as the defender stack
    has cards, whichever is more.
    """
    return max(attack, int(s.count[stack_of(DEFENDER, lane)]))


@rule("N38")
def deal_damage(s: State, lane: int, damage: int) -> None:
    """Damage takes cards from the top of the defender stack to the attacker discard, then from the
    lane deck to the attacker's hand; then the attacker stack goes to the attacker discard.
    """
    stack = stack_of(DEFENDER, lane)
    for _ in range(damage):
        if s.count[stack] > 0:
            move(s, top(s, stack), ATTACKER_DISCARD, 0, EVERYBODY)
        elif not hit_deck(s, DECKS + lane):
            break_through(s)
            return
    send_attack(s, lane, ATTACKER_DISCARD)


@helper
def hit_deck(s: State, deck: int) -> bool:
    """Damage takes the top card of a lane deck; False if there is none."""
    is_fresh = s.count[deck] == 0
    if is_fresh and not (s.options.past_the_deck == RESHUFFLES and reshuffle(s, deck)):
        return False
    take_top(s, ATTACKER, deck, is_fresh)
    return True


@rule("N22")
def break_through(s: State) -> None:
    """If damage finds no card left to take in a lane, the attacker wins."""
    s.winner, s.reason = ATTACKER, DAMAGED
