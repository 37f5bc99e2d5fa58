"""The sandbox: what bots see in it, and that what hostile ones try is gone."""

import json
import os
import platform
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena import runner
from duelhall.arena.record import GameRecord
from duelhall.arena.referee import Referee, play_game
from duelhall.arena.schedule import ALL, Shares
from duelhall.arena.settings import Settings
from duelhall.bots import sandbox
from duelhall.bots.home import HOME, MEBIBYTE, InnerHome, Limits, Sandbox
from duelhall.bots.process import LineProcess
from duelhall.bots.sandbox import (
    SCRATCH,
    UNSAFE,
    MissingSandbox,
    command_line,
    has_sandbox,
    hidden_folders,
    is_sandboxed,
    shown_places,
)
from duelhall.bots.seccomp import FORBIDDEN, NUMBERS, WHOM
from duelhall.cli.contest import limits_for, sandboxed
from duelhall.engine.text import Excerpt
from duelhall.play.entry import Entry
from duelhall.play.seat import Fault
from tests.arena.damages import records
from tests.arena.scripts import FIRST_LEGAL, PATIENT, RANDOM, ends, is_running, job, script
from tests.bots import hostile
from tests.bots.hostile import playing

pytestmark = pytest.mark.usefixtures("long_farewell")

INSIDE = Limits(sandbox=Sandbox.REQUIRED)

needs_sandbox = pytest.mark.skipif(
    not has_sandbox(), reason="bubblewrap is not installed here, or may not make namespaces"
)


def played(bot: Entry, limits: Limits = INSIDE, cores: Shares = ALL, seed: int = 1) -> GameRecord:
    """A game of a bot that plays to the end whatever else it does."""
    record = play_game(job(bot, RANDOM, limits=limits, seed=seed), cores=cores)
    assert record.ending == "played", (record.detail, record.stderr)
    return record


def told(folder: Path, act: str, *arguments: str, **how: Any) -> dict[str, Any]:
    """What a hostile bot tells of its attempts."""
    record = played(script(folder, playing(act), "hostile", *arguments), **how)
    found: dict[str, Any] = json.loads(record.stderr[0].splitlines()[0])
    return found


# --- secrets ---


@needs_sandbox
def test_the_seed_is_nowhere_to_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret, contest = "the seed is 1234567", tmp_path / "contest"
    contest.mkdir()
    (contest / "tournament.json").write_text(secret)
    monkeypatch.setenv("SEED", secret)
    kept = secret.encode()
    arguments = (secret, str(contest), str(os.getpid()), str(id(kept)))
    as_before = told(tmp_path, hostile.SPY, *arguments, limits=Limits())
    assert str(contest / "tournament.json") in as_before["found"]
    limits = replace(INSIDE, hidden=(str(contest),))
    found = told(tmp_path, hostile.SPY, *arguments, limits=limits)
    assert found["found"] == []
    assert found["memory"] is not True
    assert found["processes"] == 2  # with bubblewrap's own, which shows nothing of itself


@needs_sandbox
def test_nobody_is_called(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(f"\0{port}")
            other.listen()
            found = told(tmp_path, hostile.CALLER, port)
    assert found == {
        "refused": "Connection refused",
        "outside": "Address family not supported by protocol",
        "unseen": "Connection refused",
        "between": 2,
    }


@needs_sandbox
def test_no_note_is_left_in_the_keys_of_a_session(tmp_path: Path) -> None:
    number = str(NUMBERS[platform.machine()]["add_key"])
    assert told(tmp_path, hostile.NOTER, number) == {"noted": "Function not implemented"}


# --- other processes ---


@pytest.fixture
def victim() -> Iterator[int]:
    with subprocess.Popen(["sleep", "600"]) as process:
        yield process.pid
        process.kill()


@needs_sandbox
def test_nobody_is_stopped_or_killed(tmp_path: Path, victim: int) -> None:
    assert told(tmp_path, hostile.KILLER, str(victim)) == {
        "stopped": [], "killed": [], "parent": 1, "seen": 2,
    }  # fmt: skip
    assert Path(f"/proc/{victim}/stat").read_text().split()[2] == "S"


@needs_sandbox
def test_nobody_takes_over_the_process_that_all_end_with(tmp_path: Path) -> None:
    refused = "Operation not permitted"
    assert told(tmp_path, hostile.CAPTOR) == {
        "traced": refused, "written": refused, "opened": refused,
        "memory": "No such file or directory", "files": [],
    }  # fmt: skip


def of_a_script(folder: Path) -> list[int]:
    """The processes that run a script in a folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            line = (place / "cmdline").read_bytes()
        except OSError:
            continue
        if os.fsencode(folder) in line and is_running(int(place.name)):
            found.append(int(place.name))
    return found


@needs_sandbox
def test_nobody_hops_away(tmp_path: Path) -> None:
    played(script(tmp_path, playing(hostile.HOPPER)))
    assert of_a_script(tmp_path) == []


@needs_sandbox
def test_forking_has_its_limit(tmp_path: Path) -> None:
    bot = script(tmp_path, playing(hostile.FORKER))
    record = play_game(job(bot, RANDOM, limits=replace(INSIDE, processes=301)))
    if os.geteuid() == 0:  # whom the system allows as many as there can be
        assert (record.faulty, record.detail) == (0, "no hello: it had more than 301 processes")
        return
    found = json.loads(record.stderr[0])
    assert found["refused"] == "Resource temporarily unavailable"
    assert found["seen"] <= 301


@needs_sandbox
def test_cores_are_set_apart(tmp_path: Path) -> None:
    cores = sorted(os.sched_getaffinity(0))
    found = told(tmp_path, hostile.GLUTTON, cores=((cores[0],), (cores[-1],)))
    assert found["refused"] == "Operation not permitted"
    assert found["own"] == found["child"] == cores[:1]


# --- memory and files ---


@needs_sandbox
def test_there_is_no_memory_that_belongs_to_nobody(tmp_path: Path) -> None:
    limits = replace(INSIDE, scratch=8 * MEBIBYTE, files=64)
    found = told(tmp_path, hostile.HOARDER, limits=limits)
    assert found["file"] in ("No space left on device", "File too large")
    assert found["files"] == "Too many open files"
    for way in ("memfd", "segment", "semaphores", "queue", "given"):
        assert found[way] == "Function not implemented", way
    assert found["shared"] == "Operation not permitted"
    assert found["zeros"] == "No such device"
    assert found["namespace"] is not None


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("machine", NUMBERS)
def test_the_calls_have_their_numbers(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("the headers of the system are not installed")
    text = HEADERS[machine].read_text()
    pattern = re.compile(r"^#define __NR(?:3264)?_(\w+) (\d+)$", re.MULTILINE)
    numbers = {name: int(number) for name, number in pattern.findall(text)}
    assert {*FORBIDDEN, *WHOM} < set(NUMBERS[machine])
    assert {name: numbers.get(name) for name in NUMBERS[machine]} == NUMBERS[machine]


@needs_sandbox
@pytest.mark.parametrize(
    "body",
    [
        hostile.SHARER,
        hostile.FAMILY,
        hostile.PIPER,
        hostile.CONNECTOR,
        hostile.DIALER,
        hostile.MAPPER,
    ],
)
def test_memory_past_the_limit(tmp_path: Path, body: str) -> None:
    bot = script(tmp_path, hostile.TELL + body)
    record = play_game(job(bot, RANDOM, limits=replace(INSIDE, memory=96 * MEBIBYTE)))
    assert (record.ending, record.faulty) == ("crash", 0)
    assert record.detail == "it used more than 96 MiB of memory"


@needs_sandbox
def test_memory_past_the_limit_of_a_process_for_one_decision(tmp_path: Path) -> None:
    body = hostile.TELL + hostile.FAMILY.replace("hello()\nnext(decisions())\n", "")
    bot = replace(script(tmp_path, body), oneshot=True)
    record = play_game(job(bot, RANDOM, limits=replace(INSIDE, memory=96 * MEBIBYTE)))
    assert record.detail == "it used more than 96 MiB of memory"


@needs_sandbox
def test_a_place_of_its_own_that_is_gone_afterwards(tmp_path: Path) -> None:
    bot = script(tmp_path, playing(hostile.WRITER))
    for _ in range(2):
        found = json.loads(played(bot).stderr[0])
        assert found.pop("setting") in ("Read-only file system", "Permission denied")
        assert found == {
            "home": None, "tmp": None, "shared": None,
            "own": "Read-only file system", "system": "Read-only file system", "here": ["note"],
        }  # fmt: skip


# --- a sandbox is a place to play in ---


@needs_sandbox
def test_how_programs_end_is_told_as_ever(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    for command, said in (
        (("/no/such/program",), "cannot start '/no/such/program': No such file or directory"),
        ((str(tmp_path / "text"),), "cannot start .*: Permission denied"),
        (("true", "x\0y"), "embedded null byte"),
    ):
        with pytest.raises(Fault, match=said), InnerHome() as home:
            LineProcess(command, home, INSIDE, Excerpt(0))
    for code, said in (
        ("import os; os._exit(3)", "exit code 3"),
        ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
    ):
        python = (sys.executable, "-S", "-c", code)
        with InnerHome() as home, LineProcess(python, home, INSIDE, Excerpt(0)) as bot:
            assert bot.has_ended(60.0)
            assert said in bot.exit_text()


@needs_sandbox
def test_bots_live_on_in_their_sandbox(tmp_path: Path) -> None:
    again = FIRST_LEGAL.replace("hello()", """
open("games", "a").write("x")
next(messages())
say(json.dumps({"type": "hello", "protocol": 2, "again": True}))
os.write(2, open("games").read().encode())
""")  # fmt: skip
    bot = script(tmp_path, again)
    with Referee() as referee:
        first, second = (referee.play(job(bot, RANDOM, limits=INSIDE)) for _ in range(2))
    assert (first.ending, second.ending) == ("played", "played")
    assert (first.stderr[0], second.stderr[0]) == ("x", "")


@needs_sandbox
def test_a_process_for_each_decision_finds_its_scratch_file(tmp_path: Path) -> None:
    body = """
request = json.loads(sys.stdin.readline())
print(0, end="")
with open(request["file"], "a") as file:
    file.write("x")
    sys.stderr.write(f"{file.tell()} ")
"""
    bot = replace(script(tmp_path, body), oneshot=True)
    words = played(bot, seed=5).stderr[0].split()
    assert words == [str(number) for number in range(1, len(words) + 1)]
    assert len(words) > 1


ARENA = """
import sys
from duelhall.play.clock import now
from duelhall.bots.home import InnerHome
from duelhall.engine.text import Excerpt
from duelhall.bots.process import LineProcess
from duelhall.bots.home import Limits, Sandbox

limits = Limits(sandbox=Sandbox.REQUIRED)
with InnerHome() as home, LineProcess(sys.argv[1:], home, limits, Excerpt(0)) as bot:
    print(bot.read_line(now() + 60).decode(), flush=True)
    input()
"""


@needs_sandbox
@pytest.mark.parametrize("body", ['say("here")\ntime.sleep(600)', hostile.STAYER])
def test_bots_die_with_the_arena(tmp_path: Path, body: str) -> None:
    bot = script(tmp_path, body)
    arena = subprocess.Popen(
        [sys.executable, "-c", ARENA, *(bot.command or ())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with arena:
        assert arena.stdout is not None
        assert arena.stdout.readline() == b"here\n"
        inside = [pid for pid in of_a_script(tmp_path) if pid != arena.pid]
        assert len(inside) == 3  # around the bot there are two of bubblewrap's
        arena.send_signal(signal.SIGKILL)
        arena.wait()
    assert all(map(ends, inside))


# --- whole contests ---


@needs_sandbox
def test_a_contest_in_sandboxes(tmp_path: Path) -> None:
    settings = Settings("blade", 1, (script(tmp_path, FIRST_LEGAL), RANDOM), 2, clock=PATIENT)
    contest = tmp_path / "contest"
    contest.mkdir()
    settings.save(contest)
    play = runner.limited(runner.in_this_process, INSIDE)
    runner.run(settings, contest, play)
    assert [record.ending for record in records(contest)] == ["played"] * 2
    assert of_a_script(tmp_path) == []


# --- what is seen ---

SYSTEM = "/usr/bin:/bin"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder that is hidden."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def made(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o755)
    return file


def shown(*command: object, hidden: Path, path: str = SYSTEM) -> list[str]:
    return list(shown_places(tuple(map(str, command)), path, (str(hidden),)))


def shown_in(contest: Path, *command: object) -> list[str]:
    """What a bot is shown while the games of a contest are played."""
    line = line_of(*command, hidden=contest)
    return [place for flag, place in pairwise(line[line.index(SCRATCH) :]) if flag == "--ro-bind"]


def line_of(*command: object, folder: Path = Path(HOME), hidden: Path) -> tuple[str, ...]:
    limits = Limits(hidden=(str(hidden),))
    return command_line(tuple(map(str, command)), str(folder), SYSTEM, limits)


def test_people_and_contests_are_hidden(tmp_path: Path) -> None:
    hidden = hidden_folders((str(tmp_path), "/no/such/folder"))
    assert {"/tmp", str(Path.home().resolve()), str(tmp_path)} <= set(hidden)
    assert "/no/such/folder" not in hidden
    assert "/" not in hidden


def test_the_folder_of_a_script_is_shown(own: Path) -> None:
    bot = made(own / "bots" / "alice" / "bot.py")
    assert shown("sh", bot, "--fast", "7", hidden=own) == [str(bot.parent)]


def test_of_a_hidden_folder_only_the_script_itself_is_shown(own: Path) -> None:
    bot = made(own / "bot.py")
    assert shown("sh", bot, hidden=own) == [str(bot)]


def test_a_folder_that_is_named_is_shown_but_for_hidden_ones(own: Path) -> None:
    (own / "data").mkdir()
    assert shown("sh", "-c", "true", own / "data", own, hidden=own) == [str(own / "data")]


def test_a_program_is_shown_with_what_is_installed_around_it(own: Path) -> None:
    real = made(own / "python" / "bin" / "python3")
    link = own / "env" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    assert shown(link, hidden=own) == [str(own / "env"), str(own / "python")]
    made(own / "tool" / "shims" / "ruby")
    found = shown("ruby", hidden=own, path=str(own / "tool" / "shims"))
    assert found == [str(own / "tool")]


@pytest.mark.parametrize("target", ["contest/key.json", "contest", "mail/inbox", "mail", "."])
def test_a_link_leads_nowhere(own: Path, target: str) -> None:
    bot = made(own / "bots" / "alice" / "bot.py")
    made(own / "contest" / "key.json")
    made(own / "mail" / "inbox")
    link = bot.parent / "weights"
    link.symlink_to(own / target)
    assert shown("sh", bot, link, hidden=own) == [str(bot.parent)]
    assert shown_in(own / "contest", "sh", bot, link) == [str(bot.parent)]
    if link.is_dir():
        assert shown("sh", bot, made(link / "file"), hidden=own) == [str(bot.parent)]


def test_a_link_within_a_folder_is_followed(own: Path) -> None:
    bot = made(own / "alice" / "second" / "bot.py")
    link = own / "alice" / "current"
    link.symlink_to("second")
    assert shown("sh", link / "bot.py", hidden=own) == [str(link), str(bot.parent)]


def test_nothing_of_a_contest_is_shown_even_if_it_is_named(own: Path) -> None:
    contest = own / "contest"
    key = made(contest / "key.json")
    assert shown_in(contest, "sh", key) == []
    assert shown_in(contest, "sh", contest) == []
    bot = made(contest / "bots" / "bot.py")
    assert shown_in(contest, "sh", bot) == [str(bot.parent)]
    assert str(contest) in hidden_folders((str(contest),))


def test_what_is_not_hidden_need_not_be_shown(tmp_path: Path, own: Path) -> None:
    assert shown("sh", made(tmp_path / "elsewhere" / "bot.py"), hidden=own) == []


def test_a_link_outside_of_what_is_hidden_is_followed(own: Path, tmp_path: Path) -> None:
    real = made(own / "python" / "bin" / "python3")
    (tmp_path / "link").symlink_to(own / "python")
    assert shown(tmp_path / "link" / "bin" / "python3", hidden=own) == [
        str(real.parents[1]), str(real.parent),
    ]  # fmt: skip


def test_a_home_is_inside_unless_it_is_given(tmp_path: Path) -> None:
    inside = line_of("true", hidden=tmp_path)
    assert "--bind" not in inside
    assert inside[-2:] == ("--chdir", HOME)
    given = line_of("true", folder=tmp_path, hidden=tmp_path / "contest")
    assert given[given.index("--bind") :][:3] == ("--bind", str(tmp_path), str(tmp_path))
    assert given[-2:] == ("--chdir", str(tmp_path))


def test_what_is_hidden_with_its_surroundings_is_not_hidden_again(own: Path) -> None:
    bot = made(own / "bots" / "bot.py")
    (bot.parent / "secret").mkdir()
    (own / "contest").mkdir()
    limits = Limits(hidden=tuple(map(str, (own, own / "contest", bot.parent / "secret"))))
    line = command_line(("sh", str(bot)), HOME, SYSTEM, limits)
    empty = [place for flag, place in pairwise(line) if flag == "--tmpfs"]
    assert str(bot.parent / "secret") in empty
    assert not {str(own), str(own / "contest")} & {*empty}  # they are in /tmp


# --- whether there is one ---

PROGRAM = Entry("bot", ("bot",))


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "has_sandbox", lambda: False)


@pytest.fixture
def a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "has_sandbox", lambda: True)


@pytest.mark.usefixtures("no_sandbox")
def test_a_warning_where_there_is_no_sandbox(capsys: pytest.CaptureFixture[str]) -> None:
    assert limits_for("auto", [RANDOM, PROGRAM]).sandbox is Sandbox.AUTO
    assert "do not run strangers' programs here" in capsys.readouterr().err
    with pytest.raises(MissingSandbox):
        limits_for("required", [PROGRAM])
    for wanted, entry in (("off", PROGRAM), ("auto", RANDOM), ("required", RANDOM)):
        assert limits_for(wanted, [entry]).sandbox is Sandbox.OFF
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("a_sandbox")
def test_root_is_warned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    limits_for("auto", [RANDOM])
    limits_for("off", [PROGRAM])
    assert capsys.readouterr().err == ""
    limits_for("required", [PROGRAM])
    assert "You are root" in capsys.readouterr().err


@pytest.mark.usefixtures("a_sandbox")
def test_the_folder_of_a_contest_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    limits = limits_for("auto", [PROGRAM], tmp_path)
    assert (limits.sandbox, limits.hidden) == (Sandbox.AUTO, (str(tmp_path),))
    assert capsys.readouterr().err == ""
    play = runner.in_this_process
    assert sandboxed(play, "off", [PROGRAM], tmp_path) is play
    assert sandboxed(play, "auto", [RANDOM], tmp_path) is play
    assert sandboxed(play, "auto", [PROGRAM], tmp_path) is not play


def test_where_there_is_no_sandbox(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not has_sandbox.__wrapped__()
    monkeypatch.setattr(sandbox, "has_sandbox", lambda: False)
    assert not is_sandboxed(Sandbox.OFF)
    assert not is_sandboxed(Sandbox.AUTO)
    with pytest.raises(MissingSandbox, match="apt install bubblewrap"):
        is_sandboxed(Sandbox.REQUIRED)
    assert "do not run strangers' programs here" in UNSAFE
