"""What is printed on the cards of Monsters, as numbers for a learner; both deck lists are open."""

from duelhall.engine.observation import share
from duelhall.engine.record import Grid, Row
from duelhall.engine.rule import helper
from duelhall.games.monsters.state import State
from duelhall.games.monsters.table import (
    atk_mark,
    atk_of,
    copies_of,
    def_mark,
    def_of,
    has_field,
    has_requirement,
    holds_in_chain,
    is_lasting,
    number_in,
    operation_of,
    owner_of_effect,
    trait_count,
    traits_of,
    uses_of,
)
from duelhall.games.monsters.words import (
    CARD_ROWS,
    COPIES,
    DECK,
    MONSTER,
    MOST_EFFECTS,
    MOST_HP,
    MOST_OF_A_TRAIT,
    MOST_STAT,
    MOST_TRAITS,
    OPERATIONS,
    REQUIRE,
    USES,
)

MARKS = 3
STAT = 2 + MARKS
"""A stat above and below 0, and how it is marked."""

COST = 2 * STAT
TIMES = COST + MOST_TRAITS
KINDS_OF_TEXT = TIMES + 2 * len(USES)
IS_LASTING, HAS_FIELD, HAS_REQUIREMENT, HAS_CHAIN = range(KINDS_OF_TEXT, KINDS_OF_TEXT + 4)
DOES = HAS_CHAIN + 1
HP = DOES + len(OPERATIONS)
CARD_NUMBERS = HP + 1

THE_CARD = (
    "what is printed on each card of my deck list, and of theirs, and on the monster at the end: "
    f"ATK above 0 and below, divided by {MOST_STAT}, and 1 at how it is marked (not at all, "
    "initial, additional); DEF likewise; what it costs, or a monster's supply, of each trait, "
    f"divided by {MOST_OF_A_TRAIT}; when it may be played, and when its Field effect may be "
    f"activated ({', '.join(USES)}); whether it has a Field or Passive effect, a Field effect, a "
    "requirement, an effect that holds on the chain; which of these its effects do: "
    f"{', '.join(OPERATIONS)}; and a monster's HP, divided by {MOST_HP}"
)


@helper
def observe_cards(s: State, owner: int, cards: Grid) -> None:
    """Say what is printed on the cards of a deck."""
    for kind in range(DECK):
        if copies_of(s, owner, kind) > 0:
            observe_print(s, owner, kind, cards[kind])
    observe_print(s, owner, MONSTER, cards[MONSTER])
    cards[MONSTER, HP] = share(number_in(s, owner, CARD_ROWS + MONSTER, COPIES), MOST_HP)
    for number in range(MOST_EFFECTS):
        observe_effect(s, owner, number, cards)


@helper
def observe_print(s: State, owner: int, kind: int, card: Row) -> None:
    """Say what is printed on a card, all but its effects."""
    observe_stat(atk_of(s, owner, kind), atk_mark(s, owner, kind), card[:STAT])
    observe_stat(def_of(s, owner, kind), def_mark(s, owner, kind), card[STAT:])
    for trait in range(MOST_TRAITS):
        count = trait_count(traits_of(s, owner, kind), trait)
        card[COST + trait] = share(count, MOST_OF_A_TRAIT)
    for use in range(len(USES)):
        card[TIMES + use] = (uses_of(s, owner, kind, 0) >> use) & 1
        card[TIMES + len(USES) + use] = (uses_of(s, owner, kind, 1) >> use) & 1
    card[IS_LASTING], card[HAS_FIELD] = is_lasting(s, owner, kind), has_field(s, owner, kind)
    card[HAS_REQUIREMENT] = has_requirement(s, owner, kind)
    card[HAS_CHAIN] = holds_in_chain(s, owner, kind)


@helper
def observe_stat(stat: int, mark: int, numbers: Row) -> None:
    """Say how much an attack or a defence is, and how it is marked."""
    numbers[0], numbers[1] = share(max(stat, 0), MOST_STAT), share(max(-stat, 0), MOST_STAT)
    numbers[2 + mark] = 1


@helper
def observe_effect(s: State, owner: int, number: int, cards: Grid) -> None:
    """Say which card an effect belongs to and what it does, if it is one."""
    kind = owner_of_effect(s, owner, number)
    operation = operation_of(s, owner, number)
    if kind >= 0 and operation != REQUIRE:
        cards[kind, DOES + operation] = 1
