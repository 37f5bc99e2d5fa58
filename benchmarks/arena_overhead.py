"""What the lasting protocol costs a decision: the server's time less the bot's own.

    python benchmarks/arena_overhead.py [GAME ...]

A bot in Python that plays the first legal move has every decision of a number of games, and says
with each answer how long it took from the line to the answer. What is left of the time between
"it is your decision" and the move made is the protocol's: the view in readable form, both JSON
texts, both pipes, waking up both processes, and checking the move. The second line of a game is for
a bot that wants no board. At last: what the one-shot form costs, and what its processes cost alone.
"""

import json
import statistics
import subprocess
import sys
import time
from itertools import count, product
from pathlib import Path
from tempfile import TemporaryDirectory

import duelhall
from duelhall.arena.referee import play_game
from duelhall.arena.schedule import GameJob
from duelhall.bots import messages
from duelhall.bots.home import Home, Limits
from duelhall.bots.process import LineProcess
from duelhall.engine.text import Excerpt
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.table import Table
from duelhall_kits.blade import original as oneshot

DECISIONS = 3000
WARM_UP = 300
ONE_SHOT_GAMES = 40
COLUMNS = ("message", "round trip", "move", "all")

BOT = """
import json, sys, time
for line in sys.stdin:
    begun = time.perf_counter()
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 2, "name": "first"}
    else:
        answer = {"type": "move", "move": message["legal"][0], "own": time.perf_counter() - begun}
    print(json.dumps(answer), flush=True)
"""


ONCE = """
import json, sys
hand = json.loads(sys.stdin.readline())["player"]["hand"]
print(max(range(len(hand)), key=lambda place: hand[place]["type"] % 8))
"""


def decision(table: Table, bot: LineProcess, parts: tuple[str, ...]) -> tuple[float, ...]:
    """Let the bot decide once, and say how long each part took, in seconds."""
    clock, match = time.perf_counter, table.match
    begun = clock()
    question = table.question(match.to_move)
    line = messages.line_of(messages.decide_message(question, messages.Hello(view=parts)))
    written = clock()
    answer, _ = bot.ask(line, 10.0)
    read = clock()
    match.play(messages.read_move(answer))
    moved = clock()
    own = json.loads(answer)["own"]
    return written - begun, read - written - own, moved - read, moved - begun - own


def measured(name: str, bot: LineProcess, parts: tuple[str, ...]) -> list[tuple[float, ...]]:
    """The times of many decisions of a game."""
    game = duelhall.load(name)
    bot.ask(messages.line_of(messages.hello_message(game, Clock(10.0))), 10.0)
    times: list[tuple[float, ...]] = []
    for seed in count():
        table = Table(game.match(seed), (), clock=Clock(10.0))
        while not table.match.over:
            times.append(decision(table, bot, parts))
        if len(times) >= DECISIONS + WARM_UP:
            break
    return times[WARM_UP:]


def print_lasting(names: list[str], command: list[str]) -> None:
    """Print two lines a game: medians in microseconds, and the slowest tenth's limit."""
    print(f"{'game, view':<22}" + "".join(f"{name:>12}" for name in (*COLUMNS, "all, 90%")))
    for name, parts in product(names, (messages.PARTS, (messages.POSITION,))):
        with Home() as home, LineProcess(command, home, Limits(), Excerpt(0)) as bot:
            times = measured(name, bot, parts)
        medians = [statistics.median(part) * 1e6 for part in zip(*times, strict=True)]
        tenth = statistics.quantiles([all_of[-1] for all_of in times], n=10)[-1] * 1e6
        label = f"{name}, {'whole' if parts == messages.PARTS else 'position'}"
        print(f"{label:<22}" + "".join(f"{value:12.0f}" for value in [*medians, tenth]))


def print_one_shot(command: list[str]) -> None:
    """Print what a decision by a process of its own costs, and what that process alone costs."""
    bot = Entry("once", tuple(command), oneshot=True)
    question = messages.line_of(
        oneshot.request((), duelhall.load("blade").match(1).view(0), 0, "x")
    )
    times: list[tuple[float, float]] = []  # of a decision, game by game
    play_game(GameJob(0, "blade", 1, (bot, bot), 0, Clock()))  # compiles what it needs
    for seed in range(ONE_SHOT_GAMES):  # in turn, so that a busy neighbour spoils both
        begun = time.perf_counter()
        record = play_game(GameJob(seed, "blade", 1, (bot, bot), seed, Clock()))
        played = time.perf_counter()
        for _ in range(record.moves):
            subprocess.run(command, input=question, capture_output=True, check=True)
        ended = time.perf_counter()
        times.append(((played - begun) / record.moves, (ended - played) / record.moves))
    arena, alone = (statistics.median(part) * 1e3 for part in zip(*times, strict=True))
    ratio = statistics.median(in_arena / by_itself for in_arena, by_itself in times)
    print(f"one-shot: {arena:.2f} ms a decision in whole games, ", end="")
    print(f"{alone:.2f} ms for the processes alone; median of the ratio {ratio:.3f}")


def main() -> None:
    """Measure both forms."""
    with TemporaryDirectory() as folder:
        files = [Path(folder) / "bot.py", Path(folder) / "once.py"]
        for file, text in zip(files, (BOT, ONCE), strict=True):
            file.write_text(text)
        names = sys.argv[1:] or ["blade", "frontline", "binmat", "monsters"]
        print_lasting(names, [sys.executable, str(files[0])])
        print_one_shot([sys.executable, str(files[1])])


if __name__ == "__main__":
    main()
