"""The screen of a terminal game: redrawn for every look, and emptied between two people.

Where there is no terminal, or one that cannot be cleared, text is printed line by line.

Handing the terminal over from one person to the other.

The clock of a game at a terminal, as a person sees it; without one, nothing is hurried.
"""

import sys
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from duelhall.match.match import Match
from duelhall.play.table import has_one_try
from duelhall.players.clock import TurnTime, seconds_text
from duelhall.terminal.board import drawn_lines
from duelhall.terminal.keyboard import (
    END_OF_INPUT_KEY,
    TYPING_ROOM,
    Keyboard,
    wait_for_key,
    wait_out,
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
            wait_for_key(KEY)
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


class PersonsClock:
    """Asks within the time of a turn, and says what becomes of it when that is up."""

    def __init__(
        self, match: Match, seconds: float | None, keyboard: Keyboard, screen: Screen
    ) -> None:
        self.match, self._keyboard, self._screen = match, keyboard, screen
        self._turn = TurnTime(match, seconds) if seconds else None
        self._rules = match.game.definition.turns if seconds else None

    def begin_turn(self) -> None:
        """Count from now on, unless the turn has begun already."""
        if self._turn:
            self._turn.left()

    @property
    def left(self) -> float | None:
        """How many seconds are left of the turn; None without a clock."""
        return self._turn.left() if self._turn else None

    def ask(self, question: str, hint: str) -> str | None:
        """What a person types; TOO_LATE if the time of the turn is up before that."""
        if self._turn is None:
            return self._keyboard.ask(f"{question} ({hint})> ")
        left = self._turn.left()
        shown = seconds_text(left)
        prompt = f"{question} within {shown} s ({hint})> "
        if not self._screen.is_redrawn:
            return self._keyboard.ask_within(prompt, left)
        if len(prompt) + TYPING_ROOM > self._console.width:  # seconds are counted on one line only
            prompt = f"{question} within {shown} s ({SHORT_HINT})> "
        return self._keyboard.ask_within(prompt, left, counted_down=shown)

    @property
    def has_one_try(self) -> bool:
        """Whether a move that the rules refuse is the turn's only one."""
        return self._rules is not None and has_one_try(self.match.game)

    def late_move(self) -> int | None:
        """The move of a player whose time is up."""
        return self.match.check(self._rules.late_move) if self._rules else None

    @property
    def goes_on(self) -> bool:
        """Whether a turn lasts on after its move."""
        return self._turn is not None and self._turn.rest() > 0 and not self.match.over

    def wait_out(self) -> None:
        """Wait for the end of a turn that lasts its time."""
        if self._turn and self._screen.is_redrawn:
            wait_out(self._turn)
        elif self._turn:
            self._screen.say(f"The turn lasts another {seconds_text(self._turn.rest())} s.")
            self._turn.wait()

    @property
    def _console(self) -> Console:
        return self._screen.console
