"""Players as they are written: in files, on command lines, by name; and what they are made into."""

import json
import sys
from collections import Counter
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import duelhall
from duelhall.arena.record import GameRecord
from duelhall.arena.referee import play_game
from duelhall.cli.contest import entries_of
from duelhall.engine.errors import BrokenPlugin, DuelhallError, UnknownName
from duelhall.match.game import Game
from duelhall.play import roster
from duelhall.play.builtin import RANDOM, Player
from duelhall.play.entry import BadEntry, Entry, parse_entry, read_players
from duelhall.play.roster import FunctionSeat, NoSuchFunction, find_function, known_players, located
from duelhall.play.seat import Seat
from duelhall.play.table import Table
from tests.arena.scripts import RANDOM as RANDOM_BOT
from tests.arena.scripts import job

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
        ("basic ~ python3 bot.py | tee log", "'|' has no meaning here, without a shell; use sh -c"),
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
    listed = "there is no player 'no body' in p.txt (a, my bot)"
    assert str(caught.value) == f"{listed}, no program 'no', and {built_in}"
    with pytest.raises(BadEntry, match="write builtin:random for"):
        parse_entry("BUILTIN:random", "blade")


@pytest.mark.parametrize(("name", "builtin"), [("nobody", None), ("two\nlines", "random")])
def test_an_entry_is_a_command_or_a_built_in_player(name: str, builtin: str | None) -> None:
    with pytest.raises(BadEntry):
        Entry(name, builtin=builtin)


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


# --- built-in players ---


def test_the_random_player_chooses_evenly_among_what_is_legal(blade: Game) -> None:
    match, player = blade.match(position="1255M:-:3 45:-:6"), Player(blade, RANDOM)
    view, before = match.view(0), match.view(0).tobytes()
    found = Counter(player.choose(view, chance) for chance in range(8_000))
    assert view.tobytes() == before
    assert set(found) == set(match.legal_moves())
    assert all(abs(count - 2_000) < 200 for count in found.values())


def test_an_unknown_player_is_named(blade: Game) -> None:
    with pytest.raises(UnknownName, match="no player 'deep'; available: random, greedy"):
        Player(blade, "deep")


# --- players that other packages bring by entry point ---


def last(_game: Game, argument: str) -> Seat:
    """The last legal move, or the one so many before it."""
    return FunctionSeat(lambda question: question.legal[-1 - int(argument or 0)])


def test_installed_players_play_as_any_other_and_get_what_stands_in_brackets(
    blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("last", "gone")
    entries = {name: EntryPoint(name, f"{__name__}:{name}", roster.GROUP) for name in names}
    monkeypatch.setattr(roster, "_installed", lambda: entries)
    assert known_players(blade.definition)[-2:] == ["gone", "last"]
    assert parse_entry("last(1)", "blade") == Entry("last(1)", builtin="last(1)")
    match = duelhall.play_match(blade, "last", "last(0)", seed=3)
    assert match.moves[0] == blade.legal_moves(match.states[0])[-1]
    question = Table(match := blade.match(3), ()).question(match.to_move)
    assert roster.installed_seat("last(1)", blade).decide(question).move == question.legal[-2]
    with pytest.raises(BrokenPlugin, match="'gone' is installed but cannot be loaded"):
        duelhall.play_match(blade, "gone", "random")


# --- Python functions ---

BOT = """
from helping import last

def choose(question):
    return last(question.legal)

number = 7
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "helping.py").write_text("def last(moves):\n    return moves[-1]\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["mybot:choose", "mybot.py:choose", "{here}/mybot.py:choose"])
def test_a_function_of_this_folder(here: Path, name: str) -> None:
    entry = parse_entry(name.format(here=here), "blade")
    assert entry.function == f"{here}/mybot.py:choose"
    assert entry.command is None
    assert find_function(entry.function).__name__ == "choose"


def test_a_function_is_found_beside_a_player_file_or_in_an_installed_module(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "players.txt").write_text("mine ~ mybot:choose\nother ~ builtin:random\n")
    monkeypatch.chdir("/")
    entry = read_players(here / "players.txt", "blade")[0]
    assert located("json:loads", [Path("/nowhere")]) == "json:loads"
    assert find_function("json:loads").__name__ == "loads"
    assert (entry.name, entry.function) == ("mine", f"{here}/mybot.py:choose")


def test_what_a_function_prints_is_kept_with_the_game(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "chatty.py").write_text(
        "def choose(question):\n    print(question.number)\n    return question.legal[0]\n"
    )
    record = play_game(job(parse_entry("chatty:choose", "blade"), RANDOM_BOT))
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
def test_what_is_wrong_with_a_function_is_said_at_once(here: Path, name: str, fault: str) -> None:
    (here / "broken.py").write_text("def choose(:\n")
    with pytest.raises(NoSuchFunction, match=fault):
        parse_entry(name, "blade")


def test_a_function_can_play_itself(here: Path) -> None:
    first, second = entries_of(["mybot:choose", "mybot:choose"], None, "blade")
    assert [first.name, second.name] == ["mybot:choose 1", "mybot:choose 2"]
    assert first.function == second.function == f"{here}/mybot.py:choose"
