"""Players from command lines and files, and games as lines of JSON."""

import json
import sys
from pathlib import Path

import pytest

from duelhall.arena.record import GameRecord
from duelhall.engine.errors import DuelhallError
from duelhall.play.entry import BadEntry, Entry, parse_entry, read_players

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
        ("basic ~ oneshot: python3 bot.py", "has no one-shot form"),
        ("first ~ python3 bot.py", "line 2 already has a player named 'first'"),
        ("basic ~ python3 bots/bot.py", "there is no file 'bots/bot.py' in /"),
        ("basic ~ nopython bot.py", "there is no program 'nopython' here: install it, or"),
        ("basic ~ greedy", "there is no program 'greedy' here: write builtin:greedy for"),
        ("basic ~ Builtin:random", "no program 'Builtin:random' here: write builtin:random for"),
        (
            "basic ~ python3 bot.py | tee log",
            "'|' has no meaning here, without a shell; use sh -c",
        ),
        ("basic ~ python3 bot.py 2> log", "'2>' has no meaning here"),
        ("basic ~ python3 bot.py 2>/dev/null", "'2>/dev/null' has no meaning here"),
        (
            "basic ~ python3 my folder/bot.py",
            "put 'my folder/bot.py' in quotes: it contains spaces",
        ),
        ("basic ~ python3 -u my folder/bot.py -v", "put 'my folder/bot.py' in quotes"),
        ("basic ~ my folder/bot.py -v", "put 'my folder/bot.py' in quotes"),
    ],
)
def test_faults_of_a_player_file_name_the_line(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "players.txt"
    file.write_text(f"# players\nfirst ~ true\n\n{line}\n")
    (tmp_path / "my folder").mkdir()
    (tmp_path / "my folder" / "bot.py").touch()
    with pytest.raises(BadEntry) as caught:
        read_players(file, "binmat")
    assert str(caught.value).startswith(f"{file}, line 4: ")
    assert fault in str(caught.value)


@pytest.mark.parametrize("sign", ["|", "||", "&&", "&", ";", "<", ">", ">>", "2>", "2>&1", ">log"])
def test_a_sign_of_the_shell_is_refused_and_may_stand_in_a_command_for_one(sign: str) -> None:
    with pytest.raises(BadEntry, match="has no meaning here"):
        parse_entry(f"true {sign} true", "blade")
    command = f"true {sign} true"
    assert parse_entry(f"sh -c '{command}'", "blade").command == ("sh", "-c", command)


@pytest.mark.parametrize("command", ["python3 'my folder/bot.py'", "python3 -u basic.py my folder"])
def test_blanks_in_quotes_and_between_arguments_are_no_fault(folder: Path, command: str) -> None:
    (folder / "my folder").mkdir()
    (folder / "my folder" / "bot.py").touch()
    (folder / "players.txt").write_text(f"bot ~ {command}\n")
    assert read_players(folder / "players.txt", "blade")


def test_a_player_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    with pytest.raises(BadEntry, match=r"players\.txt: No such file"):
        read_players(file)
    file.write_bytes(b"a ~ true\n\xff ~ true\n")
    with pytest.raises(BadEntry, match="line 2: this is not UTF-8"):
        read_players(file)


def test_a_player_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bot.py").touch(mode=0o755)
    assert parse_entry("greedy", "blade") == Entry("greedy", builtin="greedy")
    command = f"{sys.executable} bot.py"
    found = (sys.executable, str(tmp_path / "bot.py"))
    assert parse_entry(command, "binmat") == Entry(command, found)
    assert parse_entry("./bot.py", "blade").command == (str(tmp_path / "bot.py"),)
    assert parse_entry("oneshot:./bot.py", "blade").oneshot
    with pytest.raises(DuelhallError, match="has no one-shot form"):
        parse_entry("oneshot:./bot.py", "binmat")


@pytest.mark.parametrize("form", ["{}", "/{}", "{}.py", "oneshot:{}", "{}:f", "/{}.py:f"])
def test_a_name_that_is_too_long_for_a_file_is_that_of_no_player(form: str, tmp_path: Path) -> None:
    file, text = tmp_path / "p.txt", form.format("x" * 300)
    file.write_text(f"a ~ {text}\n")
    for read in (lambda: parse_entry(text, "blade"), lambda: read_players(file, "blade")):
        with pytest.raises(DuelhallError):
            read()
    with pytest.raises(BadEntry, match="and can have 4,096"):
        parse_entry(form.format("x" * 5000), "blade")


def test_a_name_that_is_neither_a_program_nor_a_player() -> None:
    with pytest.raises(BadEntry) as caught:
        parse_entry("nobody", "blade")
    available = "random, greedy, novice, adept, master, search(5000)"
    built_in = f"no built-in player of that name; available: {available}"
    assert str(caught.value) == f"there is no program 'nobody', and {built_in}"
    with pytest.raises(BadEntry) as caught:
        parse_entry("no body", "blade", Path("p.txt"), ["a", "my bot"])
    told = str(caught.value)
    assert (
        told
        == f"there is no player 'no body' in p.txt (a, my bot), no program 'no', and {built_in}"
    )
    with pytest.raises(BadEntry, match="write builtin:random for"):
        parse_entry("BUILTIN:random", "blade")


def test_an_entry_is_a_command_or_a_built_in_player() -> None:
    with pytest.raises(BadEntry):
        Entry("nobody")
    with pytest.raises(BadEntry):
        Entry("two\nlines", builtin="random")


def test_a_record_is_made_of_its_entries() -> None:
    record = GameRecord(
        3, ("a", "ü"), 7, 1, None, "stranded", "played", None, "", 12, (0.5, 0.0), (0.1, 0.0),
        ("oh\nno", ""), "{}\n",
    )  # fmt: skip
    entries = json.loads(json.dumps(vars(record)))
    assert GameRecord.of(entries) == record
    assert GameRecord.of({**entries, "later": 1}) == record


def test_a_program_that_cannot_be_started_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    file = tmp_path / "sub" / "players.txt"
    file.write_text("a ~ sub/bot\n")
    (tmp_path / "sub" / "bot").touch(mode=0o755)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadEntry, match="line 1: there is no program 'sub/bot' here"):
        read_players(file, "blade")
    (tmp_path / "sub" / "bot").chmod(0o644)
    file.write_text("a ~ ./bot\n")
    with pytest.raises(BadEntry, match=r"bot is not executable: run chmod \+x"):
        read_players(file, "blade")
