"""Stopping between the pictures of a battle."""

from collections.abc import Iterator

import pytest

from duelhall.engine.board import Scene
from duelhall.terminal import stops
from duelhall.terminal.keys import END_OF_INPUT, key_in_words, key_named
from duelhall.terminal.stops import NEVER, Leave, Stops

PICTURE, END_OF_ROUND = Scene("a picture"), Scene("the end of a round", pause=True)


class Keys:
    """Keys that are pressed one after another."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *keys: str) -> None:
        self.left: Iterator[str] = iter(keys)
        self.asked = 0
        monkeypatch.setattr(stops, "pressed", self.press)

    def press(self, _prompt: str) -> str:
        self.asked += 1
        return next(self.left)


def test_by_default_one_stops_where_a_part_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch, "space", "enter")
    viewer = Stops(after_parts=True)
    for scene in (PICTURE, END_OF_ROUND, PICTURE, END_OF_ROUND):
        viewer.after(scene)
    assert keys.asked == 2


def test_on_request_one_stops_after_each_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch, "space", "enter")
    viewer = Stops(after_each=True)
    for scene in (PICTURE, END_OF_ROUND):
        viewer.after(scene)
    assert keys.asked == 2


@pytest.mark.parametrize("key", ["s", "S", END_OF_INPUT])
def test_the_rest_can_be_skipped_until_the_next_battle(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Keys(monkeypatch, key, "space")
    viewer = Stops(after_each=True)
    for _ in range(3):
        viewer.after(PICTURE)
    assert keys.asked == 1
    viewer.begin()
    viewer.after(PICTURE)
    assert keys.asked == 2


def test_quit_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    Keys(monkeypatch, "q")
    with pytest.raises(Leave):
        Stops(after_each=True).after(PICTURE)


def test_nobody_stops_where_there_are_no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = Keys(monkeypatch)
    for viewer in (Stops(), NEVER):
        viewer.after(END_OF_ROUND)
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
