"""What a person is told about a player that failed."""

from collections.abc import Iterator

from duelhall.play.table import Table
from duelhall.players.seat import Seat

MOST_LINES = 20
"""How many lines of standard error are shown, the last ones."""


def failure_lines(table: Table) -> Iterator[str]:
    """Who lost the game by which fault, and what that player wrote to standard error."""
    if table.faulty is None:
        return
    yield f"{table.fault_text.rstrip('.')}."
    yield from error_lines(table.seats[table.faulty], "It")


def error_lines(player: Seat, name: str) -> Iterator[str]:
    """What a player wrote to standard error, if anything."""
    written = player.errors().rstrip().splitlines()
    if written:
        yield f"{name} wrote to standard error:"
        left_out = len(written) - MOST_LINES
        if left_out > 0:
            yield f"  ({left_out} earlier lines)"
        yield from (f"  {line}" for line in written[-MOST_LINES:])
