"""What chance brings in a game of Frontline: the cards that are dealt (F21)."""

from duelhall.engine.features import OutcomeNotation
from duelhall.games.frontline.cards import MOST_KINDS, faces_in
from duelhall.games.frontline.dealing import draw_from_pool
from duelhall.games.frontline.state import State


def cards_to_draw(s: State) -> list[str]:
    """The cards that are left in the pool."""
    faces = faces_in(s.options.cards)
    return [faces[kind] for kind in range(1, MOST_KINDS + 1) for _ in range(s.pool[kind])]


OUTCOMES = OutcomeNotation({draw_from_pool: cards_to_draw})
