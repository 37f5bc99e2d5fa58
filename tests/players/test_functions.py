"""Players that are Python functions."""

from pathlib import Path

import pytest

from duelhall.arena.referee import play_game
from duelhall.cli.contest import entries_of
from duelhall.play.entry import parse_entry, read_players
from duelhall.play.roster import NoSuchFunction, find_function, located
from tests.arena.scripts import RANDOM, job

BOT = """
from helping import last

def choose(question):
    return last(question.legal)

number = 7
"""
HELPING = "def last(moves):\n    return moves[-1]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "helping.py").write_text(HELPING)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["mybot:choose", "mybot.py:choose", "{folder}/mybot.py:choose"])
def test_a_function_of_this_folder(folder: Path, name: str) -> None:
    entry = parse_entry(name.format(folder=folder), "blade")
    assert entry.function == f"{folder}/mybot.py:choose"
    assert entry.command is None
    assert find_function(entry.function).__name__ == "choose"


def test_a_function_of_an_installed_module() -> None:
    assert located("json:loads", [Path("/nowhere")]) == "json:loads"
    assert find_function("json:loads").__name__ == "loads"


def test_a_function_in_a_player_file_is_found_beside_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "players.txt").write_text("mine ~ mybot:choose\nother ~ builtin:random\n")
    monkeypatch.chdir("/")
    entry = read_players(folder / "players.txt", "blade")[0]
    assert (entry.name, entry.function) == ("mine", f"{folder}/mybot.py:choose")


def test_what_a_function_prints_is_kept_with_the_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "chatty.py").write_text(
        "def choose(question):\n    print(question.number)\n    return question.legal[0]\n"
    )
    record = play_game(job(parse_entry("chatty:choose", "blade"), RANDOM))
    assert record.stderr[0].split()[0] in "12"
    assert record.stderr[1] == ""
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("mybot:chose", "has no attribute 'chose'"),
        ("mybot:number", "is not a function"),
        ("nomodule:choose", "No module named 'nomodule'"),
        ("broken:choose", "SyntaxError"),
    ],
)
def test_what_is_wrong_with_a_function_is_said_at_once(folder: Path, name: str, fault: str) -> None:
    (folder / "broken.py").write_text("def choose(:\n")
    with pytest.raises(NoSuchFunction, match=fault):
        parse_entry(name, "blade")


def test_a_function_can_play_itself(folder: Path) -> None:
    first, second = entries_of(["mybot:choose", "mybot:choose"], None, "blade")
    assert [first.name, second.name] == ["mybot:choose 1", "mybot:choose 2"]
    assert first.function == second.function == f"{folder}/mybot.py:choose"
