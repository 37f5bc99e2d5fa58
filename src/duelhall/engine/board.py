"""What a person sees of a game, as plain data that every front end draws its own way."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Card:
    """One card: how it is written, and what is special about it, in a word."""

    face: str
    mark: str = ""


@dataclass(frozen=True)
class Row:
    """One place on the table, with its cards in order."""

    label: str
    cards: tuple[Card, ...]
    note: str = ""


@dataclass(frozen=True)
class Board:
    """The table as one seat sees it, from top to bottom: a drawing, if there is one, and rows."""

    heading: str
    rows: tuple[Row, ...]
    drawing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One picture of something that happens by itself: what it shows, and by which rulings."""

    caption: str
    lines: tuple[str, ...]
    rulings: tuple[str, ...] = ()
