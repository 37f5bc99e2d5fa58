"""The original form of a Blade bot: one process per decision, JSON in, the index of a card out.

The facts at the end of Blade's rulings describe the JSON. A hand is listed as it is printed there:
numbers, then Bolts, then Mirrors.
"""

import re
from collections.abc import Sequence
from typing import Any

from duelhall.engine.errors import shortened
from duelhall.engine.features import ImpossibleAnswer, OneShotForm, Seen, UnreadableAnswer
from duelhall.engine.record import other_seat
from duelhall.games.blade.state import IN_ORDER, VALUES, State
from duelhall.kits.blade.last_moves import LastMove, last_moves

Card = dict[str, Any]

NUMBER = re.compile(r"([+-]?)([0-9]+(?:_[0-9]+)*)")
"""A number as Ruby's `to_i` reads it at the start of a text, whatever follows."""

MOST_DIGITS = 9
"""More than any index has, and few enough to be read at once."""


def request(told: Sequence[Seen], view: State, seat: int, file: str) -> dict[str, Any]:
    """The input of a bot for a decision, from all moves of the round so far and its view; `file`
    is its scratch file.
    """
    last, other = last_moves(told), other_seat(seat)
    return {
        "file": file,
        "turn": int(view.turn),
        "player": {
            "hand": [_card(kind) for kind in hand(view, seat)],
            **_open(view, seat, last[seat]),
        },
        "opponent": {"hand": int(view.hand_size[other]), **_open(view, other, last[other])},
    }


def hand(view: State, seat: int) -> list[int]:
    """A seat's hand, card by card, in the order used by indices."""
    counts = view.hand[seat].tolist()
    return [kind for kind in IN_ORDER for _ in range(counts[kind])]


def _open(view: State, seat: int, last: LastMove | None) -> dict[str, Any]:
    """What everyone knows about a seat."""
    field = [_card(kind) for kind in view.field[seat, : view.field_size[seat]].tolist()]
    if view.bolted[seat]:
        field[-1]["valid"] = False
    return {
        "field": field,
        "deck": int(view.deck_size[seat]),
        "score": int(view.score[seat]),
        "lastmove": None if last is None else {**_card(last.card), "valid": last.valid},
    }


def _card(kind: int) -> Card:
    return {"type": kind, "value": int(VALUES[kind]), "valid": True}


def read_index(answer: bytes, view: State, seat: int) -> int:
    """The card that an answer names: the number at the start of its first line that is not empty.

    The original read an answer without a number as 0; here it is unreadable.
    """
    text = answer.decode(errors="replace").strip().partition("\n")[0].strip()
    found = NUMBER.match(text)
    if found is None:
        raise UnreadableAnswer(f"expected the index of a card, not {shortened(text)}")
    cards, sign, digits = hand(view, seat), found[1], found[2].replace("_", "").lstrip("0") or "0"
    if len(digits) > MOST_DIGITS or not 0 <= int(sign + digits) < len(cards):
        number = f"{sign}{digits[:MOST_DIGITS]}{'...' * (len(digits) > MOST_DIGITS)}"
        raise ImpossibleAnswer(f"there is no card {number} in a hand of {len(cards)}")
    return cards[int(sign + digits)]


FORM = OneShotForm(request, read_index)
