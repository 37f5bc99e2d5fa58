"""A game of BINMAT from its beginning, turn by turn and by the clock (N8, N11, N30, N31)."""

from collections.abc import Mapping

from duelhall.engine.chance import below
from duelhall.engine.errors import shortened
from duelhall.engine.options import Value
from duelhall.engine.record import UNDECIDED, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.engine.sources import BadOutcome, OutcomeNotation
from duelhall.games.binmat.combat import fight, may_begin_in, role_may_begin
from duelhall.games.binmat.guess import guess
from duelhall.games.binmat.memory import remember_deal
from duelhall.games.binmat.piles import draw, may_draw, show_top, shuffle_discard
from duelhall.games.binmat.state import (
    ATTACKER,
    BOUNCE,
    BOUNCE_RULEBOOK,
    BREAK,
    CARD_MOVES,
    CARDS,
    COMBAT,
    DECK,
    DECKS,
    DEFENDER,
    DISCARD,
    DISCARD_FOR_TWO,
    DISCARDS,
    DRAW,
    ELAPSED,
    FIRST_OPEN_LANE,
    FORFEIT,
    HANDS,
    LANES,
    MOVES,
    NAMES,
    OPTIONS,
    PASS,
    PLACE,
    PLAY_DOWN,
    PLAY_UP,
    REASONS,
    STARVED,
    STATE,
    TRAP,
    TURNS,
    WAYS,
    YES,
    State,
    discard_of,
    face_of,
    place_of,
    stack_of,
)
from duelhall.games.binmat.turn import (
    begins_combat,
    bounce_away,
    discard,
    discard_for_two,
    holds,
    may_discard,
    may_discard_for_two,
    may_play,
    pass_turn,
    place_card,
)
from duelhall.games.binmat.view import view


@rule("N30")
def deal(s: State) -> None:
    """The 78 cards are shuffled and dealt, thirteen to each lane deck."""
    for card in range(CARDS):
        other = below(s, card + 1)
        s.spot[card] = s.spot[other]
        s.spot[other] = spot_in_decks(card)
    set_up(s)


@helper
def deal_given(s: State, cards: Array) -> None:
    """Start from six lane decks that were shuffled elsewhere, bottom first."""
    for place in range(CARDS):
        s.spot[cards[place]] = spot_in_decks(place)
    set_up(s)


@helper
def spot_in_decks(place: int) -> int:
    """The spot of the card at a place in all lane decks laid end to end."""
    return (DECKS + place // DECK) * PLACE + place % DECK


@helper
def set_up(s: State) -> None:
    """Turn up the tops of the open lanes, and let the defender begin."""
    s.to_move = DEFENDER
    remember_deal(s)
    for lane in range(LANES):
        s.count[DECKS + lane] = DECK
        s.shown[lane] = lane >= FIRST_OPEN_LANE
    for lane in range(FIRST_OPEN_LANE, LANES):
        show_top(s, DECKS + lane)


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


OF_NUMBERS, OF_BOUNCES, OF_BREAKS = (MOVES - (WAYS + 1) * row for row in (3, 2, 1))
"""Where a list of legal moves has room to note what can be done with a kind of card: 78 cards, 12
ways to play each and one or six to discard it, and no hand can hold them all."""


# --- what may be done ---


@helper
def allowed(s: State, move: int) -> bool:
    """Whether the seat to move may make this move."""
    seat = int(s.to_move)
    if move == PASS:
        return True
    if move < COMBAT:
        return may_draw(s, seat, DECKS + move - DRAW)
    if move < CARD_MOVES:
        return role_may_begin(s, seat) and may_begin_in(s, seat, move - COMBAT)
    card, way = (move - CARD_MOVES) // WAYS, (move - CARD_MOVES) % WAYS
    return holds(s, seat, card) and may_use(s, seat, face_of(card), way)


@helper
def may_use(s: State, seat: int, face: int, way: int) -> bool:
    """Whether a card of this face can be used in this way."""
    if way == DISCARD_FOR_TWO:
        return may_discard_for_two(s, seat)
    if way >= DISCARD:
        return may_discard(s, seat)
    return may_play(s, seat, face, way % LANES, way >= PLAY_UP)


@helper
def legal(s: State, moves: Array) -> int:
    """List the moves that the seat to move may make, and say how many those are."""
    seat = int(s.to_move)
    moves[0] = PASS
    count = list_draws(s, seat, moves, 1)
    if role_may_begin(s, seat):
        count = list_combats(s, seat, moves, count)
    if s.count[HANDS + seat] > 0:
        count = list_cards(s, seat, moves, count)
    return count


@helper
def list_draws(s: State, seat: int, moves: Array, count: int) -> int:
    """Add the draws to a list that is so long already."""
    for deck in range(LANES + 1):
        moves[count] = DRAW + deck
        count += may_draw(s, seat, DECKS + deck)
    return count


@helper
def list_combats(s: State, seat: int, moves: Array, count: int) -> int:
    """Add the combats to a list that is so long already."""
    for lane in range(LANES):
        moves[count] = COMBAT + lane
        count += may_begin_in(s, seat, lane)
    return count


@helper
def list_cards(s: State, seat: int, moves: Array, count: int) -> int:
    """Add what can be done with the cards in hand to a list that is so long already.

    That is the same for all cards but BOUNCE and BREAK, is found out when it is needed, and waits
    at the far end of the list, which no list of legal moves reaches.
    """
    more = other_ways(s, seat)
    numbers = note_ways(more | lanes_for(s, seat, TRAP), moves, OF_NUMBERS)
    bounces, breaks = -1, -1
    left, card = int(s.count[HANDS + seat]), -1
    while left > 0:
        card += 1
        if place_of(s, card) == HANDS + seat:
            left -= 1
            noted, ways = OF_NUMBERS, numbers
            if face_of(card) == BOUNCE:
                if bounces < 0:
                    bounces = note_ways(more | lanes_for(s, seat, BOUNCE), moves, OF_BOUNCES)
                noted, ways = OF_BOUNCES, bounces
            elif face_of(card) == BREAK:
                if breaks < 0:
                    breaks = note_ways(more | lanes_for(s, seat, BREAK), moves, OF_BREAKS)
                noted, ways = OF_BREAKS, breaks
            for way in range(ways):
                moves[count + way] = CARD_MOVES + card * WAYS + moves[noted + way]
            count += ways
    return count


@helper
def note_ways(ways: int, moves: Array, noted: int) -> int:
    """Write the ways that are given as bits one after another, and say how many they are."""
    count = 0
    for way in range(WAYS):
        moves[noted + count] = way
        count += (ways >> way) & 1
    return count


@helper
def lanes_for(s: State, seat: int, face: int) -> int:
    """The ways in which a card of this face can be played, as bits."""
    ways = 0
    for lane in range(LANES):
        for up in (False, True):
            way = PLAY_UP + lane if up else PLAY_DOWN + lane
            ways |= int(may_play(s, seat, face, lane, up)) << way
    return ways


@helper
def other_ways(s: State, seat: int) -> int:
    """The ways in which any card can be discarded, as bits."""
    ways = int(may_discard_for_two(s, seat)) << DISCARD_FOR_TWO
    if may_discard(s, seat):
        ways |= ((1 << LANES) - 1) << DISCARD
    return ways


# --- what a move does ---


@helper
def play(s: State, move: int) -> None:
    """Take a turn."""
    seat = int(s.to_move)
    if move == PASS:
        pass_turn(s, seat)
    else:
        s.passes[seat] = 0
        act(s, seat, move)
    is_last = s.turn == TURNS - 1  # the end of all turns goes before N11 (N30)
    if s.winner == UNDECIDED and (is_last or not attacker_starves(s)):
        end_turn(s)


@helper
def act(s: State, seat: int, move: int) -> None:
    """Do what a move says that is not a pass."""
    if move < COMBAT:
        draw(s, seat, DECKS + move - DRAW)
    elif move < CARD_MOVES:
        fight(s, seat, move - COMBAT)
    else:
        use_card(s, seat, (move - CARD_MOVES) // WAYS, (move - CARD_MOVES) % WAYS)


@helper
def use_card(s: State, seat: int, card: int, way: int) -> None:
    """Play or discard a card."""
    if way == DISCARD_FOR_TWO:
        discard_for_two(s, card)
    elif way >= DISCARD:
        discard(s, seat, card, way - DISCARD)
    else:
        lane = way % LANES
        place_card(s, seat, card, lane, way >= PLAY_UP)
        if way >= PLAY_UP:
            act_face_up(s, seat, card, lane)


@helper
def act_face_up(s: State, seat: int, card: int, lane: int) -> None:
    """Let a card act that was played face up."""
    if begins_combat(s, seat, card, lane):
        fight(s, seat, lane)
    elif bounces_away(s, seat, card, lane):
        bounce_away(s, card, lane)


@helper
def bounces_away(s: State, seat: int, card: int, lane: int) -> bool:
    """Whether an attacker's BOUNCE acts without combat."""
    if seat != ATTACKER or face_of(card) != BOUNCE:
        return False
    return s.options.attacker_bounce == BOUNCE_RULEBOOK and s.count[stack_of(seat, lane)] == 1


@rule("N30")
def end_turn(s: State) -> None:
    """A turn is one action or a pass; when all 110 turns are over, the defender wins."""
    s.turn += 1
    s.to_move = foe(int(s.to_move))
    if s.turn == TURNS:
        s.winner, s.reason = DEFENDER, ELAPSED


@rule("N11")
def attacker_starves(s: State) -> bool:
    """The defender wins if the attacker has no card in hand or stacks and no lane to draw from."""
    if s.options.starving != YES or s.count[HANDS + ATTACKER] > 0:
        return False
    for lane in range(LANES):
        if s.count[stack_of(ATTACKER, lane)] > 0:
            return False
        deck = DECKS + lane
        has_cards = s.count[deck] + s.count[discard_of(deck)] > 0
        if has_cards and s.count[stack_of(DEFENDER, lane)] == 0:
            return False
    s.winner, s.reason = DEFENDER, STARVED
    return True


@helper
def points(s: State, seat: int) -> int:
    """A won game counts 1."""
    return int(s.winner == seat)


@rule("N31")
def forfeit(s: State, seat: int) -> None:
    """A player who gives up loses."""
    s.winner, s.reason = foe(seat), FORFEIT


def lasts_its_time(options: Mapping[str, Value]) -> bool:
    """Whether a turn lasts until its time is up, however soon the move comes."""
    return options["turn"] == "exactly"


def refusal_is_late(options: Mapping[str, Value]) -> bool:
    """Whether a refused move is a pass where it is the turn's only try."""
    return options["two_passes"] == "hand"


def cards_to_shuffle(s: State, deck: int) -> list[str]:
    """The cards that still lie in the discard pile of a deck."""
    pile = deck - DECKS + DISCARDS
    return [NAMES[card] for card in range(CARDS) if int(s.spot[card]) // PLACE == pile]


def parse_outcomes(text: str) -> tuple[str, ...]:
    """The cards of a reshuffled pile, bottom first; there may be blanks between them."""
    letters = "".join(text.lower().split())
    words = [letters[place : place + 2] for place in range(0, len(letters), 2)]
    for word in words:
        if word not in NAMES:
            raise BadOutcome(f"there is no card {shortened(word)}; a pile is written like 5&7^@!")
    return tuple(words)


OUTCOMES = OutcomeNotation({shuffle_discard: cards_to_shuffle}, "".join, parse_outcomes)
