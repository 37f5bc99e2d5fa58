"""The chances to win in the course of a game, as curves to be drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

from duelhall.engine.record import other_seat
from duelhall.search.review import Decision, Judgement, Review
from duelhall.terminal.player_names import seat_name

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
