"""Timing work that is noisy: several rounds of everything in turn, and the best of each."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

ROUNDS = 5

Work = Callable[[], tuple[int, int]]
"""Some work; returns how many games and how many moves it did."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    name: str
    games: int
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games a second."""
        return self.games / self.seconds


def best_of_rounds(
    works: Sequence[tuple[str, Work]], progress: Callable[[str], None], rounds: int = ROUNDS
) -> list[Row]:
    """Time each work in each round, neighbours in time being comparable, and keep its best."""
    best: dict[str, Row] = {}
    for number in range(rounds):
        for name, work in works:
            progress(f"round {number + 1} of {rounds}: {name}")
            started = time.perf_counter()
            games, moves = work()
            row = Row(name, games, moves, time.perf_counter() - started)
            if name not in best or row.moves_per_second > best[name].moves_per_second:
                best[name] = row
    return list(best.values())
