"""Watching two bots or built-in players, with all cards open."""

from collections.abc import Mapping
from contextlib import suppress

from rich.console import Console

from duelhall.engine.match import Match
from duelhall.players.seat import Seat
from duelhall.table.table import Table
from duelhall.terminal.failures import failure_lines
from duelhall.terminal.replaying import print_step, result_text
from duelhall.terminal.speaker import title
from duelhall.terminal.stops import Leave, Stops


def watch(match: Match, seats: Mapping[int, Seat], console: Console, *, step: bool) -> None:
    """Let two players play, showing every move; `step` stops after each, and after each scene."""
    table = Table(match, [seats[seat] for seat in sorted(seats)])
    stops = Stops(after_each=step)

    def show() -> None:
        print_step(match, len(match.states) - 1, None, console, stops=stops)
        if step and not match.over:
            stops.stop()

    console.print(
        f"{title(match.game)}: {match.players[0]} against {match.players[1]}", markup=False
    )
    with suppress(Leave):
        show()
        table.run(show)
        for line in failure_lines(table):
            console.print(line, markup=False)
        console.print(f"\n{result_text(match)}", markup=False)
