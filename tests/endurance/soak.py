"""Endurance: everything that is tried at random, for as long as somebody asks.

    make soak SECONDS=3600

Each kind of try runs in a process of its own, with limited memory. If that process dies, or says
nothing for long, the try that it was at has failed, and it is started again for the next one. A try
that failed is made again by its kind and its seed:

    .venv/bin/python -m tests.endurance.soak --only position --seed 7-1234
"""

import argparse
import json
import logging
import os
import platform
import random
import resource
import secrets
import select
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from tests.endurance.commands import command_line, terminal
from tests.endurance.contests import damaged_contest, hostile_bot, killed_contest
from tests.endurance.counting import checked_indices, random_moves
from tests.endurance.damaged import (
    bot_answer,
    browser_message,
    card_file,
    damaged_code,
    deck_file,
    drawing,
    game_name,
    player_file,
    position,
    saved_game,
    tournament,
)
from tests.endurance.test_grown import grown_text
from tests.endurance.web import store, web

SILENCE = 900
"""Seconds after which a process that says nothing counts as hanging; the first try may have to wait
until machine code is compiled.
"""

MORE_MEMORY = 3 * 2**30
"""How much a process may take besides what it has after its first try."""

OFTEN = 0.2
"""Seconds between two reports at least."""


class Kind(NamedTuple):
    """A kind of tries.

    One does something by chance that must not break anything, and raises an error if it does. It
    returns how many things it did, if that is not one.
    """

    attempt: Callable[[random.Random], int | None]
    what: str  # what is counted
    share: int = 1  # of the time, compared with others


KINDS = (
    Kind(killed_contest, "kills of a contest (`kill -9`)", 3),
    Kind(hostile_bot, "games against hostile bots", 3),
    Kind(damaged_contest, "damaged files of contests", 2),
    Kind(damaged_code, "damaged files of machine code"),
    Kind(saved_game, "damaged saved games"),
    Kind(position, "damaged positions"),
    Kind(game_name, "damaged names of games, with options and cards"),
    Kind(card_file, "damaged card files"),
    Kind(deck_file, "damaged decks"),
    Kind(drawing, "damaged drawings of armies"),
    Kind(tournament, "damaged settings of tournaments"),
    Kind(player_file, "damaged player files"),
    Kind(grown_text, "texts grown to the greatest length"),
    Kind(bot_answer, "damaged answers of bots"),
    Kind(browser_message, "damaged messages of browsers"),
    Kind(web, "what strangers send to a server", 2),
    Kind(store, "damaged stores of a server", 2),
    Kind(command_line, "command lines", 3),
    Kind(terminal, "texts that a terminal would obey"),
    Kind(random_moves, "random moves, cards counted after each", 6),
    Kind(checked_indices, "random moves, every index checked", 3),
)
BY_NAME = {kind.attempt.__name__: kind for kind in KINDS}


class Failure(NamedTuple):
    """A try that failed, and how."""

    kind: str
    seed: str
    how: str


# --- in the process that tries ---


def work(name: str, first: int, base: str, seconds: float) -> None:
    """Make tries until the time is up, and report them in lines of JSON."""
    attempt = BY_NAME[name].attempt
    logging.getLogger().addHandler(logging.NullHandler())  # servers log all the damage
    end, last_report, done = time.monotonic() + seconds, 0.0, 0
    for number in range(first, sys.maxsize):
        if time.monotonic() >= end:
            break
        if time.monotonic() >= last_report + OFTEN:
            _report(at=number, done=done)
            last_report, done = time.monotonic(), 0
        try:
            done += attempt(random.Random(f"{base}-{number}")) or 1
        except Exception:
            _report(failed=number, how=traceback.format_exc(limit=-3))
            done += 1
        if number == first:
            _limit_memory()
    _report(done=done)


def _report(**entries: Any) -> None:
    print(json.dumps(entries), flush=True)


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limit = pages * resource.getpagesize() + MORE_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (limit, resource.RLIM_INFINITY))


# --- in the process that counts ---


class Soak:
    """A run: what was tried how often, and what failed."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.tries: Counter[str] = Counter()
        self.failures: list[Failure] = []

    def run(self, name: str, seconds: float) -> None:
        """Make tries of one kind until the time is up, whatever becomes of the process."""
        end, first = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            last = self._watch(name, first, end)
            if last is None:
                return
            first = last + 1

    def _watch(self, name: str, first: int, end: float) -> int | None:
        """Watch a process; the number of the try that it did not survive, None if it did."""
        left = max(0.1, end - time.monotonic())
        command = [sys.executable, "-m", "tests.endurance.soak", "--work", name]
        command += ["--first", str(first), "--base", self.base, str(left)]
        at = first
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            for report in _reports(process):
                at = report.get("at", at)
                self.tries[name] += report.get("done", 0)
                if "failed" in report:
                    self._fail(name, report["failed"], report["how"])
            hangs = process.poll() is None and not _ends(process)
        if process.returncode == 0 and not hangs:
            return None
        how = f"hangs for {SILENCE} s" if hangs else f"ended by itself ({process.returncode})"
        self._fail(name, at, f"{how}, at this try or soon after it")
        return at

    def _fail(self, name: str, number: int, how: str) -> None:
        self.failures.append(Failure(name, f"{self.base}-{number}", how))

    def table(self) -> Iterator[str]:
        """What was tried and what failed, in Markdown."""
        yield "| tried | times | failures |"
        yield "|---|---:|---:|"
        failed = Counter(failure.kind for failure in self.failures)
        for name, kind in BY_NAME.items():
            if name in self.tries or name in failed:
                yield f"| {kind.what} | {self.tries[name]:,} | {failed[name]} |"


def _reports(process: "subprocess.Popen[bytes]") -> Iterator[dict[str, Any]]:
    """What a process says until it ends, or until it is silent for too long."""
    assert process.stdout
    while select.select([process.stdout], [], [], SILENCE)[0]:
        line = process.stdout.readline()
        if not line:
            return
        yield json.loads(line)


def _ends(process: "subprocess.Popen[bytes]") -> bool:
    """Whether a process ends by itself; otherwise it is killed."""
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        return False
    return True


def soak(seconds: float, base: str, only: Sequence[str]) -> int:
    """Try everything for this long, print what came of it, and return the exit status."""
    run = Soak(base)
    kinds = [kind for kind in KINDS if not only or kind.attempt.__name__ in only]
    shares = sum(kind.share for kind in kinds)
    print(f"{_heading()}, {seconds:.0f} s, seed {base}", flush=True)
    for kind in kinds:
        name = kind.attempt.__name__
        print(f"{kind.what} ({seconds * kind.share / shares:.0f} s)", file=sys.stderr, flush=True)
        run.run(name, seconds * kind.share / shares)
    print("", *run.table(), sep="\n")
    for failure in run.failures:
        print(f"\n{failure.how}\nagain: --only {failure.kind} --seed {failure.seed}")
    return 1 if run.failures else 0


def _heading() -> str:
    """When and where this is."""
    when, cores = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", f"{os.cpu_count()} cores"
    return f"{when}, {platform.machine()}, {cores}, Python {platform.python_version()}"


def main() -> int:
    """The command."""
    words = argparse.ArgumentParser(prog="soak", description="Try everything at random.")
    words.add_argument("seconds", type=float, nargs="?", default=300.0)
    words.add_argument(
        "--only", choices=BY_NAME, nargs="+", default=[], help="try only these kinds"
    )
    words.add_argument("--seed", help="with --only: make this one try again")
    words.add_argument("--base", help="begin all seeds with this, to make the same tries again")
    words.add_argument("--work", choices=BY_NAME, help=argparse.SUPPRESS)
    words.add_argument("--first", type=int, help=argparse.SUPPRESS)
    said = words.parse_args()
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        tempfile.tempdir = folder
        if said.work:
            work(said.work, said.first, said.base, said.seconds)
            return 0
        if said.seed:
            if len(said.only) != 1:
                words.error("--seed needs --only, with one kind")
            BY_NAME[said.only[0]].attempt(random.Random(said.seed))
            return 0
        return soak(said.seconds, said.base or str(secrets.randbits(32)), said.only)


if __name__ == "__main__":
    sys.exit(main())
