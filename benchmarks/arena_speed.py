"""How fast the arena plays built-in players, what a game costs with a bot that is started for it or
lives on, and how long `arena show` takes for a million games.

python benchmarks/arena_speed.py
"""

import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path

import numpy as np

from duelhall.arena import runner
from duelhall.arena.legs import jobs_in_legs
from duelhall.arena.referee import Referee
from duelhall.arena.rows import (
    COLUMNS,
    FAULTY,
    FIRST,
    LENGTH,
    MOVES,
    NOBODY,
    NUMBER,
    PAIR,
    PLACE,
    RESULTS,
    SECOND,
    TIME_0,
    TIME_1,
    WINNER,
    checked_line,
)
from duelhall.arena.schedule import meetings_of
from duelhall.arena.settings import Settings
from duelhall.players.entry import Entry

GAMES = 4_000
MANY = 1_000_000
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

from duelhall.terminal.standings import show_tournament

show_tournament(Path(sys.argv[1]), "text")
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
        (folder / RESULTS).write_bytes(made_up_results())
        started = time.perf_counter()
        shown = subprocess.run(
            [sys.executable, "-c", SHOW, name], check=True, capture_output=True, text=True
        )
        seconds = time.perf_counter() - started
    return seconds, int(shown.stderr) / MEGABYTE


def made_up_results() -> bytes:
    """Results of a million games in mirrored pairs, as a store writes them."""
    chance = np.random.default_rng(1)
    rows = np.zeros((MANY, COLUMNS), np.int64)
    rows[:, NUMBER] = np.arange(1, MANY + 1)
    rows[:, PAIR] = np.arange(MANY) // 2
    seats = np.array(list(combinations(range(PLAYERS), 2)))
    rows[:, [FIRST, SECOND]] = seats[rows[:, PAIR] % len(seats)]
    rows[1::2, [FIRST, SECOND]] = rows[::2, [SECOND, FIRST]]
    strength = (rows[:, FIRST] - rows[:, SECOND]) / PLAYERS
    rows[:, WINNER] = chance.random(MANY) < 1 / (1 + np.exp(strength))
    rows[:, FAULTY] = NOBODY
    rows[:, [MOVES, TIME_0, TIME_1]] = chance.integers(1, 99, (MANY, 3))
    rows[:, PLACE], rows[:, LENGTH] = 1500 * np.arange(MANY), 1500
    return b"".join(map(checked_line, rows.tolist()))


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
