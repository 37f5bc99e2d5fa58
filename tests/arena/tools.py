"""The tools that bots in other languages need, and games against them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from duelhall.arena.record import GameRecord
from duelhall.arena.referee import play_game
from duelhall.arena.schedule import GameJob
from duelhall.bots.template import Language
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from tests.arena.scripts import edition_of

GAMES = ("blade", "frontline", "binmat", "monsters")
TOOLS = {"python": "python3", "javascript": "node", "c": "gcc", "ruby": "ruby", "bash": "bash"}

NO_HURRY = Clock(move=300.0, start=300.0)
"""So much time that no busy neighbour makes a bot late."""

RANDOM = Entry("random", builtin="random")


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
