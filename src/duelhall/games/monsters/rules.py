"""A game of Monsters, and what the engine asks of it."""

from duelhall.engine.record import Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.acting import choose
from duelhall.games.monsters.choices import is_choice, list_choices
from duelhall.games.monsters.costs import cost_change
from duelhall.games.monsters.dealing import deal, deal_given
from duelhall.games.monsters.sight import guess, view
from duelhall.games.monsters.state import (
    ACTIVATE,
    FORFEIT,
    MOVES,
    NOBODY,
    NOTHING,
    OPTIONS,
    PASS,
    PICK,
    PLAY_CARD,
    REASONS,
    SIDEWAYS,
    STATE,
    USE_MONSTER,
    State,
)
from duelhall.games.monsters.table import fitting
from duelhall.games.monsters.turns import (
    go_on,
    pass_move,
    put_link,
    spend,
    turn_sideways,
    use_monster,
)
from duelhall.games.monsters.usage import (
    barred_for,
    can_activate,
    can_play,
    can_use_monster,
    may_activate,
    may_play,
    may_use_monster,
    moment_of,
)
from duelhall.games.monsters.words import FROM_HAND, FROM_STASIS, MONSTER
from duelhall.games.monsters.zones import first_of, kinds_in, without_first

__all__ = [
    "MOVES",
    "OPTIONS",
    "REASONS",
    "STATE",
    "allowed",
    "deal",
    "deal_given",
    "forfeit",
    "guess",
    "legal",
    "play",
    "points",
    "view",
]


@helper
def allowed(s: State, move: int) -> bool:
    """Whether the seat to move may make this move."""
    if s.asks != NOTHING:
        return is_offered(s, move)
    if move >= PICK:
        return may_choose(s)
    if move == PASS:
        return True
    seat = int(s.to_move)
    barred = barred_for(s, seat)
    if move == USE_MONSTER:
        return may_use_monster(s, seat, barred)
    if move >= ACTIVATE:
        return may_activate(s, seat, move - ACTIVATE, barred)
    return may_play(s, seat, move - PLAY_CARD, barred, cost_change(s, seat))


@helper
def legal(s: State, moves: Array) -> int:
    """List the moves that the seat to move may make, and say how many those are."""
    if s.asks != NOTHING:
        return list_choices(s, moves)
    seat = int(s.to_move)
    barred, change, moment = barred_for(s, seat), cost_change(s, seat), moment_of(s, seat)
    moves[0] = PASS
    count = 1
    kinds = kinds_in(s.hand[seat]) & fitting(s, seat, moment, FROM_HAND)
    while kinds:
        kind = first_of(kinds)
        if can_play(s, seat, kind, barred, change):
            moves[count] = PLAY_CARD + kind
            count += 1
        kinds = without_first(kinds)
    others = fitting(s, seat, moment, FROM_STASIS)
    kinds = kinds_in(s.stasis[seat]) & others
    while kinds:
        kind = first_of(kinds)
        if can_activate(s, seat, kind, barred):
            moves[count] = ACTIVATE + kind
            count += 1
        kinds = without_first(kinds)
    if others >> MONSTER and can_use_monster(s, seat, barred):
        moves[count] = USE_MONSTER
        count += 1
    return count


@helper
def play(s: State, move: int) -> None:
    """Make a move, and everything up to the next decision."""
    start(s, move)
    while s.to_move == NOBODY:
        go_on(s)


@helper
def start(s: State, move: int) -> None:
    """Make a move; while more happens by itself then, nobody is to move."""
    seat = int(s.to_move)
    if s.asks != NOTHING:
        choose(s, move)
    elif move == PASS:
        pass_move(s, seat)
    elif move == USE_MONSTER:
        use_monster(s, seat)
        put_link(s, seat, MONSTER, 0)
    elif move >= ACTIVATE:
        turn_sideways(s, seat, move - ACTIVATE)
        put_link(s, seat, move - ACTIVATE, SIDEWAYS)
    else:
        spend(s, seat, move - PLAY_CARD)
        put_link(s, seat, move - PLAY_CARD, 0)


@rule("M23")
def is_offered(s: State, move: int) -> bool:
    """While an effect lets you choose, you can only choose something that it offers."""
    return is_choice(s, move)


@rule("M23")
def may_choose(s: State) -> bool:
    """You can choose something only while an effect lets you."""
    return s.asks != NOTHING


@helper
def points(s: State, seat: int) -> int:
    """A won game counts 1."""
    return int(s.winner == seat)


@rule("M18")
def forfeit(s: State, seat: int) -> None:
    """A player who gives up loses."""
    s.winner, s.reason = foe(seat), FORFEIT
