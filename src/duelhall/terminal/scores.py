"""How a series stands, in words."""

from duelhall.match.match import Match
from duelhall.play.series import Series
from duelhall.play.undo import is_practice
from duelhall.terminal.seating import Seating


def round_text(series: Series, seating: Seating) -> str:
    """Which round begins, and how the series stands."""
    begins = f"Round {series.round} of {series.rounds}"
    if series.round == 1:
        return f"{begins}."
    return f"{begins}, with seats changed. Score: {_points(series.points, seating)}."


def score_text(series: Series, match: Match, seating: Seating) -> str:
    """How a series stands after a round."""
    score = series.score(match)
    practice = " This round was practice, and does not count." if is_practice(match) else ""
    if series.is_last:
        return f"The series is over: {_points(score, seating)}.{practice}"
    after = f"after round {series.round} of {series.rounds}"
    return f"Score {after}: {_points(score, seating)}.{practice}"


def _points(points: tuple[int, ...], seating: Seating) -> str:
    """The points of both players, the person's first."""
    viewer = seating.persons[0] if seating.persons else 0
    order = sorted(range(len(points)), key=lambda seat: seat != viewer)
    has = " has" if seating.shared else ""
    return ", ".join(f"{seating.called(seat)}{has} {points[seat]}" for seat in order)
