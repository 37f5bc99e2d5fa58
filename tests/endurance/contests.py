"""Contests that are killed, or whose files are damaged, lose no finished game, and go on."""

import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.settings import Settings, load_settings
from duelhall.arena.verification import verify
from duelhall.play.entry import Entry
from tests.arena.damages import FILES, KINDS, check_damaged, contents

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
