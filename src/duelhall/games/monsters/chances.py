"""What chance brings in a game of Monsters: the cards that effects and reshuffles pick."""

from functools import partial

from duelhall.engine.features import OutcomeNotation
from duelhall.engine.record import Array
from duelhall.engine.template import interpreted
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import State
from duelhall.games.monsters.words import DECK
from duelhall.games.monsters.zones import pick, pick_place, qualifies


def cards_to_pick(
    names: Names, s: State, zone: Array, seat: int, trait: int, lasting: int
) -> list[str]:
    """The cards in a zone that can be picked; copies of a card are alike."""
    fits = interpreted(qualifies)
    kinds = [kind for kind in range(DECK) if zone[kind] and fits(s, seat, kind, trait, lasting)]
    return [names.card_word(s.options, seat, kind) for kind in kinds for _ in range(zone[kind])]


def cards_to_draw(names: Names, s: State, row: Array, seat: int, place: int, end: int) -> list[str]:
    """The cards in a part of a row."""
    return [names.card_word(s.options, seat, int(kind)) for kind in row[place:end]]


def outcome_notation(names: Names) -> OutcomeNotation:
    """What is picked is written with the cards' names."""
    return OutcomeNotation(
        {pick: partial(cards_to_pick, names), pick_place: partial(cards_to_draw, names)}
    )
