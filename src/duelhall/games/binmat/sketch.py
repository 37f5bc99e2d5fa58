"""The table of BINMAT as its players draw it, the attacker above, and what the players hold."""

from collections.abc import Iterator
from dataclasses import replace

from duelhall.engine.board import HIDDEN, UP, Board, Card, Piece, Row, Sketch, Zone, drawn_sketch
from duelhall.games.binmat.positions import FACE_UP, UNSEEN
from duelhall.games.binmat.state import LANES

CELL = 5
MARGIN = 17
DECK_FACE_DOWN = "h"
CARD_MOVE = len("p7^2")
KNOWN = "known"


def sketch(board: Board) -> Sketch:
    """The lanes side by side, and a row for each place beside them."""
    zones = {zone.id: zone for zone in board.zones}
    rows = tuple(_row(zone) for zone in board.zones if "lane" not in zone.facts)
    return drawn_sketch(board.sentence, rows, _table(zones))


def first_sketch(board: Board) -> Sketch:
    """The same without what was added for people when bots already read it."""
    zones = tuple(_forgetful(zone) if "lane" in zone.facts else zone for zone in board.zones)
    drawn = sketch(replace(board, zones=zones))
    return drawn._replace(heading=drawn.heading.replace("1 turn left", "1 turns left"))


def _forgetful(zone: Zone) -> Zone:
    """A place without the cards that the viewer remembers to lie there."""
    facts = {name: value for name, value in zone.facts.items() if name != KNOWN}
    return replace(zone, facts=facts)


def _row(zone: Zone) -> Row:
    """A place beside the lanes: what is seen, what is known in brackets, and how many more."""
    pieces = [Piece(card.face, name=card.face) for card in zone.cards if card.facing != HIDDEN]
    pieces += [Piece(f"({face})", HIDDEN) for face in zone.facts.get(KNOWN, ())]
    more = zone.size - len(pieces)
    if more:
        pieces.append(Piece(f"{more} hidden", HIDDEN))
    return Row(zone.label, tuple(pieces), owner=zone.owner)


def _table(zones: dict[str, Zone]) -> Iterator[tuple[str, int | None]]:
    """The six lanes with both stacks, decks and discard piles."""
    stacks_a, stacks_d, lane_decks, piles = (
        [zones[f"{letter}{lane}"] for lane in range(LANES)] for letter in "adlx"
    )
    yield LANE_NUMBERS, None
    for label, stacks in (("attacker stacks", stacks_a), ("defender stacks", stacks_d)):
        yield from ((line, stacks[0].owner) for line in _stacks(label, stacks))
        yield DIVIDE, None
    yield from ((line, None) for line in _lanes(lane_decks, piles))


def _lanes(lane_decks: list[Zone], piles: list[Zone]) -> Iterator[str]:
    """What belongs to the lanes: decks and discard piles."""
    decks, discards = ([_faces(zone) for zone in lanes] for lanes in (lane_decks, piles))
    tops = [deck[-1].replace(UNSEEN, DECK_FACE_DOWN) if deck else "" for deck in decks]
    yield _line("lane decks", tops)
    yield _line("  cards", [str(len(deck)) for deck in decks])
    yield _line("lane discards", [str(len(pile)) for pile in discards])
    for depth in range(max(len(pile) for pile in discards)):
        row = ["" if (cell := _nth(pile, depth)) == UNSEEN else cell for pile in discards]
        if any(row):
            yield _line("", row)
    yield from _remembered(piles)


def _faces(zone: Zone) -> list[str]:
    """The cards of a place as they are written in the table."""
    return [text for card in zone.cards for text in [_text(zone, card)] * card.count]


def _text(zone: Zone, card: Card) -> str:
    if card.facing == HIDDEN:
        return UNSEEN
    return card.face + (FACE_UP if zone.kind == "stack" and card.facing == UP else "")


def _stacks(label: str, zones: list[Zone]) -> Iterator[str]:
    """Stacks side by side, the oldest cards on top; `u` is face up."""
    yield from _below(label, [_faces(zone) for zone in zones]) or [_line(label, [""] * LANES)]
    yield from _remembered(zones)


def _remembered(zones: list[Zone]) -> list[str]:
    """Cards that the viewer does not see and knows to lie there, nobody knows in which order."""
    known = [[f"({face})" for face in zone.facts.get(KNOWN, ())] for zone in zones]
    return _below("  remembered", known)


def _below(label: str, columns: list[list[str]]) -> list[str]:
    """Cards below each other in the columns of their lanes."""
    depths = range(max(len(column) for column in columns))
    return [
        _line("" if depth else label, [_nth(column, depth) for column in columns])
        for depth in depths
    ]


def _nth(cards: list[str], number: int) -> str:
    return cards[number] if number < len(cards) else ""


def _line(label: str, cells: list[str]) -> str:
    return f"{label:{MARGIN}}|" + "".join([f" {cell:{CELL - 1}}|" for cell in cells])


LANE_NUMBERS = _line("lane", [str(lane) for lane in range(LANES)])
DIVIDE = " " * MARGIN + "+" + ("-" * CELL + "+") * LANES


def card_played(move: str) -> str:
    """The card that a move plays or discards: `7^` in `p7^2`."""
    return move[1:3] if len(move) == CARD_MOVE else ""
