"""What a seat sees of a game, as data: zones of cards, and facts by name.

A browser, a screen reader, a terminal and a bot each present it in their own way, and none of them
has to pick a value out of a sentence. What a seat may not know is not in it: a board is made from a
view, and a hidden card has neither a face nor an id by which it could be followed.

A board in plain text: lines that draw it, and rows of cards.

It is what a terminal shows, and what bots of the protocol's first version are sent. A game whose
rules come with a drawing of their own, or whose rows say more than their cards, provides a
`Sketcher`; all others are sketched from their zones.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias, TypedDict

from duelhall.engine.record import DRAWN, UNDECIDED, GameState

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
        return sum(map(attrgetter("count"), self.cards))


@dataclass(frozen=True, slots=True)
class Board:
    """The table as a seat sees it, or with everything shown, from top to bottom."""

    seat: int | None  # the seat that sees this; None if everything is shown
    sentence: str  # where the game stands, in words
    facts: Facts  # the same as data: to_move, over, winner, and the game's own facts
    zones: tuple[Zone, ...]
    task: str = ""  # the part of the sentence that is said to the seat to move
    situation: str = ""  # and the part that is said to everybody, where there are two

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


@dataclass(frozen=True, slots=True)
class Revision:
    """Another way to have done what a seat has done so far, of which nobody else is told."""

    text: str  # as a move is written, though it is none
    says: str  # as a person would say it; no legal move is said alike
    touches: tuple[Touch, ...]
    taken: int  # so many of the seat's last moves are taken back
    moves: tuple[int, ...]  # and these are made instead


@dataclass(frozen=True)
class Touches:
    """Moves can be made by touching the board, one place after the other.

    Both functions take what the seat to move sees, and a legal move of it. They read fields of it
    as attributes: where many moves are asked for, it is `unpacked` first.
    """

    places: Callable[[GameState, int], Sequence[Touch]]
    """What is touched, in order; nothing for a move that is made with a button. Moves that are
    touched alike are chosen between by what is said of them."""
    says: Callable[[GameState, int], str]
    """The move as a person would say it: `Play 7^ face down to lane 2`. No two legal moves are
    said alike."""
    says_partly: Callable[[GameState, int], str] | None = None
    """From the view of a seat that is told of a move without knowing all of it, what is said of it:
    `Play a card face down to lane 2`. None where each move is either known or not told of."""
    kind: Callable[[GameState, int], str] | None = None
    """A legal move in one word that counts it with others: `draw`, `play`, `attack`, `pass`. None
    where all moves are of one kind."""
    change: Callable[[GameState, int | None, GameState], Facts] | None = None
    """What a move did, as data for a sentence about it, from what a seat saw before and afterwards;
    the move is None where the seat does not know all of it. None where what is said is enough."""
    revisions: Callable[[GameState], Iterable[Revision]] | None = None
    """How the seat to move can still change what it has done. None where it cannot but by undoing
    move by move."""


@dataclass(frozen=True)
class Scene:
    """A moment of something that happens by itself: what it shows, and the rulings behind it."""

    caption: str
    rulings: tuple[str, ...] = ()
    board: Board | None = None  # the part of the table where it happens
    facts: Facts = field(default_factory=dict)  # what the caption says, as data
    parts: "tuple[Scene, ...]" = ()  # what it consists of
    pause: bool = False  # whether something ends here, so that viewers may want to stop and look


class StandingFacts(TypedDict):
    """The facts that every board of a game has, though not that of a scene."""

    to_move: int | None
    over: bool
    winner: int | None


class NoFacts(TypedDict):
    """There are none."""


@dataclass(frozen=True)
class FactTypes:
    """Which facts a game's boards have, each as a TypedDict: browsers are given these types."""

    board: type = StandingFacts
    zones: tuple[type, ...] = ()  # of several kinds
    card: type = NoFacts
    scene: type = NoFacts
    change: type = NoFacts


def standing(to_move: int, winner: int) -> StandingFacts:
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


UNSEEN = "?"
HAND = "hand"

Lines = tuple[str, ...]


class Piece(NamedTuple):
    """A card, or a few words in its place, and one word for what is special about it."""

    text: str
    mark: str = ""
    name: str = ""  # what moves call the card, where it can be played from


class SketchRow(NamedTuple):
    """One place on the table, with its cards in order."""

    label: str
    pieces: tuple[Piece, ...]
    note: str = ""
    owner: int | None = None
    name: str = ""  # what moves call the card that the row is about


class Sketch(NamedTuple):
    """The table from top to bottom: a drawing, if there is one, and rows."""

    heading: str
    rows: tuple[SketchRow, ...]
    lines: Lines = ()
    owners: tuple[int | None, ...] = ()  # whose each line is; nobody's where they are not told


def sketch_zones(board: Board) -> Sketch:
    """A drawing of each grid, and a row for every other zone, with its facts after the cards."""
    grids = [zone for zone in board.zones if zone.kind == GRID]
    rows = tuple(_row(zone) for zone in board.zones if zone.kind != GRID)
    drawing = [(line, zone.owner) for zone in grids for line in _grid(zone)]
    return drawn_sketch(board.sentence, rows, drawing)


def drawn_sketch(
    heading: str, rows: tuple[SketchRow, ...], drawing: Iterable[tuple[str, int | None]]
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


def _row(zone: Zone) -> SketchRow:
    pieces = tuple(piece for card in zone.cards for piece in pieces_of(card, zone.kind))
    note = ", ".join(f"{name} {fact}" for name, fact in zone.facts.items())
    return SketchRow(zone.label, pieces, note, zone.owner)


def pieces_of(card: Card, kind: str = "") -> tuple[Piece, ...]:
    """A card in a zone of some kind, once for each copy that is there."""
    if card.facing == HIDDEN:
        return (Piece(card.face or UNSEEN, HIDDEN),) * card.count
    mark, name = card.marks[0] if card.marks else "", card.face if kind == HAND else ""
    return (Piece(card.face, mark, name),) * card.count


@dataclass(frozen=True)
class Sketcher:
    """How a game is drawn in plain text."""

    board: Callable[[Board], Sketch] = sketch_zones
    scenes: Callable[[Sequence[Scene]], list[Lines]] = lambda scenes: [()] * len(scenes)
    """The drawings of the scenes of one move, which may have to match each other; none where their
    captions and their parts say it all."""
    card_played: Callable[[str], str] = str
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
