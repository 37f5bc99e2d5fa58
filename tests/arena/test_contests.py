"""Players from command lines and files, and games as lines of JSON."""

import sys
from pathlib import Path

import pytest

from duelhall.arena.contests import (
    BadEntry,
    Entry,
    GameRecord,
    parse_entry,
    read_players,
)
from duelhall.engine.errors import DuelhallError

FILE = """\
# the field of today
basic ~ python3 basic.py --depth 3

greedy one ~ builtin:greedy
old ~ oneshot: python3 'my bot.py'
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("basic.py", "my bot.py", "players.txt"):
        (tmp_path / name).write_text(FILE)
    return tmp_path


def test_a_player_file(folder: Path) -> None:
    basic, greedy, old = read_players(folder / "players.txt", "blade")
    assert basic == Entry("basic", ("python3", str(folder / "basic.py"), "--depth", "3"))
    assert greedy == Entry("greedy one", builtin="greedy")
    assert old == Entry("old", ("python3", str(folder / "my bot.py")), oneshot=True)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("basic python3 bot.py", "expected `name ~ command line`"),
        ("~ python3 bot.py", "expected `name ~ command line`"),
        ("basic ~", "expected `name ~ command line`"),
        ("basic ~ python3 'bot.py", "No closing quotation"),
        ("basic ~ oneshot:", "the command line is empty"),
        ("basic ~ builtin:clever", "there is no player 'clever' in binmat"),
        ("basic ~ oneshot: python3 bot.py", "the one-shot form is blade's alone"),
        ("first ~ python3 bot.py", "there is a player 'first' in line 2 already"),
        ("basic ~ python3 bots/bot.py", "there is no file 'bots/bot.py' in /"),
        ("basic ~ nopython bot.py", "there is no program 'nopython' here: install it, or"),
    ],
)
def test_faults_of_a_player_file_name_the_line(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "players.txt"
    file.write_text(f"# players\nfirst ~ true\n\n{line}\n")
    with pytest.raises(BadEntry) as caught:
        read_players(file, "binmat")
    assert str(caught.value).startswith(f"{file}, line 4: ")
    assert fault in str(caught.value)


def test_a_player_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    with pytest.raises(BadEntry, match=r"players\.txt: No such file"):
        read_players(file)
    file.write_bytes(b"a ~ true\n\xff ~ true\n")
    with pytest.raises(BadEntry, match="line 2: this is not UTF-8"):
        read_players(file)


def test_a_player_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").touch()
    assert parse_entry("greedy", "blade") == Entry("greedy", builtin="greedy")
    command = f"{sys.executable} bot.py"
    found = (sys.executable, str(tmp_path / "bot.py"))
    assert parse_entry(command, "binmat") == Entry(command, found)
    assert parse_entry("./bot.py", "blade").command == (str(tmp_path / "bot.py"),)
    assert parse_entry("oneshot:./bot.py", "blade").oneshot
    with pytest.raises(DuelhallError, match="blade's alone"):
        parse_entry("oneshot:./bot.py", "binmat")


def test_an_entry_is_a_command_or_a_built_in_player() -> None:
    with pytest.raises(BadEntry):
        Entry("nobody")
    with pytest.raises(BadEntry):
        Entry("two\nlines", builtin="random")


def test_a_record_is_a_line_and_back() -> None:
    record = GameRecord(
        3, ("a", "ü"), 7, 1, None, "stranded", "played", None, "", 12, (0.5, 0.0), (0.1, 0.0),
        ("oh\nno", ""), "{}\n",
    )  # fmt: skip
    line = record.to_json()
    assert "\n" not in line
    assert GameRecord.from_json(line) == record
    assert GameRecord.from_json(line[:-1] + ', "later": 1}') == record
