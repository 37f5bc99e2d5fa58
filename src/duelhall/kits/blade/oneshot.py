"""The original form of a Blade bot: one process per decision, JSON in, the index of a card out.

The facts at the end of Blade's rulings describe the JSON. A hand is listed as it is printed there:
numbers, then Bolts, then Mirrors.
"""

import re
from collections.abc import Sequence
from typing import Any

from duelhall.engine.errors import shortened
from duelhall.engine.features import ImpossibleAnswer, OneShotForm, UnreadableAnswer
from duelhall.engine.seats import SEATS, other_seat
from duelhall.engine.told import Seen
from duelhall.games.blade.cards import IN_ORDER, NAMES, VALUES
from duelhall.games.blade.state import State

Card = dict[str, Any]


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


def last_moves(told: Sequence[Seen]) -> list[int | None]:
    """The `lastmove` of each seat: set only by a card after which the turn passed on."""
    last: list[int | None] = [None] * SEATS
    turn = 0
    for each in told:
        if each.view.turn > turn:
            last[each.seat] = NAMES.index(each.move)
        turn = int(each.view.turn)
    return last


def _open(view: State, seat: int, last: int | None) -> dict[str, Any]:
    """What everyone knows about a seat."""
    field = [_card(kind) for kind in view.field[seat, : view.field_size[seat]].tolist()]
    if view.bolted[seat]:
        field[-1]["valid"] = False
    return {
        "field": field,
        "deck": int(view.deck_size[seat]),
        "score": int(view.score[seat]),
        "lastmove": None if last is None else _card(last),
    }


def _card(kind: int) -> Card:
    return {"type": kind, "value": int(VALUES[kind]), "valid": True}


def read_index(answer: bytes, view: State, seat: int) -> int:
    """The card that an answer names, in its first line that is not empty."""
    text = answer.decode(errors="replace").strip().partition("\n")[0].strip()
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise UnreadableAnswer(f"expected the index of a card, not {shortened(text)}")
    cards, index = hand(view, seat), int(text)
    if not 0 <= index < len(cards):
        raise ImpossibleAnswer(f"there is no card {index} in a hand of {len(cards)}")
    return cards[index]


FORM = OneShotForm(request, read_index)
