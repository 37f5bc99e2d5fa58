"""Bots as small scripts, good ones and nasty ones, and what the tests ask about them."""

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from duelhall.arena.record import GameRecord
from duelhall.arena.referee import play_game
from duelhall.arena.schedule import GameJob
from duelhall.bots.home import Limits
from duelhall.bots.template import Language
from duelhall.engine import registry
from duelhall.engine.registry import parse_game_name
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.table import Late

PATIENT = Clock(move=60.0, start=60.0)
"""Where success is expected, no busy neighbour may spoil it."""

PROLOGUE = """
import json, os, signal, subprocess, sys, time

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

def move(text):
    say(json.dumps({"type": "move", "move": text}))

def messages():
    for line in sys.stdin:
        yield json.loads(line)

def hello():
    assert next(messages())["type"] == "hello"
    say(json.dumps({"type": "hello", "protocol": 2, "name": "bot", "version": "1"}))

def decisions():
    for message in messages():
        if message["type"] == "decide":
            yield message
"""

FIRST_LEGAL = """
hello()
for decision in decisions():
    move(decision["legal"][0])
"""

RANDOM = Entry("random", builtin="random")


def script(folder: Path, body: str, name: str = "bot", *arguments: str) -> Entry:
    """An entry that runs these lines after the prologue."""
    file = folder / f"{name}.py"
    file.write_text(PROLOGUE + body)
    return Entry(name, (sys.executable, "-S", str(file), *arguments))


def job(
    *entries: Entry,
    game: str = "blade",
    rules: str = "",
    seed: int = 1,
    number: int = 0,
    mirrored: bool = False,
    clock: Clock = PATIENT,
    limits: Limits | None = None,
    late: Late = Late.LOSE,
) -> GameJob:
    """A game between two entries."""
    first, second = entries
    name = f"{game}[{rules}]" if rules else game
    limits = limits or Limits()
    return GameJob(
        number,
        name,
        edition_of(name),
        (first, second),
        seed,
        clock,
        mirrored=mirrored,
        limits=limits,
        late=late,
    )


def edition_of(name: str) -> int:
    """The edition of a game that is installed here."""
    return registry.find(parse_game_name(name).game).edition


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in "ZX"


def ends(pid: int, seconds: float = 30.0) -> bool:
    """Whether a process ends soon; the system may take a moment for one that was killed."""
    deadline = time.monotonic() + seconds
    while is_running(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


# --- bots in other languages, and games against them ---

GAMES = ("blade", "frontline", "binmat", "monsters")
TOOLS = {"python": "python3", "javascript": "node", "c": "gcc", "ruby": "ruby", "bash": "bash"}

NO_HURRY = Clock(move=300.0, start=300.0)
"""So much time that no busy neighbour makes a bot late."""


def need_tool(language: str) -> None:
    """Skip a test where a language's tool is missing."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed here")


def build(language: Language, folder: Path) -> None:
    """Build the bot in a folder, as its README says."""
    if language.build:
        subprocess.run([*language.build.split(), "-Wall", "-Werror"], cwd=folder, check=True)


def play_against_random(bot: Entry, game: str, seat: int, seed: int = 1) -> GameRecord:
    """A whole game of a bot."""
    entries = (bot, RANDOM) if seat == 0 else (RANDOM, bot)
    return play_game(GameJob(1, game, edition_of(game), entries, seed=seed, clock=NO_HURRY))
