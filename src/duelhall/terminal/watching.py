"""Watching two bots or built-in players, with all cards open."""

from collections.abc import Mapping
from contextlib import suppress

from rich.console import Console

from duelhall.match.match import Match
from duelhall.play.table import Table
from duelhall.players.clock import TurnTime
from duelhall.players.seat import Seat
from duelhall.terminal.failures import failure_lines
from duelhall.terminal.manner import Manner
from duelhall.terminal.retelling import Retelling
from duelhall.terminal.stops import Leave, Stops
from duelhall.terminal.waiting import noticed


def watch(match: Match, seats: Mapping[int, Seat], console: Console, manner: Manner) -> None:
    """Let two players play, showing every move; with `step`, stop after each, and each scene."""
    players = [seats[seat] for seat in sorted(seats)]
    table = Table(match, players, clock=manner.table_clock, late=manner.late)
    stops = Stops(after_each=manner.step, style=manner.pictures)
    telling = Retelling(match, None, console, stops=stops)
    console.print(telling.title, markup=False)
    with suppress(Leave):
        _Watched(table, telling, manner).play()
        telling.ending = table.fault.ending if table.fault else None
        telling.remarks = tuple(failure_lines(table))
        telling.print_result()


class _Watched:
    """A table whose every move is shown."""

    def __init__(self, table: Table, telling: Retelling, manner: Manner) -> None:
        self.table, self.match, self.telling, self.manner = table, table.match, telling, manner
        self.clock = TurnTime(self.match, manner.clock) if manner.clock else None

    def play(self) -> None:
        """Play to the end; a viewer who has enough raises Leave."""
        self._show()
        with noticed(self._say, "the players to get ready", self.match.game):
            self.table.open()
        while not self.match.over:
            self._step()
        self.table.close()

    def _step(self) -> None:
        if self.clock:
            self.clock.left()  # the turn begins
        with noticed(self._say, self.match.players[self.match.to_move], self.match.game):
            is_made = self.table.step()
        if is_made:
            self._show()
        if self.clock and not self.match.over:
            self.clock.wait()

    def _show(self) -> None:
        self.telling.print_step(len(self.match.states) - 1)
        if self.manner.step and not self.match.over:
            self.telling.stops.stop()

    def _say(self, text: str) -> None:
        self.telling.console.print(text, markup=False)
