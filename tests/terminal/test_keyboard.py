"""Keys, stops at which one is awaited, and the seconds of a turn."""

from collections.abc import Iterator

import pytest

from duelhall.engine.board import Scene
from duelhall.terminal import keyboard
from duelhall.terminal.keyboard import (
    END_OF_INPUT,
    NEVER,
    Countdown,
    Leave,
    Stops,
    key_in_words,
    key_named,
    until_next_second,
    whole_seconds,
)

# --- seconds that are counted down behind what is typed ---


PROMPT = "Your move within 10 s (-- d0)> "


def test_the_seconds_in_a_prompt_change_in_their_place() -> None:
    countdown = Countdown(PROMPT, "10 s", 80)
    assert countdown.drawing(9.2, "") == "\x1b7\r\x1b[17C10 s\x1b8"
    assert countdown.drawing(9.0, "d") == "\x1b7\r\x1b[17C 9 s\x1b8"
    assert PROMPT[17:21] == "10 s"
    assert "[17C 9:59\x1b8" in Countdown(PROMPT.replace("10 s", "10:00"), "10:00", 80).drawing(
        599, ""
    )


def test_a_players_number_is_not_taken_for_the_seconds() -> None:
    prompt = "Player 1's move within 1 s (--)> "
    column = prompt.index("1 s")
    assert f"[{column}C1" in Countdown(prompt, "1 s", 80).drawing(0.5, "")


def test_nothing_is_drawn_where_the_line_is_full() -> None:
    countdown = Countdown(PROMPT, "10 s", 40)
    assert countdown.drawing(5, "d")
    assert countdown.drawing(5, "d0 d1 d2 d3") == ""


@pytest.mark.parametrize(("left", "shown", "wait"), [(5.0, 5, 1.0), (4.25, 5, 0.25), (0.5, 1, 0.5)])
def test_a_second_is_counted_when_it_has_gone_by(left: float, shown: int, wait: float) -> None:
    assert whole_seconds(left) == shown
    assert until_next_second(left) == pytest.approx(wait)
    assert whole_seconds(left - wait) == shown - 1


def test_a_turn_that_is_over_has_no_seconds_left() -> None:
    assert whole_seconds(-0.1) == 0


# --- stopping between the pictures of a battle ---


PICTURE, END_OF_ROUND = Scene("a picture"), Scene("the end of a round", pause=True)
RESULT = Scene("the result")


class Keys:
    """Keys that are pressed one after another."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
        self.left: Iterator[str] = iter(keys)
        self.asked = 0
        monkeypatch.setattr(keyboard, "pressed", self.press)

    def press(self, _prompt: str) -> str:
        self.asked += 1
        return next(self.left)


BATTLE = (PICTURE, END_OF_ROUND, PICTURE, END_OF_ROUND, PICTURE, RESULT)


def test_by_default_one_stops_where_a_part_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch, "space", "enter")
    assert list(Stops(after_parts=True).through(BATTLE)) == [0, 1, 2, 3, 4, 5]
    assert keys.asked == 2


def test_on_request_one_stops_after_each_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch, *["space"] * 5)
    assert list(Stops(after_each=True).through(BATTLE)) == [0, 1, 2, 3, 4, 5]
    assert keys.asked == 5


@pytest.mark.parametrize("key", ["s", "S"])
def test_whoever_skips_sees_the_end_and_the_next_battle(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Keys(monkeypatch, key, key)
    viewer = Stops(after_parts=True)
    assert list(viewer.through(BATTLE)) == [0, 1, 5]
    viewer.begin()
    assert list(viewer.through(BATTLE)) == [0, 1, 5]
    assert keys.asked == 2


def test_when_no_keys_are_left_all_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch, "space", END_OF_INPUT)
    assert list(Stops(after_each=True).through(BATTLE)) == [0, 1, 2, 3, 4, 5]
    assert keys.asked == 2


def test_quit_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    Keys(monkeypatch, "q")
    shown: list[int] = []
    with pytest.raises(Leave):
        shown.extend(Stops(after_each=True).through(BATTLE))
    assert len(shown) <= 1


def test_nobody_stops_where_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch)
    for viewer in (Stops(), NEVER):
        assert list(viewer.through(BATTLE)) == [0, 1, 2, 3, 4, 5]
        assert list(viewer.through([])) == []
    assert keys.asked == 0


@pytest.mark.parametrize(
    ("sent", "key"),
    [("\x1b[C", "right"), ("\x1bOD", "left"), (" ", "space"), ("\r", "enter"), ("q", "q"),
     ("quit\n", "q"), ("\x04", "q"), ("\x1b[20~", "escape"), ("\x1b", "escape"), ("é", "é")],
)  # fmt: skip
def test_keys_have_names(sent: str, key: str) -> None:
    assert key_named(sent) == key


@pytest.mark.parametrize(
    ("line", "key"), [("", "enter"), ("QUIT ", "q"), ("s", "s"), ("skip", "s"), ("why", "why")]
)
def test_keys_are_lines_elsewhere(line: str, key: str) -> None:
    assert key_in_words(line) == key
