"""Drawing two armies as the rules draw them (F14), with speeds and markers where there are any.

All pictures of a battle are drawn in one frame: the divide keeps its column, and everything its
width.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from duelhall.engine.record import Array
from duelhall.engine.rule import python_function
from duelhall.engine.seats import foe
from duelhall.games.frontline.battlefield import HALF, NOBODY, Battlefield, facing
from duelhall.games.frontline.symbols import BROKEN, SIGNS

MARKER = "*"
NARROWEST = 2
BRACKETS = 2

Faces = Sequence[Sequence[str]]
"""The symbols on each unit's card, by seat and unit number, as they stood in the beginning."""

Texts = dict[int, str]
"""What is written at a column of an army."""

Speeds = Sequence[Texts]
"""What each army's columns have as their speeds."""


def face(card: str, s: Battlefield, seat: int, unit: int) -> str:
    """A unit's symbols with those that are broken by now, the leftmost ones first."""
    for broken, symbol in BROKEN.items():
        whole = SIGNS[symbol]
        if whole in card:
            left = int(s.symbols[seat, unit, symbol])
            card = card.replace(whole, broken, card.count(whole) - left)
    return card


@dataclass(frozen=True)
class Frame:
    """What all pictures of a battle share; `near` is the army that is drawn below."""

    faces: Faces
    near: int
    symbols: int
    reach: int
    across: int

    @classmethod
    def around(
        cls, faces: Faces, near: int, pictures: Iterable[Battlefield], speeds: Iterable[Speeds] = ()
    ) -> "Frame":
        """The frame in which all these pictures fit; the first one fixes the line across."""
        pictures = list(pictures)
        longest = [len(card) for cards in faces for card in cards]
        longest += [int(s.markers.max()) for s in pictures]
        longest += [len(text) for armies in speeds for texts in armies for text in texts.values()]
        reach = max(HALF - _edge(s, seat, near) for s in pictures for seat in range(len(faces)))
        frame = cls(faces, near, max(NARROWEST, *longest), reach, 0)
        upper = frame.line(pictures[0], frame.far, pictures[0].front)
        return cls(faces, near, frame.symbols, reach, max(len(upper), len("---")))

    @property
    def far(self) -> int:
        """The army that is drawn above."""
        return int(python_function(foe)(self.near))

    def start(self, seat: int, column: int) -> int:
        """Where in a row an army's column begins."""
        drawn = _drawn(seat, column, self.near)
        places = self.reach + drawn - HALF
        return places * (self.symbols + BRACKETS) + (drawn >= HALF)

    def row(self, seat: int, texts: Texts, divide: str = " ") -> str:
        """Texts in their columns, and the divide."""
        middle = self.reach * (self.symbols + BRACKETS)
        row = [*" " * middle, divide]
        for column, text in texts.items():
            start = self.start(seat, column)
            row += " " * (start + len(text) - len(row))
            row[start : start + len(text)] = text
        return "".join(row).rstrip()

    def line(self, s: Battlefield, seat: int, places: Array) -> str:
        """The front line or the back line of an army."""
        return self.row(seat, self._units(s, seat, places), ".")

    def _units(self, s: Battlefield, seat: int, places: Array) -> Texts:
        return {
            column: f"[{face(self.faces[seat][unit], s, seat, unit):{self.symbols}}]"
            for column, unit in enumerate(places[seat].tolist())
            if unit != NOBODY
        }

    def army(
        self, s: Battlefield, seat: int, speeds: Speeds | None = None, *, markers: bool = False
    ) -> list[str]:
        """An army from its front to its back: markers, front line, speeds, back line."""
        rows = []
        marked = enumerate(s.markers[seat].tolist())
        placed = {column: MARKER * count for column, count in marked if count}
        if markers and placed:
            rows.append(self.row(seat, _indented(placed)))
        rows.append(self.line(s, seat, s.front))
        if speeds is not None and speeds[seat]:
            rows.append(self.row(seat, _indented(speeds[seat])))
        if s.back[seat].any():
            rows.append(self.line(s, seat, s.back))
        return rows if seat == self.near else rows[::-1]

    def armies(
        self, s: Battlefield, speeds: Speeds | None = None, *, markers: bool = False
    ) -> tuple[str, ...]:
        """Both armies, the far one above (F14)."""
        far = self.army(s, self.far, speeds, markers=markers)
        near = self.army(s, self.near, speeds, markers=markers)
        return (*far, "-" * self.across, *near)


def _indented(texts: Texts) -> Texts:
    """Texts that begin below the first symbol of a card, not below its bracket."""
    return {column: f" {text}" for column, text in texts.items()}


def _drawn(seat: int, column: int, near: int) -> int:
    """The column as it is seen from the near army's side."""
    return column if seat == near else int(python_function(facing)(column))


def _edge(s: Battlefield, seat: int, near: int) -> int:
    """The leftmost column of an army, as it is seen from the near army's side."""
    left, right = int(s.left[seat]), int(s.right[seat])
    return min(HALF, left if seat == near else _drawn(seat, right - 1, near))
