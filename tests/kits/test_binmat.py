"""The command `duelhall binmat timer`."""

from pathlib import Path

import pytest

from duelhall_kits.binmat import CASUAL, TurnTimer
from tests.terminal.console import PATIENCE, Screen, duelhall


def test_turns_go_by_and_the_roles_take_turns() -> None:
    timer = TurnTimer(5.0)
    assert timer.says() == "110  defender"
    timer.pass_time(4.9)
    assert timer.says() == "110  defender"
    timer.pass_time(0.2)
    assert timer.says() == "109  attacker"
    timer.pass_time(10.0)
    assert timer.says() == "107  attacker"
    assert timer.left == pytest.approx(4.9)


def test_a_pause_stops_the_clock_and_a_second_one_starts_it() -> None:
    timer = TurnTimer(5.0)
    timer.obey(" ")
    timer.pass_time(100.0)
    assert timer.says() == "110  defender, paused"
    timer.obey("p")
    timer.pass_time(5.0)
    assert timer.says() == "109  attacker"


def test_going_back_begins_the_turn_before_anew() -> None:
    timer = TurnTimer(5.0)
    timer.pass_time(12.0)
    timer.obey("b")
    assert (timer.turn, timer.left) == (1, 5.0)
    for _ in range(3):
        timer.obey("b")
    assert timer.turn == 0


def test_n31_a_turn_may_end_with_the_move() -> None:
    timer = TurnTimer(5.0)
    timer.pass_time(3.0)
    timer.obey("n")
    assert (timer.says(), timer.left) == ("109  attacker", 5.0)
    for _ in range(109):
        timer.obey("n")
    assert timer.over


def test_n31_a_casual_counter_has_no_seconds() -> None:
    timer = TurnTimer(CASUAL)
    timer.pass_time(1e9)
    timer.obey(" ")
    assert timer.says() == "110  defender"
    for key in "nnb":
        timer.obey(key)
    assert timer.says() == "109  attacker"
    out = duelhall("binmat", "timer", "--casual", typed="n\nn\n").stdout
    assert out.splitlines() == [
        "110 turns; n begins the next turn, b goes back one, q quits.",
        "110  defender", "109  attacker", "108  defender",
    ]  # fmt: skip
    refused = duelhall("binmat", "timer", "--casual", "--seconds", "3").stderr
    assert "--casual counts turns without seconds: leave out --seconds" in refused


def test_a_pause_that_nothing_can_end_is_the_end() -> None:
    out = duelhall("binmat", "timer", "--seconds", "3600", typed=" \n").stdout
    assert out.endswith("110  defender, paused\n")


def test_after_110_turns_it_is_over() -> None:
    timer = TurnTimer(5.0)
    timer.pass_time(549.0)
    assert timer.says() == "  1  attacker"
    timer.pass_time(1000.0)
    assert timer.over
    assert timer.says() == "All 110 turns have elapsed."


def test_the_timer_prints_a_line_a_turn_through_a_pipe() -> None:
    process = duelhall("binmat", "timer", "--seconds", "0.01")
    lines = process.stdout.splitlines()
    assert lines[0] == (
        "110 turns of 0.01 seconds; space pauses, n begins the next turn, b goes back one, q quits."
    )
    assert lines[1] == "110  defender"
    assert lines[-1] == "All 110 turns have elapsed."


def test_the_timer_stops_when_told() -> None:
    out = duelhall("binmat", "timer", "--sound", typed="q\n").stdout
    assert out.splitlines()[-1].strip("\a") == "110  defender"
    assert "\a" in out


@pytest.mark.parametrize("seconds", ["0", "nan", "inf"])
def test_a_turn_needs_some_time(seconds: str) -> None:
    done = duelhall("binmat", "timer", "--seconds", seconds)
    assert f"--seconds must be more than 0 and at most 3600, not {seconds}" in done.stderr


def test_the_timer_fills_a_screen_and_listens_to_keys(tmp_path: Path) -> None:
    """At a terminal: it is shown in a frame, and q ends it without Enter."""
    with Screen("binmat", "timer", state=tmp_path) as screen:
        assert "BINMAT" in screen.wait_for("defender")
        screen.type("q")
        screen.wait_for("\x1b[?1049l")  # what was there before is shown again
        assert screen.process.wait(PATIENCE) == 0
