"""The chances to win in the course of a game, as a picture in a file.

The chances to win in the course of a game, as curves to be drawn.

A small chart of the chances to win, in letters.

Simple drawings, made of lines, dots and words: as SVG, or as PNG with the package Pillow.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from duelhall.engine.errors import BadUsage, from_extra
from duelhall.engine.record import other_seat
from duelhall.search.review import Decision, Judgement, Review
from duelhall.terminal.output import cut_short
from duelhall.terminal.seat import pairing, seat_name
from duelhall.terminal.speaker import title

Point = tuple[int, float]
"""A number of moves made, and a chance to win after them."""


@dataclass(frozen=True)
class Curve:
    """What one who looks at the game knew of the near seat's chance to win."""

    name: str
    seat: int | None  # who looks; None for one who sees all cards
    points: list[Point]

    def at(self, moves: float) -> float:
        """The chance after so many moves, or between two of them."""
        before = [point for point in self.points if point[0] <= moves] or self.points[:1]
        after = [point for point in self.points if point[0] >= moves] or self.points[-1:]
        (start, low), (end, high) = before[-1], after[0]
        return low if end == start else low + (high - low) * (moves - start) / (end - start)


def near_seat(review: Review) -> int:
    """The seat whose chances are drawn."""
    return review.seat or 0


def curves_of(review: Review) -> list[Curve]:
    """The curves of a review: all cards known, and what each seat could know, the near one last."""
    near = near_seat(review)
    curves = [
        Curve(_known_by(review, seat), seat, _known_points(review, seat))
        for seat in (other_seat(near), near)
        if seat in review.seats
    ]
    if review.seat is None:
        curves.insert(0, Curve("with all cards known", None, _open_points(review)))
    return curves


def _known_by(review: Review, seat: int) -> str:
    return f"as {seat_name(review.match, seat)} could know"


def _known_points(review: Review, seat: int) -> list[Point]:
    own = review.of_seat(seat)
    return _points(review, ((each, each.known) for each in own))


def _open_points(review: Review) -> list[Point]:
    judged = ((each, each.all_known) for each in review.decisions)
    return _points(review, ((each, opened) for each, opened in judged if opened))


def _points(review: Review, judged: Iterable[tuple[Decision, Judgement]]) -> list[Point]:
    """The chances of the near seat before and after decisions, and how the game ended."""
    near, points = near_seat(review), list[Point]()
    for decision, judgement in judged:
        for moves, verdict in (
            (decision.number - 1, judgement.best),
            (decision.number, judgement.played),
        ):
            is_own = decision.seat == near
            points.append((moves, verdict.chance if is_own else 1 - verdict.chance))
    if review.has_result:
        points.append((len(review.match.moves), review.result(near)))
    return points


ROWS = 9
LABELS = {0: "100%", ROWS // 2: "50%", ROWS - 1: "0%"}
MARGIN = max(map(len, LABELS.values())) + 2
MOST_COLUMNS = 4
"""How many columns a move gets at most."""

BLANK, ALL_KNOWN, OWN, OTHER = " ", ".", "o", "x"


def chart_lines(review: Review, width: int) -> Iterator[str]:
    """The chart, no wider than this, with a legend; nothing where nothing was decided."""
    curves = curves_of(review)
    if not curves:
        return
    last = max(moves for curve in curves for moves, _ in curve.points)
    columns = max(1, min(width - MARGIN, MOST_COLUMNS * last + 1))
    yield f"Chance that {seat_name(review.match, near_seat(review))} wins:"
    for number, row in enumerate(_rows(review, curves, columns, last)):
        axis = "+" if number in LABELS else "|"
        yield f"{LABELS.get(number, ''):>{MARGIN - 2}} {axis}{row}".rstrip()
    marks = {seat: _marks_in_text(review, seat, columns, last) for seat in review.seats}
    for seat, line in marks.items():
        if line.strip():
            yield f"{_sign(review, seat):>{MARGIN - 2}}  {line}".rstrip()
    for curve in reversed(curves):
        yield f"{' ' * MARGIN}{_sign(review, curve.seat)} {curve.name}"
    if "".join(marks.values()).strip():
        yield f"{' ' * MARGIN}? an inaccuracy, a mistake or a blunder"


def _rows(review: Review, curves: Sequence[Curve], columns: int, last: int) -> list[str]:
    """The field of the chart, the highest row first; what is drawn last lies on top."""
    field = [[BLANK] * columns for _ in range(ROWS)]
    for curve in curves:
        first, end = curve.points[0][0], curve.points[-1][0]
        for column in range(columns):
            moves = _moves(column, columns, last)
            if first <= moves <= end:
                row = round((1 - curve.at(moves)) * (ROWS - 1))
                field[row][column] = _sign(review, curve.seat)
    return ["".join(row) for row in field]


def _marks_in_text(review: Review, seat: int, columns: int, last: int) -> str:
    """A sign below every move of a seat that gave much away."""
    line = [BLANK] * columns
    for decision in review.of_seat(seat):
        if decision.known.mark:
            line[round(decision.number / max(1, last) * (columns - 1))] = "?"
    return "".join(line)


def _moves(column: int, columns: int, last: int) -> float:
    """How many moves were made where a column is."""
    return last * column / max(1, columns - 1)


def _sign(review: Review, seat: int | None) -> str:
    """What a curve is drawn with."""
    if seat is None:
        return ALL_KNOWN
    return OWN if seat == near_seat(review) else OTHER


SHARPNESS, SMOOTHNESS = 2, 2
"""Pixels for a unit of the drawing, and how many times finer it is painted, for smooth lines."""

Place = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A line from place to place."""

    places: Sequence[Place]
    colour: str
    width: float = 1

    def svg(self) -> str:
        """The line as SVG."""
        places = " ".join(f"{x:g},{y:g}" for x, y in _rounded(self.places))
        look = f'fill="none" stroke="{self.colour}" stroke-width="{self.width:g}"'
        return f'<polyline points="{places}" {look} stroke-linejoin="round"/>'

    def paint(self, pen: Any, scale: int) -> None:
        """Paint the line with Pillow."""
        places = [(x * scale, y * scale) for x, y in self.places]
        pen.line(places, fill=self.colour, width=round(self.width * scale), joint="curve")


@dataclass(frozen=True)
class Dot:
    """A filled circle."""

    place: Place
    radius: float
    colour: str

    def svg(self) -> str:
        """The dot as SVG."""
        ((x, y),) = _rounded([self.place])
        return f'<circle cx="{x:g}" cy="{y:g}" r="{self.radius:g}" fill="{self.colour}"/>'

    def paint(self, pen: Any, scale: int) -> None:
        """Paint the dot with Pillow."""
        x, y = self.place
        box = (x - self.radius, y - self.radius, x + self.radius, y + self.radius)
        pen.ellipse([side * scale for side in box], fill=self.colour)


ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
"""Where a text is held, and what Pillow calls that."""


@dataclass(frozen=True)
class Label:
    """A line of words, held at the start, the middle or the end."""

    place: Place
    text: str
    colour: str
    size: int = 13
    anchor: str = "start"

    def svg(self) -> str:
        """The words as SVG."""
        ((x, y),) = _rounded([self.place])
        held = f'text-anchor="{self.anchor}" font-size="{self.size}" fill="{self.colour}"'
        return f'<text x="{x:g}" y="{y:g}" {held}>{escape(self.text)}</text>'

    def paint(self, pen: Any, scale: int) -> None:
        """Paint the words with Pillow."""
        x, y = self.place
        font = from_extra(EXTRA, "PIL.ImageFont").load_default(self.size * scale)
        where = (x * scale, y * scale)
        pen.text(where, self.text, fill=self.colour, font=font, anchor=ANCHORS[self.anchor])


Shape = Line | Dot | Label
EXTRA = "chart"
"""The extra that Pillow is installed with."""


@dataclass(frozen=True)
class Drawing:
    """Shapes on white paper, the first one below the others."""

    title: str
    width: int
    height: int
    shapes: Sequence[Shape]

    def svg(self) -> str:
        """The drawing as SVG."""
        size = f'width="{self.width}" height="{self.height}"'
        box = f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" role="img"'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>',
                f"<title>{escape(self.title)}</title>",
                f'<rect {size} fill="white"/>',
                *(shape.svg() for shape in self.shapes),
                "</svg>\n",
            ]
        )

    def save_svg(self, file: Path) -> None:
        """Write the drawing as SVG."""
        file.write_text(self.svg(), encoding="utf-8")

    def save_png(self, file: Path) -> None:
        """Write the drawing as PNG."""
        images, drawing = (from_extra(EXTRA, f"PIL.{part}") for part in ("Image", "ImageDraw"))
        scale = SHARPNESS * SMOOTHNESS
        paper = images.new("RGB", (self.width * scale, self.height * scale), "white")
        pen = drawing.Draw(paper)
        for shape in self.shapes:
            shape.paint(pen, scale)
        paper.reduce(SMOOTHNESS).save(file, format="PNG", optimize=True)


def _rounded(places: Sequence[Place]) -> list[Place]:
    """Places to a tenth: nobody sees more, and files stay small."""
    return [(round(x, 1), round(y, 1)) for x, y in places]


WIDTH, HEIGHT = 800, 440
LEFT, RIGHT, TOP, BOTTOM = 60, 24, 96, 48
"""Room beside the field of the chart."""

INK, PALE, GREY = "#222222", "#dddddd", "#999999"
COLOURS = ("#0072b2", "#d55e00")
"""The colours of the seats, which most people can tell apart."""

LEGEND_STEP = 220
"""From one entry of the legend to the next."""

LONGEST = 80
"""As many characters as fit into a line."""

TICKS = 10
ROUND_STEPS = [digit * 10**zeros for zeros in range(9) for digit in (1, 2, 5)]
"""At most how many steps the scale of moves has, and how large one may be."""


def check_picture(file: Path) -> None:
    """Refuse a file that no picture can be written to, before anybody waits for it."""
    if file.suffix.lower() not in WRITERS:
        raise BadUsage(f"--chart takes a file that ends in {' or '.join(WRITERS)}, not {file}")
    if file.exists():
        raise BadUsage(f"{file} already exists")
    if not file.parent.is_dir():
        raise BadUsage(f"there is no folder {file.parent}")
    if file.suffix.lower() == ".png":
        from_extra(EXTRA, "PIL")


def save_picture(review: Review, file: Path) -> None:
    """Write the chart of a review to a file, in the format that its name asks for."""
    WRITERS[file.suffix.lower()](picture(review), file)


WRITERS: dict[str, Callable[[Drawing, Path], None]] = {
    ".svg": Drawing.save_svg,
    ".png": Drawing.save_png,
}


def picture(review: Review) -> Drawing:
    """The chart of a review."""
    field = _Field(max(1, len(review.match.moves)))
    shapes = [*field.frame(), *_heading(review)]
    curves = curves_of(review)
    for number, curve in enumerate(curves):
        shapes += _drawn(curve, field, number)
    for curve in curves:
        shapes += _marks(review, curve.seat, field)
    return Drawing(_title(review), WIDTH, HEIGHT, shapes)


@dataclass(frozen=True)
class _Field:
    """Where the curves are drawn."""

    moves: int

    def place(self, moves: float, chance: float) -> Place:
        """Where a chance after so many moves is drawn."""
        x = LEFT + (WIDTH - LEFT - RIGHT) * moves / self.moves
        return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)

    def frame(self) -> Iterator[Shape]:
        """The scales."""
        for chance in (0, 0.25, 0.5, 0.75, 1):
            ends = [self.place(moves, chance) for moves in (0, self.moves)]
            yield Line(ends, GREY if chance == 0.5 else PALE)  # noqa: PLR2004, an even chance
            yield Label((LEFT - 8, ends[0][1] + 4), f"{chance:.0%}", INK, anchor="end")
        step = next(step for step in ROUND_STEPS if self.moves <= TICKS * step)
        for moves in range(0, self.moves + 1, step):
            x, y = self.place(moves, 0)
            yield Line([(x, y), (x, y + 5)], GREY)
            yield Label((x, y + 20), str(moves), INK, anchor="middle")
        yield Label((WIDTH / 2, HEIGHT - 8), "moves made", INK, anchor="middle")


def _title(review: Review) -> str:
    return f"{title(review.match.game)}: {pairing(review.match)}"


def _heading(review: Review) -> Iterator[Shape]:
    match, near = review.match, seat_name(review.match, near_seat(review))
    yield Label((LEFT, 26), cut_short(title(match.game), LONGEST), INK, 16)
    yield Label((LEFT, 46), cut_short(pairing(match), LONGEST), INK)
    yield Label((LEFT, 66), f"Chance that {near} wins; ?? ? ?! mark mistakes by size", INK)


def _colour(seat: int | None) -> str:
    return GREY if seat is None else COLOURS[seat]


def _drawn(curve: Curve, field: _Field, number: int) -> Iterator[Shape]:
    """A curve with its entry in the legend."""
    colour = _colour(curve.seat)
    start = LEFT + number * LEGEND_STEP
    yield Line([(start, TOP - 16), (start + 22, TOP - 16)], colour, 3)
    yield Label((start + 28, TOP - 12), curve.name, INK)
    yield Line([field.place(*point) for point in curve.points], colour, 2)


def _marks(review: Review, seat: int | None, field: _Field) -> Iterator[Shape]:
    """What a seat's moves are called that gave much away."""
    for decision in [] if seat is None else review.of_seat(seat):
        mark, after = decision.known.mark, decision.known.played.chance
        if mark:
            x, y = field.place(decision.number, after if seat == near_seat(review) else 1 - after)
            yield Dot((x, y), 4, _colour(seat))
            beside = (x, y + 18 if y < TOP + 18 else y - 8)  # where there is room
            yield Label(beside, mark.sign, _colour(seat), anchor="middle")
