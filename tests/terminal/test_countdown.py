"""Seconds that are counted down behind what is typed."""

import pytest

from duelhall.terminal.keyboard import Countdown, until_next_second, whole_seconds

PROMPT = "Your move within 10 s (-- d0)> "


def test_the_seconds_in_a_prompt_change_in_their_place() -> None:
    countdown = Countdown(PROMPT, "10", 80)
    assert countdown.drawing(9.2, "") == "\x1b7\r\x1b[17C10\x1b8"
    assert countdown.drawing(9.0, "d") == "\x1b7\r\x1b[17C 9\x1b8"
    assert PROMPT[17:19] == "10"


def test_a_players_number_is_not_taken_for_the_seconds() -> None:
    prompt = "Player 1's move within 1 s (--)> "
    column = prompt.index("1 s")
    assert f"[{column}C1" in Countdown(prompt, "1", 80).drawing(0.5, "")


def test_nothing_is_drawn_where_the_line_is_full() -> None:
    countdown = Countdown(PROMPT, "10", 40)
    assert countdown.drawing(5, "d")
    assert countdown.drawing(5, "d0 d1 d2 d3") == ""


@pytest.mark.parametrize(("left", "shown", "wait"), [(5.0, 5, 1.0), (4.25, 5, 0.25), (0.5, 1, 0.5)])
def test_a_second_is_counted_when_it_has_gone_by(left: float, shown: int, wait: float) -> None:
    assert whole_seconds(left) == shown
    assert until_next_second(left) == pytest.approx(wait)
    assert whole_seconds(left - wait) == shown - 1


def test_a_turn_that_is_over_has_no_seconds_left() -> None:
    assert whole_seconds(-0.1) == 0
