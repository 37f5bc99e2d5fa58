"""What a game of Monsters consists of: its state, its moves, and how it ends."""

from typing import Annotated

import numpy as np

from duelhall.engine import record
from duelhall.engine.definition import Reason
from duelhall.engine.record import SEATS, Cube, Grid, Int8, PerSeat, Row
from duelhall.games.monsters.words import DECK, MONSTER, MOST_CHOSEN, ROWS, WIDTH
from duelhall.match.replay import numbers_in

OPENING_HAND = 5
CARDS_DRAWN = 2
LAST_TURN = 100

RULE_SETS = ("standard", "deck-out")
LOSE, RESHUFFLE = range(2)
WHOLE, ONLY_LINKS = range(2)
SHAPE = (SEATS, ROWS, WIDTH)


class Choices(record.Record):
    """The options that a game is played with; open."""

    deck_out: Int8
    used_cards: Int8
    decks: Annotated[Cube, np.int8, *SHAPE]


NOBODY = -1
"""Who is to move while a chain resolves by itself."""

IN_ALTER, IN_BATTLE = range(2)
NOTHING, ASK_WHETHER, ASK_WHICH, ASK_NUMBER, ASK_CARD = range(5)
"""What an effect waits for: whether it happens, which one of several, how much, or a card."""

NO_CHAIN, COMBAT, NON_COMBAT = range(3)

MOST_LINKS = SEATS * (DECK + 1)
"""Every card, and each monster's effect, becomes a link at most once in a turn (M15, M20)."""

# A link: the card's number in its deck, and what is known of it.
CARD = 31
OF_SECOND, SIDEWAYS, CANCELLED, RESOLVED, TO_HAND, TO_STASIS = (32 << bit for bit in range(6))
AWAY = TO_HAND
"""Whose it is; whether it came from Stasis; whether it was cancelled, has resolved, and will go
elsewhere in Clear. One that only stays in Stasis is not moved away: it still counts (M15)."""

LASTING = 4
"""Of what lasts: attack and defence in this turn, the next attack and the next defence."""

USED_INITIAL, USED_ADDITIONAL, USED_DEFENSIVE = 1, 2, 4
"""What a side has put on a combat chain."""


class State(record.State):
    """A game of Monsters, or what a seat sees of it."""

    options: Choices
    left: Annotated[Row, np.int32, SEATS]  # traits left this turn, four bits each; open
    links: Annotated[Row, np.uint16, MOST_LINKS]  # what lies in the Action zones, in order; open
    # what effects add to attack and defence in this combat; open
    bonus: Annotated[Row, np.int16, SEATS]
    # how effects change what moves from the hand cost, four bits a trait: all in this turn, and the
    # next one; open
    costs: Annotated[Grid, np.int32, SEATS, 2]
    # what effects add to the attack and the defence of each combat of this turn, and of the next
    # combat that a player attacks or defends in; open
    lasting: Annotated[Grid, np.int16, SEATS, LASTING]
    link_count: Int8  # how many links there are in this turn; open
    chain_start: Int8  # the first link of the chain; open
    chain: Int8  # NO_CHAIN, COMBAT or NON_COMBAT; open
    resolving: Int8  # the link that resolves now, counted from 1; open
    effect: Int8  # the effect of it that waits for a choice, counted from 1; open
    asks: Int8  # what is to be chosen; open
    concerned: Int8  # whose cards are chosen from; open
    rest: Int8  # how many more cards are to be chosen; open
    amount: (
        Int8  # the largest number that can be chosen, or the cards to choose of each player; open
    )
    passes: Int8  # passes in a row in the chain; open
    phase: Int8  # IN_ALTER or IN_BATTLE; open
    turn: Int8  # from 1; open
    active: Int8  # the turn player; open
    attacked: Int8  # how many times combat was initiated in this turn; open
    extra: Int8  # how many more times it can be than once; open
    shield: PerSeat  # how much damage is prevented in this turn; open
    taken: PerSeat  # how much damage was taken in this turn; open
    sides: PerSeat  # what each has put on the combat chain; open
    monster_used: PerSeat  # whether the monster's effect was used; open
    forbidden: PerSeat  # what effects forbid until the end of the turn; open
    lost: PerSeat  # why a player loses, during an operation only
    hand: Annotated[Grid, np.int8, SEATS, DECK]  # how many of each card; its owner's
    known: Annotated[Grid, np.int8, SEATS, DECK]  # how many of them the enemy knows; open
    stasis: Annotated[Grid, np.int8, SEATS, DECK]  # how many of each card; open
    drop: Annotated[Grid, np.int8, SEATS, DECK]  # how many of each card; open
    damage: Annotated[Grid, np.int8, SEATS, DECK]  # cards, the newest last; open
    # cards, the top last; those at the beginning that lie face up are open, others nobody sees
    deck: Annotated[Grid, np.int8, SEATS, DECK]
    in_hand: PerSeat  # how many cards; open
    in_damage: PerSeat  # how many cards; open
    in_deck: PerSeat  # how many cards; open
    buried: PerSeat  # how many of them lie face up under it; open


STATE = record.dtype_of(State, itemsize=1624)
"""Cards are told by their numbers in their owner's deck list, from 0; copies are alike (M19)."""

PASS = 0
PLAY_CARD = 1
ACTIVATE = PLAY_CARD + DECK
USE_MONSTER = ACTIVATE + MONSTER
PICK = USE_MONSTER + 1
CHOOSE = PICK + DECK
MOVES = CHOOSE + MOST_CHOSEN + 1
"""Moves: pass, each card from the hand, each card from Stasis, the monster's effect, and, while an
effect lets a player choose, each card and each number."""

position_numbers = numbers_in(
    "to_move", "winner", "reason", "left", "links", "bonus", "link_count", "chain_start",
    "chain", "resolving", "effect", "asks", "concerned", "rest", "amount", "passes", "phase",
    "turn", "active", "attacked", "extra", "shield", "taken", "lasting", "sides", "monster_used",
    "forbidden", "hand", "known", "stasis", "drop", "damage", "deck", "in_hand", "in_damage",
    "in_deck", "costs", "buried",
)  # fmt: skip
"""Saved games tell positions apart by these; they stay as they are, whatever becomes of STATE."""

REASONS = (
    Reason("going-on", "", "the game goes on"),
    Reason("fainted", "M13", "a monster has taken as much damage as it has HP"),
    Reason("decked-out", "M18", "a card had to come from an empty deck"),
    Reason("both-lost", "M13", "one operation made both players lose"),
    Reason("turn-limit", "M18", "turn 100 is over, and the remaining HP decide"),
    Reason("forfeit", "M18", "a player gave up or could not continue"),
)
FAINTED, DECKED_OUT, BOTH_LOST, TURN_LIMIT, FORFEIT = range(1, 6)
