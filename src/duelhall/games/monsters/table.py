"""Looking a card up in the table of its deck."""

from duelhall.engine.rule import helper
from duelhall.games.monsters.state import State
from duelhall.games.monsters.words import (
    ATK,
    BASE_ATK,
    BASE_DEF,
    CARD_ROWS,
    COPIES,
    COST,
    DEF,
    EFFECT_ROWS,
    FIELD,
    HP,
    MARKS,
    MONSTER,
    MONSTER_ROW,
    MONSTER_USES,
    MOST_EFFECTS,
    NO_STAT,
    OPERATION_STEP,
    OWNER,
    PASSIVE,
    USES_STEP,
    WHAT_WHEN,
)

GUARDS = 0x888888
"""A bit above each trait's three: it stays where the traits below it suffice."""


@helper
def atk_mark(s: State, seat: int, kind: int) -> int:
    """How a move's ATK is marked."""
    return int(s.options.decks[seat, CARD_ROWS + kind, MARKS]) & 3


@helper
def def_mark(s: State, seat: int, kind: int) -> int:
    """How a move's DEF is marked."""
    return (int(s.options.decks[seat, CARD_ROWS + kind, MARKS]) >> 2) & 3


@helper
def uses_of(s: State, seat: int, kind: int) -> int:
    """When a special move, or the monster's effect, may be used, as bits."""
    if kind == MONSTER:
        return int(s.options.decks[seat, MONSTER_ROW, MONSTER_USES])
    return (int(s.options.decks[seat, CARD_ROWS + kind, MARKS]) & 0xFF) // USES_STEP


@helper
def is_special(s: State, seat: int, kind: int) -> bool:
    """Whether neither of a move's stats is a number (M5)."""
    return int(s.options.decks[seat, CARD_ROWS + kind, MARKS]) & 15 == NO_STAT


@helper
def atk_of(s: State, seat: int, kind: int) -> int:
    """A move's ATK, 0 where it has none."""
    return int(s.options.decks[seat, CARD_ROWS + kind, ATK])


@helper
def def_of(s: State, seat: int, kind: int) -> int:
    """A move's DEF, 0 where it has none."""
    return int(s.options.decks[seat, CARD_ROWS + kind, DEF])


@helper
def copies_of(s: State, seat: int, kind: int) -> int:
    """How many of a move the deck has."""
    return int(s.options.decks[seat, CARD_ROWS + kind, COPIES])


@helper
def hp_of(s: State, seat: int) -> int:
    """A monster's HP."""
    return int(s.options.decks[seat, MONSTER_ROW, HP])


@helper
def base_atk(s: State, seat: int) -> int:
    """A monster's base attack."""
    return int(s.options.decks[seat, MONSTER_ROW, BASE_ATK])


@helper
def base_def(s: State, seat: int) -> int:
    """A monster's base defence."""
    return int(s.options.decks[seat, MONSTER_ROW, BASE_DEF])


@helper
def traits_in(s: State, seat: int, row: int) -> int:
    """The traits in a row, four bits each."""
    low = int(s.options.decks[seat, row, COST])
    middle = int(s.options.decks[seat, row, COST + 1])
    return low | (middle << 8) | (int(s.options.decks[seat, row, COST + 2]) << 16)


@helper
def traits_of(s: State, seat: int, kind: int) -> int:
    """What a move costs, or a monster's supply."""
    return traits_in(s, seat, MONSTER_ROW if kind == MONSTER else CARD_ROWS + kind)


@helper
def suffices(left: int, cost: int) -> bool:
    """Whether of every trait at least as many are left as a move costs."""
    return ((left | GUARDS) - cost) & GUARDS == GUARDS


@helper
def trait_count(traits: int, trait: int) -> int:
    """How many of a trait are among these."""
    return (traits >> (4 * trait)) & 7


@helper
def owner_of_effect(s: State, seat: int, number: int) -> int:
    """Which card has this effect; -1 where there are no more effects."""
    if number >= MOST_EFFECTS:
        return -1
    return int(s.options.decks[seat, EFFECT_ROWS + number, OWNER]) - 1


@helper
def when_of(s: State, seat: int, number: int) -> int:
    """When an effect happens."""
    return int(s.options.decks[seat, EFFECT_ROWS + number, WHAT_WHEN]) % OPERATION_STEP


@helper
def operation_of(s: State, seat: int, number: int) -> int:
    """What an effect does."""
    return int(s.options.decks[seat, EFFECT_ROWS + number, WHAT_WHEN]) // OPERATION_STEP


@helper
def has_effect(s: State, seat: int, kind: int, when: int) -> bool:
    """Whether a card has an effect of this time."""
    number = 0
    owner = owner_of_effect(s, seat, number)
    while owner >= 0:
        if owner == kind and when_of(s, seat, number) == when:
            return True
        number += 1
        owner = owner_of_effect(s, seat, number)
    return False


@helper
def is_lasting(s: State, seat: int, kind: int) -> bool:
    """Whether a move has a Field or a Passive effect."""
    return has_effect(s, seat, kind, FIELD) or has_effect(s, seat, kind, PASSIVE)
