"""What `duelhall controller` costs beyond the processes that its form asks for.

    python benchmarks/oneshot_overhead.py [CONTESTS]

Two bots in Python, one process a decision, hold a contest of one round in each order, with its
transcript. Then the same program is started as often again with nothing around it: it gets a
question in the same folder and environment, its output is read, and it is waited for. The two take
turns, and the best of each counts, so that a busy neighbour spoils a turn and not the result.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from duelhall.bots.home import Home
from duelhall.match.game import load
from duelhall.play.entry import Entry
from duelhall_kits.blade.contest import GAME, RULES, Contest, deals_by, run_contest
from duelhall_kits.blade.original import request

CONTESTS = 20

BOT = """
import json
import sys

question = json.loads(sys.stdin.readline())
need = question["opponent"]["score"] - question["player"]["score"]
hand = question["player"]["hand"]
print(next((index for index, card in enumerate(hand) if card["value"] > need), 0))
"""

DECIDED = (" plays ", " played ", " selects ")
"""What a line of the transcript says of a decision."""


def contest_time(command: tuple[str, ...], log: Path, seed: int) -> tuple[float, int]:
    """The seconds and the decisions of a contest."""
    entries = tuple(Entry(name, command, oneshot=True) for name in ("first", "second"))
    with log.open("w") as file:

        def tell(lines: Iterable[str]) -> None:
            for line in lines:
                print(line, file=file)

        begun = time.perf_counter()
        run_contest(Contest(entries, 60.0, 1, seed), tell)
        seconds = time.perf_counter() - begun
    told = log.read_text().splitlines()
    return seconds, sum(any(word in line for word in DECIDED) for line in told)


def bare_time(command: tuple[str, ...], question: bytes, home: Home, times: int) -> float:
    """The seconds that it takes to start the program so often, one after the other."""
    begun = time.perf_counter()
    for _ in range(times):
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=home.folder,
            env=home.environment(),
        ) as process:
            process.communicate(question)
    return time.perf_counter() - begun


def some_question(file: Path) -> bytes:
    """What a bot is told at the beginning of a round."""
    game = load(GAME, RULES)
    match = game.match(deal=next(deals_by(game, 1)))
    seat = match.to_move
    asked = request(match.seen(seat, 0), match.view(seat), seat, str(file))
    return json.dumps(asked).encode() + b"\n"


def measured(contests: int, folder: Path) -> tuple[float, float]:
    """Seconds a decision: in a contest, and of starting the process alone."""
    bot, log = folder / "bot.py", folder / "log"
    bot.write_text(BOT)
    command, question = (sys.executable, str(bot)), some_question(folder / "scratch")
    held: list[float] = []
    bare: list[float] = []
    contest_time(command, log, 0)  # everything is loaded after this
    with Home() as home:
        for seed in range(1, contests + 1):
            seconds, decisions = contest_time(command, log, seed)
            held.append(seconds / decisions)
            bare.append(bare_time(command, question, home, decisions) / decisions)
    return min(held), min(bare)


def main() -> None:
    """Print milliseconds a decision, and the ratio."""
    contests = int(sys.argv[1]) if sys.argv[1:] else CONTESTS
    with TemporaryDirectory() as folder:
        held, bare = measured(contests, Path(folder))
    print(f"a decision in a contest, its transcript included  {held * 1000:8.2f} ms")
    print(f"starting its process and nothing else             {bare * 1000:8.2f} ms")
    print(f"ratio                                             {held / bare:8.3f}")
    print(f"{contests} contests, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
