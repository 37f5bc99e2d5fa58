"""Watching two bots or built-in players, with all cards open."""

from collections.abc import Mapping

from rich.console import Console

from duelhall.engine.match import Match
from duelhall.players.seat import Seat
from duelhall.table.table import Table
from duelhall.terminal.keyboard import wait_for_key
from duelhall.terminal.replaying import print_step, result_text
from duelhall.terminal.screen import KEY
from duelhall.terminal.speaker import title


def watch(match: Match, seats: Mapping[int, Seat], console: Console, *, step: bool) -> None:
    """Let two players play, showing every move; `step` waits for a key press after each."""
    table = Table(match, [seats[seat] for seat in sorted(seats)])

    def show() -> None:
        print_step(match, len(match.states) - 1, None, console)
        if step and not match.over:
            wait_for_key(KEY)

    console.print(
        f"{title(match.game)}: {match.players[0]} against {match.players[1]}", markup=False
    )
    show()
    table.run(show)
    if table.fault_text:
        console.print(f"\n{table.fault_text}", markup=False)
    console.print(f"\n{result_text(match)}", markup=False)
