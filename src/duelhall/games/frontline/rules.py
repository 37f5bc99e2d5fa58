"""The game around the battle of Frontline (F20 to F23), and what the engine asks of it."""

from duelhall.engine.record import DRAWN, SEATS, UNDECIDED, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.cards import NO_CARD, SYMBOLS
from duelhall.games.frontline.deployment import (
    all_are_placed,
    choose_side,
    deal,
    deal_given,
    hand_size,
    may_commit,
    may_deploy,
    may_pick,
    may_place,
    may_stand_behind,
    pick,
    place_unit,
)
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    EQUAL_BATTLES,
    FORFEIT,
    FOUGHT,
    HALF,
    LARGEST_HAND,
    LEFT_END,
    MORE_BATTLES,
    MOVES,
    NO_PLACE,
    NO_SIDE,
    NOBODY,
    ODD_LEFT,
    OPTIONS,
    PICKING,
    PLACES,
    REASONS,
    RIGHT_END,
    STATE,
    TAKE,
    WIDTH,
    State,
    count_units,
    nobody_waits,
)
from duelhall.games.frontline.view import guess, view

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


# --- what may be done ---


@helper
def allowed(s: State, move: int) -> bool:
    """Whether the seat to move may make this move."""
    if move >= TAKE:
        return may_pick(s, move - TAKE)
    if move >= COMMIT:
        return may_commit(s, move)
    return may_deploy(s, move)


@helper
def legal(s: State, moves: Array) -> int:
    """List the moves that the seat to move may make, and say how many those are."""
    if s.stage == PICKING:
        return list_allowed(s, TAKE, MOVES, moves)
    if all_are_placed(s):
        return list_allowed(s, COMMIT, TAKE, moves)
    count = 0
    for card in range(hand_size(s, s.to_move)):
        if may_place(s, card):
            count = list_places(s, card, moves, count)
    return count


@helper
def list_allowed(s: State, start: int, end: int, moves: Array) -> int:
    """List those of some moves that are allowed."""
    count = 0
    for move in range(start, end):
        moves[count] = move
        count += allowed(s, move)
    return count


@helper
def list_places(s: State, card: int, moves: Array, count: int) -> int:
    """Add the places where a card can go to a list that is so long already."""
    first = card * PLACES
    moves[count], moves[count + 1] = first + LEFT_END, first + RIGHT_END
    count += 2
    for column in range(s.length[s.to_move]):
        moves[count] = first + BEHIND + column
        count += may_stand_behind(s, column)
    return count


@helper
def play(s: State, move: int) -> None:
    """Pick, deploy or commit for the seat to move."""
    if move >= TAKE:
        pick(s, move - TAKE)
    elif move >= COMMIT:
        commit(s, move)
    else:
        place_unit(s, move)


@rule("F22")
def commit(s: State, move: int) -> None:
    """Player 0 deploys and commits, then player 1."""
    seat = s.to_move
    if move != COMMIT:
        choose_side(s, move)
    if seat == 0:
        s.to_move = 1
    else:
        reveal(s)
        fight(s)
        score_battle(s)


# --- the battle and the match ---


@rule("F23")
def reveal(s: State) -> None:
    """Both have committed: the armies are revealed and set against each other."""
    s.victor = UNDECIDED
    for seat in range(SEATS):
        station(s, seat)


@helper
def station(s: State, seat: int) -> None:
    """Bring a deployed army onto the battlefield."""
    first = first_column(s, seat)
    for card in range(hand_size(s, seat)):
        for symbol in range(SYMBOLS):
            s.symbols[seat, card + 1, symbol] = s.options.cards[s.hand[seat, card], symbol]
    for column in range(s.length[seat]):
        s.front[seat, first + column] = s.ahead[seat, column]
        s.back[seat, first + column] = s.behind[seat, column]
    count_units(s, seat)


@helper
def first_column(s: State, seat: int) -> int:
    """Where on the battlefield a front line begins that has been deployed around the divide."""
    return HALF - (s.length[seat] + (s.odd[seat] == ODD_LEFT)) // 2


@rule("F23")
def score_battle(s: State) -> None:
    """The winner of a battle gets one point; a tie gives none."""
    if s.victor != DRAWN:
        s.score[s.victor] += 1
    s.fought += 1
    clear_battlefield(s)
    if not match_is_decided(s) and not match_is_drawn(s):
        next_battle(s)


@helper
def clear_battlefield(s: State) -> None:
    """Take everything off the battlefield, to the last marker."""
    for seat in range(SEATS):
        for unit in range(LARGEST_HAND + 1):
            for symbol in range(SYMBOLS):
                s.symbols[seat, unit, symbol] = 0
        for column in range(WIDTH):
            s.front[seat, column], s.back[seat, column] = NOBODY, NOBODY
            s.hastened[seat, column], s.markers[seat, column] = 0, 0
        s.left[seat], s.right[seat], s.units[seat] = 0, 0, 0
    nobody_waits(s)
    for place in range(1 + SEATS * WIDTH):
        s.following[place] = NO_PLACE
    for mark in range(SEATS * WIDTH):
        s.marked[mark] = 0
    s.fortresses, s.changes, s.rounds, s.speed, s.victor = 0, 0, 0, 0, 0


@rule("F23")
def match_is_decided(s: State) -> bool:
    """The match ends when the remaining battles cannot change the winner."""
    lead = int(s.score[0]) - int(s.score[1])
    if abs(lead) <= s.options.battles - s.fought:
        return False
    end_match(s, 0 if lead > 0 else 1, MORE_BATTLES)
    return True


@rule("F23")
def match_is_drawn(s: State) -> bool:
    """If the points are equal after the last battle, the match is drawn."""
    if s.fought < s.options.battles:
        return False
    end_match(s, DRAWN, EQUAL_BATTLES)
    return True


@helper
def end_match(s: State, winner: int, reason: int) -> None:
    """The match is over, and everything lies open."""
    s.winner, s.reason, s.stage = winner, reason, FOUGHT


@rule("F23")
def next_battle(s: State) -> None:
    """The next battle is fought with a fresh deal."""
    for seat in range(SEATS):
        s.length[seat], s.odd[seat] = 0, NO_SIDE
        for place in range(LARGEST_HAND):
            s.hand[seat, place], s.placed[seat, place] = NO_CARD, False
            s.ahead[seat, place], s.behind[seat, place] = NOBODY, NOBODY
    deal(s)


@rule("F23")
def points(s: State, seat: int) -> int:
    """A player's points are the battles won."""
    return int(s.score[seat])


@rule("F23")
def forfeit(s: State, seat: int) -> None:
    """A player who gives up loses the battle at hand, and with it the match."""
    s.score[foe(seat)] += 1
    s.winner, s.reason = foe(seat), FORFEIT
