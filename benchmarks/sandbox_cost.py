"""What a sandbox costs: a start, a move, and whole games.

    python benchmarks/sandbox_cost.py

A start is the time from the order to the first answer of `cat`, and its end that until nothing is
left of it. A move is a line to `cat` and back. Games are Blade between a bot in Python, started for
each game or living on, and a built-in player. Both ways take turns, and the best of each counts, so
that a busy neighbour spoils a round of both but not the result.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from arena_speed import BOT

from duelhall.arena.referee import Referee
from duelhall.arena.schedule import job_of, meetings_of
from duelhall.arena.settings import Settings
from duelhall.bots.bot import OneShot, RunningBot
from duelhall.bots.home import Home, Limits, Sandbox
from duelhall.engine.text import Excerpt
from duelhall.play.entry import Entry

STARTS, MOVES = 200, 2000
WAYS = (Sandbox.OFF, Sandbox.REQUIRED)


def start(way: Sandbox) -> tuple[float, float]:
    """Seconds until the first answer of a program, and until nothing is left of it."""
    begun = time.perf_counter()
    program = RunningBot(["cat"], Limits(sandbox=way), None, Excerpt(0))
    program.process.ask(b"hello\n", 60.0)
    answered = time.perf_counter()
    program.close()
    return answered - begun, time.perf_counter() - begun


def decision(way: Sandbox) -> float:
    """Seconds of a program that is started for one decision."""
    limits, begun = Limits(sandbox=way), time.perf_counter()
    with Home() as home, OneShot(["cat"], home, limits, Excerpt(0)) as process:
        process.answer(b"question\n", begun + 60.0)
    return time.perf_counter() - begun


def moves(way: Sandbox) -> float:
    """Seconds of a line to a running program and back, at the median."""
    program = RunningBot(["cat"], Limits(sandbox=way), None, Excerpt(0))
    times = [program.process.ask(b"move\n", 60.0)[1] for _ in range(MOVES)]
    program.close()
    return statistics.median(times)


def game(way: Sandbox, referee: Referee, entries: tuple[Entry, Entry], number: int) -> float:
    """Seconds of the two games of a pair, on average."""
    settings = Settings("blade", 1, entries, 2 * number + 2)
    limits, begun = Limits(sandbox=way), time.perf_counter()
    for meeting in meetings_of(settings)[2 * number : 2 * number + 2]:
        referee.play(replace(job_of(settings, meeting), limits=limits))
    return (time.perf_counter() - begun) / 2


def print_row(name: str, rounds: list[list[float]]) -> None:
    """Print the best without and with a sandbox, and what that adds, in milliseconds."""
    plain, inside = (1e3 * min(column) for column in zip(*rounds, strict=True))
    print(f"{name:<44}{plain:>12.3f}{inside:>12.3f}{inside - plain:>+12.3f}")


def in_turns(count: int, measure: Callable[[Sandbox, int], float]) -> list[list[float]]:
    """Rounds of all ways, without the first one."""
    return [[measure(way, number) for way in WAYS] for number in range(count + 1)][1:]


def main() -> None:
    """Print the table."""
    print(f"{'milliseconds':<44}{'no sandbox':>12}{'bubblewrap':>12}{'added':>12}")
    starts = [[start(way) for way in WAYS] for _ in range(STARTS + 1)][1:]
    print_row("a start until the first answer", [[one for one, _ in row] for row in starts])
    print_row("a start and its end", [[both for _, both in row] for row in starts])
    print_row("a process for one decision", in_turns(STARTS, lambda way, _: decision(way)))
    print_row("a line and its answer", in_turns(5, lambda way, _: moves(way)))
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        for again, how, pairs in ((False, "is started for each", 20), (True, "lives on", 200)):
            file = Path(folder) / "bot.py"
            file.write_text(BOT.replace("AGAIN", str(again)))
            entries = (Entry("bot", (sys.executable, str(file))), Entry("random", builtin="random"))
            with Referee() as referee:
                rounds = in_turns(pairs, lambda way, n: game(way, referee, entries, n))  # noqa: B023
            print_row(f"a game with a bot that {how}", rounds)


if __name__ == "__main__":
    main()
