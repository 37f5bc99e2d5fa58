"""A game from elsewhere has everything that ours have, by the entry points of its package."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from duelhall import bench
from tests.batch.test_bench import make_tiny
from tests.docs.two_tricks import NAME, commands, install, installed_here
from tests.terminal.console import BY_PYTHON, started

TYPED = "1\n2\n3\n4\n5\n" * 2
"""Whatever the hand is, its two cards are among them."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    install(folder)
    return folder


@pytest.fixture
def here(site: Path, tmp_path: Path) -> "Command":
    return Command(site, tmp_path)


class Command:
    """The command in a folder, where the package is installed."""

    def __init__(self, site: Path, folder: Path) -> None:
        self.site, self.folder = site, folder

    def __call__(self, *arguments: str, typed: str = "", **more: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(self.site), **more}
        done: CompletedProcess[str] = started(arguments, typed, environment, self.folder)
        assert done.returncode == 0, done.stderr
        return done.stdout


def test_it_is_listed_with_its_command(here: Command) -> None:
    assert NAME in [game["name"] for game in json.loads(here("games", "--json"))]
    assert "Tools for Two Tricks." in here("--help")


SAID = (
    "adept",
    "dreamer(50)",
    "one each is a draw",
    "Games: 10 ",
    "two-tricks[misere]",
    "two-tricks-bot/bot.py",
    "No faults found.",
    "my bot",
    "Move 4: ",
    "player 1",
)
"""What each command of the page says, but for the last one, which takes long."""


def test_the_commands_of_the_page_do_what_it_says(here: Command) -> None:
    """A match is played in machine code, the others by Python."""
    *quick, bench = commands()
    assert bench == ["bench", NAME]
    for words, said in zip(quick, SAID, strict=True):
        fewer = ["--positions", "20"] if "check" in words else []
        how = {} if words[0] == "match" else BY_PYTHON
        assert said in here(*words, *fewer, typed=f"{TYPED}quit\n", **how), words
    program = (here.folder / "two-tricks-bot/bot.py").read_text()
    assert "the higher card takes the trick" in program


def test_it_is_played_and_replayed(here: Command) -> None:
    out = here("play", NAME, "--seed", "3", typed=f"{TYPED}save game.json\nquit\n")
    assert "all tricks were played (T5)" in out
    assert "With no card left, both tricks win" in out  # the notable rule
    assert "takes the trick (T4)" in out  # the scene
    walk = here("replay", "game.json", "--why")
    assert "Move 4: " in walk
    assert "T3" in walk


@pytest.fixture
def tiny_bench(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    make_tiny(monkeypatch)
    with installed_here(tmp_path / "site"):
        yield


@pytest.mark.usefixtures("tiny_bench")
def test_it_is_measured_with_rows_of_its_own() -> None:
    found = bench.measured([NAME], lambda _text: None)
    rows = [row["name"] for row in found["rows"]]
    assert f"{NAME}, random games, one thread" in rows
    assert f"{NAME}, explicit deals" in rows
