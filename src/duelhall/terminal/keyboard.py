"""Reading what a person types, at a terminal or through a pipe."""

import os
import select
import sys
from collections.abc import Callable
from io import TextIOWrapper

TOO_LATE = "\0"
"""What stands for a line that did not come in time; nobody can type it."""


class Keyboard:
    """Asks for a line; completes it with Tab where the terminal can."""

    def __init__(self, candidates: Callable[[], list[str]]) -> None:
        self.at_terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
        if self.at_terminal:
            _complete_from(candidates)
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is not text is no move, and no crash

    def ask_within(self, prompt: str, seconds: float) -> str | None:
        """One line as `ask` gives it, or TOO_LATE where none came in so many seconds."""
        print(prompt, end="", flush=True)
        if not select.select([sys.stdin], [], [], max(0.0, seconds))[0]:
            print()
            return TOO_LATE
        line = sys.stdin.readline()
        if not self.at_terminal:
            print(line.strip())
        return line.strip() if line else None

    def ask(self, prompt: str) -> str | None:
        """One line without the space around it; None at the end of input."""
        try:
            line = input(prompt)
        except (EOFError, RuntimeError):  # RuntimeError: there is no standard input at all
            print()
            return None
        if not self.at_terminal:
            print(line)  # so that a transcript shows what was typed
        return line.strip()


def wait_for_key(prompt: str) -> bool:
    """Wait for any key at a terminal, for a line elsewhere; False once there is none to come."""
    if not (sys.stdin and sys.stdin.isatty()):
        return bool(sys.stdin and sys.stdin.readline())
    print(prompt, end="", flush=True)
    _read_key()
    print("\r" + " " * len(prompt) + "\r", end="", flush=True)
    return True


def _read_key() -> None:
    """Read one key without waiting for Enter, where the system lets us."""
    try:
        import termios
        import tty
    except ImportError:  # a system without them waits for Enter
        sys.stdin.readline()
        return
    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        os.read(keyboard, 64)  # an arrow key sends several bytes
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _complete_from(candidates: Callable[[], list[str]]) -> None:
    """Let Tab complete words from a list that is asked for each time."""
    try:
        import readline
    except ImportError:  # not every Python has it; typing works all the same
        return

    def completion(start: str, number: int) -> str | None:
        fitting = [word for word in candidates() if word.lower().startswith(start.lower())]
        return fitting[number] if number < len(fitting) else None

    readline.set_completer(completion)
    readline.parse_and_bind("tab: complete")
