"""The chances to win in the course of a game: as curves in letters, and as a drawing in SVG."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

from duelhall.engine.errors import BadUsage
from duelhall.engine.record import other_seat
from duelhall.search.review import Review
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
        made, chances = zip(*self.points, strict=True)
        return float(np.interp(moves, made, chances))


def near_seat(review: Review) -> int:
    """The seat whose chances are drawn."""
    return review.seat or 0


def curves_of(review: Review) -> list[Curve]:
    """The curves of a review: all cards known, and what each seat could know, the near one last."""
    near = near_seat(review)
    curves = [
        Curve(f"as {seat_name(review.match, seat)} could know", seat, _points(review, seat))
        for seat in (other_seat(near), near)
        if seat in review.seats
    ]
    if review.seat is None:
        curves.insert(0, Curve("with all cards known", None, _points(review, None)))
    return curves


def _points(review: Review, seat: int | None) -> list[Point]:
    """The chances of the near seat before and after decisions, and how the game ended."""
    near, points = near_seat(review), list[Point]()
    for decision in review.decisions if seat is None else review.of_seat(seat):
        judgement = decision.all_known if seat is None else decision.known
        verdicts = (judgement.best, judgement.played) if judgement else ()
        for moves, verdict in enumerate(verdicts, start=decision.number - 1):
            points.append((moves, verdict.chance if decision.seat == near else 1 - verdict.chance))
    if review.has_result:
        points.append((len(review.match.moves), review.result(near)))
    return points


# --- in letters ---


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
            moves = last * column / max(1, columns - 1)
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


def _sign(review: Review, seat: int | None) -> str:
    if seat is None:
        return ALL_KNOWN
    return OWN if seat == near_seat(review) else OTHER


# --- as SVG ---


PAPER = """\
<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}" \
font-family="sans-serif" role="img">
<title>{title}</title>
<rect {size} fill="white"/>
{shapes}
</svg>
"""

Place = tuple[float, float]


def svg(name: str, width: int, height: int, shapes: Iterable[str]) -> str:
    """A drawing on white paper, of shapes of which the first one is below the others."""
    size = f'width="{width}" height="{height}"'
    drawn = "\n".join(shapes)
    return PAPER.format(size=size, width=width, height=height, title=escape(name), shapes=drawn)


def line_shape(places: Iterable[Place], colour: str, width: float = 1) -> str:
    """A line from place to place."""
    points = " ".join(f"{_tenth(x)},{_tenth(y)}" for x, y in places)
    look = f'fill="none" stroke="{colour}" stroke-width="{width:g}"'
    return f'<polyline points="{points}" {look} stroke-linejoin="round"/>'


def dot_shape(place: Place, radius: float, colour: str) -> str:
    """A filled circle."""
    x, y = map(_tenth, place)
    return f'<circle cx="{x}" cy="{y}" r="{radius:g}" fill="{colour}"/>'


def text_shape(place: Place, text: str, colour: str, size: int = 13, anchor: str = "start") -> str:
    """A line of words, held at the start, the middle or the end."""
    x, y = map(_tenth, place)
    held = f'text-anchor="{anchor}" font-size="{size}" fill="{colour}"'
    return f'<text x="{x}" y="{y}" {held}>{escape(text)}</text>'


def _tenth(coordinate: float) -> str:
    """A coordinate to a tenth: nobody sees more, and files stay small."""
    return f"{round(coordinate, 1):g}"


WIDTH, HEIGHT = 800, 440
LEFT, RIGHT, TOP, BOTTOM = 60, 24, 96, 48
"""Room beside the field of the chart."""

INK, PALE, GREY = "#222222", "#dddddd", "#999999"
COLOURS = {0: "#0072b2", 1: "#d55e00", None: GREY}
"""The colours of the seats, which most people can tell apart, and of all cards known."""

LEGEND_STEP = 220
"""From one entry of the legend to the next."""

LONGEST = 80
"""As many characters as fit into a line."""

TICKS = 10
ROUND_STEPS = [digit * 10**zeros for zeros in range(9) for digit in (1, 2, 5)]
"""At most how many steps the scale of moves has, and how large one may be."""


def check_picture(file: Path) -> None:
    """Refuse a file that no picture can be written to, before anybody waits for it."""
    if file.suffix.lower() != ".svg":
        raise BadUsage(f"--chart draws an SVG: it takes a file that ends in .svg, not {file}")
    if file.exists():
        raise BadUsage(f"{file} already exists")
    if not file.parent.is_dir():
        raise BadUsage(f"there is no folder {file.parent}")


def picture(review: Review) -> str:
    """The chart of a review as SVG."""
    match, near = review.match, seat_name(review.match, near_seat(review))
    what, who = title(match.game), pairing(match)
    legend = f"Chance that {near} wins; ?? ? ?! mark mistakes by size"
    curves, last = curves_of(review), max(1, len(match.moves))
    shapes = [
        *_frame(last),
        text_shape((LEFT, 26), cut_short(what, LONGEST), INK, 16),
        text_shape((LEFT, 46), cut_short(who, LONGEST), INK),
        text_shape((LEFT, 66), legend, INK),
    ]
    for number, curve in enumerate(curves):
        start, colour = LEFT + number * LEGEND_STEP, COLOURS[curve.seat]
        shapes += [
            line_shape([(start, TOP - 16), (start + 22, TOP - 16)], colour, 3),
            text_shape((start + 28, TOP - 12), curve.name, INK),
            line_shape([_place(*point, last) for point in curve.points], colour, 2),
        ]
    marks = [_marks(review, curve.seat, last) for curve in curves if curve.seat is not None]
    return svg(
        f"{what}: {who}", WIDTH, HEIGHT, [*shapes, *(each for mark in marks for each in mark)]
    )


def _place(moves: float, chance: float, last: int) -> Place:
    x = LEFT + (WIDTH - LEFT - RIGHT) * moves / last
    return x, TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance)


def _frame(last: int) -> Iterator[str]:
    for chance in (0, 0.25, 0.5, 0.75, 1):
        ends = [_place(moves, chance, last) for moves in (0, last)]
        yield line_shape(ends, GREY if chance == 0.5 else PALE)  # noqa: PLR2004, an even chance
        yield text_shape((LEFT - 8, ends[0][1] + 4), f"{chance:.0%}", INK, anchor="end")
    step = next(step for step in ROUND_STEPS if last <= TICKS * step)
    for moves in range(0, last + 1, step):
        x, y = _place(moves, 0, last)
        yield line_shape([(x, y), (x, y + 5)], GREY)
        yield text_shape((x, y + 20), str(moves), INK, anchor="middle")
    yield text_shape((WIDTH / 2, HEIGHT - 8), "moves made", INK, anchor="middle")


def _marks(review: Review, seat: int, last: int) -> Iterator[str]:
    """What a seat's moves are called that gave much away."""
    for decision in review.of_seat(seat):
        mark, after = decision.known.mark, decision.known.played.chance
        if mark:
            chance = after if seat == near_seat(review) else 1 - after
            x, y = _place(decision.number, chance, last)
            yield dot_shape((x, y), 4, COLOURS[seat])
            beside = (x, y + 18 if y < TOP + 18 else y - 8)  # where there is room
            yield text_shape(beside, mark.sign, COLOURS[seat], anchor="middle")
