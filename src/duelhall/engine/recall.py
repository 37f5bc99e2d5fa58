"""Information states: everything that a seat has seen and done in a match, in writing."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duelhall.engine.match import Match


def recalled(match: "Match", seat: int) -> str:
    """What a seat recalls, a line each: its seat, what it saw first, and then every move as it was
    told of it, with what it saw change.

    A move that it is not told of, and that changes nothing in sight, leaves no trace.
    """
    return "\n".join(_lines(match, seat))


def _lines(match: "Match", seat: int) -> Iterator[str]:
    before = _seen(match, 0, seat)
    yield f"seat {seat}"
    yield " ".join(before)
    for number in range(1, len(match.states)):
        after, told = _seen(match, number, seat), _told(match, number, seat)
        if told or after != before:
            yield f"{told}: {_changes(before, after)}"
        before = after


def _seen(match: "Match", number: int, seat: int) -> list[str]:
    """What a seat saw after so many steps: the parts of the position in notation."""
    game = match.game
    return game.position_text(game.view(match.states[number], seat)).split(" ")


def _told(match: "Match", number: int, seat: int) -> str:
    """A step as a seat is told of it; nothing where it is not, or where somebody gave up."""
    if number > len(match.moves):
        return ""
    move = match.move_seen(number, seat)
    return "" if move is None else f"{match.mover(number)} {move}"


def _changes(before: list[str], after: list[str]) -> str:
    """The parts of a position that are new, each with its place, or all where their number is:
    with what was seen before, that gives the position back.
    """
    if len(before) != len(after):
        return " ".join(after)
    return " ".join(
        f"{place}:{new}"
        for place, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
    )
