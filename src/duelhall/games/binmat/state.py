"""What a game of BINMAT consists of: its switches, places, state, moves and endings.

A card is a number from 0 to 77 (N30): suit by suit, in each suit the faces 2 to 10 and the
modifiers.
"""

from collections.abc import Mapping
from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.definition import Reason
from duelhall.engine.options import Options, Switch, Value
from duelhall.engine.record import SEATS, Grid, Int8, PerSeat, Row, UInt8
from duelhall.engine.rule import helper
from duelhall.match.replay import numbers_in

FACES = "23456789a@*?>"
SUITS = "&%+!^#"
SUIT_SIZE = len(FACES)
CARDS = SUIT_SIZE * len(SUITS)

TEN = 8
TRAP, WILD, BOUNCE, BREAK = 9, 10, 11, 12

VALUES = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0], np.int8)
"""What a face adds to the sum of a stack."""

NAMES = tuple(face + suit for suit in SUITS for face in FACES)


@helper
def face_of(card: int) -> int:
    """A card's face."""
    return card % SUIT_SIZE


DEFENDER, ATTACKER = 0, 1
LANES = 6
FIRST_OPEN_LANE = 3
"""The decks of lanes 3, 4 and 5 begin with their top card face up (N1)."""

DECK = 13
TURNS = 110


def longest_game(_options: Mapping[str, Value]) -> int:
    """Every move is a turn (N30)."""
    return TURNS


class Choices(record.Record):
    """The options that a game is played with; open."""

    reshuffled_deck: Int8
    discards: Int8
    combat: Int8
    empty_combat: Int8
    lane_discard: Int8
    discard_for_two: Int8
    two_passes: Int8
    exhausted_lane: Int8
    starving: Int8
    defender_facing: Int8
    attacker_facing: Int8
    second_break: Int8
    break_down: Int8
    attacker_bounce: Int8
    nothing_each: Int8
    break_damage: Int8
    break_counts: Int8
    past_the_deck: Int8
    turn: Int8


OPTIONS = Options(
    ("hackmud", "rulebook", "live"),
    Switch("reshuffled_deck", ("always-up", "down", "up"), ("up", "down", "always-up"), ("N2",),
           "how a lane deck that showed its top lies after its discard pile was shuffled in: face "
           "up once the draw is over, face down, or always face up",
           "A deck that showed its top is shuffled anew. How does it lie?",
           {"always-up": "its top face up at once", "up": "its top face up after that draw",
            "down": "face down"}),
    Switch("discards", ("closed", "open", "open"), ("closed", "open"), ("N3",),
           "whether discard piles may be looked through",
           "May both look through the discard piles?", {"closed": "no", "open": "yes"}),
    Switch("combat", ("attacker", "both", "attacker"), ("attacker", "both"), ("N4",),
           "who may begin combat as an action",
           "May the defender begin combat, too?", {"attacker": "no", "both": "yes"}),
    Switch("empty_combat", ("no", "no", "attacker"), ("no", "attacker"), ("N5",),
           "who may begin combat in a lane without a stack of their own",
           "May the attacker begin combat without a stack?", {"no": "no", "attacker": "yes"}),
    Switch("lane_discard", ("yes", "no", "yes"), ("no", "yes"), ("N6",),
           "whether the defender may discard a card to a lane",
           "May the defender discard a card to a lane?"),
    Switch("discard_for_two", ("no", "no", "yes"), ("no", "yes"), ("N7",),
           "whether the attacker may discard a card to draw two",
           "May the attacker discard a card to draw two?"),
    Switch("two_passes", ("nothing", "nothing", "hand"), ("nothing", "hand"), ("N8",),
           "what two passes in a row cost",
           "What do two passes in a row cost?", {"nothing": "nothing", "hand": "the hand"}),
    Switch("exhausted_lane", ("wins", "illegal", "attacker"), ("illegal", "wins", "attacker"),
           ("N9",), "whether a draw from a lane without any card is illegal, makes the attacker "
           "win, or does so when the attacker draws and is illegal for the defender",
           "Somebody draws from a lane without any card:",
           {"illegal": "nobody can", "wins": "the attacker wins",
            "attacker": "only the attacker can, and wins"}),
    Switch("starving", ("no", "yes", "no"), ("no", "yes"), ("N11",),
           "whether the defender wins when the attacker has no card and no lane to draw from",
           "Does the defender win when the attacker has no card and no lane to draw from?"),
    Switch("defender_facing", ("stack", "stack", "free"), ("stack", "free"), ("N12",),
           "how the defender's cards lie: as their stack, or on an empty one as they like",
           "How does the first card of a defender's stack lie?",
           {"stack": "face down", "free": "as the defender likes"}),
    Switch("attacker_facing", ("stack", "down", "free"), ("down", "stack", "free"), ("N13",),
           "how the attacker's cards lie: face down, as their stack, or as they like",
           "How do the attacker's cards lie?",
           {"down": "face down", "stack": "as their stack does", "free": "as the attacker likes"}),
    Switch("second_break", ("never", "rulebook", "live"), ("never", "rulebook", "live"), ("N15",),
           "whether a second BREAK may be played to a stack", "May a stack have two BREAKs?",
           {"never": "no", "rulebook": "yes; the defender's not if one is face up",
            "live": "yes; the defender's not both face up"}),
    Switch("break_down", ("no", "yes", "attacker"), ("no", "yes", "attacker"), ("N16",),
           "who may play a BREAK face down to a stack that is face up",
           "Who may play a BREAK face down to a stack that is face up?",
           {"no": "nobody", "yes": "both", "attacker": "the attacker"}),
    Switch("attacker_bounce", ("hackmud", "rulebook", "live"), ("hackmud", "rulebook", "live"),
           ("N18",), "how the attacker plays a BOUNCE",
           "The attacker's BOUNCE lies face up. What does it do?",
           {"hackmud": "it starts combat, or waits on its stack", "live": "it starts combat",
            "rulebook": "it turns the stack opposite over"}),
    Switch("nothing_each", ("bounce", "tie", "bounce"), ("tie", "bounce"), ("N19",),
           "how combat of 0 against 0 ends", "How does combat of 0 against 0 end?",
           {"tie": "as any tie", "bounce": "as by a BOUNCE"}),
    Switch("break_damage", ("power", "power", "larger"), ("power", "larger"), ("N20",),
           "what a BREAK deals: the attack power, or the defender's cards if those are more",
           "How much does a BREAK deal?",
           {"power": "the attack power", "larger": "that, or the defender's cards if more"}),
    Switch("break_counts", ("attacker", "attacker", "either"), ("attacker", "either"), ("N21",),
           "in whose stack a BREAK counts", "In whose stack does a BREAK count?",
           {"attacker": "the attacker's", "either": "either's"}),
    Switch("past_the_deck", ("wins", "wins", "reshuffles"), ("wins", "reshuffles"), ("N22",),
           "what damage does when the lane deck is gone", "Damage finds the lane deck gone:",
           {"wins": "the attacker wins", "reshuffles": "its discards become the deck"}),
    Switch("turn", ("exactly", "at-most", "exactly"), ("at-most", "exactly"), ("N31",),
           "whether a turn by the clock ends with the move or lasts its five seconds",
           "By the clock, when does a turn end?",
           {"at-most": "with the move", "exactly": "when its time is up"}),
    kind=Choices,
    titles=("as in hackmud", "the printed rulebook", "the live server"),
)  # fmt: skip
DOWN_AFTER_RESHUFFLE, ALWAYS_UP = 1, 2
OPEN = 1
BOTH_COMBAT = 1
ATTACKER_EMPTY_COMBAT = 1
YES = 1
COSTS_HAND = 1
EXHAUSTED_ILLEGAL, EXHAUSTED_WINS, EXHAUSTED_ATTACKER = range(3)
FREE_WHEN_EMPTY = 1
FACE_DOWN, AS_STACK, AS_LIKED = range(3)
BREAK_NEVER, BREAK_RULEBOOK, BREAK_LIVE = range(3)
BREAK_DOWN_NO, BREAK_DOWN_YES, BREAK_DOWN_ATTACKER = range(3)
BOUNCE_HACKMUD, BOUNCE_RULEBOOK, BOUNCE_LIVE = range(3)
TIES = 0
LARGER = 1
EITHER = 1
RESHUFFLES = 1

# Places, from 1; 0 is where nobody knows.
NOWHERE = 0
DECKS = 1
ATTACKER_DECK = DECKS + LANES
DISCARDS = ATTACKER_DECK + 1
ATTACKER_DISCARD = DISCARDS + LANES
STACKS = ATTACKER_DISCARD + 1
HANDS = STACKS + SEATS * LANES
PLACES = HANDS + SEATS

PAST = 96
"""The most that a seat remembers of the other hand; what is over is thinned out (past.py)."""

PLACE, UP, HEIGHT = 256, 128, 127
"""A card's spot is its place times PLACE, plus UP where it lies face up in a stack, plus how many
cards are below it; in a hand, how many were drawn before it, and in a discard pile 0 (N41)."""


class State(record.State):
    """A game of BINMAT, or what a seat sees of it."""

    options: Choices
    spot: Annotated[Row, np.uint16, CARDS]  # where each card is; a seat that sees it there knows
    count: Annotated[Row, np.int8, PLACES]  # how many cards each place has; open
    ups: Annotated[Row, np.int8, SEATS * LANES]  # cards that lie face up in each stack; open
    breaks: Annotated[Row, np.int8, SEATS * LANES]  # BREAKs in each stack; its owner's
    up_breaks: Annotated[Row, np.int8, SEATS * LANES]  # BREAKs that lie face up in each stack; open
    shown: Annotated[Row, np.int8, LANES]  # whether the top of a lane deck lies face up; open
    # bits of the places where a seat holds a card possible
    seen: Annotated[Grid, np.int32, SEATS, CARDS]
    # how many cards a seat knows to be in a place; its own
    known: Annotated[Grid, np.int8, SEATS, PLACES]
    # bits of the places of which a seat does not know every card
    unsure: Annotated[Row, np.int32, SEATS]
    turn: Int8  # turns played (N30); open
    passes: PerSeat  # passes in a row (N8); open
    pools: Annotated[Row, np.uint8, LANES + 1]  # which shuffle each deck comes from; open
    shuffles: UInt8  # discard piles that were shuffled into their decks; open
    # among which cards a seat saw each one last; its own
    kin: Annotated[Grid, np.uint8, SEATS, CARDS]
    # what a seat saw go into the other hand and out of it, in order; its own
    past: Annotated[Grid, np.uint16, SEATS, PAST]
    past_size: PerSeat  # how much of that there is; its own
    # the next spot of a place that a card is imagined in; during a guess only
    hidden: Annotated[Row, np.int8, PLACES]
    way: Annotated[Row, np.uint8, PLACES]  # what a guess counts; during a guess only


STATE = record.dtype_of(State, itemsize=1568)
"""`seen`, `known` and `unsure` are what a seat can tell from all that it saw (N40), `kin` and
`past` are what it goes by when it guesses; nobody else sees them."""

PASS = 0
DRAW = 1
COMBAT = DRAW + LANES + 1
CARD_MOVES = COMBAT + LANES
PLAY_DOWN, PLAY_UP, DISCARD, DISCARD_FOR_TWO = 0, LANES, 2 * LANES, 3 * LANES
WAYS = DISCARD_FOR_TWO + 1
MOVES = CARD_MOVES + CARDS * WAYS
"""Moves: pass, draws, combats, then for each card down, up and away to each lane, and for two."""

position_numbers = numbers_in(
    "to_move", "winner", "reason", "spot", "shown", "turn", "passes",
)  # fmt: skip
"""Saved games tell positions apart by these; they stay as they are, whatever becomes of STATE."""

REASONS = (
    Reason("going-on", "", "the game goes on"),
    Reason("turns", "N30", "all 110 turns have elapsed"),
    Reason("damage", "N22", "a lane was dealt more damage than it had cards"),
    Reason("exhausted", "N9", "a card was drawn from a lane that had none left"),
    Reason("starved", "N11", "the attacker had no card and no lane to draw from"),
    Reason("forfeit", "N31", "a player gave up or could not continue"),
)
ELAPSED, DAMAGED, EXHAUSTED, STARVED, FORFEIT = range(1, 6)


# --- places ---


@helper
def stack_of(seat: int, lane: int) -> int:
    """A player's stack in a lane."""
    return STACKS + seat * LANES + lane


@helper
def discard_of(deck: int) -> int:
    """The discard pile that is shuffled into a deck."""
    return deck - DECKS + DISCARDS


@helper
def own_discard(seat: int, lane: int) -> int:
    """Where a player's TRAPs send cards: the lane's discard pile or the attacker's."""
    return DISCARDS + lane if seat == 0 else ATTACKER_DISCARD


@helper
def place_of(s: State, card: int) -> int:
    """The place of a card."""
    return int(s.spot[card]) // PLACE


@helper
def is_up(s: State, card: int) -> bool:
    """Whether a card in a stack lies face up."""
    return int(s.spot[card]) & UP > 0


@helper
def at(s: State, place: int, height: int) -> int:
    """The card that lies so high in an ordered place."""
    spot = place * PLACE + height
    found = 0
    for card in range(CARDS):
        found += card * ((int(s.spot[card]) & (0xFFFF - UP)) == spot)
    return found


@helper
def top(s: State, place: int) -> int:
    """The top card of a deck, or the card that was played to a stack last."""
    return at(s, place, int(s.count[place]) - 1)


@helper
def is_ordered(place: int) -> bool:
    """Whether the order of a place's cards means anything; in a discard pile it does not (N41)."""
    return not DISCARDS <= place <= ATTACKER_DISCARD


@helper
def sees(s: State, seat: int, card: int) -> bool:
    """Whether a seat can look at a card where it lies (N1, N3, N40)."""
    place = place_of(s, card)
    if place >= HANDS:
        return place == HANDS + seat
    if place >= STACKS:
        return is_up(s, card) or (place - STACKS) // LANES == seat
    if place > ATTACKER_DECK:
        return s.options.discards == OPEN
    return is_shown(s, card, place)


@helper
def is_shown(s: State, card: int, deck: int) -> bool:
    """Whether a card is the top of a lane deck that lies face up (N1)."""
    if deck in (NOWHERE, ATTACKER_DECK) or s.shown[deck - DECKS] == 0:
        return False
    return int(s.spot[card]) & HEIGHT == s.count[deck] - 1
