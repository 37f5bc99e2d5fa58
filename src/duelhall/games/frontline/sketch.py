"""Drawing two armies as the rules draw them (F14), with speeds and markers where there are any.

All pictures of a battle are drawn in one frame: the divide keeps its column, and everything its
width.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from duelhall.engine.board import (
    GRID,
    HIDDEN,
    Board,
    Card,
    Lines,
    Piece,
    Scene,
    Sketch,
    Sketcher,
    SketchRow,
    Zone,
    drawn_sketch,
)
from duelhall.games.frontline.armies import BACK, FRONT

MARKER = "*"
POINTER = "^"
UNSEEN = "[?]"
NARROWEST = 2
BRACKETS = 2
ONE_DIGIT = 9

Texts = dict[int, str]
"""What is written at a column."""


@dataclass(frozen=True)
class Frame:
    """What all pictures of a battle share."""

    symbols: int
    reach: int
    across: int = 0

    @classmethod
    def around(cls, boards: Sequence[Board]) -> "Frame":
        """The frame in which all these boards fit; the first one fixes the line across."""
        zones = [zone for board in boards for zone in board.zones if zone.id != "row"]
        grids = [zone for zone in zones if zone.kind == GRID]
        widths = [len(card.face) for zone in zones for card in zone.cards]
        widths += [len(text) for zone in grids for text in _markers(zone).values()]
        widths += [len(text) for zone in grids for text in _speeds(zone).values()]
        reach = -min(0, *(card.column or 0 for zone in grids for card in zone.cards), 0)
        frame = cls(max(NARROWEST, NARROWEST, *widths), reach)
        far = next((zone for zone in grids if zone.owner != near_of(boards[0])), None)
        upper = frame.line(far, FRONT) if far else ""
        return cls(frame.symbols, reach, max(len(upper), len("---")))

    def row(self, texts: Texts, divide: str = " ") -> str:
        """Texts in their columns, and the divide."""
        row = [*" " * (self.reach * (self.symbols + BRACKETS)), divide]
        for column, text in texts.items():
            start = (self.reach + column) * (self.symbols + BRACKETS) + (column >= 0)
            row += " " * (start + len(text) - len(row))
            row[start : start + len(text)] = text
        return "".join(row).rstrip()

    def line(self, zone: Zone, number: int) -> str:
        """The front line or the back line of an army."""
        units = [card for card in zone.cards if card.row == number]
        return self.row({card.column or 0: f"[{card.face:{self.symbols}}]" for card in units}, ".")

    def army(self, zone: Zone, *, is_near: bool = True) -> list[str]:
        """An army as it is drawn, its front line toward the enemy; the near one is below."""
        rows = []
        if markers := _markers(zone):
            rows.append(self.row(_indented(markers)))
        rows.append(self.line(zone, FRONT))
        rows += self._speed_rows(zone)[:: 1 if is_near else -1]
        if any(card.row == BACK for card in zone.cards):
            rows.append(self.line(zone, BACK))
        return rows[:: 1 if is_near else -1]

    def _speed_rows(self, zone: Zone) -> list[str]:
        """The speeds, and below them pointers to those that have changed."""
        speeds, changed = _speeds(zone), _speeds(zone, only_changed=True)
        pointers = {column: POINTER * len(text) for column, text in changed.items()}
        return [self.row(_indented(texts)) for texts in (speeds, pointers) if texts]

    def armies(self, board: Board) -> Lines:
        """Both armies, the far one above (F14)."""
        lines: list[str] = []
        for zone in (zone for zone in board.zones if zone.kind == GRID):
            is_near = zone.owner == near_of(board)
            lines += ["-" * self.across] * is_near + self.army(zone, is_near=is_near)
        return tuple(lines)


def near_of(board: Board) -> int:
    """The player whose army is drawn below."""
    return 1 if board.seat == 1 else 0


def _markers(zone: Zone) -> Texts:
    marked = ((card.column or 0, card.facts.get("markers", 0)) for card in zone.cards)
    return {column: MARKER * count for column, count in marked if count}


def _speeds(zone: Zone, *, only_changed: bool = False) -> Texts:
    """The speeds of every column's weapons as they are written below them."""
    told = [
        each for each in zone.facts.get("speeds", ()) if each.get("changed") or not only_changed
    ]
    return {each["column"]: _speed_text(each["speeds"]) for each in told}


def _speed_text(speeds: Sequence[int]) -> str:
    return ("" if max(speeds) <= ONE_DIGIT else ",").join(str(speed) for speed in speeds)


def _indented(texts: Texts) -> Texts:
    """Texts that begin below the first symbol of a card, not below its bracket."""
    return {column: f" {text}" for column, text in texts.items()}


# --- boards ---


def sketch(board: Board) -> Sketch:
    """The hands, and the armies that can be seen."""
    rows = tuple(_row(zone) for zone in board.zones if zone.kind != GRID)
    return drawn_sketch(board.sentence, rows, _drawing(board))


def _row(zone: Zone) -> SketchRow:
    pieces = tuple(piece for card in zone.cards for piece in _pieces(card))
    note = f"{zone.facts['to_come']} to come" if zone.kind == "row" else ""
    return SketchRow(zone.label, pieces, note, zone.owner)


def _pieces(card: Card) -> tuple[Piece, ...]:
    if card.facing == HIDDEN:
        return (Piece(UNSEEN, HIDDEN),) * card.count
    number = str(card.facts.get("number", ""))
    return (Piece(f"{number}[{card.face}]", name=number),)


def _drawing(board: Board) -> Iterator[tuple[str, int | None]]:
    """Both armies, or one's own while it is deployed, with its front units numbered."""
    armies = [zone for zone in board.zones if zone.kind == GRID and zone.cards]
    if not armies:
        return
    frame = Frame.around([board])
    if len(armies) > 1:
        far, near = len(frame.army(armies[0])), len(frame.army(armies[1]))
        owners = [armies[0].owner] * far + [None] + [armies[1].owner] * near
        yield from zip(frame.armies(board), owners, strict=True)
    else:
        lines = [_numbers(armies[0], frame), *frame.army(armies[0])]
        yield from ((line, armies[0].owner) for line in lines)


def _numbers(zone: Zone, frame: Frame) -> str:
    columns = sorted(card.column or 0 for card in zone.cards if card.row == FRONT)
    return frame.row({column: f" {number}" for number, column in enumerate(columns, start=1)})


# --- battles ---


def sketch_scenes(scenes: Sequence[Scene]) -> list[Lines]:
    """The pictures of a battle, in one frame; of one army where only that one changes."""
    boards = [scene.board for scene in scenes if scene.board]
    if not boards:
        return [()] * len(scenes)
    frame = Frame.around(boards)
    return [_picture(frame, scene) for scene in scenes]


def _picture(frame: Frame, scene: Scene) -> Lines:
    if scene.board is None:
        return ()
    if "army" not in scene.facts:
        return frame.armies(scene.board)
    owner = scene.facts["army"]
    zone = next(zone for zone in scene.board.zones if zone.owner == owner)
    return tuple(frame.army(zone, is_near=owner == near_of(scene.board)))


def number_played(move: str) -> str:
    """The number of the card that a move deploys or takes; none where it commits an army."""
    return "".join(takewhile(str.isdigit, move.removeprefix("take")))


SKETCHER = Sketcher(sketch, sketch_scenes, number_played)
