"""How fast the arena plays built-in players, what a game costs with a bot that is started for it or
lives on, and how long `arena show` takes for a million games.

python benchmarks/arena_speed.py
"""

import math
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

from duelhall.arena import runner
from duelhall.arena.referee import Referee
from duelhall.arena.schedule import jobs_in_legs, meetings_of
from duelhall.arena.settings import Settings
from duelhall.arena.store import Cells, write_games
from duelhall.play.entry import Entry

GAMES = 4_000
MANY = 1_000_000
RECORD = 1_500  # bytes, as in Blade
PLAYERS = 100
MEGABYTE = 1024  # of the kilobytes that Linux counts
BOT = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 2, "again": AGAIN}), flush=True)
    elif message["type"] == "decide":
        print(json.dumps({"type": "move", "move": message["legal"][0]}), flush=True)
"""

SHOW = """
import re, sys
from pathlib import Path

from duelhall.cli.contest import show_contest

show_contest(Path(sys.argv[1]), "text")
status = Path("/proc/self/status").read_text()
print(re.search(r"VmHWM:\\s+(\\d+)", status)[1], file=sys.stderr)
"""
"""What `arena show` does; its memory is told by the system, since it began as a copy of ours."""


def games_a_minute() -> float:
    """Blade, random against random, every game kept, in one process."""
    entries = tuple(Entry(name, builtin="random") for name in "ab")
    settings = Settings("blade", 1, entries, GAMES)
    with tempfile.TemporaryDirectory() as folder:
        settings.save(Path(folder))
        started = time.perf_counter()
        runner.run(settings, Path(folder))
        return 60 * GAMES / (time.perf_counter() - started)


def bot_milliseconds(*, again: bool, games: int) -> float:
    """What a game of Blade costs with a bot in Python, without the first one."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bot.py"
        file.write_text(BOT.replace("AGAIN", str(again)))
        entries = Entry("bot", (sys.executable, str(file))), Entry("random", builtin="random")
        settings = Settings("blade", 1, entries, games)
        with Referee() as referee:
            first, *jobs = jobs_in_legs(settings, meetings_of(settings), np.arange(games))
            referee.play(first)
            started = time.perf_counter()
            for job in jobs:
                referee.play(job)
            return 1000 * (time.perf_counter() - started) / len(jobs)


def show_a_million() -> tuple[float, float]:
    """Seconds and megabytes of `arena show` for a hundred players and a million games."""
    entries = tuple(Entry(f"player {n}", builtin="random") for n in range(PLAYERS))
    settings = Settings("blade", 1, entries, 204)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings.save(folder)
        write_games(folder, settings, made_up_games())
        started = time.perf_counter()
        shown = subprocess.run(
            [sys.executable, "-c", SHOW, name], check=True, capture_output=True, text=True
        )
        seconds = time.perf_counter() - started
    return seconds, int(shown.stderr) / MEGABYTE


def made_up_games() -> Iterator[Cells]:
    """A million games in mirrored pairs, as a store writes them."""
    chance = random.Random(1)
    meets, record = list(combinations(range(PLAYERS), 2)), "x" * RECORD
    for at in range(MANY):
        first, second = meets[at // 2 % len(meets)][:: -1 if at % 2 else 1]
        winner = chance.random() < 1 / (1 + math.exp((first - second) / PLAYERS))
        seconds = (chance.random(), chance.random())
        ending = ("played", "damage", chance.randrange(1, 99))
        yield (
            at + 1,
            at // 2,
            first,
            second,
            int(winner),
            None,
            *ending,
            *seconds,
            0,
            0,
            "1",
            record,
        )


def main() -> None:
    """Print all of them."""
    print(f"blade, random against random with replays kept: {games_a_minute():,.0f} games a minute")
    for again, games in ((False, 100), (True, 1000)):
        how = "lives on" if again else "is started for each game"
        milliseconds = bot_milliseconds(again=again, games=games)
        print(f"blade, a bot in Python that {how}, against random: {milliseconds:.1f} ms a game")
    seconds, megabytes = show_a_million()
    print(f"arena show, {PLAYERS} players, {MANY:,} games: {seconds:.1f} s, {megabytes:.0f} MB")


if __name__ == "__main__":
    main()
