"""Contests that are told to stop: nobody is left behind, and nothing is lost."""

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import pytest

from duelhall.arena.contests import GameJob
from duelhall.arena.referee import play_game
from duelhall.arena.rows import RESULTS
from duelhall.arena.runner import Records
from duelhall.arena.settings import Settings
from duelhall.bots.signals import HANGUPS, Stopped, note_signals, stop_if_signalled
from duelhall.players.entry import Entry
from duelhall.terminal.standings import run_tournament
from tests.arena.scripts import ends, script
from tests.terminal.console import BY_PYTHON
from tests.terminal.screen import listen_to_signals

PATIENCE = 120.0

THINKER = """
hello()
with open({file!r}, "a") as file:
    file.write(f"{{os.getpid()}}\\n")
for decision in decisions():
    if {endless}:
        time.sleep(600)
    move(decision["legal"][0])
"""


def started(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "duelhall", *arguments],
        env={**os.environ, **BY_PYTHON},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listen_to_signals,  # noqa: PLW1509
    )


def wait_until(file: Path, lines: int) -> list[str]:
    deadline = time.monotonic() + PATIENCE
    while not file.exists() or file.read_text().count("\n") < lines:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return file.read_text().splitlines()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_match_that_is_stopped_leaves_no_bot_behind(tmp_path: Path, name: str, jobs: int) -> None:
    pids, out = tmp_path / "pids", tmp_path / "out"
    bot = script(tmp_path, THINKER.format(file=str(pids), endless="True"))
    command = shlex.join(bot.command or ())
    match = started(
        "match", "blade", command, "random", "--time", "none", "--jobs", str(jobs),
        "--out", str(out), "--sandbox", "off",
    )  # fmt: skip
    thinking = [int(pid) for pid in wait_until(pids, jobs)]
    number = getattr(signal, name)
    if number == signal.SIGINT:
        os.killpg(match.pid, number)  # as a terminal does
    else:
        match.send_signal(number)
    printed, told = match.communicate(timeout=PATIENCE)
    assert match.returncode == 128 + number
    assert f"Stopped. Resume with: duelhall arena resume {out}\n" in told
    assert " of 100 games counted." in printed
    assert "Traceback" not in told
    assert all(ends(pid) for pid in thinking)


def test_what_was_played_is_shown_when_a_match_is_stopped(tmp_path: Path) -> None:
    out = tmp_path / "out"
    bot = script(tmp_path, THINKER.format(file=os.devnull, endless="False"))
    command = shlex.join(bot.command or ())
    match = started("match", "blade", command, "random", "--games", "2000", "--out", str(out))
    wait_until(out / RESULTS, 4)
    match.send_signal(signal.SIGTERM)
    printed, _ = match.communicate(timeout=PATIENCE)
    assert "against random, blade\n" in printed  # the seed is still a secret
    assert " of 2,000 games counted." in printed


def test_the_table_is_shown_when_a_tournament_is_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = tuple(Entry(name, builtin="random") for name in "abc")
    settings = Settings("blade", 1, entries, 2, seed=3)
    settings.save(tmp_path)

    def play(jobs: Iterable[GameJob]) -> Records:
        yield from map(play_game, islice(jobs, 3))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_tournament(settings, tmp_path, play, "text")
    printed, told = capsys.readouterr()
    assert printed.split()[:2] == ["player", "Elo"]
    assert "3 of 6 games counted." in printed
    assert "Stopped. Resume with: duelhall arena resume" in told


@pytest.fixture
def own_signals() -> Iterator[None]:
    """Signals as a process finds them at a terminal; what a test does to them is undone."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *HANGUPS)}
    listen_to_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("own_signals")
def test_a_signal_is_heard_where_games_can_be_stopped() -> None:
    note_signals()
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(Stopped) as caught:
        stop_if_signalled()
    assert caught.value.number == signal.SIGTERM
    stop_if_signalled()


@pytest.mark.usefixtures("own_signals")
def test_the_second_ctrl_c_is_heard_at_once() -> None:
    note_signals()
    os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
    with pytest.raises(Stopped):
        stop_if_signalled()


@pytest.mark.usefixtures("own_signals")
def test_what_a_process_was_told_to_ignore_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    note_signals()
    os.kill(os.getpid(), signal.SIGHUP)
    stop_if_signalled()
