"""Contests that are killed, or whose files are damaged, lose no finished game, and go on;
whatever a hostile bot does in one costs it a game at most, and nothing of it is left.
"""

import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.referee import play_game
from duelhall.arena.settings import Settings, load_settings
from duelhall.arena.verification import verify
from duelhall.bots.home import MEBIBYTE, Limits, Sandbox
from duelhall.bots.sandbox import has_sandbox
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.seat import Ending
from tests.arena.damages import FILES, KINDS, check_damaged, contents
from tests.arena.scripts import RANDOM, ends, job, script
from tests.bots import hostile
from tests.bots.hostile import playing
from tests.bots.test_sandbox import of_a_script

PLAYERS = (Entry("quick", builtin="greedy"), Entry("lucky", builtin="random"))
KILLED = Settings("blade", 1, PLAYERS, games=40, seed=3)
DAMAGED = Settings("blade", 1, PLAYERS, games=6, seed=3)
KILLS = 4
"""How often each contest is killed."""

LONGEST_LIFE = 0.2
"""Seconds that a contest goes on at most before it is killed; it would last for longer."""


@cache
def played(settings: Settings) -> Path:
    """The folder of a contest that nobody disturbed."""
    folder = Path(tempfile.mkdtemp(prefix="duelhall-soak-"))
    settings.save(folder)
    runner.run(settings, folder)
    return folder


@contextmanager
def a_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="duelhall-soak-") as name:
        yield Path(name) / "contest"


def killed_contest(chance: random.Random) -> int:
    """A contest that is killed several times, and resumed each time."""
    with a_folder() as folder:
        folder.mkdir()
        KILLED.save(folder)
        finished: dict[int, str] = {}
        for _ in range(KILLS):
            _kill_while_playing(folder, chance.uniform(0, LONGEST_LIFE))
            now = contents(folder)
            assert finished.items() <= now.items(), "a finished game was lost"
            finished = now
        runner.run(load_settings(folder), folder)
        assert contents(folder) == contents(played(KILLED))
        assert verify(folder, load_settings(folder)).faults == []
    return KILLS


def _kill_while_playing(folder: Path, seconds: float) -> None:
    """Go on with a contest in another process, and kill that."""
    child = os.fork()
    if child == 0:
        try:
            runner.run(load_settings(folder), folder)
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def damaged_contest(chance: random.Random) -> None:
    """A contest of which a file was damaged: that is told, no whole game is lost, it goes on."""
    original = played(DAMAGED)
    with a_folder() as folder:
        shutil.copytree(original, folder)
        check_damaged(folder, original, chance.choice(FILES), chance.choice(KINDS), chance)


# --- hostile bots ---

CLOCK = Clock(move=5.0, start=60.0)
SMALL = Limits(memory=96 * MEBIBYTE, scratch=8 * MEBIBYTE, processes=40, files=64)

NESTED = """
for _ in range(300):
    os.mkdir("x")
    os.chdir("x")
"""
LOUD = """
for _ in range(2000):
    say("x" * chance)
"""
DEAD = "os.kill(os.getpid(), signal.SIGKILL)\n"
BROKEN = 'raise SystemExit("no")\n'
ACTS = (
    hostile.GLUTTON, hostile.HOARDER, hostile.WRITER, hostile.HOPPER, hostile.FORKER,
    hostile.SHARER, hostile.FAMILY, NESTED, LOUD, DEAD, BROKEN,
)  # fmt: skip
"""What bots do that need not be told whom to attack."""

ONLY_INSIDE = (hostile.HOPPER, hostile.FORKER, hostile.FAMILY, hostile.SHARER, hostile.HOARDER)
"""What only a sandbox keeps from harming whoever tries it."""


@cache
def limits() -> Limits:
    """In a sandbox, where the system has one."""
    return replace(SMALL, sandbox=Sandbox.REQUIRED if has_sandbox() else Sandbox.OFF)


def hostile_bot(chance: random.Random) -> None:
    """A bot that does some of these things, and then plays if it still can."""
    with tempfile.TemporaryDirectory(prefix="duelhall-soak-") as name:
        folder, seat = Path(name), chance.randrange(2)
        entries = [_bot(folder, chance), RANDOM]
        record = play_game(
            job(*(entries if seat == 0 else entries[::-1]), seed=chance.getrandbits(60),
                clock=CLOCK, limits=limits())
        )  # fmt: skip
        assert record.faulty in (None, seat), record.detail
        assert (record.ending == Ending.PLAYED) == (record.faulty is None), record.detail
        assert all(ends(process) for process in of_a_script(folder))
        assert [file.name for file in folder.iterdir()] == ["bot.py"]


def _bot(folder: Path, chance: random.Random) -> Entry:
    acts = [act for act in ACTS if limits().sandbox is not Sandbox.OFF or act not in ONLY_INSIDE]
    chosen = chance.sample(acts, chance.randint(1, 3))
    return script(folder, f"chance = {chance.choice((1, 50, 70_000))}\n" + playing(*chosen))
