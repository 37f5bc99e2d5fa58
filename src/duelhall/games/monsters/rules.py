"""A game of Monsters: how it is set up (M1, M2), its moves, and how long it can last.

Its stages say what can come next, so that those games can be played together that do the same.
"""

from collections.abc import Mapping

from duelhall.engine.chance import below, shuffle
from duelhall.engine.options import Value
from duelhall.engine.record import SEATS, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters import words
from duelhall.games.monsters.choice import (
    asking_seat,
    begin_with_monsters,
    choose,
    is_choice,
    list_choices,
)
from duelhall.games.monsters.deck_sheet import copies_of, fitting, how_chosen, operation_of
from duelhall.games.monsters.decks import OPTIONS, parse_decks
from duelhall.games.monsters.effects import cost_change, draw
from duelhall.games.monsters.operations import DAMAGE, DRAW, MILL, Effect
from duelhall.games.monsters.state import (
    ACTIVATE,
    FORFEIT,
    LAST_TURN,
    MOVES,
    NO_CHAIN,
    NOBODY,
    NOTHING,
    OPENING_HAND,
    PASS,
    PICK,
    PLAY_CARD,
    REASONS,
    SIDEWAYS,
    STATE,
    USE_MONSTER,
    State,
)
from duelhall.games.monsters.turns import (
    go_on,
    pass_move,
    put_link,
    spend,
    start_turn,
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
from duelhall.games.monsters.view import guess, view
from duelhall.games.monsters.words import CHOSEN, DECK, FROM_HAND, FROM_STASIS, MONSTER, PLAY
from duelhall.games.monsters.zones import first_of, kinds_in, without_first


@helper
def deal(s: State) -> None:
    """Set up a game by chance."""
    s.active = below(s, SEATS)
    shuffle_decks(s)
    begin(s)


@rule("M2")
def shuffle_decks(s: State) -> None:
    """The first player is drawn by the seed of the match, and both decks are shuffled."""
    for seat in range(SEATS):
        list_deck(s, seat)
        shuffle(s, s.deck[seat], DECK)


@helper
def list_deck(s: State, seat: int) -> None:
    """Lay the cards of a deck out in the order of its list."""
    place = 0
    for kind in range(DECK):
        for _ in range(copies_of(s, seat, kind)):
            s.deck[seat, place] = kind
            place += 1
    s.in_deck[seat] = place


@helper
def deal_given(s: State, cards: Array) -> None:
    """Set up a game from who begins and two decks that were shuffled elsewhere, tops last."""
    s.active = cards[0]
    for seat in range(SEATS):
        for place in range(DECK):
            s.deck[seat, place] = cards[1 + seat * DECK + place]
        s.in_deck[seat] = DECK
    begin(s)


@helper
def begin(s: State) -> None:
    """Draw the hands, start the first turn, and let the monsters act before anybody decides."""
    draw_hands(s)
    start_turn(s)
    begin_with_monsters(s, int(s.active), PLAY)
    for seat in range(SEATS):
        s.taken[seat] = 0


@rule("M2")
def draw_hands(s: State) -> None:
    """Both players draw five cards."""
    for seat in range(SEATS):
        draw(s, seat, OPENING_HAND)


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


IN_A_CHAIN = 3
"""A link, and two passes at most before the next one, or before the chain resolves."""

PHASES = 2
"""Each of which ends with a pass."""


def longest_game(options: Mapping[str, Value]) -> int:
    """In each of 100 turns (M18) every card, and each monster's effect, can become a link once, and
    its effects can let cards be chosen. Few decks can pay for any of that.
    """
    decks = parse_decks(str(options["decks"]))
    cards = [card for deck in decks for card in (*deck.moves, (deck.monster, 1))]
    links = (copies * (IN_A_CHAIN + sum(map(_choices_in, one.effects))) for one, copies in cards)
    return LAST_TURN * (PHASES + sum(links))


def _choices_in(effect: Effect) -> int:
    """How many choices an effect lets a player make: whether it happens, or which one of several,
    and then how much of it, or card after card until no more is wanted (M23).
    """
    first = bool(effect.choice & (words.MAY | words.FIRST))
    if effect.choice & words.CHOSEN:
        owners = SEATS if effect.target == words.BOTH else 1
        return first + owners * (words.MOST_CHOSEN + 1)
    return first + bool(effect.choice & words.UP_TO)


USING, CHOOSING, TURN_ENDS, CHAIN_ENDS, PICKING, TAKING, ACTING = range(7)
"""Two decisions, two ends, and effects: those that let cards be chosen, those that take cards from
the top of a deck, and all others."""


@helper
def stage(s: State) -> int:
    """What comes next."""
    if s.to_move != NOBODY:
        return USING if s.asks == NOTHING else CHOOSING
    if s.chain == NO_CHAIN:
        return TURN_ENDS
    if s.effect == 0:
        return CHAIN_ENDS
    seat, number = asking_seat(s), int(s.effect) - 1
    if how_chosen(s, seat, number) & CHOSEN:
        return PICKING
    return TAKING if operation_of(s, seat, number) in (DRAW, MILL, DAMAGE) else ACTING


STAGES = {
    "count": ACTING + 1,
    "decisions": CHOOSING + 1,
    "stage": stage,
    "start": start,
    "go_on": go_on,
}
