"""A board in plain text: lines that draw it, and rows of cards.

It is what a terminal shows, and what bots of the protocol's first version are sent. A game whose
rules come with a drawing of their own, or whose rows say more than their cards, provides a
`Sketcher`; all others are sketched from their zones.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from duelhall.engine.board import GRID, HIDDEN, Board, Card, Scene, Zone

UNSEEN = "?"
HAND = "hand"

Lines = tuple[str, ...]


class Piece(NamedTuple):
    """A card, or a few words in its place, and one word for what is special about it."""

    text: str
    mark: str = ""
    name: str = ""  # what moves call the card, where it can be played from


class Row(NamedTuple):
    """One place on the table, with its cards in order."""

    label: str
    pieces: tuple[Piece, ...]
    note: str = ""
    owner: int | None = None
    name: str = ""  # what moves call the card that the row is about


class Sketch(NamedTuple):
    """The table from top to bottom: a drawing, if there is one, and rows."""

    heading: str
    rows: tuple[Row, ...]
    lines: Lines = ()
    owners: tuple[int | None, ...] = ()  # whose each line is; nobody's where they are not told


def sketch_zones(board: Board) -> Sketch:
    """A drawing of each grid, and a row for every other zone, with its facts after the cards."""
    grids = [zone for zone in board.zones if zone.kind == GRID]
    rows = tuple(_row(zone) for zone in board.zones if zone.kind != GRID)
    drawing = [(line, zone.owner) for zone in grids for line in _grid(zone)]
    return drawn_sketch(board.sentence, rows, drawing)


def drawn_sketch(
    heading: str, rows: tuple[Row, ...], drawing: Iterable[tuple[str, int | None]]
) -> Sketch:
    """A sketch with the lines of a drawing and whose they are."""
    lines, owners = tuple(zip(*drawing, strict=True)) or ((), ())
    return Sketch(heading, rows, lines, owners)


def _grid(zone: Zone) -> Iterator[str]:
    """A grid below its label, its cards in their rows and columns."""
    places = {(card.row or 0, card.column or 0): pieces_of(card)[0].text for card in zone.cards}
    yield zone.label
    if not places:
        return
    width = max(len(text) for text in places.values())
    rows, columns = (sorted(numbers) for numbers in (map(set, zip(*places, strict=True))))
    for row in range(rows[0], rows[-1] + 1):
        across = range(columns[0], columns[-1] + 1)
        cells = [f"{places.get((row, column), ''):{width}}" for column in across]
        yield f"  {' '.join(cells)}".rstrip()


def _row(zone: Zone) -> Row:
    pieces = tuple(piece for card in zone.cards for piece in pieces_of(card, zone.kind))
    note = ", ".join(f"{name} {fact}" for name, fact in zone.facts.items())
    return Row(zone.label, pieces, note, zone.owner)


def pieces_of(card: Card, kind: str = "") -> tuple[Piece, ...]:
    """A card in a zone of some kind, once for each copy that is there."""
    if card.facing == HIDDEN:
        return (Piece(card.face or UNSEEN, HIDDEN),) * card.count
    mark, name = card.marks[0] if card.marks else "", card.face if kind == HAND else ""
    return (Piece(card.face, mark, name),) * card.count


def itself(move: str) -> str:
    """The card that a move plays, where a move is written as its card."""
    return move


def no_drawings(scenes: Sequence[Scene]) -> list[Lines]:
    """Nothing for each scene: its caption and its parts say it all."""
    return [()] * len(scenes)


@dataclass(frozen=True)
class Sketcher:
    """How a game is drawn in plain text."""

    board: Callable[[Board], Sketch] = sketch_zones
    scenes: Callable[[Sequence[Scene]], list[Lines]] = no_drawings
    """The drawings of the scenes of one move, which may have to match each other."""
    card_played: Callable[[str], str] = itself
    """What a move, as it is written, calls the card that it plays; it may be none."""
    first_board: Callable[[Board], Sketch] | None = None
    """The board as it was drawn for bots of the first protocol, if it is drawn otherwise now."""


def scene_texts(sketcher: Sketcher, scenes: Sequence[Scene]) -> Iterator[Lines]:
    """The scenes of one move, each as its caption, its drawing and its parts."""
    for scene, lines in zip(scenes, sketcher.scenes(scenes), strict=True):
        yield (caption_of(scene), *lines, *_parts(scene, "    "))


def _parts(scene: Scene, indent: str) -> Iterator[str]:
    for part in scene.parts:
        yield indent + caption_of(part)
        yield from _parts(part, f"{indent}  ")


def caption_of(scene: Scene) -> str:
    """What a scene shows, with the rulings behind it."""
    return f"{scene.caption} ({', '.join(scene.rulings)})" if scene.rulings else scene.caption
