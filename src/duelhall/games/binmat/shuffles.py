"""The order that a reshuffle brought in a game played elsewhere: its cards, the top of the new deck
last, like every pile in writing (N32).
"""

from collections.abc import Sequence

from duelhall.engine.errors import shortened
from duelhall.engine.given import BadOrder
from duelhall.engine.record import State
from duelhall.games.binmat.cards import CARDS, NAMES
from duelhall.games.binmat.state import ATTACKER_DISCARD, DISCARDS, PLACE


def order_text(cards: Sequence[int]) -> str:
    """An order in writing."""
    return "".join(NAMES[card] for card in cards)


def parse_order(text: str) -> tuple[int, ...]:
    """The cards of an order, bottom first; there may be blanks between them."""
    letters = "".join(text.lower().split())
    words = [letters[place : place + 2] for place in range(0, len(letters), 2)]
    for word in words:
        if word not in NAMES:
            raise BadOrder(f"there is no card {shortened(word)}; an order is written as 5&7^@!")
    return tuple(NAMES.index(word) for word in words)


def pick(s: State, card: int, bound: int) -> int:
    """The draw that brings this card: its place among the cards that still lie in the pile."""
    place = int(s.spot[card]) // PLACE
    pile = [other for other in range(CARDS) if int(s.spot[other]) // PLACE == place]
    if not DISCARDS <= place <= ATTACKER_DISCARD or len(pile) != bound:
        raise BadOrder(f"{NAMES[card]} is not among the {bound} cards that are to be shuffled")
    return pile.index(card)
