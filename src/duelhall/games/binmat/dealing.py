"""The beginning of a game of BINMAT (N30)."""

from duelhall.engine.chance import below
from duelhall.engine.record import Array
from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.cards import CARDS
from duelhall.games.binmat.drawing import show_top
from duelhall.games.binmat.remembering import remember_deal
from duelhall.games.binmat.state import DECK, DECKS, DEFENDER, FIRST_OPEN_LANE, LANES, PLACE, State


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
