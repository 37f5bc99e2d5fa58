"""Turns, chains and combat (M2, M3, M7 to M13, M15, M18)."""

from duelhall.engine.record import DRAWN, SEATS, UNDECIDED, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.choice import FROM_FIRST, act, find_effect
from duelhall.games.monsters.conditions import passive_change
from duelhall.games.monsters.deck_sheet import (
    atk_mark,
    atk_of,
    base_atk,
    base_def,
    def_mark,
    def_of,
    hp_of,
    is_lasting,
    is_special,
    traits_of,
)
from duelhall.games.monsters.effects import (
    IN_THIS_TURN,
    NEXT_ATTACK,
    OF_NEXT_MOVE,
    bounded,
    cost_change,
    cost_of,
    draw,
    take_damage,
)
from duelhall.games.monsters.operations import CHANGE_ATTACK, CHANGE_DEFENCE, HOLDING_BITS
from duelhall.games.monsters.state import (
    AWAY,
    CANCELLED,
    CARDS_DRAWN,
    COMBAT,
    IN_ALTER,
    IN_BATTLE,
    LAST_TURN,
    NO_CHAIN,
    NOBODY,
    NON_COMBAT,
    OF_SECOND,
    SIDEWAYS,
    TO_HAND,
    TO_STASIS,
    TURN_LIMIT,
    USED_ADDITIONAL,
    USED_DEFENSIVE,
    USED_INITIAL,
    State,
)
from duelhall.games.monsters.usage import mark_here
from duelhall.games.monsters.words import (
    IN_DROP,
    IN_HAND,
    IN_STASIS,
    INITIAL,
    MONSTER,
    NO_STAT,
    PASSIVE,
)
from duelhall.games.monsters.zones import enter, leave, link_kind, link_seat, settle_losses

BOTH_PASS = 2
STRENGTHENING = HOLDING_BITS[PASSIVE, CHANGE_ATTACK]
PROTECTING = HOLDING_BITS[PASSIVE, CHANGE_DEFENCE]

# --- using something ---


@rule("M6")
def spend(s: State, seat: int, kind: int) -> None:
    """Playing a move from your hand spends its traits."""
    s.left[seat] = int(s.left[seat]) - cost_of(s, seat, kind, cost_change(s, seat))
    leave(s, seat, IN_HAND, kind)
    s.costs[seat, OF_NEXT_MOVE] = 0


@rule("M16")
def turn_sideways(s: State, seat: int, kind: int) -> None:
    """A card from Stasis is turned sideways into its side of the Action zone, at no cost."""
    leave(s, seat, IN_STASIS, kind)


@rule("M20")
def use_monster(s: State, seat: int) -> None:
    """A monster's Field effect is a link that adds no stats and is not a move."""
    s.monster_used[seat] = 1


@helper
def put_link(s: State, seat: int, kind: int, flags: int) -> None:
    """Put a link on the chain, starting one if there is none; then the enemy may answer."""
    if s.chain == NO_CHAIN:
        if kind != MONSTER and s.phase == IN_BATTLE and atk_of(s, seat, kind) > 0:
            initiate_combat(s)
        else:
            start_quiet_chain(s)
    s.links[s.link_count] = kind + seat * OF_SECOND + flags
    s.link_count += 1
    s.passes = 0
    if s.chain == COMBAT and kind != MONSTER and not is_special(s, seat, kind):
        take_side(s, seat, kind)
    s.to_move = foe(seat)


@rule("M7")
def initiate_combat(s: State) -> None:
    """A move with an initial ATK of 1 or more initiates combat; then the defender and the attacker
    take turns, until both pass in a row.
    """
    open_chain(s, COMBAT)
    s.attacked += 1
    attacker = int(s.active)
    begin_with_lasting(s, attacker, CHANGE_ATTACK)
    begin_with_lasting(s, foe(attacker), CHANGE_DEFENCE)


@helper
def begin_with_lasting(s: State, seat: int, operation: int) -> None:
    """Let a side begin a combat with what lasts, and use up what was for the next one (M11)."""
    once = NEXT_ATTACK + operation
    s.bonus[seat] = bounded(int(s.lasting[seat, operation]) + int(s.lasting[seat, once]))
    s.lasting[seat, once] = 0


@rule("M9")
def start_quiet_chain(s: State) -> None:
    """Whatever is used outside combat starts a non-combat chain, which the opponent may answer."""
    open_chain(s, NON_COMBAT)


@helper
def open_chain(s: State, chain: int) -> None:
    """Begin a chain."""
    s.chain, s.chain_start = chain, s.link_count
    for seat in range(SEATS):
        s.sides[seat], s.bonus[seat] = 0, 0


@rule("M8")
def take_side(s: State, seat: int, kind: int) -> None:
    """Whose turn it is decides which stat counts, and whether a move is initial or additional."""
    side = USED_INITIAL if mark_here(s, seat, kind) == INITIAL else USED_ADDITIONAL
    if seat != s.active:
        side |= USED_DEFENSIVE
    s.sides[seat] = int(s.sides[seat]) | side


# --- passing ---


@helper
def pass_move(s: State, seat: int) -> None:
    """Pass: in a chain, or to end the phase."""
    if s.chain != NO_CHAIN:
        pass_in_chain(s, seat)
    elif s.phase == IN_ALTER:
        end_alter(s)
    else:
        s.to_move = NOBODY


@rule("M7", "M9")
def pass_in_chain(s: State, seat: int) -> None:
    """A pass gives up nothing for later; when both players pass in a row, the chain resolves."""
    s.passes += 1
    s.to_move = foe(seat)
    if s.passes == BOTH_PASS:
        resolve(s)


@rule("M3")
def end_alter(s: State) -> None:
    """A pass ends the Alter phase, and Battle follows."""
    s.phase = IN_BATTLE


# --- resolving ---


@rule("M10")
def resolve(s: State) -> None:
    """The chain resolves backwards from its last link."""
    s.passes, s.resolving, s.to_move = 0, s.link_count, NOBODY
    find_effect(s, FROM_FIRST)


@helper
def go_on(s: State) -> None:
    """Do what comes next by itself: an effect, the end of a chain, or that of a turn."""
    if s.chain == NO_CHAIN:
        end_turn(s)
    elif s.effect > 0:
        act(s)
    else:
        end_chain(s)


@helper
def end_chain(s: State) -> None:
    """A chain has resolved: strike, if it was combat, and let the turn player go on."""
    s.resolving = 0
    if s.chain == COMBAT and s.winner == UNDECIDED and not attack_fails(s):
        strike(s)
    s.chain, s.to_move = NO_CHAIN, s.active
    s.chain_start = s.link_count
    for seat in range(SEATS):
        s.sides[seat], s.bonus[seat] = 0, 0


@rule("M10")
def attack_fails(s: State) -> bool:
    """If the move that initiated combat was cancelled or moved away, the attack fails."""
    return int(s.links[s.chain_start]) & (CANCELLED + AWAY) != 0


@rule("M11")
def strike(s: State) -> None:
    """The damage is the final ATK divided by the final DEF, rounded down."""
    defender = foe(int(s.active))
    damage = final_atk(s) // final_def(s)
    if damage == 0 and is_direct(s, defender):
        damage = 1
    take_damage(s, defender, damage)
    settle_losses(s)


@rule("M12")
def is_direct(s: State, defender: int) -> bool:
    """If the damage is 0 and no defensive move was used, the direct attack deals 1 damage."""
    return s.sides[defender] & USED_DEFENSIVE == 0


@rule("M11")
def final_atk(s: State) -> int:
    """Final ATK is the attacker's base plus moves in the chain plus effects, but at least 0."""
    seat = int(s.active)
    total = (
        base_atk(s, seat)
        + int(s.bonus[seat])
        + passive_change(s, CHANGE_ATTACK, STRENGTHENING, seat)
    )
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        kind = link_kind(link)
        if counts_for(link, seat) and atk_mark(s, seat, kind) != NO_STAT:
            total += atk_of(s, seat, kind)
    return max(total, 0)


@rule("M11")
def final_def(s: State) -> int:
    """Final DEF is the defender's base plus moves in the chain plus effects, but at least 1."""
    seat = foe(int(s.active))
    total = (
        base_def(s, seat) + int(s.bonus[seat]) + passive_change(s, CHANGE_DEFENCE, PROTECTING, seat)
    )
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        kind = link_kind(link)
        if counts_for(link, seat) and def_mark(s, seat, kind) != NO_STAT:
            total += def_of(s, seat, kind)
    return max(total, 1)


@helper
def counts_for(link: int, seat: int) -> bool:
    """Whether a link adds stats for a seat: a move, neither cancelled nor moved away (M10)."""
    is_move = link_kind(link) != MONSTER and link_seat(link) == seat
    return is_move and link & (CANCELLED + AWAY) == 0


# --- the turn ---


@rule("M6")
def start_turn(s: State) -> None:
    """At the start of every turn both supplies are full, and the Alter phase begins."""
    for seat in range(SEATS):
        s.left[seat] = traits_of(s, seat, MONSTER)
        s.monster_used[seat], s.forbidden[seat] = 0, 0
        s.shield[seat], s.taken[seat], s.costs[seat, IN_THIS_TURN] = 0, 0, 0
        s.lasting[seat, CHANGE_ATTACK], s.lasting[seat, CHANGE_DEFENCE] = 0, 0
    s.turn += 1
    s.phase, s.attacked, s.extra, s.to_move = IN_ALTER, 0, 0, s.active


@helper
def end_turn(s: State) -> None:
    """Clear and Draw happen by themselves; then it is the other player's turn."""
    s.to_move = s.active
    clear(s)
    draw_two(s)
    if s.winner == UNDECIDED and not limit_is_reached(s):
        s.active = foe(int(s.active))
        start_turn(s)


@rule("M15")
def clear(s: State) -> None:
    """Moves from the hand with a Field or Passive effect go to Stasis and everything else in the
    Action zones to Drop; what an effect moves goes where the effect says.
    """
    for place in range(s.link_count):
        link = int(s.links[place])
        s.links[place] = 0
        seat, kind = link_seat(link), link_kind(link)
        if kind != MONSTER:
            clear_card(s, seat, kind, link)
    s.link_count, s.chain_start = 0, 0


@helper
def clear_card(s: State, seat: int, kind: int, link: int) -> None:
    """Take a card out of the Action zone; that it was cancelled goes before everything (M10)."""
    if link & CANCELLED:
        enter(s, seat, IN_DROP, kind, 1)
    elif link & TO_HAND:
        enter(s, seat, IN_HAND, kind, 1)
    elif link & TO_STASIS or (link & SIDEWAYS == 0 and is_lasting(s, seat, kind)):
        enter(s, seat, IN_STASIS, kind, 1)
    else:
        enter(s, seat, IN_DROP, kind, 1)


@rule("M3")
def draw_two(s: State) -> None:
    """The turn player draws two cards."""
    draw(s, int(s.active), CARDS_DRAWN)
    settle_losses(s)


@rule("M18")
def limit_is_reached(s: State) -> bool:
    """After turn 100 the monster with the larger share of its HP left wins; equal shares are a
    draw.
    """
    if s.turn < LAST_TURN:
        return False
    rests = (hp_of(s, 0) - int(s.in_damage[0])) * hp_of(s, 1)
    others = (hp_of(s, 1) - int(s.in_damage[1])) * hp_of(s, 0)
    s.winner = DRAWN if rests == others else int(rests < others)
    s.reason = TURN_LIMIT
    return True
