"""Looking a card up in the table of its deck."""

from duelhall.engine.rule import helper
from duelhall.games.monsters.state import State
from duelhall.games.monsters.words import (
    ATK,
    BIAS,
    CARD_ROWS,
    CHOICE,
    COPIES,
    DEF,
    EFFECT_ROWS,
    FACTS_ROW,
    FIRST_EFFECT,
    FITTING_ROWS,
    HAS_CHAIN,
    HAS_FIELD,
    HAS_PASSIVE,
    HAS_REQUIREMENT,
    HOLDING_WORK,
    HP,
    KINDS,
    MARKS,
    MONSTER,
    MOST_EFFECTS,
    NAMESAKES,
    NO_STAT,
    OPERATION_STEP,
    OWNER,
    PACKED,
    TIMES,
    TIMES_STEP,
    TRAITS,
    WHAT_WHEN,
)

GUARDS = 0x888888
"""A bit above each trait's three: it stays where the traits below it suffice."""

NO_CARD = -1


@helper
def number_in(s: State, seat: int, row: int, column: int) -> int:
    """A number in the table of a player's deck, 0 to 255."""
    return int(s.options.decks[seat, row, column]) & 0xFF


@helper
def atk_mark(s: State, seat: int, kind: int) -> int:
    """How a move's ATK is marked."""
    return number_in(s, seat, CARD_ROWS + kind, MARKS) & 3


@helper
def def_mark(s: State, seat: int, kind: int) -> int:
    """How a move's DEF is marked."""
    return (number_in(s, seat, CARD_ROWS + kind, MARKS) >> 2) & 3


@helper
def uses_of(s: State, seat: int, kind: int, is_field: int) -> int:
    """When a card may be played by its text, or its Field effect used, as bits."""
    uses = number_in(s, seat, CARD_ROWS + kind, TIMES)
    return uses // TIMES_STEP if is_field else uses % TIMES_STEP


@helper
def is_special(s: State, seat: int, kind: int) -> bool:
    """Whether neither of a move's stats is a number (M5)."""
    return number_in(s, seat, CARD_ROWS + kind, MARKS) & 15 == NO_STAT


@helper
def atk_of(s: State, seat: int, kind: int) -> int:
    """A move's ATK, 0 where it has none, or a monster's base attack."""
    return number_in(s, seat, CARD_ROWS + kind, ATK) - BIAS


@helper
def def_of(s: State, seat: int, kind: int) -> int:
    """A move's DEF, 0 where it has none, or a monster's base defence."""
    return number_in(s, seat, CARD_ROWS + kind, DEF) - BIAS


@helper
def copies_of(s: State, seat: int, kind: int) -> int:
    """How many of a move the deck has."""
    return number_in(s, seat, CARD_ROWS + kind, COPIES)


@helper
def hp_of(s: State, seat: int) -> int:
    """A monster's HP."""
    return number_in(s, seat, CARD_ROWS + MONSTER, HP)


@helper
def base_atk(s: State, seat: int) -> int:
    """A monster's base attack."""
    return atk_of(s, seat, MONSTER)


@helper
def base_def(s: State, seat: int) -> int:
    """A monster's base defence."""
    return def_of(s, seat, MONSTER)


@helper
def packed(s: State, seat: int, row: int, column: int) -> int:
    """Numbers of four bits each, or bits, from three columns."""
    low = number_in(s, seat, row, column)
    middle = number_in(s, seat, row, column + 1)
    return low | (middle << 8) | (number_in(s, seat, row, column + 2) << 16)


@helper
def traits_of(s: State, seat: int, kind: int) -> int:
    """What a move costs, or a monster's supply, four bits a trait."""
    return packed(s, seat, CARD_ROWS + kind, TRAITS)


@helper
def suffices(left: int, cost: int) -> bool:
    """Whether of every trait at least as many are left as a move costs."""
    return ((left | GUARDS) - cost) & GUARDS == GUARDS


@helper
def trait_count(traits: int, trait: int) -> int:
    """How many of a trait are among these."""
    return (traits >> (4 * trait)) & 7


@helper
def namesake(s: State, owner: int, trait: int, seat: int) -> int:
    """The number that a trait of one player's deck has in another's, by its name (M24)."""
    if owner == seat:
        return trait
    return trait_count(packed(s, owner, FACTS_ROW, NAMESAKES), trait)


@helper
def kinds_of(s: State, seat: int) -> int:
    """How many different moves a deck has."""
    return number_in(s, seat, FACTS_ROW, KINDS)


@helper
def fitting(s: State, seat: int, moment: int, source: int) -> int:
    """Which cards of a deck fit a moment, one bit each: from the hand, or from Stasis, where the
    monster is one of them.
    """
    return packed(s, seat, FITTING_ROWS + moment, PACKED * source)


# --- effects ---


@helper
def how_chosen(s: State, seat: int, number: int) -> int:
    """What an effect lets be chosen, and by whom, as bits."""
    return number_in(s, seat, EFFECT_ROWS + number, CHOICE)


@helper
def holds_by_effects(s: State, owner: int, work: int) -> bool:
    """Whether a deck has Passives, or effects that hold in a chain, that do this."""
    return number_in(s, owner, FACTS_ROW, HOLDING_WORK) & work > 0


@helper
def first_effect(s: State, seat: int, kind: int) -> int:
    """The first of the effects of a card that act, and of its requirements."""
    first = number_in(s, seat, CARD_ROWS + kind, FIRST_EFFECT)
    return first - 1 if first > 0 else MOST_EFFECTS


@helper
def owner_of_effect(s: State, seat: int, number: int) -> int:
    """Which card has this effect; NO_CARD behind the last one."""
    if number >= MOST_EFFECTS:
        return NO_CARD
    return number_in(s, seat, EFFECT_ROWS + number, OWNER) - 1


@helper
def when_of(s: State, seat: int, number: int) -> int:
    """When an effect happens."""
    return number_in(s, seat, EFFECT_ROWS + number, WHAT_WHEN) % OPERATION_STEP


@helper
def operation_of(s: State, seat: int, number: int) -> int:
    """What an effect does."""
    return number_in(s, seat, EFFECT_ROWS + number, WHAT_WHEN) // OPERATION_STEP


@helper
def has_field(s: State, seat: int, kind: int) -> bool:
    """Whether a card has a Field effect."""
    return number_in(s, seat, CARD_ROWS + kind, MARKS) & HAS_FIELD > 0


@helper
def holds_in_chain(s: State, seat: int, kind: int) -> bool:
    """Whether a card has an effect that holds while it is on the chain."""
    return number_in(s, seat, CARD_ROWS + kind, MARKS) & HAS_CHAIN > 0


@helper
def has_requirement(s: State, seat: int, kind: int) -> bool:
    """Whether using a card requires something."""
    return number_in(s, seat, CARD_ROWS + kind, MARKS) & HAS_REQUIREMENT > 0


@helper
def is_lasting(s: State, seat: int, kind: int) -> bool:
    """Whether a move has a Field or a Passive effect."""
    return number_in(s, seat, CARD_ROWS + kind, MARKS) & (HAS_FIELD | HAS_PASSIVE) > 0
