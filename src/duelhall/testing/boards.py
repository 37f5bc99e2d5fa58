"""What boards must guarantee to front ends."""

import json
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from duelhall.engine.board import GRID, HIDDEN, Board, Touch, scene_texts
from duelhall.engine.features import Touches
from duelhall.engine.record import SEATS

if TYPE_CHECKING:
    from duelhall.testing.conformance import Subject


def check_boards(subject: "Subject") -> None:
    """Boards are data that JSON can hold; zones and cards have ids of their own, and a hidden
    card has nothing by which it could be known or followed.
    """
    for match in subject.some_matches:
        for state in match.states:
            for seat in (*range(SEATS), None):
                seen = state if seat is None else subject.game.view(state, seat)
                _check_board(subject.game.board(seen, seat))
                _check_board(subject.game.board(seen, None))
        for number in range(1, len(match.moves) + 1):
            for seat in (*range(SEATS), None):
                scenes = match.scenes(number, seat)
                assert _is_data(scenes), "a scene is not data"
                texts = list(scene_texts(subject.game.sketcher, scenes))
                assert len(texts) == len(scenes)


def _check_board(board: Board) -> None:
    assert _is_data(board), "a board holds something that JSON cannot"
    zones = [zone.id for zone in board.zones]
    assert len(set(zones)) == len(zones), "two zones have the same id"
    cards = [card for zone in board.zones for card in zone.cards]
    ids = [card.id for card in cards if card.id]
    assert len(set(ids)) == len(ids), "two cards have the same id"
    hidden = [card for card in cards if card.facing == HIDDEN]
    assert not any(card.face or card.name or card.id or card.facts for card in hidden), (
        "a hidden card can be identified"
    )


def check_touches(subject: "Subject") -> None:
    """What is touched to make a move is on the board of the seat to move, and no two moves that it
    has are said alike.
    """
    game = subject.game
    touches = game.definition.feature(Touches)
    if touches is None:
        return
    for match in subject.some_matches:
        for state in match.states[:-1]:
            seat = int(state.to_move)
            seen, legal = game.view(state, seat), game.legal_moves(state)
            board = game.board(seen, seat)
            for move in legal:
                for touch in touches.places(seen, move):
                    assert _is_on(board, touch), f"{touch} is not on the board"
            said = {touches.says(seen, move) for move in legal}
            assert len(said) == len(legal), "two moves have the same words"


def _is_on(board: Board, touch: Touch) -> bool:
    """Whether a board has what is touched."""
    zone = board.zone(touch.zone)
    if zone is None:
        return False
    if not touch.card:
        return touch.row is None or zone.kind == GRID
    at = slice(touch.at, None if touch.at is None else touch.at + 1)
    return touch.card in [card.id or card.face for card in zone.cards[at]]


def _is_data(value: object) -> bool:
    """Whether JSON can hold a value, with dataclasses as their fields."""
    try:
        json.dumps(value, default=_fields)
    except TypeError:
        return False
    return True


def _fields(value: object) -> dict[str, object]:
    """The fields of a dataclass; TypeError if a value is none."""
    if not is_dataclass(value):
        raise TypeError(value)
    return {field.name: getattr(value, field.name) for field in fields(value)}
