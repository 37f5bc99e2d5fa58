"""Drawing cards (N2, N9, N10, N32)."""

from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.piles import move, shuffle_discard
from duelhall.games.binmat.places import discard_of, stack_of, top
from duelhall.games.binmat.remembering import EVERYBODY, remember_top
from duelhall.games.binmat.state import (
    ALWAYS_UP,
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
    if not lane_is_free(s, seat, deck - DECKS):
        return False
    return lane_has_cards(s, deck) or may_exhaust(s, seat)


@rule("N32")
def is_attackers(_s: State, seat: int) -> bool:
    """Only the attacker can draw from the attacker deck."""
    return seat == ATTACKER


@rule("N10")
def attacker_deck_has_cards(s: State) -> bool:
    """You can draw from the attacker deck only while it or its discard pile has a card."""
    return s.count[ATTACKER_DECK] + s.count[discard_of(ATTACKER_DECK)] > 0


@rule("N32")
def lane_is_free(s: State, seat: int, lane: int) -> bool:
    """As the attacker you can draw only from lanes with no defender stack in front."""
    return seat == DEFENDER or s.count[stack_of(DEFENDER, lane)] == 0


@rule("N9")
def lane_has_cards(s: State, deck: int) -> bool:
    """You can draw from a lane only while its deck or its discard pile has a card."""
    return s.count[deck] + s.count[discard_of(deck)] > 0


@helper
def may_exhaust(s: State, seat: int) -> bool:
    """Whether a role may draw from a lane that has no card left, which ends the game (N9)."""
    if s.options.exhausted_lane == EXHAUSTED_ATTACKER:
        return seat == ATTACKER
    return s.options.exhausted_lane == EXHAUSTED_WINS


@rule("N32")
def draw(s: State, seat: int, deck: int) -> None:
    """You draw the top card of a deck; an empty deck first takes its discard pile, shuffled."""
    is_fresh = s.count[deck] == 0
    if is_fresh and not reshuffle(s, deck):
        exhaust(s)
    else:
        take_top(s, seat, deck, is_fresh)


@rule("N32")
def reshuffle(s: State, deck: int) -> bool:
    """The discard pile is shuffled and becomes the deck."""
    if s.count[discard_of(deck)] == 0:
        return False
    shuffle_discard(s, deck)
    if is_open(s, deck):
        if s.options.reshuffled_deck == DOWN_AFTER_RESHUFFLE:
            stay_down(s, deck)
        elif s.options.reshuffled_deck == ALWAYS_UP:
            open_at_once(s, deck)
        else:
            stay_open(s)
    return True


@rule("N2")
def stay_down(s: State, deck: int) -> None:
    """A face-up deck that was reshuffled lies face down for the rest of the game."""
    s.shown[deck - DECKS] = False


@rule("N2")
def stay_open(_s: State) -> None:
    """A face-up deck that was reshuffled shows its top card again once a card has been taken."""


@rule("N2")
def open_at_once(s: State, deck: int) -> None:
    """A face-up deck that was reshuffled shows its top card at once, and then it is drawn."""
    remember_top(s, top(s, deck), deck)


@rule("N9")
def exhaust(s: State) -> None:
    """If a player draws from a lane with no card left, the attacker wins."""
    s.winner, s.reason = ATTACKER, EXHAUSTED


@helper
def take_top(s: State, seat: int, deck: int, is_fresh: bool) -> None:  # noqa: FBT001, Numba takes it so
    """Take the top card of a deck into a hand; everybody has seen it if it lay face up, but for
    the first one of a deck that was just shuffled and did not show it (N2, N40).
    """
    is_seen = is_open(s, deck) and (not is_fresh or s.options.reshuffled_deck == ALWAYS_UP)
    move(s, top(s, deck), HANDS + seat, 0, EVERYBODY if is_seen else seat)
    show_top(s, deck)


@helper
def is_open(s: State, deck: int) -> bool:
    """Whether a deck shows its top card."""
    return deck != ATTACKER_DECK and s.shown[deck - DECKS] > 0


@rule("N1", "N40")
def show_top(s: State, deck: int) -> bool:
    """Both players see the top card of a deck that lies face up."""
    if not is_open(s, deck) or s.count[deck] == 0:
        return False
    remember_top(s, top(s, deck), deck)
    return True
