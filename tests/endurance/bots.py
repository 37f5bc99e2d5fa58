"""Hostile bots: whatever they do costs them a game at most, and nothing of them is left."""

import random
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path

from duelhall.arena.referee import play_game
from duelhall.bots.home import MEBIBYTE, Limits, Sandbox
from duelhall.bots.sandbox import has_sandbox
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.seat import Ending
from tests.arena.scripts import RANDOM, ends, job, script
from tests.bots import hostile
from tests.bots.hostile import playing
from tests.bots.test_sandbox import of_a_script

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
