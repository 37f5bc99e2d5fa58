"""Two people at one terminal: nothing of the other hand is left when it is handed over."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.match.game import load
from duelhall.terminal import screen as screens
from duelhall.terminal.keyboard import END_OF_INPUT_KEY, Keyboard
from duelhall.terminal.screen import ALTERNATE, EMPTY, FORGET, KEY, MAIN, Screen, hand_over
from duelhall.terminal.seat import Seating
from duelhall.terminal.speaker import Speaker
from tests.terminal.console import duelhall
from tests.terminal.screen import Screen as Terminal


class Keys(Keyboard):
    """A keyboard at which keys have been pressed already."""

    def __init__(self, *keys: str) -> None:
        self.at_terminal, self.keys, self.forgot = True, list(keys), False

    def forget(self) -> None:
        self.forgot = True

    def key(self) -> str:
        return self.keys.pop(0)

    def ask(self, prompt: str) -> str | None:
        return f"answer to {prompt}"


def shared_screen(monkeypatch: pytest.MonkeyPatch, *, height: int = 24) -> Screen:
    monkeypatch.setattr(screens, "is_screen", lambda _console: True)
    console = Console(
        file=StringIO(), force_terminal=True, color_system=None, width=60, height=height
    )
    return Screen(console, shared=True)


def written(screen: Screen) -> str:
    text: str = screen.console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_the_other_hand_is_on_no_screen_and_in_no_scroll_back(tmp_path: Path) -> None:
    arguments = ("play", "blade", "--seed", "7", "--hotseat", "--plain")
    with Terminal(*arguments, state=tmp_path) as terminal:
        assert ALTERNATE + FORGET in terminal.wait_for("Player 0, take the terminal")
        terminal.type(" ")
        assert "1 1 4 4 4 5 5 5 7 B" in terminal.wait_for("> ")
        terminal.type("7\n")
        over = terminal.wait_for("Player 1, take the terminal")
        assert over.endswith(FORGET)
        terminal.type(" ")
        shown = terminal.wait_for("> ")
        assert "2 2 3 6 7 B B B M M" in shown
        assert "1 1 4 4 4 5 5 5" not in shown
        terminal.type("quit\n")
        assert terminal.wait_for("Game saved.").endswith(FORGET + MAIN)


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        (" ", ""), ("\r", ""), ("\n", ""), ("xy ", ""), ("u", "undo"), ("q", "quit"), ("?", "?"),
        ("S", "save answer to Save as> "), (END_OF_INPUT_KEY, None),
    ],
)  # fmt: skip
def test_the_terminal_is_handed_over_by_a_key(
    monkeypatch: pytest.MonkeyPatch, keys: str, wanted: str | None
) -> None:
    keyboard, screen = Keys(*keys), shared_screen(monkeypatch)
    assert hand_over(keyboard, screen, "Player 1", can_undo=True) == wanted
    assert keyboard.forgot
    assert written(screen).startswith("Player 1, take the terminal and press Space.\n(u takes")


def test_nothing_leaves_the_alternate_screen_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[str] = []
    monkeypatch.setattr(screens, "wait_for_key", waits.append)
    screen = shared_screen(monkeypatch, height=12)
    screen.open()
    screen.say("\n".join(["line"] * 10))
    assert not waits
    screen.say("line")
    assert waits == [KEY]
    screen.heard()
    screen.say("\n".join(["line"] * 10))
    assert waits == [KEY]


def test_what_fits_on_the_screen_is_not_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shared_screen(monkeypatch, height=12)
    monkeypatch.setattr(screens, "wait_for_key", screen.console.file.write)
    screen.open()
    screen.say("\n".join(["scene"] * 6))
    screen.say("\n".join(["board"] * 6))
    assert written(screen).endswith("scene\n" * 6 + KEY + EMPTY + "board\n" * 6)


@pytest.mark.parametrize("at_terminal", [True, False])
def test_people_are_warned_of_a_terminal_that_cannot_be_emptied(*, at_terminal: bool) -> None:
    match = load("blade", backend="python").match(7, players=("person", "person"))
    output = StringIO()
    console = Console(file=output, force_terminal=at_terminal, color_system=None)
    Speaker(match, Seating(match), console).welcome()
    assert ("It cannot be emptied" in output.getvalue()) == at_terminal


def test_the_screen_is_left_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shared_screen(monkeypatch)
    screen.open()
    assert screen.close()
    assert not screen.close()
    assert written(screen) == ALTERNATE + FORGET + FORGET + MAIN


def test_two_people_are_called_by_their_roles(tmp_path: Path) -> None:
    typed = "\nd0\n\nd0\nwhy\nquit\n"
    arguments = ("play", "binmat", "--hotseat", "--seed", "2")
    out = duelhall(*arguments, typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout
    assert "Defender, take the terminal" in out
    assert "The attacker's move (" in out
    assert "The defender played d0." in out
    assert "layer 0" not in out.replace("You are player 0", "")
