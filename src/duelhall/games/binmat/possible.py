"""Whether a role can remember what a position says that it does.

Rules and guesses rely on it: a memory with gaps, or one that nothing can be behind, is refused.
"""

from duelhall.engine.errors import BadPosition
from duelhall.games.binmat.cards import CARDS, NAMES
from duelhall.games.binmat.past import LOCATED
from duelhall.games.binmat.places import is_ordered
from duelhall.games.binmat.state import NOWHERE, PLACE, PLACES, State


def check_seen(s: State, seat: int) -> None:
    """Refuse a memory by which a card can be nowhere, or not where it is."""
    places = (s.spot // PLACE).tolist()
    masks = s.seen[seat].tolist()
    for card, mask in enumerate(masks):
        if not mask:
            raise BadPosition(f"seen{seat} says nothing about the card {NAMES[card]}")
        if mask & 1 << NOWHERE or not (places[card] == NOWHERE or mask >> places[card] & 1):
            raise BadPosition(f"seen{seat} rules out the place of the card {NAMES[card]}")
    room = [int(count) - places.count(place) for place, count in enumerate(s.count)]
    hidden = [mask for mask, place in zip(masks, places, strict=True) if place == NOWHERE]
    if not have_room(hidden, room):
        raise BadPosition(f"by seen{seat} the hidden cards cannot all be where cards are hidden")


def check_past(s: State, seat: int) -> None:
    """Refuse a past with gaps, or one that knows where a card is and does not remember it."""
    for card in range(CARDS):
        kin, mask = int(s.kin[seat, card]), int(s.seen[seat, card])
        if not kin:
            raise BadPosition(f"past{seat} says nothing about the card {NAMES[card]}")
        if kin == LOCATED and s.spot[card] == NOWHERE and not _is_in_a_pile(mask):
            raise BadPosition(f"past{seat} says that the card {NAMES[card]} was seen where it lies")


def _is_in_a_pile(mask: int) -> bool:
    """Whether these places are a single one, in which cards have no order (N41)."""
    return mask.bit_count() == 1 and not is_ordered(mask.bit_length() - 1)


def have_room(masks: list[int], room: list[int]) -> bool:
    """Whether cards fit into places with so much room, each into one of the places of its mask."""
    lying: list[list[int]] = [[] for _ in range(PLACES)]
    return all(_is_laid(mask, room, lying, set()) for mask in masks)


def _is_laid(mask: int, room: list[int], lying: list[list[int]], tried: set[int]) -> bool:
    """Lay a card somewhere, if need be by moving others; False if there is no way."""
    for place in range(PLACES):
        if not mask >> place & 1 or place in tried:
            continue
        tried.add(place)
        others = lying[place]
        if len(others) < room[place]:
            others.append(mask)
            return True
        for number, other in enumerate(others):
            if _is_laid(other, room, lying, tried):
                others[number] = mask
                return True
    return False
