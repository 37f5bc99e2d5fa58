"""Reading what a person types, at a terminal or through a pipe."""

import sys
from collections.abc import Callable
from io import TextIOWrapper


class Keyboard:
    """Asks for a line; completes it with Tab where the terminal can."""

    def __init__(self, candidates: Callable[[], list[str]]) -> None:
        self.at_terminal = bool(sys.stdin and sys.stdin.isatty() and sys.stdout.isatty())
        if self.at_terminal:
            _complete_from(candidates)
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is not text is no move, and no crash

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
