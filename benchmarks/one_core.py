"""What one core does, by CPU time: for a machine that others keep busy, too.

    .venv/bin/python benchmarks/one_core.py

Random games, searches with random playouts and battles, with what OpenSpiel has to compare where it
is installed: short rounds of every row in turn, and the best of each. The last row fights one
battle over and over, so that the processor comes to know how every branch of it goes.
"""

import time

import numpy as np
import openspiel

from duelhall.bench import game_works, search_works
from duelhall.engine.definition import Work
from duelhall.match.game import load
from duelhall_kits.frontline import battles as speed
from duelhall_kits.frontline.battles import battles, random_armies

GAMES = ("blade", "frontline", "binmat", "monsters")
ROUNDS = 30
SECONDS = 0.1
"""About how long a round of a row takes."""

SAMPLE = 60
"""How many battles are fought over and over, one after the other."""
TIMES = 1_500


def works() -> list[tuple[str, Work]]:
    """All rows."""
    found = []
    for game in map(load, GAMES):
        found += [game_works(game)[0], search_works(game)[0]]
    found += [speed.works()[0], ("frontline, the same battle over and over", the_same_battles())]
    return found + (openspiel.works() if openspiel.is_installed() else [])


def the_same_battles() -> Work:
    """Battles, each fought many times before the next one."""
    game = load("frontline")
    first = random_armies(game, SAMPLE).repeat(TIMES)
    second = random_armies(game, SAMPLE, seed=SAMPLE).repeat(TIMES)

    def work(games: int) -> int:
        for _ in range(0, games, len(first)):
            battles(first, second, threads=1)
        return -(-games // len(first)) * len(first)

    return work


def rate(work: Work, games: int) -> float:
    """What a work does in a second."""
    started = time.thread_time()
    done = work(games)
    return done / (time.thread_time() - started)


def fitting(work: Work) -> int:
    """How many games fit into a round."""
    work(1)
    started = time.thread_time()
    work(1)
    games = max(1, int(SECONDS / 4 / (time.thread_time() - started)))
    started = time.thread_time()
    work(games)
    return max(1, int(games * SECONDS / (time.thread_time() - started)))


def main() -> None:
    """Measure and print."""
    rows = [(name, work, fitting(work)) for name, work in works()]
    best = dict.fromkeys((name for name, _, _ in rows), 0.0)
    for _ in range(ROUNDS):
        for name, work, games in rows:
            best[name] = max(best[name], rate(work, games))
    for name, found in best.items():
        print(f"{name}: {np.round(found):,.0f} a second")


if __name__ == "__main__":
    main()
