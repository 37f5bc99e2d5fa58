"""Bots that live on between their games."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
import pytest

from duelhall.arena import runner
from duelhall.arena.record import GameRecord
from duelhall.arena.referee import Referee
from duelhall.arena.schedule import GameJob, jobs_in_legs, meetings_of
from duelhall.arena.settings import Settings
from duelhall.bots import bot as standby
from duelhall.bots import home as orphans
from duelhall.bots.bot import RunningBot, Standby
from duelhall.bots.home import Limits, adopt
from duelhall.engine.text import Excerpt
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from tests.arena.damages import records
from tests.arena.scripts import PATIENT, RANDOM, ends, is_running, job, script

AGAIN = """
next(messages())
say(json.dumps({"type": "hello", "protocol": 2, "again": True}))
games = 0
for message in messages():
    if message["type"] == "game":
        games += 1
        os.write(2, f"process {os.getpid()} game {games} id {message['id']}\\n".encode())
    elif message["type"] == "decide":
        FAULT
        move(message["legal"][0])
"""
LIVES_ON = AGAIN.replace("FAULT", "pass")


@pytest.fixture
def referee() -> Iterator[Referee]:
    with Referee() as found:
        yield found


def process_of(record: GameRecord, seat: int = 0) -> int:
    """The process that played a game."""
    return int(record.stderr[seat].split()[1])


def games_of(record: GameRecord, seat: int = 0) -> int:
    """How many games its process had begun by then."""
    return int(record.stderr[seat].split()[3])


def test_a_bot_that_can_plays_again(tmp_path: Path, referee: Referee) -> None:
    bot = script(tmp_path, LIVES_ON)
    played = [referee.play(job(bot, RANDOM, number=number)) for number in (1, 3, 5)]
    assert {record.ending for record in played} == {"played"}
    assert len({process_of(record) for record in played}) == 1
    assert [games_of(record) for record in played] == [1, 2, 3]
    assert [record.stderr[0].split()[-1] for record in played] == ["1", "3", "5"]
    assert is_running(process_of(played[0]))
    referee.close()
    assert ends(process_of(played[0]))


def test_a_bot_that_does_not_say_so_is_started_for_each_game(
    tmp_path: Path, referee: Referee
) -> None:
    bot = script(tmp_path, LIVES_ON.replace("True", '"yes"'))
    played = [referee.play(job(bot, RANDOM)) for _ in range(2)]
    assert [games_of(record) for record in played] == [1, 1]


def test_no_process_plays_both_games_of_a_pair(tmp_path: Path, referee: Referee) -> None:
    bot, other = (script(tmp_path, LIVES_ON, name) for name in "ab")
    settings = Settings("blade", 1, (bot, other), 8, clock=PATIENT)
    jobs = jobs_in_legs(settings, meetings_of(settings), np.arange(8))
    played = [referee.play(each) for each in jobs]
    first, second = (
        {process_of(record, seat) for record in half for seat in (0, 1)}
        for half in (played[:4], played[4:])
    )
    assert len(first) == len(second) == 2
    assert not first & second


def test_other_rules_and_clocks_need_another_process(tmp_path: Path, referee: Referee) -> None:
    bot = script(tmp_path, LIVES_ON)
    jobs = [
        job(bot, RANDOM),
        job(bot, RANDOM, rules="controller"),
        job(bot, RANDOM, clock=Clock(start=60.0)),
        job(bot, RANDOM, limits=Limits(memory=None)),
    ]
    assert [games_of(referee.play(each)) for each in jobs] == [1, 1, 1, 1]
    assert [games_of(referee.play(each)) for each in jobs] == [2, 2, 2, 2]


FAULTS = {
    "illegal": 'move(next(card for card in "1234567BM" if card not in message["legal"]))',
    "unreadable": 'say("what?")',
    "crash": "sys.exit(3)",
    "timeout": "time.sleep(600)",
    "output": 'say("x" * 70_000)',
}


@pytest.mark.parametrize("ending", FAULTS)
def test_a_fault_is_followed_by_a_fresh_process(
    tmp_path: Path, referee: Referee, ending: str
) -> None:
    bot = script(tmp_path, AGAIN.replace("FAULT", f"if games == 2: {FAULTS[ending]}"))
    clock = Clock(move=0.5 if ending == "timeout" else 60.0, start=60.0)
    jobs: list[GameJob] = [job(bot, RANDOM, clock=clock)] * 3
    first, faulty, after = (referee.play(each) for each in jobs)
    assert (first.ending, faulty.ending, after.ending) == ("played", ending, "played")
    assert process_of(first) == process_of(faulty) != process_of(after)
    assert games_of(after) == 1
    assert ends(process_of(first))


def test_the_winner_by_a_fault_lives_on(tmp_path: Path, referee: Referee) -> None:
    bot = script(tmp_path, LIVES_ON)
    missing = Entry("missing", (str(tmp_path / "missing"),))
    played = [
        referee.play(each)
        for each in (job(bot, RANDOM), job(missing, bot), job(bot, missing), job(bot, RANDOM))
    ]
    assert [record.ending for record in played] == ["played", "start", "start", "played"]
    assert process_of(played[0]) == process_of(played[3])
    assert games_of(played[3]) == 2  # a game that nobody began is not told of


def test_a_bot_that_ends_all_the_same_is_started_again(tmp_path: Path, referee: Referee) -> None:
    body = LIVES_ON + '    elif message["type"] == "game over":\n        os._exit(0)\n'
    bot = script(tmp_path, body)
    first = referee.play(job(bot, RANDOM))
    assert ends(process_of(first))
    assert games_of(referee.play(job(bot, RANDOM))) == 1


def test_each_game_keeps_its_own_words(tmp_path: Path, referee: Referee) -> None:
    body = AGAIN.replace("FAULT", 'os.write(2, b"x" * 70_000 + b"end\\n")')
    bot = script(tmp_path, body)
    for number in (1, 2):
        errors = referee.play(job(bot, RANDOM, number=number)).stderr[0]
        assert errors.startswith("process ")
        assert errors.endswith("end\n")


def test_the_output_of_each_game_counts_by_itself(tmp_path: Path, referee: Referee) -> None:
    body = AGAIN.replace("FAULT", 'sys.stdout.write(" " * 500)')
    bot, limits = script(tmp_path, body), Limits(output=8_000)
    played = [referee.play(job(bot, RANDOM, limits=limits)) for _ in range(8)]
    assert {record.ending for record in played} == {"played"}


@pytest.fixture
def adopting() -> Iterator[None]:
    """A process that adopts orphans, as a contest's does."""
    adopt()
    yield
    orphans._prctl(orphans.SET_CHILD_SUBREAPER, 0)
    orphans._adopting.clear()


HELPED = """
reading, writing = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.closerange(0, 3)
        os.write(writing, str(os.getpid()).encode())
        time.sleep(600)
    os._exit(0)
os.wait()
os.write(2, b"helper " + os.read(reading, 20) + b"\\n")
"""


@pytest.mark.usefixtures("adopting")
def test_a_helper_lives_as_long_as_its_bot(tmp_path: Path) -> None:
    helped = script(tmp_path, HELPED + LIVES_ON, "helped")
    once = script(tmp_path, LIVES_ON.replace("True", "False"), "once")
    with Referee() as referee:
        words = referee.play(job(helped, once)).stderr[0].split()
        helper = int(words[words.index("helper") + 1])
        referee.play(job(once, RANDOM))
        assert is_running(helper)
    assert ends(helper)


# --- who waits ---


def waiting(folder: Path) -> RunningBot:
    own = Path(mkdtemp(dir=folder))  # a script must not be written anew while it is being started
    entry = script(own, "for message in messages(): pass")
    return RunningBot(entry.command or (), Limits(), None, Excerpt(0))


def test_the_oldest_leaves_when_too_many_wait(tmp_path: Path) -> None:
    with Standby(most=2) as place:
        programs = {name: waiting(tmp_path) for name in "abc"}
        for name, program in programs.items():
            place.keep(name, program)
        assert ends(programs["a"].process.pid)
        assert place.take("a") is None
        assert place.take("b") is programs["b"]
        programs["b"].close()
    assert ends(programs["c"].process.pid)


def test_who_does_not_leave_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby, "FAREWELL", 0.05)
    entry = script(tmp_path, "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)")
    program = RunningBot(entry.command or (), Limits(), None, Excerpt(0))
    with Standby() as waiting:
        waiting.keep("a", program)
    assert ends(program.process.pid)


def test_one_of_a_kind_waits(tmp_path: Path) -> None:
    with Standby() as place:
        first, second = waiting(tmp_path), waiting(tmp_path)
        place.keep("a", first)
        place.keep("a", second)
        assert ends(first.process.pid)
        assert is_running(second.process.pid)


# --- whole contests ---


def processes_in(played: Iterable[GameRecord]) -> set[int]:
    """The bots' processes in these games, as far as they said something."""
    words = " ".join(word for record in played for word in record.stderr)
    return {int(pid) for pid in re.findall(r"process (\d+)", words)}


@pytest.mark.parametrize(
    ("play", "most"), [(runner.in_this_process, 2), (runner.in_processes(2), 4)]
)
def test_a_contest_starts_few_processes_and_none_outlasts_its_leg(
    tmp_path: Path, play: runner.Play, most: int
) -> None:
    settings = Settings("blade", 1, (script(tmp_path, LIVES_ON), RANDOM), 24, clock=PATIENT)
    settings.save(tmp_path)
    legs = {
        each.number: each.leg
        for each in jobs_in_legs(settings, meetings_of(settings), np.arange(24))
    }
    processes: dict[int, set[int]] = {}

    def after_game(record: GameRecord) -> bool:
        leg = legs[record.number]
        processes.setdefault(leg, set()).update(processes_in([record]))
        earlier = [pid for each, pids in processes.items() if each < leg for pid in pids]
        return not any(map(is_running, earlier))

    runner.run(settings, tmp_path, play, after_game)
    pids = processes_in(records(tmp_path))
    assert len(records(tmp_path)) == 24
    assert len(processes) == 2
    assert len(pids) <= most
    assert all(ends(pid) for pid in pids)
