"""Only one process writes into a tournament's folder."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.arena import runner
from duelhall.arena.contests import GameRecord
from duelhall.arena.locking import FILE, FolderLock, InUse
from duelhall.arena.rows import RESULTS
from duelhall.arena.settings import Settings
from duelhall.players.entry import Entry
from duelhall.terminal.contest import make_folder
from tests.terminal.console import duelhall

HOLDER = """
import os, signal, sys
from pathlib import Path
from duelhall.arena.locking import FolderLock
lock = FolderLock(Path(sys.argv[1]))
child = os.fork()
if child:
    print(child, flush=True)
signal.pause()
"""
"""Holds a lock, and has a child."""


def settings(games: int = 4) -> Settings:
    return Settings("blade", 1, tuple(Entry(name, builtin="random") for name in "ab"), games)


def test_a_second_run_is_refused_while_the_first_one_plays(tmp_path: Path) -> None:
    chosen = settings()
    chosen.save(tmp_path)

    def play_it_too(_record: GameRecord) -> bool:
        with pytest.raises(InUse, match="is being played by this process"):
            runner.run(chosen, tmp_path)
        return True

    runner.run(chosen, tmp_path, after_game=play_it_too)
    assert (tmp_path / RESULTS).read_bytes().count(b"\n") == 4
    assert not (tmp_path / FILE).exists()


def test_the_second_says_who_holds_it_and_any_death_releases_it(tmp_path: Path) -> None:
    settings().save(tmp_path)
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline())
        refused = duelhall("arena", "resume", str(tmp_path))
        assert refused.returncode == 2
        assert f"is being played by process {holder.pid} on " in refused.stderr
        with pytest.raises(InUse, match=f"process {holder.pid} on "):
            make_folder(tmp_path, settings())
        holder.kill()
        holder.wait()
        try:
            FolderLock(tmp_path).release()
        finally:
            os.kill(child, signal.SIGKILL)
    with FolderLock(tmp_path):
        assert (tmp_path / FILE).read_text().startswith(f"process {os.getpid()} on ")


def test_a_lock_is_given_back_once(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    first.release()
    with FolderLock(tmp_path):
        first.release()
        with pytest.raises(InUse):
            FolderLock(tmp_path)
