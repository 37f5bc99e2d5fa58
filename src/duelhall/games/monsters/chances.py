"""What chance brings in a game of Monsters: the cards that effects and reshuffles pick."""

from duelhall.engine.binding import interpreted
from duelhall.engine.features import OutcomeNotation
from duelhall.engine.record import Array
from duelhall.games.monsters.names import card_word
from duelhall.games.monsters.state import State
from duelhall.games.monsters.words import DECK
from duelhall.games.monsters.zones import pick, qualifies


def cards_to_pick(s: State, zone: Array, seat: int, trait: int, lasting: int) -> list[str]:
    """The cards in a zone that can be picked; copies of a card are alike."""
    fits = interpreted(qualifies)
    kinds = [kind for kind in range(DECK) if zone[kind] and fits(s, seat, kind, trait, lasting)]
    return [card_word(s.options, seat, kind) for kind in kinds for _ in range(zone[kind])]


OUTCOMES = OutcomeNotation({pick: cards_to_pick})
