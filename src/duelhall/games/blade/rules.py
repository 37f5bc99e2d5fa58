"""Blade: the seed's rules as read by the rulings B1 to B14, one function per ruling.

S numbers are sentences that the seed says plainly and that need no ruling; the rulebook
numbers them. Moves are cards: to play a card is to place it, from the hand of the seat to move.
"""

from duelhall.engine.chance import shuffle
from duelhall.engine.record import DRAWN, SEATS, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.blade.state import (
    BOLT,
    COUNTS,
    DECK,
    FORFEIT,
    HAND,
    HAND_EMPTY,
    HANDS,
    HANDS_EMPTY,
    KINDS,
    LOWER_SCORE,
    MIRROR,
    MOVES,
    ONE,
    OPTIONS,
    PACK,
    PACKS,
    REASONS,
    SPECIAL_LAST,
    STATE,
    STRANDED,
    STRANDED_DRAWS,
    STRANDED_LOSES,
    WHOLE_PACKS,
    State,
    count_card,
    draw,
    end_round,
    is_special,
    leave_round,
    newest,
    put_on_field,
    remove_bolted,
    take_from_hand,
    take_newest,
)
from duelhall.games.blade.view import guess, view

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


# --- preparation ---


@helper
def deal(s: State) -> None:
    """Deal the pack that is played with, and initialize the fields."""
    if s.options.deck < WHOLE_PACKS:
        deal_pack(s)
    else:
        deal_few_cards(s)
    s.rng = 0  # nothing else in a round is left to chance
    initialize(s)


@rule("B1")
def deal_pack(s: State) -> None:
    """The 32 cards are shuffled and split into two decks of 16; each player draws ten."""
    pack, cards = s.deck.flat, PACKS[s.options.deck]
    for place in range(PACK):
        pack[place] = cards[place]
    # The last ten cards are a hand, and a hand has no order: they need no shuffling.
    shuffle(s, pack, PACK - HAND)
    draw_hands(s, DECK, HAND)


@rule("B1")
def deal_few_cards(s: State) -> None:
    """The few cards of a small pack are shuffled and split in two; each player draws a hand."""
    hand, count = HANDS[s.options.deck], 0
    pack = s.deck[0]  # which has room for all of them
    for card in range(KINDS):
        for _ in range(COUNTS[s.options.deck, card]):
            pack[count] = card
            count += 1
    shuffle(s, pack[:count], count - hand)
    half = count // SEATS
    for place in range(half):
        s.deck[1, place] = pack[half + place]
        pack[half + place] = 0
    draw_hands(s, half, hand)


@helper
def deal_given(s: State, decks: Array) -> None:
    """Start from two decks that were shuffled elsewhere, bottom first."""
    for seat in range(SEATS):
        for place in range(decks.shape[1]):
            s.deck[seat, place] = decks[seat, place]
    draw_hands(s, decks.shape[1], HANDS[s.options.deck])
    initialize(s)


@helper
def draw_hands(s: State, deck: int, hand: int) -> None:
    """Both players draw their first hand from the top of their deck."""
    for seat in range(SEATS):
        for place in range(deck - hand, deck):
            s.hand[seat, s.deck[seat, place]] += 1
            s.deck[seat, place] = 0
        s.deck_size[seat] = deck - hand
        s.hand_size[seat] = hand


# --- initialization ---


@rule("S3")
def initialize(s: State) -> None:
    """Each player places one card; this is repeated until the scores differ."""
    count_turn(s, 0)
    clear_fields(s)
    while s.deck_size[0] > 0:
        place_from_decks(s)
        if lower_score_begins(s):
            return
        clear_fields(s)
    place_from_hands(s)


@rule("B2")
def clear_fields(s: State) -> None:
    """Before each initialization both fields are cleared: the cards leave the round."""
    for seat in range(SEATS):
        while s.field_size[seat] > 0:
            leave_round(s, take_newest(s, seat))
        s.bolted[seat] = False
        s.score[seat] = 0


@rule("B3")
def place_from_decks(s: State) -> None:
    """Each player draws a card and places it on the field; only its value counts."""
    for seat in range(SEATS):
        put_on_field(s, seat, draw(s, seat))


@rule("S2")
def lower_score_begins(s: State) -> bool:
    """The player with the lower score begins."""
    if s.score[0] == s.score[1]:
        return False
    begin_turn(s, 0 if s.score[0] < s.score[1] else 1)
    return True


@rule("B4")
def place_from_hands(s: State) -> None:
    """Both decks are empty: player 0 places a card from the hand, then player 1."""
    s.placing = True
    s.to_move = 0
    if s.options.stranded == STRANDED_DRAWS:
        stranded_draws(s)
    else:
        stranded_loses(s)


@rule("B5")
def stranded_draws(s: State) -> bool:
    """If either player has no card left to place before anyone places one, the round is a draw."""
    if s.hand_size[0] > 0 and s.hand_size[1] > 0:
        return False
    end_round(s, DRAWN, STRANDED)
    return True


@rule("B5")
def stranded_loses(s: State) -> bool:
    """If you have no card left to place, you lose; if neither player has one, it is a draw."""
    seat = s.to_move
    if s.hand_size[seat] > 0:
        return False
    end_round(s, DRAWN if s.hand_size[foe(seat)] == 0 else foe(seat), STRANDED)
    return True


@rule("B4")
def place_initial_card(s: State, card: int) -> None:
    """A card that you place from your hand in an initialization lies face up and has no effect."""
    seat = s.to_move
    take_from_hand(s, seat, card)
    put_on_field(s, seat, card)
    if seat == 0:
        s.to_move = 1
        if s.options.stranded == STRANDED_LOSES:
            stranded_loses(s)
    else:
        s.placing = False
        if not lower_score_begins(s):
            initialize(s)


# --- turn ---


@helper
def allowed(s: State, card: int) -> bool:
    """Whether the seat to move may place a card."""
    return is_in_hand(s, int(s.to_move), card)


@rule("S4")
def is_in_hand(s: State, seat: int, card: int) -> bool:
    """You can place only cards from your own hand."""
    return s.hand[seat, card] > 0


@helper
def legal(s: State, moves: Array) -> int:
    """List the cards that the seat to move may place, and say how many those are."""
    seat, count = int(s.to_move), 0
    for card in range(KINDS):
        moves[count] = card
        count += is_in_hand(s, seat, card)
    return count


@helper
def play(s: State, card: int) -> None:
    """Place a card for the seat to move, in an initialization or in a turn."""
    if s.placing:
        place_initial_card(s, card)
    else:
        take_turn(s, card)


@helper
def take_turn(s: State, card: int) -> None:
    """The player to move places a card in a turn."""
    seat = s.to_move
    take_from_hand(s, seat, card)
    if special_as_last_card_loses(s, seat, card):
        return
    reevaluate_field(s, seat, card)
    compare_scores(s, seat)


@rule("B10")
def special_as_last_card_loses(s: State, seat: int, card: int) -> bool:
    """A Bolt or a Mirror played as the last card of your hand loses at once, before any effect."""
    if s.hand_size[seat] > 0 or not is_special(card):
        return False
    leave_round(s, card)
    end_round(s, foe(seat), SPECIAL_LAST)
    return True


@helper
def begin_turn(s: State, seat: int) -> None:
    """A player is to move, unless the hand is empty."""
    s.to_move = seat
    if s.hand_size[seat] == 0:
        if s.hand_size[foe(seat)] == 0:
            scores_decide(s)
        else:
            lose_without_cards(s, seat)


@rule("B12")
def scores_decide(s: State) -> None:
    """If both hands are empty at the start of a turn, the higher score wins; equal scores draw."""
    if s.score[0] == s.score[1]:
        end_round(s, DRAWN, HANDS_EMPTY)
    else:
        end_round(s, 0 if s.score[0] > s.score[1] else 1, HANDS_EMPTY)


@rule("B12")
def lose_without_cards(s: State, seat: int) -> None:
    """If your hand is empty at the start of your turn and your opponent's is not, you lose."""
    end_round(s, foe(seat), HAND_EMPTY)


@rule("B13")
def count_turn(s: State, turn: int) -> None:
    """Turns are numbered from 0, and from 0 again after every initialization."""
    s.turn = turn


# --- field re-evaluation ---


@helper
def reevaluate_field(s: State, seat: int, card: int) -> None:
    """Carry out what the card does."""
    if card == BOLT:
        strike(s, foe(seat))
    elif card == MIRROR:
        exchange_fields(s)
    elif card == ONE and s.bolted[seat]:
        revive(s, seat)
    else:
        place_number(s, seat, card)


@rule("B7")
def place_number(s: State, seat: int, card: int) -> None:
    """A number card goes on your field; if your newest card is invalidated, it is removed first."""
    remove_bolted(s, seat)
    put_on_field(s, seat, card)


@rule("B6")
def revive(s: State, seat: int) -> None:
    """Your 1 makes your invalidated card valid again and leaves the round."""
    s.bolted[seat] = False
    count_card(s, seat, newest(s, seat), 1)
    leave_round(s, ONE)


@rule("S6", "B6", "B7")
def strike(s: State, target: int) -> None:
    """A Bolt invalidates the newest card of the opponent's field; if that card is invalidated
    already, it is removed and the card below it is invalidated. The Bolt leaves the round.
    """
    leave_round(s, BOLT)
    remove_bolted(s, target)
    if not nothing_to_strike(s, target):
        s.bolted[target] = True
        count_card(s, target, newest(s, target), -1)


@rule("B8")
def nothing_to_strike(s: State, target: int) -> bool:
    """A Bolt against a field with no card left invalidates nothing."""
    return s.field_size[target] == 0


@rule("B6", "B9")
def exchange_fields(s: State) -> None:
    """A Mirror swaps the two fields, invalidated cards included, and leaves the round."""
    leave_round(s, MIRROR)
    for place in range(max(s.field_size[0], s.field_size[1])):
        s.field[0, place], s.field[1, place] = s.field[1, place], s.field[0, place]
    s.field_size[0], s.field_size[1] = s.field_size[1], s.field_size[0]
    s.bolted[0], s.bolted[1] = s.bolted[1], s.bolted[0]
    s.score[0], s.score[1] = s.score[1], s.score[0]


# --- after your card ---


@helper
def compare_scores(s: State, seat: int) -> None:
    """Compare the scores after a player's card."""
    own, other = s.score[seat], s.score[foe(seat)]
    if own < other:
        lose_with_lower_score(s, seat)
    elif own == other:
        start_again(s)
    else:
        pass_the_turn(s, seat)


@rule("B11")
def lose_with_lower_score(s: State, seat: int) -> None:
    """If your score is lower after your card, you lose."""
    end_round(s, foe(seat), LOWER_SCORE)


@rule("B11")
def start_again(s: State) -> None:
    """The scores are equal: a new initialization follows."""
    initialize(s)


@rule("B11")
def pass_the_turn(s: State, seat: int) -> None:
    """If your score is higher after your card, it is your opponent's turn."""
    count_turn(s, s.turn + 1)
    begin_turn(s, foe(seat))


# --- scoring ---


@rule("B14")
def points(s: State, seat: int) -> int:
    """A won round gives 2 points, a lost one none, and a drawn one what `draw_points` says."""
    if s.winner == DRAWN:
        return int(s.options.draw_points)
    return 2 if s.winner == seat else 0


@rule("B14")
def forfeit(s: State, seat: int) -> None:
    """A player who gives up, takes too long or answers with no legal move loses the round."""
    end_round(s, foe(seat), FORFEIT)
