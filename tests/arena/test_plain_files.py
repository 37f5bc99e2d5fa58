"""What is no plain file in place of one of a tournament's is not read: that could take forever."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from duelhall.arena.locking import FILE as LOCK
from duelhall.arena.records import GAMES
from duelhall.arena.repairing import ASIDE, TOLD
from duelhall.arena.rows import RESULTS
from duelhall.arena.settings import FILE, KEY, KEY_COPY, Settings
from duelhall.players.entry import Entry
from tests.terminal.forking import Limits, forker

SETTINGS = Settings("blade", 1, tuple(Entry(name, builtin="random") for name in "ab"), 2, seed=3)
COMMANDS = (
    ("arena", "show", "{}"),
    ("arena", "verify", "{}"),
    ("arena", "games", "{}"),
    ("arena", "resume", "{}"),
    ("replay", "{}#1"),
)


def told(folder: Path, *command: str) -> tuple[int, str]:
    """How a command ends, and what it says of what is wrong; an alarm ends one that hangs."""
    words = [word.format(folder) for word in command]
    done = forker().run(words, "", os.environ, folder, Limits(20, 2**40))
    return done.returncode, " ".join(done.stderr.split())


def pipe(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def folder_instead(place: Path) -> None:
    place.mkdir()


@pytest.mark.parametrize("make", [pipe, device, folder_instead])
@pytest.mark.parametrize("name", [RESULTS, GAMES])
def test_what_is_no_file_of_games_is_refused_at_once(
    folder: Path, name: str, make: Callable[[Path], None]
) -> None:
    (folder / name).unlink()
    make(folder / name)
    readers = [each for each in COMMANDS if (name, each) != (GAMES, COMMANDS[0])]
    for command in readers:
        code, said = told(folder, *command)
        assert (code, f"{folder / name} is not a plain file" in said) == (2, True), (command, said)
    assert told(folder, *COMMANDS[0])[0] == (2 if name == RESULTS else 0)


@pytest.mark.parametrize("name", [FILE, KEY])
def test_what_is_no_file_of_settings_is_refused_and_restored(folder: Path, name: str) -> None:
    (folder / name).unlink()
    pipe(folder / name)
    for command in COMMANDS[:3]:
        code, said = told(folder, *command)
        assert (code, f"{folder / name} is not a plain file; `duelhall" in said) == (2, True), said
    code, said = told(folder, *COMMANDS[3])
    assert (code, f"{name} was damaged: it is {name}.aside now" in said) == (0, True)
    assert told(folder, *COMMANDS[1]) == (0, "")


def test_what_is_no_copy_of_the_key_is_told_and_restored(folder: Path) -> None:
    (folder / KEY_COPY).unlink()
    pipe(folder / KEY_COPY)
    assert told(folder, *COMMANDS[1])[0] == 1
    assert told(folder, *COMMANDS[3])[0] == 0
    assert told(folder, *COMMANDS[1]) == (0, "")


@pytest.mark.parametrize("name", [LOCK, TOLD, f"{RESULTS}{ASIDE}", f"{GAMES}{ASIDE}"])
def test_what_is_no_file_to_write_to_is_refused_at_once(folder: Path, name: str) -> None:
    pipe(folder / name)
    with (folder / RESULTS).open("a") as results, (folder / GAMES).open("a") as games:
        results.write("nonsense")
        games.write("nonsense")
    code, said = told(folder, *COMMANDS[3])
    assert (code, f"{folder / name} is not a plain file" in said) == (2, True), said
