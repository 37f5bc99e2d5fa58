"""Single keys: pressed at a terminal, typed as lines elsewhere."""

import os
import sys

from duelhall.engine.text import send
from duelhall.terminal.pipe import typed_lines

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
        line = typed_lines().within(None)
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
