"""What a sandbox costs: a start, a move, and whole games.

    python benchmarks/sandbox_cost.py

A start is the time from the order to the first answer of `cat`, and its end that until nothing is
left of it; a first start is one of a program that was not started before. A move is a line to `cat`
and back. Games are Blade between a bot in Python, started for each game or living on, and a built-
in player. All ways take turns, and the best of each counts, so that a busy neighbour spoils a round
of all but not the result.
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
from duelhall.bots.bot import Program
from duelhall.bots.home import Excerpt, Limits, Sandbox
from duelhall.bots.sandbox import launching
from duelhall.bots.sandbox.launching import Kind
from duelhall.players.entry import Entry

STARTS, FIRST_STARTS, MOVES = 200, 50, 2000
IDLE = 0.05
"""Seconds in which the launcher gets ready for whatever comes."""

WAYS: list[Kind | None] = [None, *Kind]


def limits_of(way: Kind | None) -> Limits:
    """The limits by which programs get this sandbox from now on."""
    launching.available_kind = lambda: way  # type: ignore[assignment]
    return Limits(sandbox=Sandbox.OFF if way is None else Sandbox.REQUIRED)


def start(way: Kind | None, *words: str) -> tuple[float, float]:
    """Seconds until the first answer of a program, and until nothing is left of it."""
    limits, begun = limits_of(way), time.perf_counter()
    program = Program(["cat", "-", *words], limits, None, Excerpt(0))
    program.process.ask(b"hello\n", 60.0)
    answered = time.perf_counter()
    program.close()
    return answered - begun, time.perf_counter() - begun


def first_start(way: Kind | None, number: int) -> float:
    """Seconds until the first answer of a program that is not known yet."""
    time.sleep(IDLE)
    return start(way, *["/dev/null"] * number)[0]


def moves(way: Kind | None) -> float:
    """Seconds of a line to a running program and back, at the median."""
    program = Program(["cat"], limits_of(way), None, Excerpt(0))
    times = [program.process.ask(b"move\n", 60.0)[1] for _ in range(MOVES)]
    program.close()
    return statistics.median(times)


def game(way: Kind | None, referee: Referee, entries: tuple[Entry, Entry], number: int) -> float:
    """Seconds of the two games of a pair, on average."""
    settings = Settings("blade", 1, entries, 2 * number + 2)
    limits, begun = limits_of(way), time.perf_counter()
    for meeting in meetings_of(settings)[2 * number : 2 * number + 2]:
        referee.play(replace(job_of(settings, meeting), limits=limits))
    return (time.perf_counter() - begun) / 2


def print_row(name: str, rounds: list[list[float]]) -> None:
    """Print the best of each way, and what each sandbox adds to it, in milliseconds."""
    plain, *others = (1e3 * min(column) for column in zip(*rounds, strict=True))
    cells = [f"{plain:.3f}", *(f"{other:.3f} ({other - plain:+.3f})" for other in others)]
    print(f"{name:<44}" + "".join(f"{cell:>20}" for cell in cells))


def in_turns(count: int, measure: Callable[[Kind | None, int], float]) -> list[list[float]]:
    """Rounds of all ways, without the first one."""
    return [[measure(way, number) for way in WAYS] for number in range(count + 1)][1:]


def main() -> None:
    """Print the table."""
    for kind in Kind:
        if not launching.works(kind):
            WAYS.remove(kind)
    print(f"{'milliseconds':<44}" + "".join(f"{way or 'no sandbox':>20}" for way in WAYS))
    starts = [[start(way) for way in WAYS] for _ in range(STARTS + 1)][1:]
    print_row("a start until the first answer", [[one for one, _ in row] for row in starts])
    print_row("a start and its end", [[both for _, both in row] for row in starts])
    print_row("a first start until the first answer", in_turns(FIRST_STARTS, first_start))
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
