"""A rule of thumb for Monsters.

Every legal move is tried on a few guesses of what is hidden, and the move whose turn ends best is
made: more damage dealt than taken, cards in hand, cards in Stasis. The rest of the turn is imagined
simply: the strongest attack is made if none was, it is met by the strongest defence, and otherwise
both pass. So it plays the best attack that it can see, prepares it by what helps it, defends where
that saves more than the card is worth, and activates what lies in Stasis when that helps.
"""

from duelhall.engine.chance import draw_word
from duelhall.engine.record import UNDECIDED, Array, foe
from duelhall.engine.rule import helper
from duelhall.games.monsters.choice import is_choice
from duelhall.games.monsters.deck_sheet import atk_of, def_mark, def_of, hp_of
from duelhall.games.monsters.effects import cost_change
from duelhall.games.monsters.rules import legal, play
from duelhall.games.monsters.state import (
    ACTIVATE,
    ASK_NUMBER,
    CHOOSE,
    COMBAT,
    IN_BATTLE,
    LOSE,
    NO_CHAIN,
    NOTHING,
    PASS,
    PICK,
    PLAY_CARD,
    State,
)
from duelhall.games.monsters.usage import barred_for, mark_here, may_activate, may_play
from duelhall.games.monsters.view import guess, is_whole
from duelhall.games.monsters.words import DECK, INITIAL, NO_STAT
from duelhall.games.monsters.zones import count_of

GUESSES = 3
WORST = -(10**9)
WORTH_OF_GAME = 10**6
WORTH_OF_HP = 1200
"""What a whole monster is worth; a point of damage is its part of that."""
WORTH_OF_CARD = 55
WORTH_OF_DEFENCE = 15
"""What a card in hand is worth on top, if one can defend with it."""
WORTH_OF_STASIS = 60
WORTH_OF_DECK = 12
"""What a card in the deck is worth, where a player who has none left loses."""
SHORT_DECK = 4
WORTH_OF_LAST_CARDS = 60


@helper
def greedy(cells: Array, moves: Array, dice: Array) -> int:
    """The move after which the turn ends best, as far as that can be seen."""
    seat = int(cells[0].to_move)
    count = legal(cells[0], moves)
    if count == 1:
        return int(moves[0])
    chance, guesses = draw_word(dice[0]), 0 if is_open(cells[0]) else GUESSES
    best, chosen = WORST, PASS
    for number in range(count):
        move = int(moves[number])
        worth = worth_of_move(cells, seat, move, chance, guesses)
        if worth > best:
            best, chosen = worth, move
    return chosen


@helper
def is_open(s: State) -> bool:
    """Whether nothing is hidden, as in a world that a player imagines."""
    return is_whole(s, 0) and is_whole(s, 1)


@helper
def worth_of_move(cells: Array, seat: int, move: int, chance: int, guesses: int) -> int:
    """How good the ends of the turn are after a move, on the same guesses for every move; or the
    one end, where there is nothing to guess.
    """
    worth = 0
    trial = cells[1]
    cells[2].rng = chance
    for _ in range(max(1, guesses)):
        cells[1] = cells[0]
        trial.rng = draw_word(cells[2])
        if guesses > 0:
            guess(trial, seat)
        play(trial, move)
        finish_turn(trial, int(cells[0].turn))
        worth += worth_of(trial, seat) - worth_of(trial, foe(seat))
    return worth


@helper
def finish_turn(s: State, turn: int) -> None:
    """Let both do what is likely until the turn is over."""
    while s.winner == UNDECIDED and s.turn == turn:
        play(s, likely_move(s))


@helper
def likely_move(s: State) -> int:
    """One attack a turn, one defence against it, and the first thing that can be chosen."""
    if s.asks != NOTHING:
        return first_choice(s)
    seat = int(s.to_move)
    if s.chain == NO_CHAIN and s.phase == IN_BATTLE and s.attacked <= s.extra:
        return strongest(s, seat)
    if s.chain == COMBAT and seat != s.active and s.sides[seat] == 0:
        return strongest(s, seat)
    return PASS


@helper
def strongest(s: State, seat: int) -> int:
    """The initial move with the highest number that can be used, from Stasis if not from the hand;
    to pass if there is none.
    """
    barred, change = barred_for(s, seat), cost_change(s, seat)
    best, chosen = 0, PASS
    for kind in range(DECK):
        if is_stronger(s, s.stasis[seat], kind, best) and may_activate(s, seat, kind, barred):
            best, chosen = strength(s, seat, kind), ACTIVATE + kind
    for kind in range(DECK):
        if is_stronger(s, s.hand[seat], kind, best) and may_play(s, seat, kind, barred, change):
            best, chosen = strength(s, seat, kind), PLAY_CARD + kind
    return chosen


@helper
def is_stronger(s: State, zone: Array, kind: int, best: int) -> bool:
    """Whether the seat to move has a move there that is initial in this turn and has a higher
    number.
    """
    seat = int(s.to_move)
    if zone[kind] == 0 or mark_here(s, seat, kind) != INITIAL:
        return False
    return strength(s, seat, kind) > best


@helper
def strength(s: State, seat: int, kind: int) -> int:
    """The number of a move that counts in this turn."""
    return atk_of(s, seat, kind) if seat == s.active else def_of(s, seat, kind)


@helper
def first_choice(s: State) -> int:
    """Something that an effect offers: as much as possible, or the first card or operation."""
    if s.asks == ASK_NUMBER:
        return CHOOSE + int(s.amount)
    move = PICK
    while not is_choice(s, move):
        move += 1
    return move


@helper
def worth_of(s: State, seat: int) -> int:
    """What a player has, in one number."""
    if s.winner != UNDECIDED:
        return WORTH_OF_GAME * int(s.winner == seat)
    worth = WORTH_OF_HP * (hp_of(s, seat) - int(s.in_damage[seat])) // hp_of(s, seat)
    worth += WORTH_OF_CARD * int(s.in_hand[seat]) + WORTH_OF_STASIS * count_of(s.stasis[seat])
    if s.options.deck_out == LOSE:
        worth += WORTH_OF_DECK * int(s.in_deck[seat])
        worth += WORTH_OF_LAST_CARDS * min(int(s.in_deck[seat]), SHORT_DECK)
    for kind in range(DECK):
        if s.hand[seat, kind] > 0 and def_mark(s, seat, kind) != NO_STAT:
            worth += WORTH_OF_DEFENCE * int(s.hand[seat, kind])
    return worth
