"""What effects do: one rule for each operation of the card language."""

from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.conditions import passive_change
from duelhall.games.monsters.cost import change_costs
from duelhall.games.monsters.deck_sheet import holds_by_effects, hp_of, trait_count
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
from duelhall.games.monsters.state import (
    COMBAT,
    FAINTED,
    State,
)
from duelhall.games.monsters.words import (
    IN_DAMAGE,
    IN_DROP,
    IN_HAND,
    MOST_OF_A_TRAIT,
    NEXT_COMBAT,
    NO_TRAIT,
    PASSIVE,
    THIS_TURN,
)
from duelhall.games.monsters.zones import (
    ANY_TRAIT,
    NO_KIND,
    enter,
    has_trait,
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
    elif operation in (HEAL, RECLAIM):
        use_damage(s, seat, operation, amount)
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
def use_damage(s: State, seat: int, operation: int, amount: int) -> None:
    """Do an operation with the newest cards in Damage."""
    if operation == HEAL:
        heal(s, seat, amount)
    else:
        reclaim(s, seat, amount)


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
