"""The screen of a terminal game: redrawn for every look, and emptied between two people.

Where there is no terminal, or one that cannot be cleared, text is printed line by line.
"""

import sys
import time
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from duelhall.engine.text import send
from duelhall.play.clock import Timer, now, time_text
from duelhall.terminal.board import drawn_lines
from duelhall.terminal.keyboard import (
    EMPTY_LINE,
    END_OF_INPUT_KEY,
    TYPING_ROOM,
    Keyboard,
    pressed,
    until_next_second,
    whole_seconds,
)
from duelhall.terminal.output import room_of

ALTERNATE, MAIN = "\x1b[?1049h", "\x1b[?1049l"
EMPTY = "\x1b[H\x1b[2J"
FORGET = f"{EMPTY}\x1b[3J"
"""Empties the screen and what could be scrolled back to."""

QUESTION = 40
"""Columns for a question itself, and for the answer."""

KEY = "(press any key to continue)"


class Screen:
    """Where a game is shown.

    Two people who share it get the alternate screen, of which nothing is left when it is emptied.
    A person alone can scroll back. What was said since they last typed something outlasts a new
    drawing: they have not read it yet.
    """

    def __init__(self, console: Console, *, plain: bool = False, shared: bool = False) -> None:
        self.console = console
        can_empty = is_screen(console)
        self.is_redrawn = can_empty and not plain
        self.is_private = can_empty and shared
        self._is_open, self._is_read = False, False
        self._unread: list[Text] = []

    # --- opening and closing ---

    def open(self) -> None:
        """Begin with an empty screen; what was on it before can be scrolled back to."""
        self._is_open = True
        if self.is_private:
            self._write(ALTERNATE + FORGET)
        elif self.is_redrawn:
            self._write("\n" * (self.console.height - 1) + EMPTY)

    def close(self) -> bool:
        """Leave nothing of what two people saw; return whether that has just been done."""
        was_private, self._is_open = self.is_private and self._is_open, False
        if was_private:
            self._write(FORGET + MAIN)
            self._unread.clear()
        return was_private

    # --- showing ---

    @property
    def spare_columns(self) -> int:
        """How much fits into a question with what is typed; without a terminal, nothing is sure."""
        return self.console.width - QUESTION if self.console.is_terminal else 0

    def say(self, text: str = "") -> None:
        """Print lines of words, broken between words where the terminal is too narrow."""
        self.print(self.lines_of(text))

    def lines_of(self, text: str) -> list[Text]:
        """Lines of words as they are printed."""
        room = room_of(self.console)
        return [part for line in text.split("\n") for part in drawn_lines(line, room)]

    def print(self, lines: Iterable[Text]) -> None:
        """Print lines that have been laid out and belong together.

        Where nobody can scroll back, nothing leaves the screen unread, and nothing that fits on
        the screen is divided.
        """
        block = list(lines)
        if len(block) <= self._height:
            self._make_room_for(len(block))
        for line in block:
            self._make_room_for(1)
            self._unread.append(line)
            self.console.print(line, soft_wrap=True)

    @property
    def _height(self) -> int:
        """How many lines there are for a person to read before something is asked."""
        return self.console.height - 2

    def _make_room_for(self, lines: int) -> None:
        is_full = len(self._unread) + lines > self._height
        if is_full and self._unread and self.is_private and self._is_open:
            pressed(KEY)
            self._unread.clear()
            if self.is_redrawn:
                self._write(EMPTY)

    def heard(self) -> None:
        """The person has typed something, and so has read what was there."""
        self._unread.clear()
        self._is_read = True

    def redraw(self) -> None:
        """Begin a new drawing, below what has not been read."""
        if self.is_redrawn and self._is_read:
            unread, self._unread, self._is_read = self._unread, [], False
            self._write(EMPTY)
            self.print(unread)

    def conceal(self) -> None:
        """Leave nothing for the next person to see."""
        self._unread.clear()
        if self.is_private:
            self._write(FORGET)
        elif self.console.is_terminal:
            self._write("\n" * self.console.height)

    def _write(self, codes: str) -> None:
        self.console.file.write(codes)
        self.console.file.flush()


def is_screen(console: Console) -> bool:
    """Whether a person sits at a terminal that can be emptied."""
    is_modern = not (console.is_dumb_terminal or console.legacy_windows)
    return console.is_terminal and is_modern and bool(sys.stdin and sys.stdin.isatty())


GO_ON = (" ", "\r", "\n")
COMMANDS = {"u": "undo", "s": "save", "q": "quit", "?": "?"}
"""What can be done while nobody's cards may be shown, and the keys for it."""


def hand_over(keyboard: Keyboard, screen: Screen, name: str, *, can_undo: bool) -> str | None:
    """What is wanted while the terminal changes hands: nothing but to go on, or a command; None at
    the end of input.
    """
    keyboard.forget()
    if not keyboard.at_terminal:
        hint = " (undo takes the last move back)" if can_undo else ""
        return keyboard.ask(f"{name}, take the terminal and press Enter{hint}> ")
    undo = "u takes the last move back, " if can_undo else ""
    screen.say(f"{name}, take the terminal and press Space.")
    screen.say(f"({undo}s saves the game, q leaves, ? is for help)")
    while True:
        key = keyboard.key()
        if key in GO_ON:
            return ""
        if key == END_OF_INPUT_KEY:
            return None
        if key.lower() == "s":
            return f"save {keyboard.ask('Save as> ') or ''}"
        if key.lower() in COMMANDS:
            return COMMANDS[key.lower()]


SHORT_HINT = "? for help"


def ask_in_time(
    keyboard: Keyboard, screen: Screen, timer: Timer, question: str, hint: str
) -> str | None:
    """What a person types; TOO_LATE if their turn runs out before that."""
    if timer.deadline is None:
        return keyboard.ask(f"{question} ({hint})> ")
    shown = time_text(timer.deadline - now())
    prompt = f"{question} within {shown} ({hint})> "
    if not screen.is_redrawn:
        return keyboard.ask_until(prompt, timer.deadline)
    if len(prompt) + TYPING_ROOM > screen.console.width:  # seconds are counted on one line only
        prompt = f"{question} within {shown} ({SHORT_HINT})> "
    return keyboard.ask_until(prompt, timer.deadline, counted_down=shown)


def wait_out(screen: Screen, timer: Timer) -> None:
    """Wait for the end of a turn that lasts its time, counting down on the line of the cursor."""
    if not screen.is_redrawn:
        screen.say(f"The turn lasts another {time_text(timer.rest(now()))}.")
        time.sleep(timer.rest(now()))
        return
    while (rest := timer.rest(now())) > 0:
        send(f"{EMPTY_LINE}The turn lasts another {time_text(whole_seconds(rest))}.")
        time.sleep(until_next_second(rest))
    send(EMPTY_LINE)
