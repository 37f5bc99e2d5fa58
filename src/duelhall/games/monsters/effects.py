"""What effects do: one rule for each operation of the card language; and what moves cost now.

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
    passive_change,
    trait_for,
)
from duelhall.games.monsters.deck_sheet import (
    first_effect,
    holds_by_effects,
    holds_in_chain,
    hp_of,
    operation_of,
    owner_of_effect,
    trait_count,
    traits_of,
    when_of,
)
from duelhall.games.monsters.operations import (
    AGAIN,
    BURY,
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    CHARGE,
    COST,
    DAMAGE,
    DESTROY,
    DISCARD,
    DRAIN,
    DRAW,
    EXPOSE,
    FORBID,
    HEAL,
    HOLDING_BITS,
    MILL,
    PREVENT,
    RECALL,
    RECLAIM,
    RECOVER,
    REVIVE,
    SEARCH,
)
from duelhall.games.monsters.state import COMBAT, FAINTED, NO_CHAIN, State
from duelhall.games.monsters.words import (
    CHAIN,
    IN_DAMAGE,
    IN_DROP,
    IN_HAND,
    MOST_OF_A_TRAIT,
    MOST_TRAITS,
    NEXT_COMBAT,
    NO_TRAIT,
    PASSIVE,
    THIS_TURN,
    UNTIL_STEP,
)
from duelhall.games.monsters.zones import (
    ANY_TRAIT,
    NO_KIND,
    enter,
    has_trait,
    link_kind,
    link_seat,
    move_card,
    pick,
    take_top,
)

LARGEST_BONUS = 10_000
MOST_PREVENTED = 99
MOST_TAKEN = 99
MOST_COMBATS = 42
NEXT_ATTACK = 2
"""The place of the next attack in what lasts; that of the next defence comes behind it."""
PREVENTING = HOLDING_BITS[PASSIVE, PREVENT]


@helper
def operate(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Do what an operation says to a player."""
    if operation <= CHANGE_DEFENCE:
        change_stat(s, seat, operation, amount, subject)
    elif operation in (DRAW, MILL, SEARCH, DAMAGE):
        use_deck(s, seat, operation, amount, subject)
    elif operation == HEAL:
        heal(s, seat, amount)
    elif operation == RECLAIM:
        reclaim(s, seat, amount)
    elif operation in (DRAIN, CHARGE):
        change_supply(s, seat, subject - 1, amount if operation == CHARGE else -amount)
    elif operation in (COST, FORBID, PREVENT, AGAIN):
        change_turn(s, seat, operation, amount, subject)
    else:
        use_chance(s, seat, operation, amount, subject)


@helper
def change_stat(s: State, seat: int, operation: int, amount: int, until: int) -> None:
    """Change the attack of the attacker, or the defence of the defender, now or for longer."""
    if until == NEXT_COMBAT:
        last_until_next(s, seat, operation, amount)
    else:
        if until == THIS_TURN:
            last_this_turn(s, seat, operation, amount)
        if s.chain == COMBAT and (operation == CHANGE_ATTACK) == (seat == s.active):
            add_to_combat(s, seat, amount)


@helper
def change_turn(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Change what a player can do, or suffer, in the rest of the turn."""
    if operation == COST:
        change_costs(s, seat, amount, subject)
    elif operation == FORBID:
        forbid(s, seat, subject)
    elif operation == PREVENT:
        prevent(s, seat, amount)
    else:
        attack_again(s, seat, amount)


@helper
def use_deck(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Do an operation with the top of a deck."""
    if operation == DRAW:
        draw(s, seat, amount)
    elif operation == MILL:
        mill(s, seat, amount)
    elif operation == SEARCH:
        search_deck(s, seat, amount, subject - 1)
    else:
        take_damage(s, seat, amount)


@helper
def use_chance(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Do an operation with cards chosen at random."""
    if operation == DISCARD:
        discard(s, seat, amount)
    elif operation == RECOVER:
        recover(s, seat, amount, subject - 1)
    elif operation == REVIVE:
        revive(s, seat, amount, subject - 1)
    elif operation == DESTROY:
        destroy(s, seat, amount)
    elif operation == RECALL:
        recall(s, seat, amount)
    elif operation == BURY:
        bury(s, seat, amount, subject - 1)
    elif operation == EXPOSE:
        expose(s, seat, amount)


# --- combat ---


@rule("M11")
def add_to_combat(s: State, seat: int, amount: int) -> None:
    """Effects add to the attack, or to the defence, of this combat."""
    s.bonus[seat] = bounded(int(s.bonus[seat]) + amount)


@rule("M11")
def last_this_turn(s: State, seat: int, operation: int, amount: int) -> None:
    """Until the end of the turn an effect adds to every attack, or to every defence."""
    s.lasting[seat, operation] = bounded(int(s.lasting[seat, operation]) + amount)


@rule("M11")
def last_until_next(s: State, seat: int, operation: int, amount: int) -> None:
    """An effect adds to the next attack, or to the next defence, in whatever turn that is."""
    place = NEXT_ATTACK + operation
    s.lasting[seat, place] = bounded(int(s.lasting[seat, place]) + amount)


@helper
def bounded(bonus: int) -> int:
    """What effects add, within limits."""
    return min(max(bonus, -LARGEST_BONUS), LARGEST_BONUS)


@rule("M13")
def prevent(s: State, seat: int, amount: int) -> None:
    """Some of the damage that a player would take in this turn is prevented."""
    s.shield[seat] = min(int(s.shield[seat]) + amount, MOST_PREVENTED)


@helper
def unprevented(s: State, seat: int, amount: int) -> int:
    """What is left of damage after all that prevents it: Passives each time, and a shield once."""
    left = past_passives(s, seat, amount)
    shield = min(left, int(s.shield[seat]))
    s.shield[seat] = int(s.shield[seat]) - shield
    return left - shield


@helper
def past_passives(s: State, seat: int, amount: int) -> int:
    """What Passives leave of damage, each time that there is some."""
    if holds_by_effects(s, 0, PREVENTING) or holds_by_effects(s, 1, PREVENTING):
        return max(amount - passive_change(s, PREVENT, PREVENTING, seat), 0)
    return amount


@rule("M13")
def take_damage(s: State, seat: int, amount: int) -> None:
    """For each point of damage the top card of the deck goes face up to Damage; a monster with as
    many cards there as it has HP faints, and its player loses at once.
    """
    left = unprevented(s, seat, amount)
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if kind == NO_KIND:
            left = 0
        else:
            s.taken[seat] = min(int(s.taken[seat]) + 1, MOST_TAKEN)
            enter(s, seat, IN_DAMAGE, kind, 0)
            if s.in_damage[seat] >= hp_of(s, seat):
                s.lost[seat] = FAINTED
                left = 0


@rule("M13")
def heal(s: State, seat: int, amount: int) -> None:
    """Healing moves the newest Damage cards to Drop."""
    move_newest(s, seat, HEAL, amount)


@rule("M10")
def reclaim(s: State, seat: int, amount: int) -> None:
    """The newest Damage cards go to the hand."""
    move_newest(s, seat, RECLAIM, amount)


@helper
def move_newest(s: State, seat: int, operation: int, amount: int) -> None:
    """Move the newest cards of Damage as an operation does."""
    for _ in range(min(amount, int(s.in_damage[seat]))):
        move_card(s, seat, operation, int(s.damage[seat, int(s.in_damage[seat]) - 1]), 1)


# --- cards ---


@rule("M10")
def draw(s: State, seat: int, amount: int) -> None:
    """Cards are drawn from the deck."""
    move_top(s, seat, IN_HAND, amount)


@rule("M10")
def mill(s: State, seat: int, amount: int) -> None:
    """Cards go from the top of the deck to Drop."""
    move_top(s, seat, IN_DROP, amount)


@helper
def move_top(s: State, seat: int, zone: int, amount: int) -> None:
    """Move cards from the top of the deck to a zone."""
    left = amount
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if kind == NO_KIND:
            left = 0
        else:
            enter(s, seat, zone, kind, 0)


@rule("M10")
def search_deck(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards are shown from the top of the deck until one has the trait: that one goes to the hand,
    the others to Drop.
    """
    left = min(amount, int(s.in_deck[seat]))
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if has_trait(s, seat, kind, trait):
            enter(s, seat, IN_HAND, kind, 1)
            left = 0
        else:
            enter(s, seat, IN_DROP, kind, 0)


@rule("M10")
def discard(s: State, seat: int, amount: int) -> None:
    """Cards chosen at random from the hand go to Drop."""
    move_at_random(s, seat, DISCARD, amount, ANY_TRAIT)


@rule("M10")
def recover(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards chosen at random from Drop go to the hand."""
    move_at_random(s, seat, RECOVER, amount, trait)


@rule("M10")
def revive(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards with a Field or Passive effect, chosen at random from Drop, go to Stasis."""
    move_at_random(s, seat, REVIVE, amount, trait)


@rule("M10")
def destroy(s: State, seat: int, amount: int) -> None:
    """Cards chosen at random from Stasis go to Drop."""
    move_at_random(s, seat, DESTROY, amount, ANY_TRAIT)


@rule("M10")
def recall(s: State, seat: int, amount: int) -> None:
    """Cards chosen at random from Stasis go to the hand."""
    move_at_random(s, seat, RECALL, amount, ANY_TRAIT)


@rule("M10")
def bury(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards chosen at random from Drop go face up under the deck."""
    move_at_random(s, seat, BURY, amount, trait)


@rule("M19")
def expose(s: State, seat: int, amount: int) -> None:
    """Cards of the hand, chosen at random among those the opponent does not know, are shown."""
    move_at_random(s, seat, EXPOSE, amount, ANY_TRAIT)


@helper
def move_at_random(s: State, seat: int, operation: int, amount: int, trait: int) -> None:
    """Move cards as an operation does, chosen at random one after another."""
    left = amount
    while left > 0:
        left -= 1
        kind = pick(s, seat, operation, trait)
        if kind == NO_KIND:
            left = 0
        else:
            move_card(s, seat, operation, kind, 1)


# --- the turn ---


@rule("M6")
def change_supply(s: State, seat: int, trait: int, amount: int) -> bool:
    """An effect gives a player more, or leaves fewer, of a trait for this turn."""
    if trait == NO_TRAIT:
        return False
    left = trait_count(int(s.left[seat]), trait)
    after = min(max(left + amount, 0), MOST_OF_A_TRAIT)
    s.left[seat] = int(s.left[seat]) + ((after - left) << (4 * trait))
    return True


@rule("M10")
def forbid(s: State, seat: int, subject: int) -> None:
    """Until the end of the turn a player cannot use what the effect forbids."""
    s.forbidden[seat] = int(s.forbidden[seat]) | (1 << subject)


@rule("M7")
def attack_again(s: State, seat: int, amount: int) -> bool:
    """The turn player can initiate combat more often in this turn."""
    if seat != s.active:
        return False
    s.extra = min(int(s.extra) + amount, MOST_COMBATS)
    return True


# --- what moves cost (M6) ---


COSTING, COSTING_IN_CHAIN = HOLDING_BITS[PASSIVE, COST], HOLDING_BITS[CHAIN, COST]
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
        if holds_by_effects(s, owner, COSTING):
            change = changed_passively(s, owner, seat, change)
        if s.chain != NO_CHAIN and holds_by_effects(s, owner, COSTING_IN_CHAIN):
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
