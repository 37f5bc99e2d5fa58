"""What a person types, at a terminal or through a pipe: lines, within a time limit, and keys."""

import math
import os
import select
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from types import FrameType

from duelhall.engine.board import Scene
from duelhall.engine.text import send, visible
from duelhall.play.clock import now, time_text
from duelhall.terminal.output import wrapped

TOO_LATE = "\0"
"""Stands for a line that did not come in time; nobody can type it."""

CHUNK = 65536


class Lines:
    """The lines of a file. All are read here, so that none waits unseen in a Python buffer."""

    def __init__(self, file: int | None, encoding: str = "utf-8") -> None:
        self._file, self._encoding = file, encoding  # the file is None at its end
        self._read = b""

    def until(self, deadline: float | None) -> str | None:
        """The next line; TOO_LATE if it does not come before the deadline, None at the end."""
        while self._file is not None and b"\n" not in self._read:
            left = None if deadline is None else max(0.0, deadline - now())
            if left is not None and not select.select([self._file], [], [], left)[0]:
                return TOO_LATE
            self._read_on(self._file)
        if not self._read:
            return None
        line, _, self._read = self._read.partition(b"\n")
        return line.decode(self._encoding, errors="replace").rstrip("\r").replace(TOO_LATE, "")

    def _read_on(self, file: int) -> None:
        chunk = os.read(file, CHUNK)
        self._read += chunk
        if not chunk:
            self._file = None


@cache
def typed_lines() -> Lines:
    """The lines of standard input; none if there is no standard input."""
    return Lines(sys.stdin.fileno(), sys.stdin.encoding) if sys.stdin else Lines(None)


END_OF_INPUT = ""
"""Stands for a key when there are no more."""

SEQUENCES = {
    "\n": "enter",
    "\r": "enter",
    " ": "space",
    "\x04": "q",  # Ctrl-D
    "\x7f": "backspace",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1b[H": "home",
    "\x1b[1~": "home",
    "\x1b[F": "end",
    "\x1b[4~": "end",
    "\x1b[5~": "page up",
    "\x1b[6~": "page down",
}
"""What terminals send for keys that have names."""

WORDS = {"": "enter", "quit": "q", "exit": "q", "skip": "s", "next": "n", "back": "b"}
"""What may be typed in full where keys are lines."""


def has_keys() -> bool:
    """Whether keys can be pressed one by one here, and their effect be seen."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def pressed(prompt: str) -> str:
    """The next key, by its name if it has one; elsewhere than at a terminal, a line.

    END_OF_INPUT if there is no more. The prompt is gone afterwards.
    """
    if not (sys.stdin and sys.stdin.isatty()):
        line = typed_lines().until(None)
        return END_OF_INPUT if line is None else key_in_words(line)
    print(prompt, end="", flush=True)
    sent = read_key()
    send("\r" + " " * len(prompt) + "\r")
    return key_named(sent) if sent else END_OF_INPUT


def key_in_words(line: str) -> str:
    """The key that a line stands for."""
    word = line.strip()
    return WORDS.get(word.lower(), word)


def key_named(sent: str) -> str:
    """The name of what a terminal has sent; of several keys at once, the first."""
    if sent in SEQUENCES:
        return SEQUENCES[sent]
    return "escape" if sent.startswith("\x1b") else SEQUENCES.get(sent[:1], sent[:1])


def read_key() -> str:
    """What a terminal sends for one key, without waiting for Enter if the system allows it."""
    try:
        import termios
        import tty
    except ImportError:  # a system without them waits for Enter
        return sys.stdin.readline()[:1]
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSADRAIN)  # a key that is pressed early counts too
        return os.read(keyboard, 64).decode(errors="replace")  # an arrow key sends several
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


PROMPT = "(any key goes on, s skips to the end, q quits)"
SKIP, QUIT_KEY = "s", "q"


class Leave(Exception):
    """Raised when a person leaves the table."""


class Stops:
    """Where a viewer stops: where a part ends, or after each picture.

    Without a terminal nobody stops who has not asked for it, since lines that are typed for
    another purpose would be taken for keys.
    """

    def __init__(
        self,
        *,
        after_each: bool = False,
        after_parts: bool | None = None,
        heard: Callable[[], None] = lambda: None,
        style: str = "",
    ) -> None:
        self.style = style  # which of the ways to show pictures is wanted
        self._heard = heard  # is told whenever a key was pressed
        self.after_each = after_each
        self.after_parts = has_keys() if after_parts is None else after_parts
        self._is_skipping = False
        self._is_alone = False  # whether nobody is there any more to press a key

    def begin(self) -> None:
        """Begin to show what happens next: someone who skipped the rest has seen its end."""
        self._is_skipping = False

    def through(self, scenes: Sequence[Scene]) -> Iterator[int]:
        """The numbers of the scenes to be shown, with stops between them; Leave if the viewer has
        enough. Someone who skips the rest still sees the last one.
        """
        for number, scene in enumerate(scenes):
            is_last = number == len(scenes) - 1
            if is_last or not self._is_skipping:
                yield number
            if not is_last and (self.after_each or (self.after_parts and scene.pause)):
                self.stop()

    def stop(self) -> None:
        """Wait for a key, if there are any left; Leave if the viewer has enough."""
        if self._is_skipping or self._is_alone:
            return
        key = pressed(PROMPT).lower()
        self._heard()
        if key == QUIT_KEY:
            raise Leave
        self._is_skipping, self._is_alone = key == SKIP, key == END_OF_INPUT


NEVER = Stops(after_parts=False)
"""For what is printed all at once."""


SAVE, RESTORE = "\x1b7", "\x1b8"
"""Remember where the cursor is, and go back there."""

EMPTY_LINE = "\r\x1b[K"


class Countdown:
    """The time in a prompt of one line, kept true while something is typed behind it."""

    def __init__(self, prompt: str, shown: str, width: int) -> None:
        self.prompt, self.shown, self.width = prompt, shown, width

    def drawing(self, left: float, typed: str) -> str:
        """What to write to the terminal when so many seconds are left; nothing if the line is full,
        since the prompt is not where the cursor is then.
        """
        if len(self.prompt) + len(typed) >= self.width:
            return ""
        column = self.prompt.index(f" {self.shown}") + 1
        time = time_text(whole_seconds(left)).rjust(len(self.shown))
        return f"{SAVE}\r\x1b[{column}C{time}{RESTORE}"


def whole_seconds(left: float) -> int:
    """How many seconds are left, for people who watch them go by."""
    return max(0, math.ceil(left))


def until_next_second(left: float) -> float:
    """How long it takes until one second less is left."""
    return left - math.ceil(left) + 1


END_OF_INPUT_KEY = "\x04"
"""What a terminal sends for Ctrl-D."""

AGAIN = 0.1
"""Seconds until an alarm rings again, since Readline drops one that rings while it completes."""

LEAST_WAIT = 0.001
"""The shortest time for which an alarm can be set; 0 would mean none."""

TYPING_ROOM = 12
"""Columns that are left free behind a prompt."""

READLINE = ("tab: complete", "set completion-query-items 0", "set page-completions off")
"""Tab completes, and a long list does not wait for a key press, which would hold up the clock."""


class TimeIsUp(Exception):
    """Nothing was typed in time."""


class Keyboard:
    """Asks for a line; completes it with Tab where the terminal can."""

    def __init__(
        self, candidates: Callable[[], list[str]], heard: Callable[[], None] = lambda: None
    ) -> None:
        self._heard = heard  # is told whenever something was typed
        self.at_terminal = has_keys()
        if self.at_terminal:
            _complete_from(candidates)
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are not text must not crash us

    def forget(self) -> None:
        """Forget what was typed: another person must not find it, with the arrow keys or ahead."""
        with suppress(ImportError):
            import readline

            readline.clear_history()
        if self.at_terminal:
            _forget_typed()

    def ask(self, prompt: str) -> str | None:
        """One line, stripped; None at the end of input."""
        line = _typed(prompt) if self.at_terminal else _piped(prompt, None)
        self._heard()
        return line

    def key(self) -> str:
        """One key, without Enter where the system allows it; END_OF_INPUT where there is none."""
        key = read_key() or END_OF_INPUT_KEY
        self._heard()
        return key

    def ask_until(
        self, prompt: str, deadline: float, *, counted_down: str | None = None
    ) -> str | None:
        """One line like `ask`, or TOO_LATE if none came before the deadline.

        An unfinished line is discarded, unless it came through a pipe. The text that is counted
        down is where the prompt says how much time is left.
        """
        if self.at_terminal:
            width = shutil.get_terminal_size().columns
            fits = counted_down and len(prompt) + TYPING_ROOM <= width
            countdown = Countdown(prompt, counted_down, width) if counted_down and fits else None
            line = _typed_until(prompt, deadline, countdown)
        else:
            line = _piped(prompt, deadline)
        if line == TOO_LATE:
            print()
            _forget_typed()
        self._heard()
        return line


def _typed(prompt: str) -> str | None:
    """A line from the terminal, edited with Readline if available."""
    *above, last = prompt_lines(prompt, shutil.get_terminal_size().columns)
    for line in above:
        print(line)
    try:
        return input(visible(last)).strip()  # Readline writes it past our streams
    except EOFError:
        print()
        return None


def prompt_lines(prompt: str, width: int) -> list[str]:
    """A prompt in lines that fit a terminal, with room to type behind the last one."""
    if len(prompt) + TYPING_ROOM <= width:
        return [prompt]
    *above, last = wrapped(prompt, width - TYPING_ROOM)
    return [*above, f"{last} "]


def _typed_until(prompt: str, deadline: float, countdown: Countdown | None) -> str | None:
    """A line from the terminal, cut short by an alarm."""
    alarm = _Alarm(deadline, countdown)
    signal.signal(signal.SIGALRM, alarm.ring)
    try:
        alarm.set()
        try:
            return _typed(prompt)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    except TimeIsUp:  # even if it rang on the way out
        return TOO_LATE
    except SystemError as error:  # Ctrl-C came just before Readline was listening, then it rang
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from None
        raise


class _Alarm:
    """Rings when time is up, and before that whenever the countdown changes."""

    def __init__(self, deadline: float, countdown: Countdown | None) -> None:
        self._deadline, self._countdown = deadline, countdown

    def set(self) -> None:
        """Let it ring, and ring again unless it is set again."""
        left = self._deadline - now()
        wait = until_next_second(left) if self._countdown else left
        signal.setitimer(signal.ITIMER_REAL, max(wait, LEAST_WAIT), AGAIN)

    def ring(self, _signal: int, _frame: FrameType | None) -> None:
        """End the typing if time is up; else show how much is left."""
        left = self._deadline - now()
        if left <= 0 or self._countdown is None:
            raise TimeIsUp
        send(self._countdown.drawing(left, _typed_so_far()))
        self.set()


def _typed_so_far() -> str:
    with suppress(ImportError):
        import readline

        return readline.get_line_buffer()
    return ""


def _piped(prompt: str, deadline: float | None) -> str | None:
    """A line from a pipe, echoed so that a transcript shows what was typed."""
    print(prompt, end="", flush=True)
    line = typed_lines().until(deadline)
    if line is None:
        print()
    elif line != TOO_LATE:
        print(line)
    return line.strip() if line else line


def _forget_typed() -> None:
    """Discard what was typed at the terminal but not yet read."""
    with suppress(ImportError):
        import termios

        if sys.stdin.isatty():
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


def _complete_from(candidates: Callable[[], list[str]]) -> None:
    """Let Tab complete words from a list that is fetched each time."""
    try:
        import readline
    except ImportError:  # not every Python has it; typing still works
        return

    def completion(start: str, number: int) -> str | None:
        fitting = [word for word in candidates() if word.lower().startswith(start.lower())]
        return visible(fitting[number]) if number < len(fitting) else None

    readline.set_completer(completion)
    readline.set_completer_delims(" ")  # a move may contain any character
    for setting in READLINE:
        readline.parse_and_bind(setting)
