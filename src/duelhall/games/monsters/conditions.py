"""Whether the condition of an effect holds, and how often its amount counts."""

from duelhall.engine.rule import helper, rule
from duelhall.engine.seats import SEATS, foe
from duelhall.games.monsters.state import CANCELLED, COMBAT, RESOLVED, USED_DEFENSIVE, State
from duelhall.games.monsters.table import (
    atk_mark,
    def_mark,
    operation_of,
    owner_of_effect,
    trait_count,
    traits_of,
    when_of,
)
from duelhall.games.monsters.words import (
    ALWAYS,
    AMOUNT,
    ARGUMENT,
    AT_MOST,
    ATTACK_TYPE,
    BOTH,
    CONDITION,
    DEFENCE_TYPE,
    EFFECT_ROWS,
    IN_COMBAT,
    IN_DAMAGE,
    IN_DECK,
    IN_DROP,
    IN_HAND,
    IN_STASIS,
    IN_TURN,
    LINKS,
    MONSTER,
    NO_STAT,
    ONCE,
    PASSIVE,
    PER_LINK,
    PER_THEIR_STASIS,
    PER_WHAT,
    PREVIOUS_LINK,
    SELF,
    SUBJECT_STEP,
    TARGET,
    THEIRS,
    TRAIT_LEFT,
    TRAIT_STEP,
)
from duelhall.games.monsters.zones import count_of, link_kind, link_seat

ZONE_OF_PER = (0, IN_HAND, IN_STASIS, IN_DAMAGE, IN_DROP, IN_STASIS, IN_DAMAGE)
"""Which zone is counted, for each word of `per`."""


@helper
def is_met(s: State, seat: int, number: int) -> bool:
    """Whether the condition of an effect, which is a player's, holds now."""
    condition = int(s.options.decks[seat, EFFECT_ROWS + number, CONDITION])
    argument = int(s.options.decks[seat, EFFECT_ROWS + number, ARGUMENT])
    subject = condition % THEIRS
    is_theirs = condition & THEIRS > 0
    if subject in (ATTACK_TYPE, DEFENCE_TYPE):
        return s.chain == COMBAT and has_type(s, subject, argument)
    if subject == PREVIOUS_LINK:
        return s.resolving - 1 > s.chain_start and previous_is_theirs(s, seat) == is_theirs
    if subject <= IN_COMBAT:
        return subject == ALWAYS or is_so(s, seat, subject) != is_theirs
    return compares(s, foe(seat) if is_theirs else seat, condition, argument)


@helper
def is_so(s: State, seat: int, subject: int) -> bool:
    """Whether it is a player's turn, or whether there is combat."""
    return s.active == seat if subject == IN_TURN else s.chain == COMBAT


@helper
def has_type(s: State, subject: int, trait: int) -> bool:
    """Whether a trait is among the attack or the defence types of a combat."""
    types = attack_types(s) if subject == ATTACK_TYPE else defence_types(s)
    return trait_count(types, trait) > 0


@helper
def previous_is_theirs(s: State, seat: int) -> bool:
    """Whether the link before the one that resolves is the enemy's."""
    return link_seat(int(s.links[int(s.resolving) - 2])) != seat


@helper
def compares(s: State, owner: int, condition: int, argument: int) -> bool:
    """Whether a number is as large, or as small, as a condition wants it."""
    subject = condition % THEIRS
    wanted = argument
    if subject == TRAIT_LEFT:
        wanted = argument % TRAIT_STEP
        found = trait_count(int(s.left[owner]), argument // TRAIT_STEP)
    elif subject == LINKS:
        found = links_in_chain(s)
    else:
        found = cards_in(s, owner, subject)
    if condition & AT_MOST:
        return found <= wanted
    return found >= wanted


@helper
def cards_in(s: State, owner: int, subject: int) -> int:
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


@helper
def links_in_chain(s: State) -> int:
    """How many links the chain has."""
    return int(s.link_count) - int(s.chain_start) if s.chain > 0 else 0


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
    per = int(s.options.decks[seat, EFFECT_ROWS + number, PER_WHAT])
    return int(s.options.decks[seat, EFFECT_ROWS + number, AMOUNT]) * times(s, seat, per)


@helper
def times(s: State, seat: int, per: int) -> int:
    """How often an amount counts."""
    if per == ONCE:
        return 1
    if per == PER_LINK:
        return links_in_chain(s)
    owner = foe(seat) if per >= PER_THEIR_STASIS else seat
    return cards_in(s, owner, ZONE_OF_PER[per])


@helper
def concerns(s: State, owner: int, number: int, seat: int) -> bool:
    """Whether an effect of one player is aimed at a seat."""
    target = int(s.options.decks[owner, EFFECT_ROWS + number, TARGET]) % SUBJECT_STEP
    return target == BOTH or (owner == seat) == (target == SELF)


# --- passives ---


@rule("M17")
def passive_change(s: State, operation: int, seat: int) -> int:
    """Passive effects hold while their card is in play: in the Action zone from its resolution on,
    and in Stasis; a monster's always.
    """
    change = 0
    for owner in range(SEATS):
        number = 0
        kind = owner_of_effect(s, owner, number)
        while kind >= 0:
            if is_passive(s, owner, number, operation) and holds_for(s, owner, number, seat):
                change += copies_in_play(s, owner, kind) * amount_of(s, owner, number)
            number += 1
            kind = owner_of_effect(s, owner, number)
    return change


@helper
def is_passive(s: State, owner: int, number: int, operation: int) -> bool:
    """Whether an effect is a Passive that does this."""
    return when_of(s, owner, number) == PASSIVE and operation_of(s, owner, number) == operation


@helper
def holds_for(s: State, owner: int, number: int, seat: int) -> bool:
    """Whether a Passive of one player concerns a seat and holds now."""
    if not concerns(s, owner, number, seat):
        return False
    kind = owner_of_effect(s, owner, number)
    return copies_in_play(s, owner, kind) > 0 and is_met(s, owner, number)


@helper
def copies_in_play(s: State, owner: int, kind: int) -> int:
    """How many copies of a card are in play, so that its Passive holds."""
    if kind == MONSTER:
        return 1
    copies = int(s.stasis[owner, kind])
    for place in range(s.link_count):
        link = int(s.links[place])
        is_it = link_kind(link) == kind and link_seat(link) == owner
        copies += int(is_it and link & RESOLVED > 0 and link & CANCELLED == 0)
    return copies
