"""What chance brings in a game of BINMAT: the cards of a reshuffled pile, the top of the new deck
last, like every pile in writing (N32).
"""

from duelhall.engine.errors import shortened
from duelhall.engine.features import OutcomeNotation
from duelhall.engine.sources import BadOutcome
from duelhall.games.binmat.cards import CARDS, NAMES
from duelhall.games.binmat.piles import shuffle_discard
from duelhall.games.binmat.state import DECKS, DISCARDS, PLACE, State


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
