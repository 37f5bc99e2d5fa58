"""Processes: their clocks and pipes, that none outlives its game, and systems without them."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena.referee import play_game
from duelhall.bots.bot import OneShot, RunningBot
from duelhall.bots.home import Home, Limits
from duelhall.bots.process import LineProcess
from duelhall.engine.text import Excerpt
from duelhall.play.entry import (
    BadEntry,
    UnsupportedSystem,
    missing_parts,
    parse_entry,
    read_players,
)
from duelhall.play.seat import Ending, Fault
from tests.arena.scripts import FIRST_LEGAL, RANDOM, ends, job, script
from tests.python import python

LONG = 60.0
SHORT = 0.05

ECHO = """
for line in sys.stdin:
    say(line.strip())
"""


@contextmanager
def running(folder: Path, body: str, limits: Limits | None = None) -> Iterator[LineProcess]:
    entry = script(folder, body)
    kept = Excerpt(16 * 1024)
    with Home() as home, LineProcess(entry.command or (), home, limits or Limits(), kept) as bot:
        bot.kept = kept  # type: ignore[attr-defined]
        bot.home = home  # type: ignore[attr-defined]
        yield bot


def errors_of(bot: LineProcess) -> str:
    bot.kill()
    text: str = bot.kept.text()  # type: ignore[attr-defined]
    return text


# --- what is kept of standard error ---


def test_the_beginning_and_the_end_are_kept() -> None:
    kept = Excerpt(10)
    for letter in "abcdefghijklmnopqrstuvwxyz":
        kept.add(letter.encode())
    assert kept.text() == "abcde\n[... 16 bytes left out ...]\nvwxyz"
    nothing = Excerpt(0)
    nothing.add(b"abc")
    assert nothing.text() == "\n[... 3 bytes left out ...]\n"
    whole = Excerpt(10)
    whole.add(b"abcdefghij")
    assert whole.text() == "abcdefghij"


# --- asking ---


def test_a_line_is_answered_by_a_line(tmp_path: Path) -> None:
    with running(tmp_path, ECHO) as bot:
        for text in (b"one", b"two" * 10_000):
            answer, seconds = bot.ask(text + b"\n", LONG)
            assert answer == text
            assert 0 < seconds < LONG


def test_the_clock_starts_with_the_question(tmp_path: Path) -> None:
    with running(tmp_path, "time.sleep(600)") as bot:
        time.sleep(0.2)
        begun = time.monotonic()
        with pytest.raises(Fault, match="it wrote nothing") as caught:
            bot.ask(b"one\n", 0.2)
        assert 0.2 <= caught.value.seconds <= time.monotonic() - begun
        assert caught.value.ending is Ending.TIMEOUT


def test_lines_behind_a_line_are_not_lost(tmp_path: Path) -> None:
    with running(
        tmp_path, 'os.write(1, b"one\\ntwo\\nthr")\nos.write(1, b"ee\\n")\n' + ECHO
    ) as bot:
        deadline = time.monotonic() + LONG
        assert [bot.read_line(deadline) for _ in range(3)] == [b"one", b"two", b"three"]


def test_lines_that_nobody_asked_for_are_no_answer(tmp_path: Path) -> None:
    body = 'for line in sys.stdin:\n    os.write(1, (line + "more\\n").encode())\n'
    with running(tmp_path, body) as bot:
        assert [bot.ask(text, LONG)[0] for text in (b"a\n", b"b\n", b"c\n")] == [b"a", b"b", b"c"]
        assert bot.unasked == [b"more"]
        assert bot.unasked_count == 2


def test_answers_to_old_questions_are_passed_over(tmp_path: Path) -> None:
    body = 'for line in sys.stdin:\n    os.write(1, f"old\\nold\\n{line}".encode())\n'
    with running(tmp_path, body) as bot:
        assert bot.ask(b"a\n", LONG, lambda line: line != b"old")[0] == b"a"
        assert bot.unasked_count == 2


def test_an_answer_that_comes_late_belongs_to_the_question_it_is_late_for(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    while line == "one\\n" and not os.path.exists("go"):
        time.sleep(0.001)
    say(line.strip())
"""
    with running(tmp_path, body) as bot:
        with pytest.raises(Fault, match="wrote nothing"):
            bot.ask(b"one\n", SHORT)
        assert bot.owed == 1
        (bot.home.folder / "go").touch()  # type: ignore[attr-defined]
        assert bot.ask(b"two\n", LONG)[0] == b"two"
        assert (bot.owed, bot.unasked) == (0, [])


def test_who_numbers_answers_may_leave_some_out(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    if line != "one\\n":
        say(line.strip())
"""
    with running(tmp_path, body) as bot:
        with pytest.raises(Fault, match="wrote nothing"):
            bot.ask(b"one\n", SHORT)
        assert bot.ask(b"two\n", LONG, lambda line: line == b"two")[0] == b"two"
        assert bot.owed == 0


def test_a_question_that_was_not_read_in_time_is_not_cut(tmp_path: Path) -> None:
    body = """
while not os.path.exists("go"):
    time.sleep(0.001)
for line in sys.stdin:
    say(str(len(line)))
"""
    with running(tmp_path, body) as bot:
        with pytest.raises(Fault, match="did not read its input"):
            bot.ask(b"1" * 200_000 + b"\n", SHORT)
        (bot.home.folder / "go").touch()  # type: ignore[attr-defined]
        assert bot.ask(b"two\n", LONG)[0] == b"4"


def test_a_bot_that_does_not_read_cannot_hold_the_server_up(tmp_path: Path) -> None:
    with running(tmp_path, "time.sleep(600)") as bot:
        with pytest.raises(Fault, match="did not read its input") as caught:
            bot.ask(b"x" * 2**20 + b"\n", 0.2)
        assert caught.value.ending is Ending.TIMEOUT
        assert caught.value.seconds >= 0.2


def test_an_answer_without_its_newline_is_pointed_at(tmp_path: Path) -> None:
    with running(tmp_path, 'os.write(1, b"7")\ntime.sleep(600)') as bot:
        while not bot.take_output():
            time.sleep(0.01)
        with pytest.raises(Fault, match="it wrote '7' and did not end the line") as caught:
            bot.ask(b"?\n", SHORT)
        assert caught.value.ending is Ending.TIMEOUT


def test_a_line_that_is_too_long(tmp_path: Path) -> None:
    for end in ("", "\\n"):
        body = f'os.write(1, b"x" * 5000 + b"{end}")\ntime.sleep(600)'
        with running(tmp_path, body, Limits(line=1000)) as bot:
            with pytest.raises(Fault, match="a line of more than 1000 bytes") as caught:
                bot.read_line(time.monotonic() + LONG)
            assert caught.value.ending is Ending.OUTPUT


def test_too_many_lines(tmp_path: Path) -> None:
    body = 'while True:\n    os.write(1, b"x\\n" * 1000)'
    with running(tmp_path, body, Limits(output=10_000)) as bot:
        with pytest.raises(Fault, match="more than 10000 bytes") as caught:
            list(iter(lambda: bot.read_line(time.monotonic() + LONG), None))
        assert caught.value.ending is Ending.OUTPUT


# --- bots that go on and on ---

CHATTER = """
sys.stdin.readline()
while True:
    os.write({pipe}, {text!r})
"""
ANYTHING = Limits(line=2**30, output=2**30, unasked=2**30)


@pytest.mark.parametrize("text", [b"not yet\n", b"."])
def test_whoever_goes_on_writing_is_late_all_the_same(tmp_path: Path, text: bytes) -> None:
    with running(tmp_path, CHATTER.format(pipe=1, text=text), ANYTHING) as bot:
        with pytest.raises(Fault) as caught:
            bot.ask(b"go\n", SHORT, lambda _line: False)
        assert caught.value.ending is Ending.TIMEOUT


@pytest.mark.parametrize("pipe", [1, 2])
def test_nor_does_a_process_for_one_question_outrun_its_time(tmp_path: Path, pipe: int) -> None:
    with pytest.raises(Fault) as caught:
        answer(tmp_path, CHATTER.format(pipe=pipe, text=b"."), SHORT, line=2**30, output=2**30)
    assert caught.value.ending is Ending.TIMEOUT


def test_an_answer_that_waits_when_the_time_is_up_counts(tmp_path: Path) -> None:
    with running(tmp_path, 'os.write(1, b"old\\nold\\nnew\\n")\ntime.sleep(600)') as bot:
        bot._poll.poll()  # until it has written
        past = time.monotonic() - 1
        assert [bot.read_line(past) for _ in range(3)] == [b"old", b"old", b"new"]
        with pytest.raises(Fault, match="wrote nothing"):
            bot.read_line(past)


def test_after_the_deadline_there_is_one_look_and_no_other(tmp_path: Path) -> None:
    with running(tmp_path, ECHO) as bot:
        past = time.monotonic() - 1
        assert bot.wait(past)
        bot.tell(b"too late\n", None)
        bot._poll.poll()  # until it has answered
        assert not bot.wait(past)


def test_lines_that_answer_nothing_are_counted(tmp_path: Path) -> None:
    body = 'sys.stdin.readline()\nos.write(1, b"x\\n" * 1000)\ntime.sleep(600)'
    with running(tmp_path, body, Limits(unasked=100)) as bot:
        with pytest.raises(Fault, match="more than 100 lines that answer no question") as caught:
            bot.ask(b"go\n", LONG, lambda _line: False)
        assert caught.value.ending is Ending.OUTPUT
    with running(tmp_path, body, Limits(unasked=100)) as bot:
        bot.tell(b"go\n", None)
        bot._poll.poll()
        with pytest.raises(Fault, match="more than 100 lines that answer no question"):
            bot.ask(b"go\n", LONG)


# --- standard error ---


def test_standard_error_never_blocks_a_bot(tmp_path: Path) -> None:
    body = """
for line in sys.stdin:
    for number in range(1000):
        os.write(2, b"%09d " % number * 100)
    say("done")
"""
    with running(tmp_path, body) as bot:
        assert bot.ask(b"go\n", LONG)[0] == b"done"
        errors = errors_of(bot)
    assert errors.startswith("000000000 ")
    assert errors.endswith("000000999 ")
    assert "bytes left out" in errors
    assert len(errors) < 17_000


def test_it_is_read_while_nobody_waits_for_the_bot(tmp_path: Path) -> None:
    body = f"""
say("answer")
os.write(2, b"x" * 2**20)
open({str(tmp_path / "written")!r}, "w")
time.sleep(600)
"""
    with running(tmp_path, body):
        deadline = time.monotonic() + LONG
        while not (tmp_path / "written").exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)


# --- ending ---


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("sys.exit(3)", "exit code 3"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV"),
        ('os.write(1, b"7"); sys.exit(0)', "exit code 0"),
        ("os.close(1); time.sleep(600)", "closed its standard output and went on"),
        (  # a child that holds the pipe open does not hide the death of its parent
            'subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]); os._exit(4)',
            "exit code 4",
        ),
    ],
)
def test_a_process_that_ends_is_noticed_at_once(tmp_path: Path, body: str, detail: str) -> None:
    with running(tmp_path, body) as bot, pytest.raises(Fault, match=detail) as caught:
        bot.ask(b"?\n", None)
    assert caught.value.ending is Ending.CRASH


def test_a_bot_that_closed_its_input(tmp_path: Path) -> None:
    with running(tmp_path, 'os.close(0); say("x"); time.sleep(600)') as bot:
        assert bot.read_line(time.monotonic() + LONG) == b"x"
        with pytest.raises(Fault, match="closed its standard input") as caught:
            bot.ask(b"?\n", None)
        assert caught.value.ending is Ending.CRASH


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    for command in (["/no/such/program"], [str(tmp_path / "text")], ["x\0y"]):
        with Home() as home, pytest.raises(Fault, match="cannot start") as caught:
            LineProcess(command, home, Limits(), Excerpt(0))
        assert caught.value.ending is Ending.START


STUBBORN = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
"""

FAMILY = """
code = "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(600)"
children = [
    subprocess.Popen([sys.executable, "-c", code], start_new_session=away).pid
    for away in (False, True)
]
"""


def test_a_family_is_killed_whole(tmp_path: Path) -> None:
    body = STUBBORN + FAMILY + 'say(f"{os.getpid()} {children[0]} {children[1]}")\ntime.sleep(600)'
    with running(tmp_path, body) as bot:
        pids = [int(pid) for pid in bot.read_line(time.monotonic() + LONG).split()]
    assert len(pids) == 3
    assert all(ends(pid) for pid in pids)


STRANGER = """
import os, sys
from duelhall.bots.home import Limits
from duelhall.bots.home import Home
from duelhall.engine.text import Excerpt
from duelhall.bots.home import adopt
from duelhall.bots.process import LineProcess
from duelhall.play.clock import now

adopt()
with Home() as home, LineProcess(sys.argv[1:], home, Limits(), Excerpt(0)) as bot:
    print(bot.read_line(now() + 60).decode())
"""


def test_a_child_that_hides_is_killed_by_a_process_of_the_arena(tmp_path: Path) -> None:
    body = """
code = "import time; time.sleep(600)"
hidden = subprocess.Popen([sys.executable, "-c", code], env={}, start_new_session=True)
say(str(hidden.pid))
"""
    command = script(tmp_path, body).command or ()
    assert ends(int(python("-c", STRANGER, *command).stdout))


def test_a_family_without_its_head_is_killed_too(tmp_path: Path) -> None:
    body = FAMILY + 'say(f"{children[0]} {children[1]}")\nos._exit(0)'
    with running(tmp_path, body) as bot:
        pids = [int(pid) for pid in bot.read_line(time.monotonic() + LONG).split()]
        assert bot.has_ended(LONG)
    assert all(ends(pid) for pid in pids)


def test_nothing_stays_open(tmp_path: Path) -> None:
    def open_files() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    before = open_files()
    for body in (ECHO, "sys.exit(1)", "os.close(1); time.sleep(600)"):
        with running(tmp_path, body) as bot, pytest.raises(Fault):
            bot.ask(b"no newline", 0.1)
    assert open_files() == before


# --- what a bot is given ---


def test_a_folder_and_an_environment_of_its_own(tmp_path: Path) -> None:
    body = """
open("note", "w").write("x")
say(json.dumps([os.getcwd(), dict(os.environ), os.getpgid(0) == os.getsid(0) == os.getpid()]))
time.sleep(600)
"""
    with running(tmp_path, body) as bot:
        folder, environment, alone = json.loads(bot.read_line(time.monotonic() + LONG))
        assert (Path(folder) / "note").read_text() == "x"
    environment.pop("LC_CTYPE", None)  # set by Python itself in the C locale
    assert environment["HOME"] == folder
    assert environment["DUELHALL"] == "1"
    assert set(environment) == {"PATH", "HOME", "LANG", "DUELHALL"}
    assert alone
    assert not Path(folder).exists()


def test_a_folder_that_is_given_stays(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        (home.folder / "note").touch()
    assert (tmp_path / "note").exists()


def test_memory_has_a_limit(tmp_path: Path) -> None:
    body = "sys.stdin.readline()\nx = bytearray(2**30)\nsay('done')\ntime.sleep(600)"
    with running(tmp_path, body, Limits(memory=2**29)) as bot:
        with pytest.raises(Fault, match="exit code 1"):
            bot.ask(b"go\n", LONG)
        assert "MemoryError" in errors_of(bot)
    with running(tmp_path, body, Limits(memory=None)) as bot:
        assert bot.ask(b"go\n", LONG)[0] == b"done"


def test_address_space_that_is_only_reserved_does_not_count(tmp_path: Path) -> None:
    body = """
import mmap
sys.stdin.readline()
x = mmap.mmap(-1, 2**34, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
say("done")
time.sleep(600)
"""
    with running(tmp_path, body, Limits(memory=2**29)) as bot:
        assert bot.ask(b"go\n", LONG)[0] == b"done"


# --- one process a decision ---


def answer(folder: Path, body: str, seconds: float | None = LONG, **limits: Any) -> bytes:
    entry = script(folder, body)
    deadline = None if seconds is None else time.monotonic() + seconds
    with (
        Home() as home,
        OneShot(entry.command or (), home, Limits(**limits), Excerpt(0)) as process,
    ):
        return process.answer(b"question\n", deadline)


def test_one_question_one_process(tmp_path: Path) -> None:
    assert answer(tmp_path, "say(sys.stdin.read().upper())").strip() == b"QUESTION"
    assert answer(tmp_path, 'sys.stdout.write("3")') == b"3"
    assert answer(tmp_path, 'os.close(0); say("3")', None) == b"3\n"
    assert answer(tmp_path, 'os.write(2, b"x" * 2**20); say("3"); sys.exit(5)') == b"3\n"


def test_what_it_does_after_its_answer_is_done(tmp_path: Path) -> None:
    body = f'say("3"); sys.stdout.close(); open({str(tmp_path / "late")!r}, "w").write("x")'
    assert answer(tmp_path, body) == b"3\n"
    assert (tmp_path / "late").read_text() == "x"


@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ('say("3"); time.sleep(600)', Ending.TIMEOUT),
        ("time.sleep(600)", Ending.TIMEOUT),
        ("os.close(1); os.close(2); time.sleep(600)", Ending.TIMEOUT),
    ],
)
def test_one_question_too_late(tmp_path: Path, body: str, ending: Ending) -> None:
    with pytest.raises(Fault) as caught:
        answer(tmp_path, body, 0.3)
    assert caught.value.ending is ending


def test_one_question_and_no_answer(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="exit code 2") as caught:
        answer(tmp_path, "sys.exit(2)", None)
    assert caught.value.ending is Ending.CRASH
    with pytest.raises(Fault) as caught:
        answer(tmp_path, 'while True:\n    os.write(1, b"3" * 999)', line=10_000)
    assert caught.value.ending is Ending.OUTPUT


def test_no_zombie_is_left(tmp_path: Path) -> None:
    with running(tmp_path, "sys.exit(0)") as bot:
        pid = bot.pid
        assert bot.has_ended(LONG)
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def test_what_a_program_writes_before_its_game_begins_is_kept() -> None:
    errors = Excerpt(1000)
    says = "import os, sys; os.write(2, b'at once'); sys.stdin.read()"
    program = RunningBot((sys.executable, "-c", says), Limits(), None, errors)
    try:
        while not errors.text():
            program.process.take_errors()
        program.process.begin_game(errors)
        assert errors.text() == "at once"
    finally:
        program.close()


# --- systems on which programs cannot be players, such as Windows ---

WITHOUT = """
import sys
sys.modules["resource"] = None
sys.argv[1:] = {arguments!r}
from duelhall.__main__ import main
main()
"""


@pytest.fixture
def without_resource(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)


def test_nothing_is_missing_here() -> None:
    assert missing_parts() == []


@pytest.mark.usefixtures("without_resource")
def test_programs_are_refused_before_a_game_begins(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedSystem, match=r"Python has no resource; built-in players and"):
        parse_entry("python3 -c pass", "blade")
    players = tmp_path / "players.txt"
    players.write_text("a ~ builtin:greedy\nb ~ python3 -c pass\n")
    with pytest.raises(BadEntry, match=r"line 2: programs cannot be players on this system"):
        read_players(players, "blade")


@pytest.mark.usefixtures("without_resource")
def test_a_tournament_that_came_from_elsewhere_says_so_too(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedSystem, match="has no resource"):
        play_game(job(script(tmp_path, FIRST_LEGAL), RANDOM))


def test_built_in_players_need_nothing_of_it() -> None:
    arguments = ["match", "blade", "greedy", "random", "--games", "2", "--seed", "1"]
    done = python("-c", WITHOUT.format(arguments=arguments))
    assert done.stdout.startswith("greedy against random, blade, seed 1\n")
