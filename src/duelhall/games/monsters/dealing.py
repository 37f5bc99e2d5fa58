"""Setting a game up (M1, M2)."""

from duelhall.engine.chance import below, shuffle
from duelhall.engine.record import SEATS, Array
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.acting import begin_with_monsters
from duelhall.games.monsters.effects import draw
from duelhall.games.monsters.state import OPENING_HAND, State
from duelhall.games.monsters.table import copies_of
from duelhall.games.monsters.turns import start_turn
from duelhall.games.monsters.words import DECK, PLAY


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
