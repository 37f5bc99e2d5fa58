"""What moves cost at the moment (M6).

Changes of costs are packed like costs themselves, four bits a trait, but can be negative.
"""

from duelhall.engine.record import SEATS
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.conditions import (
    amount_of,
    concerns,
    copies_that_hold,
    is_met,
    is_passive,
    trait_for,
)
from duelhall.games.monsters.deck_sheet import (
    first_effect,
    holds_by_effects,
    holds_in_chain,
    operation_of,
    owner_of_effect,
    trait_count,
    traits_of,
    when_of,
)
from duelhall.games.monsters.operations import COST, HOLDING_BITS
from duelhall.games.monsters.state import NO_CHAIN, State
from duelhall.games.monsters.words import (
    CHAIN,
    MOST_OF_A_TRAIT,
    MOST_TRAITS,
    NEXT_COMBAT,
    NO_TRAIT,
    PASSIVE,
    UNTIL_STEP,
)
from duelhall.games.monsters.zones import ANY_TRAIT, link_kind, link_seat

IN_STASIS, ON_CHAIN = HOLDING_BITS[PASSIVE, COST], HOLDING_BITS[CHAIN, COST]
IN_THIS_TURN, OF_NEXT_MOVE = range(2)
"""The places of changes in the state."""


@helper
def change_of(change: int, trait: int) -> int:
    """By how much the cost of a trait changes: -7 to 7."""
    return ((change >> (4 * trait)) & 15 ^ 8) - 8


@helper
def with_change(change: int, trait: int, amount: int) -> int:
    """Changes of costs with one more, of one trait or of every trait."""
    for number in range(MOST_TRAITS):
        if trait in (ANY_TRAIT, number):
            before = change_of(change, number)
            after = min(max(before + amount, -MOST_OF_A_TRAIT), MOST_OF_A_TRAIT)
            change ^= ((before ^ after) & 15) << (4 * number)
    return change


@rule("M6")
def change_costs(s: State, seat: int, amount: int, subject: int) -> bool:
    """An effect makes moves from the hand cost more or less: all of them in the rest of the turn,
    or the next one.
    """
    place = OF_NEXT_MOVE if subject // UNTIL_STEP == NEXT_COMBAT else IN_THIS_TURN
    trait = subject % UNTIL_STEP - 1
    if trait == NO_TRAIT:
        return False
    s.costs[seat, place] = with_change(int(s.costs[seat, place]), trait, amount)
    return True


@helper
def cost_change(s: State, seat: int) -> int:
    """How all effects together change what a player's moves cost now."""
    change = int(s.costs[seat, IN_THIS_TURN])
    if s.costs[seat, OF_NEXT_MOVE] != 0:
        for trait in range(MOST_TRAITS):
            amount = change_of(int(s.costs[seat, OF_NEXT_MOVE]), trait)
            change = with_change(change, trait, amount)
    for owner in range(SEATS):
        if holds_by_effects(s, owner, IN_STASIS):
            change = changed_passively(s, owner, seat, change)
        if s.chain != NO_CHAIN and holds_by_effects(s, owner, ON_CHAIN):
            change = changed_in_chain(s, owner, seat, change)
    return change


@rule("M17")
def changed_passively(s: State, owner: int, seat: int, change: int) -> int:
    """While a Passive holds, it changes what moves cost."""
    number = 0
    while is_passive(s, owner, number):
        if operation_of(s, owner, number) == COST and concerns(s, owner, number, seat):
            amount = copies_that_hold(s, owner, number) * amount_of(s, owner, number)
            change = with_change(change, trait_for(s, owner, number, seat) - 1, amount)
        number += 1
    return change


@rule("M10")
def changed_in_chain(s: State, owner: int, seat: int, change: int) -> int:
    """What a card changes while it is on the chain holds as soon as it is put there."""
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        if link_seat(link) == owner and holds_in_chain(s, owner, link_kind(link)):
            change = changed_by_link(s, owner, seat, place, change)
    return change


@helper
def changed_by_link(s: State, owner: int, seat: int, place: int, change: int) -> int:
    """Changes of costs with those by one link."""
    kind = link_kind(int(s.links[place]))
    number = first_effect(s, owner, kind)
    while owner_of_effect(s, owner, number) == kind:
        is_it = when_of(s, owner, number) == CHAIN and operation_of(s, owner, number) == COST
        if is_it and concerns(s, owner, number, seat) and is_met(s, owner, number, place):
            amount, trait = amount_of(s, owner, number), trait_for(s, owner, number, seat) - 1
            change = with_change(change, trait, amount)
        number += 1
    return change


@rule("M6")
def changed_cost(_s: State, cost: int, change: int) -> int:
    """Effects change only what a move costs already: a trait that is not among its costs is not
    made one, and none costs less than nothing.
    """
    now = 0
    for trait in range(MOST_TRAITS):
        count = trait_count(cost, trait)
        if count > 0:
            count = min(max(count + change_of(change, trait), 0), MOST_OF_A_TRAIT)
        now |= count << (4 * trait)
    return now


@helper
def cost_of(s: State, seat: int, kind: int, change: int) -> int:
    """What a move costs now."""
    cost = traits_of(s, seat, kind)
    return cost if change == 0 else changed_cost(s, cost, change)
