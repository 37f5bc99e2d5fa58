"""A small chart of the chances to win, in letters."""

from collections.abc import Iterator, Sequence

from duelhall.search.review import Review
from duelhall.terminal.curves import Curve, curves_of, near_seat
from duelhall.terminal.player_names import seat_name

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
    marks = {seat: _marks(review, seat, columns, last) for seat in review.seats}
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


def _marks(review: Review, seat: int, columns: int, last: int) -> str:
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
