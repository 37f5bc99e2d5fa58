"""Playing by the clock, through a pipe and at a terminal."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from duelhall.match.game import load
from duelhall.play.clock import Clock
from duelhall.play.roster import FunctionSeat
from duelhall.terminal import commands, conversation, screen
from duelhall.terminal.keyboard import TOO_LATE
from duelhall.terminal.output import make_console
from duelhall.terminal.seat import PlaySetup
from tests.games.binmat.setting import position
from tests.terminal.console import Screen, duelhall, play

BY_THE_CLOCK = ("play", "binmat", "--opponent", "random", "--seed", "2")
UNTIMED = (*BY_THE_CLOCK, "--rules", "rulebook")
"""A turn is over with the move here, and lasts its full time in the other rule sets."""


@contextmanager
def piped(*arguments: str, state: Path) -> Iterator[subprocess.Popen[str]]:
    """The command with a pipe that stays open."""
    with subprocess.Popen(
        [sys.executable, "-m", "duelhall", *arguments],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "", "XDG_STATE_HOME": str(state)},
    ) as process:  # fmt: skip
        yield process


@contextmanager
def at_prompt(*arguments: str, state: Path) -> Iterator[Screen]:
    """A terminal in which a person is asked."""
    with Screen(*arguments, state=state) as screen:
        screen.wait_for("> ")
        yield screen


def rest_after(process: subprocess.Popen[str], typed: str) -> str:
    """What is printed after this is typed at once, until the command ends by itself."""
    assert process.stdin
    assert process.stdout
    process.stdin.write(typed)
    process.stdin.flush()
    return process.stdout.read()


def test_lines_that_arrive_together_are_all_read(tmp_path: Path) -> None:
    with piped(*UNTIMED, "--time", "300.5", state=tmp_path) as process:
        out = rest_after(process, "d0\nd1\nquit\n")
    assert "Your move within 5:01 (" in out
    assert "d0\n" in out
    assert "d1\n" in out
    assert "Time is up." not in out


def test_what_a_move_did_is_shown_before_the_turn_is_over(tmp_path: Path) -> None:
    with at_prompt(*BY_THE_CLOCK, "--time", "300", state=tmp_path) as screen:
        screen.type("d3\n")
        shown = screen.wait_for("The turn lasts another ")
    assert "109 turns left, attacker to move" in shown
    assert "Your hand         (none)" not in shown
    assert "Opponent played" not in shown


def test_in_a_shared_game_each_is_told_of_the_other_after_the_turn(tmp_path: Path) -> None:
    arguments = ("play", "binmat", "--hotseat", "--seed", "2", "--time", "0.4")
    out = duelhall(*arguments, typed="\nd3\n\nd4\n\n", XDG_STATE_HOME=str(tmp_path)).stdout
    first, second, third = out.split("take the terminal and press Enter")[1:]
    assert "109 turns left, attacker to move" in first
    assert "The defender played d3." in second
    assert second.count("attacker to move") == 1
    assert "The attacker played d4." in third


def test_tab_completes_commands_and_moves_with_signs_in_them(tmp_path: Path) -> None:
    arguments = ("--position", position("hd=2&3& l0=4& turn=0"), "--opponent", "random")
    with at_prompt("play", "binmat", *arguments, "--time", "60", state=tmp_path) as screen:
        screen.type("boa\t")
        screen.wait_for("board")
        screen.type("\n")
        screen.wait_for("110 turns left")
        screen.wait_for("> ")
        screen.type("p2&\t\t")
        shown = screen.wait_for("p2&5")
    assert "p3&" not in shown
    assert "board" not in shown


def test_a_long_list_of_completions_stops_no_clock_and_what_is_half_typed_is_forgotten(
    tmp_path: Path,
) -> None:
    """Readline would ask whether to show them all, and wait for the answer."""
    hand = "".join(face + suit for suit in "&%+!" for face in "23456789a")
    arguments = ("--position", position(f"hd={hand} turn=0"), "--opponent", "random")
    rulebook = ("--rules", "rulebook", "--time", "2")
    with at_prompt("play", "binmat", *arguments, *rulebook, state=tmp_path) as screen:
        screen.type("p\t\t")
        screen.wait_for("pa!5")
        screen.wait_for("Time is up.")
        screen.wait_for("> ")
        screen.type("5\n")
        screen.wait_for("Cannot read the move '5'")


def test_leaving_by_the_clock_keeps_the_game(tmp_path: Path) -> None:
    with at_prompt(*UNTIMED, "--time", "60", state=tmp_path) as screen:
        for _ in range(20):  # Readline may not listen yet
            screen.process.send_signal(signal.SIGINT)
            with suppress(AssertionError):
                screen.wait_for("Game saved.", patience=3)
                break
        screen.process.wait(timeout=10)
    with at_prompt(*UNTIMED, "--time", "60", state=tmp_path) as screen:
        screen.type("x\b")
        screen.wait_for("x")  # Readline listens by now, and not the terminal itself
        screen.type("\x04")
        screen.wait_for("Game saved.")


@pytest.mark.parametrize("clock", [(), ("--time", "0.1")])
def test_two_passes_that_cost_the_hand_are_announced(
    tmp_path: Path, clock: tuple[str, ...]
) -> None:
    arguments = ("play", "binmat", "--rules", "live", "--seed", "7", *clock)
    out = duelhall(*arguments, typed="d3\n--\n--\n", XDG_STATE_HOME=str(tmp_path)).stdout
    assert out.count("Two passes in a row cost a player the hand") == 1
    assert out.rindex("(N8)") > out.index("> --")


# --- both sides by the same clock ---

LATE = "import time\n\n\ndef choose(question):\n    time.sleep(0.1)\n    return '--'\n"
REFUSED = "def choose(question):\n    return 'da'\n"
"""There is nothing in the attacker deck yet."""


@pytest.mark.parametrize(
    ("rules", "choose", "says"),
    [
        ("rulebook", LATE, "The move of bot:choose was late: that is a pass."),
        ("live", REFUSED, "The move of bot:choose was refused: that is a pass."),
        ("rulebook", REFUSED, "bot:choose lost by"),
    ],
)
def test_n31_n8_the_clock_holds_for_bots(
    tmp_path: Path, rules: str, choose: str, says: str
) -> None:
    (tmp_path / "bot.py").write_text(choose)
    arguments = ("--rules", rules, "--opponent", "bot:choose", "--time", "0.05")
    out = play("binmat", *arguments, typed="d0\nquit\n", folder=tmp_path)
    assert says in out


def test_n8_a_persons_refused_move_is_a_pass_in_live(tmp_path: Path) -> None:
    arguments = ("binmat", "--role", "defender", "--opponent", "random", "--seed", "2")
    timed = (*arguments, "--rules", "live", "--time", "0.3")
    out = play(*timed, typed="c0\nlog\nquit\n", folder=tmp_path)
    assert "(N4); legal: -- d0 d1 d2 d3 d4 d5. That is a pass." in out
    assert "   1. You played --\n" in out
    casual = play(*arguments, "--rules", "live", typed="c0\nlog\n", folder=tmp_path)
    assert "(N4); legal: -- d0 d1 d2 d3 d4 d5. Type ? for help." in casual
    assert "You have not seen a move yet." in casual
    hackmud = play(*arguments, "--time", "9", typed="c0\nquit\n", folder=tmp_path)
    assert "Type ? for help." in hackmud


def test_n31_the_computers_turn_lasts_its_time_too(tmp_path: Path) -> None:
    started, arguments = time.monotonic(), (*BY_THE_CLOCK, "--time", "0.4")
    out = duelhall(*arguments, typed="d0\nquit\n", XDG_STATE_HOME=str(tmp_path)).stdout
    assert time.monotonic() - started >= 0.8
    assert out.count("The turn lasts another ") == 2
    assert out.index("Opponent played") < out.rindex("The turn lasts another ")


# --- a bank and its increment ---


class Typist:
    """Types lines, each after so many seconds of a time that nobody waits for."""

    def __init__(self) -> None:
        match = load("binmat[rulebook]", backend="python").match(2, players=("person", "passing"))
        setup, passing = PlaySetup(clock=Clock(bank=20, increment=3)), FunctionSeat(lambda _: "--")
        self.game = conversation.Conversation(match, {1: passing}, make_console(), setup=setup)
        self.game.keyboard.ask_until = self.answer  # type: ignore[method-assign]
        self.time, self.lines = 100.0, list[tuple[float, str]]()

    def answer(self, prompt: str, deadline: float, *, counted_down: str | None = None) -> str:  # noqa: ARG002, as the keyboard asks
        """The next line; it is in time where it comes at the deadline."""
        seconds, line = self.lines.pop(0)
        in_time, self.time = self.time + seconds <= deadline, min(self.time + seconds, deadline)
        return line if in_time else TOO_LATE

    def type(self, *lines: tuple[float, str]) -> float | None:
        """What is left of the person's bank when these lines have been typed and answered."""
        self.lines += lines
        while not self.game.match.over and (self.lines or self.game.match.to_move == 1):
            self.game._step()
        return self.game.timer.bank(0)


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Typist:
    typist = Typist()
    for module in (commands, conversation, screen):
        monkeypatch.setattr(module, "now", lambda: typist.time)
    return typist


def test_both_clocks_are_shown(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(typist.game.commands, "say", said.append)
    typist.type((2, "clock"), (0, "?"), (0, "--"))
    assert said[:2] == ["You: 18 s for the game", "Opponent: 20 s for the game"]
    assert "  clock         show how much time you and your opponent have\n" in said[2]


def test_each_move_adds_its_increment_and_taking_back_earns_no_time(typist: Typist) -> None:
    assert typist.type((2, "log"), (3, "--")) == 20 - 5 + 3
    assert typist.type((1, "undo"), (1, "--"), (1, "undo"), (1, "--")) == 18 - 4
    assert typist.type((0, "--")) == 18 - 4 + 3


def test_no_increment_brings_a_bank_back_that_has_run_out(typist: Typist) -> None:
    assert typist.type((20, "--")) == 0
    assert not typist.game.match.over
    assert typist.type((1, "--")) == 0
    assert typist.game.match.winner == 1
    assert "running out of time" in typist.game.table.fault_text


@pytest.mark.parametrize(("strict", "says"), [("--plain", "practice."), ("--strict", "cannot")])
def test_lost_time_is_taken_back_as_practice_only(tmp_path: Path, strict: str, says: str) -> None:
    arguments = ("blade", "--opponent", "random", "--seed", "3", "--time", "0.05", strict)
    with piped("play", *arguments, state=tmp_path) as process:
        assert process.stdout
        while process.stdout.readline().strip() != "Time is up.":
            pass
        rest = rest_after(process, "undo\nquit\nquit\n")
    assert "You lose: a player timed out" in rest
    assert says in rest
