"""Whether the condition of an effect holds, and how often its amount counts."""

from duelhall.engine.record import SEATS, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.deck_sheet import (
    NO_CARD,
    atk_mark,
    def_mark,
    holds_by_effects,
    hp_of,
    namesake,
    number_in,
    operation_of,
    owner_of_effect,
    trait_count,
    traits_of,
    when_of,
)
from duelhall.games.monsters.operations import TRAIT_OPERATIONS
from duelhall.games.monsters.state import (
    CANCELLED,
    COMBAT,
    NO_CHAIN,
    NON_COMBAT,
    ONLY_LINKS,
    RESOLVED,
    USED_DEFENSIVE,
    State,
)
from duelhall.games.monsters.words import (
    ALWAYS,
    AMOUNT,
    AND,
    ANSWERING,
    ARGUMENT,
    AT_MOST,
    ATTACK_TYPE,
    BIAS,
    BOTH,
    COMBATS,
    COMPOUND,
    CONDITION,
    DAMAGE_TAKEN,
    DEFENCE_TYPE,
    EFFECT_ROWS,
    END,
    HP_LEFT,
    IN_CHAIN,
    IN_COMBAT,
    IN_DAMAGE,
    IN_DECK,
    IN_DROP,
    IN_HAND,
    IN_PHASE,
    IN_TURN,
    LINKS,
    MONSTER,
    NO_STAT,
    NOT,
    OR,
    OWNER,
    PASSIVE,
    PER_TRAIT,
    PER_WHAT,
    PREVIOUS_LINK,
    SELF,
    SUBJECT,
    TARGET,
    THEIRS,
    TRAIT_LEFT,
    TRAIT_STEP,
    TURN,
    UNTIL_STEP,
    WIDTH,
)
from duelhall.games.monsters.zones import count_of, link_kind, link_seat

NOWHERE = -1
"""In place of the place of a link, for what belongs to none."""


@helper
def applies(s: State, seat: int, number: int) -> bool:
    """Whether an effect of the link that resolves happens: its condition holds now."""
    return is_met(s, seat, number, int(s.resolving) - 1)


@helper
def is_met(s: State, seat: int, number: int, place: int) -> bool:
    """Whether the condition of an effect, of a player and at a place of the chain, holds."""
    condition = number_in(s, seat, EFFECT_ROWS + number, CONDITION)
    argument = number_in(s, seat, EFFECT_ROWS + number, ARGUMENT)
    if condition == ALWAYS:
        return True
    if condition == COMPOUND:
        return holds_together(s, seat, argument, place)
    return holds(s, seat, condition, argument, place)


@helper
def holds_together(s: State, seat: int, number: int, place: int) -> bool:
    """Whether a condition of several parts holds. Its program works on a stack of bits."""
    row, column, stack = EFFECT_ROWS + number, OWNER + 1, 0
    step = number_in(s, seat, row, column)
    while step != END:
        latest = stack & 1
        if step == NOT:
            stack ^= 1
        elif step == AND:
            stack = (stack >> 1) & (-2 | latest)
        elif step == OR:
            stack = (stack >> 1) | latest
        else:
            argument = number_in(s, seat, row, column + 1)
            stack = 2 * stack + int(holds(s, seat, step, argument, place))
        column += 2
        if column >= WIDTH:
            row, column = row + 1, OWNER + 1
        step = number_in(s, seat, row, column)
    return stack & 1 > 0


@helper
def holds(s: State, seat: int, condition: int, argument: int, place: int) -> bool:
    """Whether one condition holds now."""
    subject = condition % THEIRS
    is_theirs = condition & THEIRS > 0
    if subject == ATTACK_TYPE:
        return s.chain == COMBAT and is_attack_type(s, seat, argument)
    if subject == DEFENCE_TYPE:
        return s.chain == COMBAT and is_defence_type(s, seat, argument)
    if subject == PREVIOUS_LINK:
        return place > s.chain_start and is_theirs == (link_seat(int(s.links[place - 1])) != seat)
    if subject <= IN_COMBAT:
        return is_so(s, seat, subject) != is_theirs
    if subject >= IN_PHASE:
        return is_moment(s, subject, argument, place)
    return compares(s, seat, condition, argument)


@helper
def is_moment(s: State, subject: int, argument: int, place: int) -> bool:
    """Whether this is a phase, a chain or an answer to one, or a combat with or without defence."""
    if subject == IN_PHASE:
        return s.phase == argument
    if subject == IN_CHAIN:
        return s.chain != NO_CHAIN
    if subject == ANSWERING:
        return s.chain == NON_COMBAT and place > s.chain_start
    is_defended = s.sides[foe(int(s.active))] & USED_DEFENSIVE > 0
    return s.chain == COMBAT and is_defended == (argument > 0)


@helper
def is_so(s: State, seat: int, subject: int) -> bool:
    """Whether it is a player's turn, or whether there is combat."""
    return s.active == seat if subject == IN_TURN else s.chain == COMBAT


@helper
def is_attack_type(s: State, seat: int, trait: int) -> bool:
    """Whether a trait of a player's deck is among the attack types of a combat."""
    return trait_count(attack_types(s), namesake(s, seat, trait, int(s.active))) > 0


@helper
def is_defence_type(s: State, seat: int, trait: int) -> bool:
    """Whether a trait of a player's deck is among the defence types of a combat."""
    return trait_count(defence_types(s), namesake(s, seat, trait, foe(int(s.active)))) > 0


@helper
def compares(s: State, seat: int, condition: int, argument: int) -> bool:
    """Whether a number is as large, or as small, as a condition wants it."""
    wanted, found = argument, 0
    if condition % THEIRS == TRAIT_LEFT:
        owner = foe(seat) if condition & THEIRS else seat
        wanted = argument % TRAIT_STEP
        found = traits_left(s, seat, argument // TRAIT_STEP, owner)
    else:
        found = count_for(s, seat, condition % AT_MOST)
    if condition & AT_MOST:
        return found <= wanted
    return found >= wanted


@helper
def count_for(s: State, seat: int, what: int) -> int:
    """How many there are of what a player's card counts."""
    subject = what % THEIRS
    if what & PER_TRAIT:
        return traits_left(s, seat, subject, foe(seat) if what & THEIRS else seat)
    if subject == LINKS:
        return int(s.link_count) - int(s.chain_start) if s.chain != NO_CHAIN else 0
    if subject == TURN:
        return int(s.turn)
    if subject == COMBATS:
        return int(s.attacked)
    return cards_in(s, foe(seat) if what & THEIRS else seat, subject)


@helper
def traits_left(s: State, seat: int, trait: int, owner: int) -> int:
    """How many of a trait of one player's deck are left to a player."""
    return trait_count(int(s.left[owner]), namesake(s, seat, trait, owner))


@helper
def cards_in(s: State, owner: int, subject: int) -> int:
    """How many cards a zone has, or how a player's monster stands."""
    if subject == HP_LEFT:
        return hp_of(s, owner) - int(s.in_damage[owner])
    if subject == DAMAGE_TAKEN:
        return int(s.taken[owner])
    return cards_in_zone(s, owner, subject)


@helper
def cards_in_zone(s: State, owner: int, subject: int) -> int:
    """How many cards a zone has."""
    if subject == IN_HAND:
        return int(s.in_hand[owner])
    if subject == IN_DECK:
        return int(s.in_deck[owner])
    if subject == IN_DAMAGE:
        return int(s.in_damage[owner])
    if subject == IN_DROP:
        return count_of(s.drop[owner])
    return count_of(s.stasis[owner])


# --- types ---


@rule("M14")
def attack_types(s: State) -> int:
    """The attack types are the traits of all offensive moves in the chain, cancelled or not."""
    types = 0
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        seat, kind = link_seat(link), link_kind(link)
        if kind != MONSTER and seat == s.active and atk_mark(s, seat, kind) != NO_STAT:
            types |= traits_of(s, seat, kind)
    return types


@rule("M14")
def defence_types(s: State) -> int:
    """The defence types are the traits of all defensive moves in the chain or, if none was used,
    those of the defending monster.
    """
    defender = foe(int(s.active))
    if s.sides[defender] & USED_DEFENSIVE == 0:
        return traits_of(s, defender, MONSTER)
    types = 0
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        kind = link_kind(link)
        if (
            kind != MONSTER
            and link_seat(link) == defender
            and def_mark(s, defender, kind) != NO_STAT
        ):
            types |= traits_of(s, defender, kind)
    return types


# --- amounts ---


@helper
def amount_of(s: State, seat: int, number: int) -> int:
    """The amount of an effect, as often as it counts."""
    per = number_in(s, seat, EFFECT_ROWS + number, PER_WHAT)
    amount = number_in(s, seat, EFFECT_ROWS + number, AMOUNT) - BIAS
    return amount * count_for(s, seat, per) if per else amount


@helper
def concerns(s: State, owner: int, number: int, seat: int) -> bool:
    """Whether an effect of one player is aimed at a seat."""
    target = number_in(s, owner, EFFECT_ROWS + number, TARGET)
    return target == BOTH or (owner == seat) == (target == SELF)


@helper
def trait_for(s: State, seat: int, number: int, owner: int) -> int:
    """What an effect is about, for one player: a trait, from 1, has its number in that deck."""
    subject = number_in(s, seat, EFFECT_ROWS + number, SUBJECT)
    trait = subject % UNTIL_STEP
    if trait == 0 or seat == owner or operation_of(s, seat, number) not in TRAIT_OPERATIONS:
        return subject
    return subject - trait + namesake(s, seat, trait - 1, owner) + 1


# --- passives ---


@rule("M17")
def passive_change(s: State, operation: int, work: int, seat: int) -> int:
    """Passive effects hold without a break while their card is in play: in the Action zone until it
    is cancelled, and in Stasis; a monster's always. Where used cards are only links, they are not
    in play before they have resolved.
    """
    change = 0
    for owner in range(SEATS):
        if holds_by_effects(s, owner, work):
            number = 0
            while is_passive(s, owner, number):
                if operation_of(s, owner, number) == operation and concerns(s, owner, number, seat):
                    copies = copies_that_hold(s, owner, number)
                    if copies > 0:
                        change += copies * amount_of(s, owner, number)
                number += 1
    return change


@helper
def is_passive(s: State, owner: int, number: int) -> bool:
    """Whether an effect is one of the Passives, which come first."""
    return owner_of_effect(s, owner, number) != NO_CARD and when_of(s, owner, number) == PASSIVE


@helper
def copies_that_hold(s: State, owner: int, number: int) -> int:
    """How many times a Passive holds now."""
    copies = copies_in_play(s, owner, owner_of_effect(s, owner, number))
    return copies if copies > 0 and is_met(s, owner, number, NOWHERE) else 0


@helper
def copies_in_play(s: State, owner: int, kind: int) -> int:
    """How many copies of a card are in play, so that its Passive holds."""
    if kind == MONSTER:
        return 1
    copies = int(s.stasis[owner, kind])
    wanted = RESOLVED if s.options.used_cards == ONLY_LINKS else 0
    for place in range(s.link_count):
        link = int(s.links[place])
        is_it = link_kind(link) == kind and link_seat(link) == owner
        copies += int(is_it and link & (wanted | CANCELLED) == wanted)
    return copies
