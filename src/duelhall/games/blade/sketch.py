"""A round of Blade in rows of text."""

from duelhall.engine.board import Board, Piece, Row, Sketch, Zone, pieces_of
from duelhall.games.blade.board import INVALID
from duelhall.games.blade.notation import INVALID as INVALID_SIGN


def sketch(board: Board) -> Sketch:
    """Hands and fields, the seat's own at the bottom, with what counts behind them."""
    rows = tuple(_row(board, zone) for zone in board.zones if zone.kind != "deck")
    return Sketch(board.sentence, rows)


def _row(board: Board, zone: Zone) -> Row:
    pieces = (piece for card in zone.cards for piece in pieces_of(card, zone.kind))
    return Row(zone.label, tuple(map(_marked, pieces)), _note(board, zone), zone.owner)


def _note(board: Board, zone: Zone) -> str:
    if zone.kind == "hand":
        deck = board.zone(f"deck{zone.owner}")
        return f"{zone.size} in hand, {deck.size if deck else 0} in deck"
    return f"score {zone.facts['score']}" if zone.kind == "field" else ""


def _marked(piece: Piece) -> Piece:
    return Piece(piece.text + INVALID_SIGN, INVALID) if piece.mark == INVALID else piece
