"""The command `duelhall binmat timer`: the app beside a real table, which counts the turns."""

import math
import os
import select
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from rich.align import Align
from rich.console import Console
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from duelhall.engine.text import send
from duelhall.games.binmat.state import TURNS
from duelhall.terminal.keyboard import TOO_LATE, typed_lines
from duelhall.terminal.output import make_console

ROLES = ("defender", "attacker")
GLANCE = 0.05
"""Seconds between two looks at the keyboard."""

WIDTH = 72
BELL = "\a"
CASUAL = math.inf
"""The seconds of a turn without a time limit."""

TURN_KEYS = "n begins the next turn, b goes back one, q quits"
END = "\x04"
"""Ctrl-D, or the end of what is typed."""


class TurnTimer:
    """110 turns of the same length, the defender's first (N30, N31)."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.left = seconds, seconds
        self.turn, self.paused = 0, False

    @property
    def is_casual(self) -> bool:
        """Whether only a key begins the next turn."""
        return self.seconds == CASUAL

    @property
    def stands(self) -> bool:
        """Whether nothing changes unless a key is pressed."""
        return self.paused or self.is_casual

    @property
    def over(self) -> bool:
        """Whether all turns have elapsed."""
        return self.turn >= TURNS

    def pass_time(self, seconds: float) -> None:
        """Let time go by, unless the clock is paused."""
        if self.paused:
            return
        self.left -= seconds
        while self.left <= 0 and not self.over:
            self.turn += 1
            self.left += self.seconds

    def obey(self, key: str) -> None:
        """Pause or continue, or begin the next turn or the one before."""
        if key in (" ", "p"):
            self.paused = not self.paused and not self.is_casual
        elif key in ("n", "b"):
            step = 1 if key == "n" else -1
            self.turn, self.left = max(0, self.turn + step), self.seconds

    def says(self) -> str:
        """Whose turn it is, and how many are left."""
        if self.over:
            return f"All {TURNS} turns have elapsed."
        state = ", paused" if self.paused else ""
        return f"{TURNS - self.turn:3}  {ROLES[self.turn % len(ROLES)]}{state}"

    def keys(self) -> str:
        """What keys do."""
        return TURN_KEYS if self.is_casual else f"space pauses, {TURN_KEYS}"


def run_timer(seconds: float, *, sound: bool, plain: bool) -> None:
    """Count down until all turns have elapsed, or until stopped."""
    timer, console = TurnTimer(seconds), make_console()
    full_screen = console.is_terminal and not plain
    shown = _full_screen(console) if full_screen else nullcontext(_lines(console))
    if not full_screen:
        length = "" if timer.is_casual else f" of {seconds:g} seconds"
        console.print(f"{TURNS} turns{length}; {timer.keys()}.", markup=False)
    with _keyboard() as key_within, shown as show:
        _count_down(timer, key_within, show, sound=sound)


def _count_down(
    timer: TurnTimer,
    key_within: Callable[[float], str],
    show: Callable[[TurnTimer], None],
    *,
    sound: bool,
) -> None:
    before, announced = time.monotonic(), -1
    while True:
        if sound and timer.turn != announced:
            send(BELL)
        announced = timer.turn
        show(timer)
        if timer.over:
            return
        key = key_within(min(GLANCE, max(0.0, timer.left)))
        now = time.monotonic()
        timer.pass_time(now - before)
        before = now
        if key == "q" or (key == END and timer.stands):
            return
        timer.obey(key)


def _lines(console: Console) -> Callable[[TurnTimer], None]:
    """Show the clock as lines, one whenever what it says changes."""
    last = [""]

    def show(timer: TurnTimer) -> None:
        if timer.says() != last[0]:
            last[0] = timer.says()
            console.print(last[0], markup=False)

    return show


@contextmanager
def _full_screen(console: Console) -> Iterator[Callable[[TurnTimer], None]]:
    with Live(console=console, screen=True, auto_refresh=False) as live:

        def show(timer: TurnTimer) -> None:
            left = "" if timer.is_casual else f"\n\n{max(0.0, timer.left):.0f}"
            text = Text(f"{timer.says()}{left}", justify="center")
            panel = Panel(text, title="BINMAT", subtitle=timer.keys(), padding=(2, 0), width=WIDTH)
            live.update(Align.center(panel, vertical="middle"), refresh=True)

        yield show


@contextmanager
def _keyboard() -> Iterator[Callable[[float], str]]:
    """A way to wait for a key; at a terminal without Enter, elsewhere the first of each line."""
    if sys.stdin is None or not sys.stdin.isatty():
        yield _typed_within
        return
    import termios
    import tty

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard)
        yield _key_within
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)


def _key_within(seconds: float) -> str:
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return os.read(sys.stdin.fileno(), 1).decode(errors="replace").lower() if ready else ""


def _typed_within(seconds: float) -> str:
    """The first character of a line that arrives within this many seconds, END, or nothing."""
    line = typed_lines().until(time.monotonic() + seconds)
    if line is None:  # nothing more will come
        time.sleep(seconds)
        return END
    return "" if line is TOO_LATE else line[:1].lower()
