"""What may be used when: cards from hand and Stasis, monsters' effects (M3 to M9, M16, M20)."""

from duelhall.engine.rule import helper, rule
from duelhall.engine.seats import SEATS
from duelhall.games.monsters.conditions import holds_for, is_passive
from duelhall.games.monsters.state import (
    COMBAT,
    IN_ALTER,
    NO_CHAIN,
    USED_ADDITIONAL,
    USED_INITIAL,
    State,
)
from duelhall.games.monsters.table import (
    atk_mark,
    atk_of,
    def_mark,
    has_effect,
    is_special,
    owner_of_effect,
    suffices,
    traits_of,
    uses_of,
)
from duelhall.games.monsters.words import (
    ALTER,
    ANSWER,
    ATTACK,
    DEFENCE,
    EFFECT_ROWS,
    FIELD,
    FORBID,
    INITIAL,
    MONSTER,
    NO_ADDITIONAL,
    NO_INITIAL,
    NO_MONSTER,
    NO_SPECIAL,
    NO_STASIS,
    NO_STAT,
    SUBJECT_STEP,
    TARGET,
)


@helper
def may_play(s: State, seat: int, kind: int, barred: int) -> bool:
    """Whether a card may be played from the hand."""
    return (
        is_in_hand(s, seat, kind)
        and fits(s, seat, kind, 0)
        and can_pay(s, seat, kind)
        and is_not_barred(s, barred, use_bits(s, seat, kind))
    )


@helper
def may_activate(s: State, seat: int, kind: int, barred: int) -> bool:
    """Whether a card may be activated from Stasis."""
    return (
        is_in_stasis(s, seat, kind)
        and has_field_effect(s, seat, kind)
        and fits(s, seat, kind, 1)
        and is_not_barred(s, barred, NO_STASIS | use_bits(s, seat, kind))
    )


@helper
def may_use_monster(s: State, seat: int, barred: int) -> bool:
    """Whether the monster's effect may be used."""
    return (
        has_field_effect(s, seat, MONSTER)
        and is_unused(s, seat)
        and suits_moment(s, seat, MONSTER)
        and is_not_barred(s, barred, NO_MONSTER)
    )


# --- rules that forbid ---


@rule("M5")
def is_in_hand(s: State, seat: int, kind: int) -> bool:
    """A card is played from the hand, so it must be there."""
    return s.hand[seat, kind] > 0


@rule("M6")
def can_pay(s: State, seat: int, kind: int) -> bool:
    """Playing a move from the hand spends its traits, and all of them must be left."""
    return suffices(int(s.left[seat]), traits_of(s, seat, kind))


@rule("M16")
def is_in_stasis(s: State, seat: int, kind: int) -> bool:
    """A card is activated from Stasis, so it must be there."""
    return s.stasis[seat, kind] > 0


@rule("M16", "M20")
def has_field_effect(s: State, seat: int, kind: int) -> bool:
    """Only a card with a Field effect can be activated."""
    return has_effect(s, seat, kind, FIELD)


@rule("M20")
def is_unused(s: State, seat: int) -> bool:
    """A monster's Field effect is used once in each turn."""
    return s.monster_used[seat] == 0


@rule("M10")
def is_not_barred(_s: State, barred: int, bits: int) -> bool:
    """An effect forbids it now."""
    return barred & bits == 0


@helper
def fits(s: State, seat: int, kind: int, sideways: int) -> bool:
    """Whether a card may be used at this moment."""
    if s.chain == NO_CHAIN and s.phase != IN_ALTER:
        return opens_chain(s, seat, kind) and attacks_once(s, seat, kind)
    if s.chain == COMBAT and not is_special(s, seat, kind):
        return has_number(s, seat, kind) and initial_comes_first(s, seat, kind)
    if sideways == 0 and not is_special_now(s, seat, kind):
        return False
    return suits_moment(s, seat, kind)


@rule("M7", "M9")
def opens_chain(s: State, seat: int, kind: int) -> bool:
    """In Battle, outside a chain, a move needs an initial ATK."""
    return atk_mark(s, seat, kind) == INITIAL


@rule("M7")
def attacks_once(s: State, seat: int, kind: int) -> bool:
    """Combat is initiated only once in a turn."""
    return s.attacked == 0 or atk_of(s, seat, kind) == 0


@rule("M5")
def has_number(s: State, seat: int, kind: int) -> bool:
    """In your turn a move's ATK must be a number, in the opponent's its DEF."""
    return mark_here(s, seat, kind) != NO_STAT


@rule("M8")
def initial_comes_first(s: State, seat: int, kind: int) -> bool:
    """A side has one initial move at most, and before its first additional one."""
    if mark_here(s, seat, kind) != INITIAL:
        return True
    return s.sides[seat] & (USED_INITIAL | USED_ADDITIONAL) == 0


@rule("M3", "M9")
def is_special_now(s: State, seat: int, kind: int) -> bool:
    """In Alter and in a non-combat chain only special moves are played from the hand."""
    return is_special(s, seat, kind)


@rule("M3", "M5", "M9", "M20")
def suits_moment(s: State, seat: int, kind: int) -> bool:
    """Its text does not say that it may be used now."""
    return uses_of(s, seat, kind) & moment(s, seat) > 0


@helper
def moment(s: State, seat: int) -> int:
    """The word for this moment in the texts of special moves; none in Battle outside a chain."""
    if s.chain == COMBAT:
        return ATTACK if seat == s.active else DEFENCE
    if s.chain != NO_CHAIN:
        return ANSWER
    return ALTER if s.phase == IN_ALTER else 0


@helper
def mark_here(s: State, seat: int, kind: int) -> int:
    """How the stat is marked that counts for this seat: whose turn it is decides (M8)."""
    if seat == s.active:
        return atk_mark(s, seat, kind)
    return def_mark(s, seat, kind)


# --- what is forbidden ---


@helper
def use_bits(s: State, seat: int, kind: int) -> int:
    """As what a card would be used now: a special move, an initial or an additional one, or, in
    Alter and in a non-combat chain, only as its Field effect.
    """
    if is_special(s, seat, kind):
        return NO_SPECIAL
    if s.chain != COMBAT and moment(s, seat) > 0:
        return 0
    return NO_INITIAL if mark_here(s, seat, kind) == INITIAL else NO_ADDITIONAL


@helper
def barred_for(s: State, seat: int) -> int:
    """All that is forbidden to a player: until the end of the turn, and by Passives (M17)."""
    barred = int(s.forbidden[seat])
    for owner in range(SEATS):
        number = 0
        kind = owner_of_effect(s, owner, number)
        while kind >= 0:
            if is_passive(s, owner, number, FORBID) and holds_for(s, owner, number, seat):
                about = int(s.options.decks[owner, EFFECT_ROWS + number, TARGET])
                barred |= 1 << (about // SUBJECT_STEP)
            number += 1
            kind = owner_of_effect(s, owner, number)
    return barred
