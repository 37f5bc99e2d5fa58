"""What a seat sees of a game, as data: zones of cards, and facts by name.

A browser, a screen reader, a terminal and a bot each present it in their own way, and none of them
has to pick a value out of a sentence. What a seat may not know is not in it: a board is made from a
view, and a hidden card has neither a face nor an id by which it could be followed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeAlias

from duelhall.engine.record import DRAWN, UNDECIDED

Fact: TypeAlias = Any
"""What JSON can hold: a number, a word, true or false, nothing, or lists and maps of them."""

Facts: TypeAlias = Mapping[str, Fact]

UP, DOWN, HIDDEN = FACINGS = ("up", "down", "hidden")
"""How a card lies: face up; face down, though the viewer knows its face; or unknown."""

GRID = "grid"
"""The kind of zone whose cards have places in rows and columns."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, or several that are alike."""

    face: str = ""  # as the game's notation writes it; empty if it is hidden
    name: str = ""  # in words, if that says more than the face
    facing: str = UP
    count: int = 1
    marks: tuple[str, ...] = ()  # what is special about it, one word each
    id: str = ""  # the same on all boards of a game, if the card can be told from all others
    owner: int | None = None  # if not the owner of its zone
    row: int | None = None  # its place in a grid
    column: int | None = None
    facts: Facts = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table with its cards, in order where they have one."""

    id: str  # the same on all boards of a game
    kind: str  # hand, deck, field, pile, row, grid, stack, chain or monster
    label: str  # as a person at the table would call it
    owner: int | None = None
    cards: tuple[Card, ...] = ()
    facts: Facts = field(default_factory=dict, hash=False)

    @property
    def size(self) -> int:
        """How many cards lie there."""
        return sum([card.count for card in self.cards])


@dataclass(frozen=True, slots=True)
class Board:
    """The table as a seat sees it, or with everything shown, from top to bottom."""

    seat: int | None  # the seat that sees this; None if everything is shown
    sentence: str  # where the game stands, in words
    facts: Facts  # the same as data: to_move, over, winner, and the game's own facts
    zones: tuple[Zone, ...]

    def zone(self, name: str) -> Zone | None:
        """The zone with that id, if there is one."""
        return next((zone for zone in self.zones if zone.id == name), None)


@dataclass(frozen=True, slots=True)
class Touch:
    """Something on a board that a person touches to make a move: a zone, a card, or a place."""

    zone: str  # the id of the zone
    card: str = ""  # the card's id, or its face where it has none; empty for the zone itself
    at: int | None = None  # which of the zone's cards, from 0, where several are alike
    row: int | None = None  # a place in a grid, whether or not a card is there
    column: int | None = None


@dataclass(frozen=True)
class Scene:
    """A moment of something that happens by itself: what it shows, and the rulings behind it."""

    caption: str
    rulings: tuple[str, ...] = ()
    board: Board | None = None  # the part of the table where it happens
    facts: Facts = field(default_factory=dict)  # what the caption says, as data
    parts: "tuple[Scene, ...]" = ()  # what it consists of
    pause: bool = False  # whether something ends here, so that viewers may want to stop and look


def standing(to_move: int, winner: int) -> dict[str, Fact]:
    """The facts that every board has: whose decision it is, whether the game is over, who won."""
    over = winner != UNDECIDED
    won = None if winner in (UNDECIDED, DRAWN) else winner
    return {"to_move": None if over else to_move, "over": over, "winner": won}


def hidden_cards(count: int) -> tuple[Card, ...]:
    """Cards that a seat does not see."""
    return (Card(facing=HIDDEN, count=count),) if count else ()


def runs(faces: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Faces in order, each with the length of its run."""
    return ((face, len(list(same))) for face, same in groupby(faces))


def whose(owner: int, seat: int | None) -> str:
    """Whose something is, for the beginning of a label."""
    if seat is None:
        return f"Player {owner}'s"
    return "Your" if owner == seat else "Opponent's"


def both(seat: int | None) -> tuple[int, int]:
    """The far player and the near one, as a seat looks at the table."""
    return (0, 1) if seat == 1 else (1, 0)
