"""Stepping through a match by keys."""

from contextlib import suppress

from duelhall.terminal.keyboard import Keyboard
from duelhall.terminal.keys import END_OF_INPUT, pressed
from duelhall.terminal.retelling import Retelling
from duelhall.terminal.screen import Screen
from duelhall.terminal.stops import Leave

NEXT = ("space", "enter", "right", "down", "page down", "n")
BACK = ("left", "up", "page up", "backspace", "b", "p")
FIRST, LAST = ("home", "g"), ("end", "G")
MOVE, WHY, HELP, QUIT = "m", "w", "?", ("q", END_OF_INPUT)

HELP_TEXT = """
  Space, Enter, Right, n  the next move
  b, Left                 the move before
  g, Home                 the start
  G, End                  the end
  m                       the move with a number
  w                       explain this move, rule by rule
  q                       quit"""


class ReplayKeys:
    """Shows one step of a match after another, as keys are pressed."""

    def __init__(self, telling: Retelling, *, plain: bool = False) -> None:
        self.telling, self.steps = telling, telling.steps()
        self.screen = Screen(telling.console, plain=plain)
        self.keyboard = Keyboard(list)
        self.at = 0  # the place of the present step among those that can be shown

    def run(self, start: int) -> None:
        """Show a step, and go from there until the person has enough."""
        self.at = self.steps.index(start)
        self.screen.open()
        with suppress(Leave):
            self._show()
            while (key := pressed(self._prompt())) not in QUIT:
                self._obey(key)

    @property
    def number(self) -> int:
        """The present step."""
        return self.steps[self.at]

    def _prompt(self) -> str:
        place = f"{self.number} of {self.steps[-1]}"
        if self.at == len(self.steps) - 1:
            return f"({place}, the end: b back, ? keys, q quit)"
        return f"({place}: Space next, b back, ? keys, q quit)"

    def _obey(self, key: str) -> None:
        """Do what a key stands for; others do nothing."""
        self.screen.heard()
        if key in NEXT:
            self._go(self.at + 1)
        elif key in BACK:
            self._go(self.at - 1)
        elif key in FIRST:
            self._go(0)
        elif key in LAST:
            self._go(len(self.steps) - 1)
        elif key == MOVE:
            self._go_to_number()
        elif key == WHY:
            self.telling.print_rules(self.number)
        elif key == HELP:
            self.screen.say(HELP_TEXT)

    def _go(self, at: int) -> None:
        """Show another step, if there is one."""
        if at != self.at and 0 <= at < len(self.steps):
            self.at = at
            self._show()

    def _go_to_number(self) -> None:
        """Ask for the number of a move, and show the last step up to it."""
        line = self.keyboard.ask(f"Which move, 0 to {self.steps[-1]}? ") or ""
        if line.isdecimal():
            self._go(sum(step <= int(line) for step in self.steps) - 1)

    def _show(self) -> None:
        self.screen.redraw()
        telling = self.telling
        telling.stops.begin()
        telling.console.print(telling.title, markup=False)
        telling.print_step(self.number)
        if self.at == len(self.steps) - 1:
            telling.print_result()
