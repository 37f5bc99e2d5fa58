"""The commands `duelhall arena run`, `resume` and `show`."""

import json
import sys
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.contests import GameRecord
from duelhall.arena.settings import BadTournament, Settings, load_settings
from duelhall.arena.statistics import Standings
from duelhall.arena.store import read_table
from duelhall.arena.tables import report, standings_of
from duelhall.engine import registry
from duelhall.terminal.columns import aligned, barred
from duelhall.terminal.contesting import fault_lines, game_line
from duelhall.terminal.live import LiveTable

HEADING = ["", "player", "Elo", "95% interval", "points", "games"]


def run_tournament(settings: Settings, folder: Path, play: runner.Play, print_as: str) -> None:
    """Play what is left of a tournament, and print its table."""
    total = runner.total_games(settings)
    live = LiveTable(total, lambda: _table_lines(folder, settings), done=len(read_table(folder)))

    def after_game(record: GameRecord) -> bool:
        live.note(game_line(record))
        return True

    head = f"{settings.format} of {len(settings.entries)} players, {total:,} games"
    print(f"{head}, seed {settings.seed}, kept in {folder}", file=sys.stderr)
    try:
        with live:
            runner.run(settings, folder, play, after_game)
    except (KeyboardInterrupt, BadTournament):
        print(f"Stopped. Go on with: duelhall arena resume {folder}", file=sys.stderr)
        raise
    show_tournament(folder, print_as)


def show_tournament(folder: Path, print_as: str) -> None:
    """Print the table of a tournament."""
    settings = load_settings(folder)
    table = read_table(folder)
    total = runner.total_games(settings)
    if print_as == "json":
        print(json.dumps({**report(table, settings), "total_games": total}, indent=2))
        return
    if not len(table):
        print(f"No game of {total:,} is played yet.")
        return
    standings = standings_of(table, settings)
    rows = [HEADING, *_rows(standings)]
    lines = [*barred(rows), ""] if print_as == "md" else aligned(rows)
    remarks = [*_remarks(standings, settings), *fault_lines(table, settings)]
    if len(table) < total:
        remarks.insert(0, f"{len(table):,} of {total:,} games are played.")
    print("\n".join([*lines, *(f"- {line}" if print_as == "md" else line for line in remarks)]))


def _table_lines(folder: Path, settings: Settings) -> list[str]:
    """The standings while games are played."""
    table = read_table(folder)
    return aligned([HEADING, *_rows(standings_of(table, settings))]) if len(table) else []


def _rows(standings: Standings) -> list[list[str]]:
    """The standings line by line; players that cannot be told apart share a place."""
    rows, place = [], 1
    for group in standings.groups:
        for standing in group:
            interval = f"{standing.low:+.0f} to {standing.high:+.0f}"
            elo, points = f"{standing.elo:+.0f}", f"{standing.points:g}"
            rows.append([f"{place}.", standing.name, elo, interval, points, str(standing.games)])
        place += len(group)
    return rows


def _remarks(standings: Standings, settings: Settings) -> list[str]:
    """What the numbers do not say by themselves."""
    roles = registry.find(settings.game).roles
    seat = f"To be the {roles[0]}" if roles else "Seat 0"
    lines = [f"{seat} is worth {standings.seat_advantage.text} Elo."]
    if share := round(100 * abs(standings.deal_share)):
        whom = "the same seat" if standings.deal_share > 0 else "the same player"
        lines.append(f"About {share}% of the pairs are decided by their deal, for {whom}.")
    for group in standings.groups:
        if len(group) > 1:
            names = ", ".join(standing.name for standing in group)
            lines.append(f"Not separable yet: {names}")
    return lines
