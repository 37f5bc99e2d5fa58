"""The seconds of a turn, counted down where a person can see them."""

import math
import time

from duelhall.engine.text import send
from duelhall.players.clock import TurnTime

SAVE, RESTORE = "\x1b7", "\x1b8"
"""Remember where the cursor is, and go back there."""

EMPTY_LINE = "\r\x1b[K"


class Countdown:
    """The seconds in a prompt of one line, kept true while something is typed behind it."""

    def __init__(self, prompt: str, shown: str, width: int) -> None:
        self.prompt, self.shown, self.width = prompt, shown, width

    def drawing(self, left: float, typed: str) -> str:
        """What to write to the terminal when so many seconds are left; nothing if the line is full,
        since the prompt is not where the cursor is then.
        """
        if len(self.prompt) + len(typed) >= self.width:
            return ""
        column = self.prompt.index(f" {self.shown} s") + 1
        seconds = f"{whole_seconds(left):>{len(self.shown)}}"
        return f"{SAVE}\r\x1b[{column}C{seconds}{RESTORE}"


def whole_seconds(left: float) -> int:
    """How many seconds are left, for people who watch them go by."""
    return max(0, math.ceil(left))


def until_next_second(left: float) -> float:
    """How long it takes until one second less is left."""
    return left - math.ceil(left) + 1


def wait_out(turn: TurnTime) -> None:
    """Wait for the end of a turn that lasts its time, counting down on the line of the cursor."""
    while (rest := turn.rest()) > 0:
        send(f"{EMPTY_LINE}The turn lasts another {whole_seconds(rest)} s.")
        time.sleep(until_next_second(rest))
    send(EMPTY_LINE)
