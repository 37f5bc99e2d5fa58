"""Hostile bots in a sandbox: what they try is gone."""

import json
import os
import platform
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena import runner
from duelhall.arena.contests import GameRecord
from duelhall.arena.cores import ALL, Shares
from duelhall.arena.records import records
from duelhall.arena.referee import Referee, play_game
from duelhall.arena.settings import Settings
from duelhall.bots import bot as standby
from duelhall.bots.home import MEBIBYTE, Excerpt, InnerHome, Limits, Sandbox
from duelhall.bots.process import Lasting
from duelhall.bots.sandbox import choosing, launching
from duelhall.bots.sandbox.choosing import MissingSandbox, sandbox_for
from duelhall.bots.sandbox.filtering import FORBIDDEN, NUMBERS
from duelhall.bots.sandbox.launcher import BLANK
from duelhall.bots.sandbox.launching import Kind, available_kind
from duelhall.players.entry import Entry
from duelhall.players.seat import Fault
from tests.arena import hostile
from tests.arena.hostile import playing
from tests.arena.scripts import FIRST_LEGAL, PATIENT, RANDOM, ends, is_running, job, script

INSIDE = Limits(sandbox=Sandbox.REQUIRED)

needs_sandbox = pytest.mark.skipif(
    available_kind() is None, reason="this system lets nobody make namespaces, even by bubblewrap"
)


@pytest.fixture(autouse=True)
def long_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that end by themselves may take as long as a busy machine takes."""
    monkeypatch.setattr(standby, "FAREWELL", 60.0)


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
    assert found["processes"] == 1


@needs_sandbox
def test_nobody_is_called(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = str(server.getsockname()[1])
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(f"\0{port}")
            other.listen()
            found = told(tmp_path, hostile.CALLER, port)
    assert found == {
        "refused": "Network is unreachable",
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
        "stopped": [], "killed": [], "parent": 0, "seen": 1,
    }  # fmt: skip
    assert Path(f"/proc/{victim}/stat").read_text().split()[2] == "S"


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
    found = told(tmp_path, hostile.FORKER, limits=replace(INSIDE, processes=301))
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
    assert set(FORBIDDEN) < set(NUMBERS[machine])
    assert {name: numbers.get(name) for name in NUMBERS[machine]} == NUMBERS[machine]


@needs_sandbox
@pytest.mark.parametrize(
    "body", [hostile.SHARER, hostile.FAMILY, hostile.PIPER, hostile.CONNECTOR, hostile.MAPPER]
)
def test_memory_past_the_limit(tmp_path: Path, body: str) -> None:
    bot = script(tmp_path, hostile.TELL + body)
    record = play_game(job(bot, RANDOM, limits=replace(INSIDE, memory=96 * MEBIBYTE)))
    assert (record.ending, record.faulty) == ("crash", 0)
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


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_of_sandbox(kind: Kind) -> None:
    if not launching.works(kind):
        pytest.skip(f"{kind} is not installed here, or not allowed")
    entry = (sys.executable, "-S", "-c", "print(input())")
    limits = replace(INSIDE, memory=None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(launching, "available_kind", lambda: kind)
        with InnerHome() as home, Lasting(entry, home, limits, Excerpt(0)) as bot:
            assert bot.ask(b"hello\n", 60.0)[0] == b"hello"
            assert bot.has_ended(60.0)
            assert bot.exit_text() == "its process ended with exit code 0"


@needs_sandbox
def test_how_programs_end_is_told_as_ever(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    for command, said in (
        (("/no/such/program",), "cannot start '/no/such/program': No such file or directory"),
        ((str(tmp_path / "text"),), "cannot start .*: Permission denied"),
        (("x\0y",), "embedded null byte"),
    ):
        with pytest.raises(Fault, match=said), InnerHome() as home:
            Lasting(command, home, INSIDE, Excerpt(0))
    for code, said in (
        ("import os; os._exit(3)", "exit code 3"),
        ("import ctypes; ctypes.string_at(0)", "killed by SIGSEGV"),
    ):
        python = (sys.executable, "-S", "-c", code)
        with InnerHome() as home, Lasting(python, home, INSIDE, Excerpt(0)) as bot:
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


@needs_sandbox
def test_whoever_loses_its_launcher_gets_another(tmp_path: Path) -> None:
    bot = script(tmp_path, FIRST_LEGAL)
    played(bot)
    kind = available_kind()
    assert kind is not None
    launcher = launching.launching(kind)
    launcher._process.kill()
    launcher._process.wait()
    assert launcher._control.recv(1) == b""  # what it had started, itself included, has ended
    assert play_game(job(bot, RANDOM, limits=INSIDE)).ending == "start"
    played(bot)


@needs_sandbox
def test_sandboxes_are_made_in_advance_for_known_programs_and_for_others(tmp_path: Path) -> None:
    kind = available_kind()
    assert kind is not None
    launching.drop_launcher(kind)
    bots = [
        script(tmp_path, "for line in sys.stdin: say(line.strip())", name).command or ()
        for name in "ab"
    ]
    homes = [InnerHome(), InnerHome()]
    for _ in range(2):
        with ExitStack() as stack:
            both = [
                stack.enter_context(Lasting(bot, home, INSIDE, Excerpt(0)))
                for bot, home in zip(bots, homes, strict=True)
            ]
            assert [each.ask(b"x\n", 60.0)[0] for each in both] == [b"x", b"x"]
            assert len(children_of(launching.launching(kind), at_least=4 + BLANK)) == 4 + BLANK


def children_of(launcher: launching.Launching, at_least: int) -> list[str]:
    """The processes that a launcher has started, when there are enough of them."""
    deadline = time.monotonic() + 60.0
    while True:
        parents = [str(launcher._process.pid)]
        found: list[str] = []
        while parents:
            place = Path("/proc", parents[0], "task", parents.pop(0), "children")
            found += (children := place.read_text().split())
            parents += children
        inside = [pid for pid in found if depth_of(pid) == depth_of("self") + 2]
        if len(inside) >= at_least or time.monotonic() > deadline:
            return inside
        time.sleep(0.005)


def depth_of(pid: str) -> int:
    """In how many namespaces a process has a number: a bot, in one within its launcher's."""
    (numbers,) = re.findall(r"^NSpid:(.*)$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return len(numbers.split())


ARENA = """
import sys
from duelhall.players.clock import now
from duelhall.bots.home import Excerpt, InnerHome
from duelhall.bots.process import Lasting
from duelhall.bots.home import Limits, Sandbox

limits = Limits(sandbox=Sandbox.REQUIRED)
with InnerHome() as home, Lasting(sys.argv[1:], home, limits, Excerpt(0)) as bot:
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
        (process,) = (pid for pid in of_a_script(tmp_path) if pid != arena.pid)
        arena.send_signal(signal.SIGKILL)
        arena.wait()
    assert ends(process)


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


def test_where_there_is_no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launching, "available_kind", lambda: None)
    assert sandbox_for(Sandbox.OFF) is None
    assert sandbox_for(Sandbox.AUTO) is None
    with pytest.raises(MissingSandbox, match="install bubblewrap"):
        sandbox_for(Sandbox.REQUIRED)
    assert "do not run strangers' programs here" in choosing.UNSAFE
