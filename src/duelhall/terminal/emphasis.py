"""What stands out on a board: whose a place is, what can be played, and what is new.

Nothing is told by colour alone. Labels say whose a place is, what can be played is underlined, and
what has changed since the last look has a sign before it.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rich.console import Console
from rich.text import Text

from duelhall.engine.board import HIDDEN, Row, Sketch

STYLES = {HIDDEN: "dim", "invalid": "red"}
OWN, OTHER = "cyan", "yellow"
PLAYABLE, NEW = "underline", "reverse"
NOTHING = "(none)"
PART = re.compile(r"\[[^\]]*\]|[^\s\[]+")
"""A part of a drawing: what is in brackets, or a word."""
FRAME = re.compile(r"[|+.-]+")
"""A part that holds no card."""


@dataclass(frozen=True)
class Emphasis:
    """What to stress on a board for a seat: the cards that it can play, by what moves call them,
    and what was not there when it last saw the board.
    """

    seat: int | None = None
    playable: frozenset[str] = frozenset()
    before: Sketch | None = None

    def colour(self, owner: int | None) -> str:
        """The colour of what belongs to a player; the near one's is the same for both seats."""
        if owner is None:
            return ""
        return OWN if owner == (self.seat or 0) else OTHER

    def shape(self, row: Row, name: str) -> str:
        """How a card in a row looks that moves call by this name."""
        can_play = name in self.playable and row.owner in (self.seat, None)
        return PLAYABLE if can_play else ""

    def earlier(self, row: Row) -> Row | None:
        """The row as it was when the board was last seen; None if it was not there."""
        if self.before is None:
            return row
        return next((old for old in self.before.rows if _key(old) == _key(row)), None)

    def new_parts(self, lines: Sequence[str]) -> list[list[slice]]:
        """Which parts of each line of a drawing are new."""
        old = lines if self.before is None else self.before.lines
        return list(_new_parts(old, lines))


def is_for_the_eye(console: Console) -> bool:
    """Whether somebody looks at a console that can show more than letters."""
    return console.is_terminal and console.color_system is not None


def _key(row: Row) -> tuple[int | None, str]:
    return row.owner, row.name or row.label


def new_cards(row: Row, old: Row | None) -> Counter[str]:
    """The cards of a row that were not there before, and how many of each."""
    return Counter(_texts(row)) - Counter(_texts(old) if old else ())


def _texts(row: Row) -> list[str]:
    return [piece.text for piece in row.pieces] or [NOTHING]


def has_news(row: Row, old: Row | None) -> bool:
    """Whether there is something in a row that was not there before."""
    return old is None or old.label != row.label or bool(new_cards(row, old))


def _new_parts(old: Sequence[str], new: Sequence[str]) -> Iterator[list[slice]]:
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for kind, first, last, start, end in changes:
        for number in range(start, end):
            at = first + number - start
            counterpart = old[at] if at < last else ""
            yield [] if kind == "equal" else list(_unlike(counterpart, new[number]))


def _unlike(old: str, new: str) -> Iterator[slice]:
    """The parts of a line that another one does not have in the same place."""
    for part in PART.finditer(new):
        if old[part.start() : part.end()] != part[0] and not FRAME.fullmatch(part[0]):
            yield slice(part.start(), part.end())


def label_of(row: Row, emphasis: Emphasis | None) -> Text:
    """The label of a row, in the colour of its owner."""
    label = Text(row.label)
    if emphasis:
        style = f"{emphasis.colour(row.owner)} {emphasis.shape(row, row.name)}".strip()
        label.stylize(style, len(row.label) - len(row.label.lstrip()))
    return label


def cards_of(row: Row, emphasis: Emphasis | None) -> Text:
    """The cards of a row, with special ones in colour."""
    if not row.pieces:
        return Text(NOTHING)
    new = new_cards(row, emphasis.earlier(row)) if emphasis else Counter[str]()
    cards = []
    for piece in reversed(row.pieces):  # the newest one is the last
        style = STYLES.get(piece.mark, "bold")
        if emphasis:
            style = f"{style} {emphasis.shape(row, piece.name)}"
        if new[piece.text] > 0:
            new[piece.text] -= 1
            style = f"{style} {NEW}"
        cards.append(Text(piece.text, style=style.strip()))
    return Text(" ").join(reversed(cards))
