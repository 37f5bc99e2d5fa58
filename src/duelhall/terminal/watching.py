"""Watching two bots or built-in players, with all cards open."""

from collections.abc import Mapping
from contextlib import suppress

from rich.console import Console

from duelhall.engine.match import Match
from duelhall.players.seat import Seat
from duelhall.table.table import Table
from duelhall.terminal.failures import failure_lines
from duelhall.terminal.retelling import Retelling
from duelhall.terminal.stops import Leave, Stops


def watch(match: Match, seats: Mapping[int, Seat], console: Console, stops: Stops) -> None:
    """Let two players play, showing every move; who stops after each picture does so after each
    move, too.
    """
    table = Table(match, [seats[seat] for seat in sorted(seats)])
    telling = Retelling(match, None, console, stops=stops)

    def show() -> None:
        telling.print_step(len(match.states) - 1)
        if stops.after_each and not match.over:
            stops.stop()

    console.print(telling.title, markup=False)
    with suppress(Leave):
        show()
        table.run(show)
        telling.ending = table.fault.ending if table.fault else None
        telling.remarks = tuple(failure_lines(table))
        telling.print_result()
