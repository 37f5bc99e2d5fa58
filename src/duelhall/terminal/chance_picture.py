"""The chances to win in the course of a game, as a picture in a file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from duelhall.engine.errors import BadUsage, from_extra
from duelhall.search.review import Review
from duelhall.terminal.columns import shortened
from duelhall.terminal.curves import Curve, curves_of, near_seat
from duelhall.terminal.player_names import pairing, seat_name
from duelhall.terminal.shapes import EXTRA, Dot, Drawing, Label, Line, Place, Shape
from duelhall.terminal.speaker import title

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
    yield Label((LEFT, 26), shortened(title(match.game), LONGEST), INK, 16)
    yield Label((LEFT, 46), shortened(pairing(match), LONGEST), INK)
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
