"""Stopping between the pictures of a battle."""

from collections.abc import Iterator

import pytest

from duelhall.engine.board import Scene
from duelhall.terminal import keyboard
from duelhall.terminal.keyboard import END_OF_INPUT, NEVER, Leave, Stops, key_in_words, key_named

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
