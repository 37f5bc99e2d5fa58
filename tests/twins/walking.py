"""Walking through all that twins can do, as naively as the twins are written: nothing is merged,
nothing is remembered, and every equally likely outcome of chance is a branch of its own.
"""

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from duelhall.match.tree import Odds, Ways

Winner = int | str | None
"""A seat; any word for a draw; None while the game goes on."""


@dataclass
class Picks:
    """Chance: brings what is wanted, then 0, and keeps how much could have come each time."""

    wanted: list[int]
    bounds: list[int] = field(default_factory=list)

    def __call__(self, bound: int) -> int:
        self.bounds.append(bound)
        number = len(self.bounds) - 1
        return self.wanted[number] if number < len(self.wanted) else 0


class Twins(NamedTuple):
    """How to walk through the twins of a game."""

    legal: Callable[[Any], Iterable[str]]
    play: Callable[[Any, str, Picks], None]
    winner: Callable[[Any], Winner]


def naive_walk(twin: Any, twins: Twins) -> tuple[Ways, Odds]:
    """All lines of play, and how likely each end is by random moves."""
    ends = {0: 0, 1: 0, "draw": 0}
    odds = {0: Fraction(), 1: Fraction(), "draw": Fraction()}
    for likely, winner in _lines(twin, twins, Fraction(1)):
        ends[winner] += 1
        odds[winner] += likely
    first, second, drawn = ends.values()
    return (
        Ways(first + second + drawn, (first, second), drawn),
        Odds((odds[0], odds[1]), odds["draw"]),
    )


def _lines(twin: Any, twins: Twins, likely: Fraction) -> Iterator[tuple[Fraction, Any]]:
    winner = twins.winner(twin)
    if winner is not None:
        yield likely, winner if winner in (0, 1) else "draw"
        return
    moves = sorted(twins.legal(twin))
    for move in moves:
        for chance, after in _outcomes(twin, move, twins, []):
            yield from _lines(after, twins, likely * chance / len(moves))


def _outcomes(
    twin: Any, move: str, twins: Twins, wanted: list[int]
) -> Iterator[tuple[Fraction, Any]]:
    after, picks = deepcopy(twin), Picks(wanted)
    twins.play(after, move, picks)
    if len(picks.bounds) == len(wanted):
        yield Fraction(1, prod(picks.bounds)), after
        return
    for number in range(picks.bounds[len(wanted)]):
        yield from _outcomes(twin, move, twins, [*wanted, number])
