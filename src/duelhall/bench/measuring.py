"""Timing noisy work: several rounds of everything in turn, and the best of each."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from duelhall.engine.features import Work

ROUNDS = 5

SECONDS = 1.0
"""About how long each work runs in a round."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    games: int
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds


def best_of_rounds(
    works: Sequence[tuple[str, Work]], progress: Callable[[str], None], rounds: int = ROUNDS
) -> list[Row]:
    """Time each work in each round, since only what is close in time compares; keep its best."""
    best: dict[str, Row] = {}
    games = {name: fitting_games(work) for name, work in works}
    for number in range(rounds):
        for name, work in works:
            progress(f"round {number + 1} of {rounds}: {name}")
            row = timed(name, work, games[name])
            if name not in best or row.moves_per_second > best[name].moves_per_second:
                best[name] = row
    return list(best.values())


def timed(name: str, work: Work, games: int) -> Row:
    """The row of a work that is run once."""
    started = time.perf_counter()
    moves = work(games)
    return Row(name, games, moves, time.perf_counter() - started)


def fitting_games(work: Work, seconds: float | None = None) -> int:
    """How many games a benchmark plays in about this many seconds, once it is compiled."""
    wanted = SECONDS if seconds is None else seconds
    work(1)
    games = 1
    while (taken := timed("", work, games).seconds) < wanted / 8:
        games *= 4
    return max(1, round(games * wanted / taken))
