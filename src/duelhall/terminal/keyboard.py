"""Reading what a person types, at a terminal or through a pipe."""

import shutil
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from types import FrameType

from duelhall.engine.text import send, visible
from duelhall.players.clock import now
from duelhall.terminal.countdown import Countdown, until_next_second
from duelhall.terminal.keys import read_key
from duelhall.terminal.pipe import TOO_LATE, typed_lines
from duelhall.terminal.wrapping import wrapped

__all__ = ["TOO_LATE", "TYPING_ROOM", "Keyboard", "wait_for_key"]

END_OF_INPUT = "\x04"
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
        self.at_terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
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
        key = read_key() or END_OF_INPUT
        self._heard()
        return key

    def ask_within(
        self, prompt: str, seconds: float, *, counted_down: str | None = None
    ) -> str | None:
        """One line like `ask`, or TOO_LATE if none came within this many seconds.

        An unfinished line is discarded, unless it came through a pipe. The text that is counted
        down is where the prompt says how many seconds are left.
        """
        if self.at_terminal:
            width = shutil.get_terminal_size().columns
            fits = counted_down and len(prompt) + TYPING_ROOM <= width
            countdown = Countdown(prompt, counted_down, width) if counted_down and fits else None
            line = _typed_within(prompt, max(seconds, 0.0), countdown)
        else:
            line = _piped(prompt, max(seconds, 0.0))
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


def _typed_within(prompt: str, seconds: float, countdown: Countdown | None) -> str | None:
    """A line from the terminal, cut short by an alarm."""
    alarm = _Alarm(seconds, countdown)
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

    def __init__(self, seconds: float, countdown: Countdown | None) -> None:
        self._deadline, self._countdown = now() + seconds, countdown

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


def _piped(prompt: str, seconds: float | None) -> str | None:
    """A line from a pipe, echoed so that a transcript shows what was typed."""
    print(prompt, end="", flush=True)
    line = typed_lines().within(seconds)
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


def wait_for_key(prompt: str) -> bool:
    """Wait for any key at a terminal, for a line elsewhere; False at the end of input."""
    if not (sys.stdin and sys.stdin.isatty()):
        return typed_lines().within(None) is not None
    print(prompt, end="", flush=True)
    read_key()
    send("\r" + " " * len(prompt) + "\r")
    return True


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
