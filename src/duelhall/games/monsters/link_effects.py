"""What effects do to the links of a chain (M10, M15)."""

from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.state import CANCELLED, TO_HAND, TO_STASIS, State
from duelhall.games.monsters.words import CANCEL, KEEP, MONSTER, PREVIOUS, RETURN
from duelhall.games.monsters.zones import link_kind


@helper
def change_link(s: State, operation: int, subject: int) -> None:
    """Do something to the link that resolves, or to the one before it."""
    this = int(s.resolving) - 1
    if operation == KEEP:
        keep_in_clear(s, this)
    elif operation == RETURN and subject != PREVIOUS:
        move_in_clear(s, this)
    elif this > s.chain_start:
        if operation == CANCEL:
            cancel(s, this - 1)
        else:
            move_in_clear(s, this - 1)


@rule("M10")
def cancel(s: State, place: int) -> None:
    """The link before this one is cancelled: it does nothing and adds no stats."""
    s.links[place] = int(s.links[place]) | CANCELLED


@helper
def send_in_clear(s: State, place: int, flag: int) -> bool:
    """Let a card go somewhere in Clear, wherever it would have gone before; a monster stays."""
    link = int(s.links[place])
    if link_kind(link) == MONSTER:
        return False
    s.links[place] = (link & (0xFFFF - TO_HAND - TO_STASIS)) | flag
    return True


@rule("M15")
def move_in_clear(s: State, place: int) -> bool:
    """A card that is moved leaves the Action zone in Clear and adds no stats from now on."""
    return send_in_clear(s, place, TO_HAND)


@rule("M15")
def keep_in_clear(s: State, place: int) -> bool:
    """A card that an effect keeps goes to Stasis in Clear; until then it counts as ever."""
    return send_in_clear(s, place, TO_STASIS)
