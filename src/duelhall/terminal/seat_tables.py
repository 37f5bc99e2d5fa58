"""How the players of a tournament did in each seat, or in each role."""

from collections.abc import Sequence

from duelhall.arena.settings import Settings
from duelhall.arena.summary import Summary
from duelhall.arena.tables import roles_in
from duelhall.stats import Standings
from duelhall.terminal.columns import Rows, aligned, barred, fitted
from duelhall.terminal.standings import MOST_IN_CROSSTABLE, NOTHING, points_of_games

NAME = 0
"""The column of the names."""


def seat_lines(standings: Standings, summary: Summary, settings: Settings, width: int) -> list[str]:
    """The points of each player by seat, in columns; nothing if there are many players."""
    rows = _rows(standings, summary, settings)
    return [f"{_title(settings)}:", *aligned(fitted(rows, NAME, width))] if rows else []


def seat_page(standings: Standings, summary: Summary, settings: Settings) -> list[str]:
    """The points of each player by seat, in Markdown."""
    rows = _rows(standings, summary, settings)
    return [f"{_title(settings)}:", "", *barred(rows)] if rows else []


def _title(settings: Settings) -> str:
    return "Points/games by role" if any(roles_in(settings)) else "Points/games by seat"


def _rows(standings: Standings, summary: Summary, settings: Settings) -> Rows:
    if len(standings.rows) > MOST_IN_CROSSTABLE:
        return []
    names = [entry.name for entry in settings.entries]
    heading = [role or f"seat {seat}" for seat, role in enumerate(roles_in(settings))]
    return [
        ["player", *heading],
        *([row.name, *_cells(summary, names.index(row.name), heading)] for row in standings.rows),
    ]


def _cells(summary: Summary, player: int, heading: Sequence[str]) -> list[str]:
    tallies = [summary.tally(player, seat) for seat in range(len(heading))]
    return [points_of_games(tally) if tally.games else NOTHING for tally in tallies]
