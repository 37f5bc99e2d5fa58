"""Drawing cards (N2, N9, N10, N32)."""

from duelhall.engine.rule import helper, rule
from duelhall.engine.seats import SEATS
from duelhall.games.binmat.piles import (
    EVERYBODY,
    discard_of,
    identify,
    move,
    settle,
    shuffle_discard,
    stack_of,
    top,
)
from duelhall.games.binmat.state import (
    ATTACKER,
    ATTACKER_DECK,
    DECKS,
    DEFENDER,
    DOWN_AFTER_RESHUFFLE,
    EXHAUSTED,
    EXHAUSTED_ATTACKER,
    EXHAUSTED_WINS,
    HANDS,
    State,
)


@helper
def may_draw(s: State, seat: int, deck: int) -> bool:
    """Whether a player may draw from a deck."""
    if deck == ATTACKER_DECK:
        return is_attackers(s, seat) and attacker_deck_has_cards(s)
    return lane_is_free(s, seat, deck - DECKS) and lane_has_cards(s, seat, deck)


@rule("N32")
def is_attackers(_s: State, seat: int) -> bool:
    """Only the attacker draws from the attacker deck."""
    return seat == ATTACKER


@rule("N10")
def attacker_deck_has_cards(s: State) -> bool:
    """Nobody draws from an empty attacker deck with an empty discard pile."""
    return s.count[ATTACKER_DECK] + s.count[discard_of(ATTACKER_DECK)] > 0


@rule("N32")
def lane_is_free(s: State, seat: int, lane: int) -> bool:
    """The attacker draws from lanes without a defender stack in front, the defender from any."""
    return seat == DEFENDER or s.count[stack_of(DEFENDER, lane)] == 0


@rule("N9")
def lane_has_cards(s: State, seat: int, deck: int) -> bool:
    """Whether one may draw from a lane without any card is up to the rule set and the role."""
    if s.count[deck] + s.count[discard_of(deck)] > 0:
        return True
    if s.options.exhausted_lane == EXHAUSTED_ATTACKER:
        return seat == ATTACKER
    return s.options.exhausted_lane == EXHAUSTED_WINS


@rule("N32")
def draw(s: State, seat: int, deck: int) -> None:
    """A player draws the top of a deck; an empty one first takes its discard pile, shuffled."""
    is_fresh = s.count[deck] == 0
    if is_fresh and not reshuffle(s, deck):
        exhaust(s)
    else:
        take_top(s, seat, deck, is_fresh)


@rule("N32", "N2")
def reshuffle(s: State, deck: int) -> bool:
    """The discard pile is shuffled into the empty deck, which shows its top again or lies face
    down from then on.
    """
    if s.count[discard_of(deck)] == 0:
        return False
    shuffle_discard(s, deck)
    if deck != ATTACKER_DECK and s.options.reshuffled_deck == DOWN_AFTER_RESHUFFLE:
        s.shown[deck - DECKS] = False
    return True


@rule("N9")
def exhaust(s: State) -> None:
    """A draw from a lane without any card: the attacker wins."""
    s.winner, s.reason = ATTACKER, EXHAUSTED


@helper
def take_top(s: State, seat: int, deck: int, is_fresh: bool) -> None:  # noqa: FBT001, Numba takes it so
    """Take the top card of a deck into a hand; everybody has seen it if it lay face up, but for
    the first one of a deck that was just shuffled (N2, N40).
    """
    is_seen = is_open(s, deck) and not is_fresh
    move(s, top(s, deck), HANDS + seat, 0, EVERYBODY if is_seen else seat)
    show_top(s, deck)


@helper
def is_open(s: State, deck: int) -> bool:
    """Whether a deck shows its top card."""
    return deck != ATTACKER_DECK and s.shown[deck - DECKS] > 0


@rule("N1", "N40")
def show_top(s: State, deck: int) -> bool:
    """Everybody sees the top card of a deck that lies face up."""
    if not is_open(s, deck) or s.count[deck] == 0:
        return False
    card = top(s, deck)
    for seat in range(SEATS):
        identify(s, seat, card)
        settle(s, seat, deck, deck)
    return True
