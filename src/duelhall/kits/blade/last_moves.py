"""The `lastmove` of the original bot interface: a card that stays the same card.

It is set by a card after which the turn passed on, and outlasts initializations. While it lies on a
field, which a Mirror may have given to the other player, a Bolt makes it invalid and a 1 makes it
valid again; after that it stays as it was last seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from duelhall.engine.features import Seen
from duelhall.engine.record import SEATS, other_seat
from duelhall.games.blade.state import BOLT, MIRROR, NAMES, ONE, State


@dataclass(frozen=True)
class LastMove:
    """A card that a player played last."""

    card: int
    valid: bool = True
    field: int | None = None  # the seat whose field it lies on
    below: int = 0  # how many cards lie below it there


Last = list[LastMove | None]
"""The last move of each seat."""


def last_moves(told: Sequence[Seen]) -> Last:
    """The `lastmove` of each seat, from all moves of the round so far."""
    last: Last = [None] * SEATS
    before: State | None = None
    for each in told:
        passed_on = each.view.turn > (0 if before is None else before.turn)
        last = [each_last and _followed(each_last, each, before) for each_last in last]
        if passed_on:
            last[each.seat] = _played(each, before)
        else:
            last = [each_last and replace(each_last, field=None) for each_last in last]
        before = each.view
    return last


def _played(move: Seen, before: State | None) -> LastMove:
    """The card of a move, on the field of its player if it went there."""
    card, after = NAMES.index(move.move), move.view
    if card in (BOLT, MIRROR) or _revives(move, before):
        return LastMove(card)
    return LastMove(card, field=move.seat, below=int(after.field_size[move.seat]) - 1)


def _revives(move: Seen, before: State | None) -> bool:
    return NAMES.index(move.move) == ONE and before is not None and bool(before.bolted[move.seat])


def _followed(last: LastMove, move: Seen, before: State | None) -> LastMove:
    """An earlier card after another move."""
    if last.field is None or move.view.turn == 0:  # the fields have been cleared
        return last
    card, after = NAMES.index(move.move), move.view
    field = other_seat(last.field) if card == MIRROR else last.field
    size = int(after.field_size[field])
    replaced = (
        before is not None
        and card not in (BOLT, MIRROR, ONE)
        and field == move.seat
        and bool(before.bolted[field])
        and last.below == before.field_size[field] - 1
    )
    if replaced or last.below >= size:
        return replace(last, valid=False, field=None)
    is_struck = bool(after.bolted[field]) and last.below == size - 1
    return replace(last, valid=not is_struck, field=field)
