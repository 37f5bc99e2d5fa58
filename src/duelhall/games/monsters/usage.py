"""What may be used when: cards from hand and Stasis, monsters' effects (M3 to M9, M16, M20).

What is printed on a card decides whether it can be used in Alter, to open a chain, to attack, to
defend or to answer, and that never changes. A list of legal moves asks the table of a deck for all
cards that fit the moment, and the rules only for the rest.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from duelhall.engine.record import SEATS, Array, other_seat, unpacked
from duelhall.engine.rule import helper, rule
from duelhall.engine.template import interpreted
from duelhall.games.monsters import words
from duelhall.games.monsters.conditions import concerns, copies_that_hold, is_met, is_passive
from duelhall.games.monsters.deck_sheet import (
    atk_mark,
    atk_of,
    def_mark,
    first_effect,
    has_field,
    has_requirement,
    holds_by_effects,
    holds_in_chain,
    is_special,
    number_in,
    operation_of,
    owner_of_effect,
    suffices,
    uses_of,
    when_of,
)
from duelhall.games.monsters.effects import cost_of
from duelhall.games.monsters.operations import FORBID, HOLDING_BITS
from duelhall.games.monsters.state import (
    COMBAT,
    IN_ALTER,
    IN_BATTLE,
    NO_CHAIN,
    NON_COMBAT,
    ONLY_LINKS,
    STATE,
    USED_ADDITIONAL,
    USED_INITIAL,
    State,
)
from duelhall.games.monsters.words import (
    ALTER,
    ANSWER,
    ATTACK,
    CHAIN,
    DEFENCE,
    EFFECT_ROWS,
    FIELD,
    FROM_HAND,
    FROM_STASIS,
    INITIAL,
    MOMENTS,
    MONSTER,
    NO_ADDITIONAL,
    NO_INITIAL,
    NO_MONSTER,
    NO_SPECIAL,
    NO_STASIS,
    NO_STAT,
    PASSIVE,
    PLAY,
    REQUIRE,
    SUBJECT,
)
from duelhall.games.monsters.zones import link_kind, link_seat

FORBIDDING, FORBIDDING_IN_CHAIN = HOLDING_BITS[PASSIVE, FORBID], HOLDING_BITS[CHAIN, FORBID]


@helper
def may_play(s: State, seat: int, kind: int, barred: int, change: int) -> bool:
    """Whether a card may be played from the hand."""
    return (
        is_in_hand(s, seat, kind)
        and fits(s, seat, kind, FROM_HAND)
        and can_play(s, seat, kind, barred, change)
    )


@helper
def may_activate(s: State, seat: int, kind: int, barred: int) -> bool:
    """Whether a card may be activated from Stasis."""
    return (
        is_in_stasis(s, seat, kind)
        and has_field_effect(s, seat, kind)
        and fits(s, seat, kind, FROM_STASIS)
        and can_activate(s, seat, kind, barred)
    )


@helper
def may_use_monster(s: State, seat: int, barred: int) -> bool:
    """Whether the monster's effect may be used."""
    return monster_fits(s, seat) and can_use_monster(s, seat, barred)


# --- what is left to ask of a card that fits the moment ---


@helper
def can_play(s: State, seat: int, kind: int, barred: int, change: int) -> bool:
    """Whether a card of the hand that fits the moment may be played."""
    return (
        is_in_time(s, seat, kind)
        and can_pay(s, seat, kind, change)
        and is_free(s, seat, kind, barred, 0)
        and meets_requirements(s, seat, kind, PLAY)
    )


@helper
def can_activate(s: State, seat: int, kind: int, barred: int) -> bool:
    """Whether a card in Stasis that fits the moment may be activated."""
    return (
        is_in_time(s, seat, kind)
        and (s.options.used_cards == ONLY_LINKS or is_within_numbers(s, seat, kind))
        and is_free(s, seat, kind, barred, NO_STASIS)
        and meets_requirements(s, seat, kind, FIELD)
    )


@helper
def can_use_monster(s: State, seat: int, barred: int) -> bool:
    """Whether a monster's effect that fits the moment may be used."""
    return (
        is_unused(s, seat)
        and is_not_barred(s, barred, NO_MONSTER)
        and meets_requirements(s, seat, MONSTER, FIELD)
    )


@helper
def is_free(s: State, seat: int, kind: int, barred: int, bits: int) -> bool:
    """Whether nothing forbids using a card as what it would be used now, or what these bits say."""
    return barred == 0 or is_not_barred(s, barred, bits | use_bits(s, seat, kind))


@helper
def is_in_time(s: State, seat: int, kind: int) -> bool:
    """Whether it is not too late for a card that fits the moment."""
    if s.chain == NO_CHAIN and s.phase != IN_ALTER:
        return attacks_once(s, seat, kind)
    if s.chain == COMBAT and not is_special(s, seat, kind):
        return initial_comes_first(s, seat, kind)
    return True


# --- rules that forbid ---


@rule("M5")
def is_in_hand(s: State, seat: int, kind: int) -> bool:
    """You can play only cards from your own hand."""
    return s.hand[seat, kind] > 0


@rule("M6")
def can_pay(s: State, seat: int, kind: int, change: int) -> bool:
    """You can play a move from your hand only if you have all its traits left."""
    return suffices(int(s.left[seat]), cost_of(s, seat, kind, change))


@rule("M16")
def is_in_stasis(s: State, seat: int, kind: int) -> bool:
    """You can activate only cards from your own Stasis."""
    return s.stasis[seat, kind] > 0


@rule("M16")
def has_field_effect(s: State, seat: int, kind: int) -> bool:
    """You can activate only cards with a Field effect."""
    return has_field(s, seat, kind)


@rule("M3", "M9", "M16")
def is_within_numbers(s: State, seat: int, kind: int) -> bool:
    """In your own turn you can activate a move only if its ATK is a number, and in your opponent's
    turn only if its DEF is one, unless it is special.
    """
    return mark_here(s, seat, kind) != NO_STAT or is_special(s, seat, kind)


@rule("M20")
def monster_has_field_effect(s: State, seat: int) -> bool:
    """You can use your monster only if it has a Field effect."""
    return has_field(s, seat, MONSTER)


@rule("M20")
def is_unused(s: State, seat: int) -> bool:
    """You can use your monster's Field effect only once in each turn."""
    return s.monster_used[seat] == 0


@rule("M20")
def is_in_alter_or_chain(s: State) -> bool:
    """Outside a chain you can use your monster's effect only in Alter."""
    return s.chain != NO_CHAIN or s.phase == IN_ALTER


@rule("M10")
def is_not_barred(_s: State, barred: int, bits: int) -> bool:
    """You can use only what no effect forbids you at the moment."""
    return barred & bits == 0


@rule("M22")
def meets_requirements(s: State, seat: int, kind: int, when: int) -> bool:
    """You can play or activate a card only while what it requires holds."""
    if not has_requirement(s, seat, kind):
        return True
    number = first_effect(s, seat, kind)
    while owner_of_effect(s, seat, number) == kind:
        if is_unmet_requirement(s, seat, number, when):
            return False
        number += 1
    return True


@helper
def is_unmet_requirement(s: State, seat: int, number: int, when: int) -> bool:
    """Whether a row says what using its card this way requires, and that does not hold."""
    if operation_of(s, seat, number) != REQUIRE or when_of(s, seat, number) != when:
        return False
    return not is_met(s, seat, number, int(s.link_count))


ALTERING, OPENING, ATTACKING, DEFENDING, ANSWERING = range(MOMENTS)
"""What a player can use something for."""


@helper
def moment_of(s: State, seat: int) -> int:
    """What a player can use something for now."""
    if s.chain == NO_CHAIN:
        return ALTERING if s.phase == IN_ALTER else OPENING
    if s.chain == NON_COMBAT:
        return ANSWERING
    return ATTACKING if seat == s.active else DEFENDING


@helper
def fits(s: State, seat: int, kind: int, source: int) -> bool:
    """Whether a card fits the moment: by what is printed on it, it could be used now."""
    if s.chain == NO_CHAIN and s.phase != IN_ALTER:
        return opens_chain(s, seat, kind)
    if s.chain == COMBAT and not is_special(s, seat, kind):
        return has_number(s, seat, kind)
    if source == FROM_HAND and not is_special_now(s, seat, kind):
        return False
    return suits_moment(s, seat, kind, source)


@helper
def monster_fits(s: State, seat: int) -> bool:
    """Whether a monster's effect fits the moment."""
    return (
        monster_has_field_effect(s, seat)
        and is_in_alter_or_chain(s)
        and suits_moment(s, seat, MONSTER, FROM_STASIS)
    )


@rule("M7", "M9")
def opens_chain(s: State, seat: int, kind: int) -> bool:
    """In Battle, outside a chain, you can use only moves with an initial ATK."""
    return atk_mark(s, seat, kind) == INITIAL


@rule("M7")
def attacks_once(s: State, seat: int, kind: int) -> bool:
    """You can initiate combat only once in a turn, unless an effect lets you do it again."""
    return s.attacked <= s.extra or atk_of(s, seat, kind) == 0


@helper
def has_number(s: State, seat: int, kind: int) -> bool:
    """Whether the stat of a move that counts in this turn is a number."""
    if seat == s.active:
        return has_atk(s, seat, kind)
    return has_def(s, seat, kind)


@rule("M5")
def has_atk(s: State, seat: int, kind: int) -> bool:
    """In your own turn you can use a move in combat only if its ATK is a number."""
    return atk_mark(s, seat, kind) != NO_STAT


@rule("M5")
def has_def(s: State, seat: int, kind: int) -> bool:
    """In your opponent's turn you can use a move in combat only if its DEF is a number."""
    return def_mark(s, seat, kind) != NO_STAT


@rule("M8")
def initial_comes_first(s: State, seat: int, kind: int) -> bool:
    """In combat you can use only one initial move, and only before your first additional one."""
    if mark_here(s, seat, kind) != INITIAL:
        return True
    return s.sides[seat] & (USED_INITIAL | USED_ADDITIONAL) == 0


@rule("M3", "M9")
def is_special_now(s: State, seat: int, kind: int) -> bool:
    """In Alter and in a non-combat chain you can play only special moves from your hand."""
    return is_special(s, seat, kind)


@helper
def suits_moment(s: State, seat: int, kind: int, is_field: int) -> bool:
    """Whether the text of a special move or of a Field effect names this moment."""
    if s.chain == COMBAT:
        if seat == s.active:
            return names_attack(s, seat, kind, is_field)
        return names_defence(s, seat, kind, is_field)
    if s.chain != NO_CHAIN:
        return names_answer(s, seat, kind, is_field)
    return names_alter(s, seat, kind, is_field)


@rule("M5", "M20")
def names_attack(s: State, seat: int, kind: int, is_field: int) -> bool:
    """You can use this in your attack only if its text names attack."""
    return uses_of(s, seat, kind, is_field) & ATTACK > 0


@rule("M5", "M20")
def names_defence(s: State, seat: int, kind: int, is_field: int) -> bool:
    """You can use this in your defence only if its text names defence."""
    return uses_of(s, seat, kind, is_field) & DEFENCE > 0


@rule("M9", "M20")
def names_answer(s: State, seat: int, kind: int, is_field: int) -> bool:
    """You can add to a non-combat chain only what says in its text that it answers one."""
    return uses_of(s, seat, kind, is_field) & ANSWER > 0


@rule("M3", "M20")
def names_alter(s: State, seat: int, kind: int, is_field: int) -> bool:
    """In Alter you can use only what names Alter in its text."""
    return uses_of(s, seat, kind, is_field) & ALTER > 0


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
    if s.chain == NON_COMBAT or (s.chain == NO_CHAIN and s.phase == IN_ALTER):
        return 0
    return NO_INITIAL if mark_here(s, seat, kind) == INITIAL else NO_ADDITIONAL


@helper
def barred_for(s: State, seat: int) -> int:
    """All that is forbidden to a player: until the end of the turn, and by Passives (M17)."""
    barred = int(s.forbidden[seat])
    for owner in range(SEATS):
        if holds_by_effects(s, owner, FORBIDDING):
            number = 0
            while is_passive(s, owner, number):
                if forbids_passively(s, owner, number, seat):
                    barred |= 1 << number_in(s, owner, EFFECT_ROWS + number, SUBJECT)
                number += 1
        if s.chain != NO_CHAIN and holds_by_effects(s, owner, FORBIDDING_IN_CHAIN):
            barred |= barred_in_chain(s, owner, seat)
    return barred


@helper
def barred_in_chain(s: State, owner: int, seat: int) -> int:
    """What the links of one player forbid to a seat."""
    barred = 0
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        if link_seat(link) == owner and holds_in_chain(s, owner, link_kind(link)):
            barred |= barred_by_link(s, link, place, seat)
    return barred


@rule("M10")
def barred_by_link(s: State, link: int, place: int, seat: int) -> int:
    """What a card forbids while it is on the chain holds as soon as it is put there."""
    owner, kind, barred = link_seat(link), link_kind(link), 0
    number = first_effect(s, owner, kind)
    while owner_of_effect(s, owner, number) == kind:
        is_it = when_of(s, owner, number) == CHAIN and operation_of(s, owner, number) == FORBID
        if is_it and concerns(s, owner, number, seat) and is_met(s, owner, number, place):
            barred |= 1 << number_in(s, owner, EFFECT_ROWS + number, SUBJECT)
        number += 1
    return barred


@helper
def forbids_passively(s: State, owner: int, number: int, seat: int) -> bool:
    """Whether a Passive of one player forbids something to a seat now."""
    if operation_of(s, owner, number) != FORBID or not concerns(s, owner, number, seat):
        return False
    return copies_that_hold(s, owner, number) > 0


SITUATIONS = {
    ALTERING: (NO_CHAIN, IN_ALTER, True),
    OPENING: (NO_CHAIN, IN_BATTLE, True),
    ATTACKING: (COMBAT, IN_BATTLE, True),
    DEFENDING: (COMBAT, IN_BATTLE, False),
    ANSWERING: (NON_COMBAT, IN_BATTLE, True),
}
"""A chain, a phase, and whether it is the own turn, for each moment."""


def note_fitting_cards(tables: Array) -> None:
    """Note in the tables of two decks which cards fit which moment, one bit each: those that do in
    the hand, and then those that do in Stasis; the monster is among the latter.
    """
    for table in tables:
        printed = table[words.CARD_ROWS :, [words.MARKS, words.TIMES]].tolist()
        found = {moment: [0, 0] for moment in SITUATIONS}
        for kind in (*range(table[words.FACTS_ROW, words.KINDS]), MONSTER):
            for moment, source in _fitting_moments(kind if kind == MONSTER else 0, *printed[kind]):
                found[moment][source] |= 1 << kind
        for moment, (in_hand, in_stasis) in found.items():
            bits = in_hand | in_stasis << 8 * words.PACKED
            row = np.frombuffer(bits.to_bytes(2 * words.PACKED, "little"), np.int8)
            table[words.FITTING_ROWS + moment, : len(row)] = row


@lru_cache(2**10)
def _fitting_moments(kind: int, marks: int, uses: int) -> tuple[tuple[int, int], ...]:
    """Each moment that a card fits, and from where; its marks and uses say all that is asked."""
    s: Any = unpacked(np.zeros(1, STATE)[0])
    s.options.decks[0, words.CARD_ROWS + kind, [words.MARKS, words.TIMES]] = marks, uses
    sources = (FROM_HAND, FROM_STASIS) if marks & words.HAS_FIELD else (FROM_HAND,)
    found = list[tuple[int, int]]()
    for moment, (chain, phase, is_own_turn) in SITUATIONS.items():
        now = s._replace(chain=chain, phase=phase, active=0 if is_own_turn else other_seat(0))
        if kind != MONSTER:
            fitting = [source for source in sources if interpreted(fits)(now, 0, kind, source)]
        else:
            fitting = [FROM_STASIS] if interpreted(monster_fits)(now, 0) else []
        found += [(moment, source) for source in fitting]
    return tuple(found)
