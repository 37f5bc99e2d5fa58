"""Benchmarks of Frontline's battles, fought without a game around them."""

import time

from duelhall.engine.features import BenchRows, Progress, Work
from duelhall.kits.frontline.battles import battles, deployments, payoff_matrix, random_armies
from duelhall.match.game import load

GAME = "frontline"
ARMIES = 100_000
TIMES = 10
"""The factor between two battle counts, which shows that time grows linearly with their number."""

HANDS = ("|", "|@", "!", "&", "-"), ("!!", "!@", "|&", "@", "+")


def works() -> list[tuple[str, Work]]:
    """Battles of six against six; armies are dealt from the standard set, deployed at random."""
    game = load(GAME)
    first, second = random_armies(game, ARMIES), random_armies(game, ARMIES, seed=ARMIES)

    def fought(threads: int, most: int) -> Work:
        def work(games: int) -> int:
            left = games
            while left > 0:
                some = min(left, most)
                battles(first[:some], second[:some], threads=threads)
                left -= some
            return games

        return work

    return [
        ("frontline, battles of 6 against 6, one thread", fought(1, ARMIES)),
        ("frontline, battles of 6 against 6, two threads", fought(2, ARMIES)),
        (
            f"frontline, battles of 6 against 6, one thread, {ARMIES // TIMES} at a time",
            fought(1, ARMIES // TIMES),
        ),
    ]


def facts(progress: Progress) -> dict[str, float]:
    """How long the whole matrix of two hands of five takes."""
    progress("frontline: every deployment against every deployment")
    first, second = (deployments(hand) for hand in HANDS)
    payoff_matrix(first[:1], second[:1], threads=2)
    started = time.perf_counter()
    payoff_matrix(first, second, threads=2)
    size = f"{len(first)} by {len(second)}"
    return {
        f"frontline, seconds for a payoff matrix of {size}, two threads": round(
            time.perf_counter() - started, 2
        )
    }


ROWS = BenchRows(works, facts)
