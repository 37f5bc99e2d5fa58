"""The commands `duelhall arena run`, `resume` and `show`."""

import json
import sys
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.contests import GameRecord
from duelhall.arena.settings import Interrupted, Settings, load_settings
from duelhall.arena.store import Table, read_table
from duelhall.arena.tables import report, standings_of
from duelhall.terminal.contesting import compile_for_contest, fault_lines, game_line, say_stopped
from duelhall.terminal.live import LiveTable
from duelhall.terminal.output import make_console
from duelhall.terminal.standings import (
    crosstable_lines,
    crosstable_page,
    remarks,
    shown_names,
    table_lines,
    table_page,
)


def run_tournament(settings: Settings, folder: Path, play: runner.Play, print_as: str) -> None:
    """Play what is left of a tournament, and print its table."""
    total = runner.total_games(settings)
    live = LiveTable(total, lambda: _live_lines(folder, settings), done=len(read_table(folder)))

    def after_game(record: GameRecord) -> bool:
        live.note(game_line(record))
        return True

    head = f"{settings.format} of {len(settings.entries)} players, {total:,} games"
    print(f"{head}, seed {settings.seed}, saved in {folder}", file=sys.stderr)
    try:
        compile_for_contest(settings)
        with live:
            runner.run(settings, folder, play, after_game)
    except (KeyboardInterrupt, Interrupted):
        say_stopped(folder)
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
        print(f"None of {total:,} games played yet.")
        return
    as_lines = _page_lines if print_as == "md" else _text_lines
    faults = fault_lines(table, settings, folder)
    print("\n".join(as_lines(table, settings, faults)))


def _text_lines(table: Table, settings: Settings, faults: list[str]) -> list[str]:
    """The whole report on a tournament, as wide as the terminal."""
    standings, width = standings_of(table, settings), make_console().width
    crosstable = crosstable_lines(standings, width)
    return [
        *table_lines(standings, width),
        *(["", *crosstable, ""] if crosstable else []),
        *_progress(table, settings),
        *remarks(standings, shown_names(standings, width), settings.game_name.game),
        *faults,
    ]


def _page_lines(table: Table, settings: Settings, faults: list[str]) -> list[str]:
    """The whole report on a tournament, in Markdown."""
    standings = standings_of(table, settings)
    names = [row.name for row in standings.rows]
    crosstable = crosstable_page(standings)
    said = [
        *_progress(table, settings),
        *remarks(standings, names, settings.game_name.game),
        *faults,
    ]
    return [
        *table_page(standings),
        "",
        *([*crosstable, ""] if crosstable else []),
        *(f"- {line}" for line in said),
    ]


def _progress(table: Table, settings: Settings) -> list[str]:
    """The progress of an unfinished tournament."""
    total = runner.total_games(settings)
    return [f"{len(table):,} of {total:,} games played."] if len(table) < total else []


def _live_lines(folder: Path, settings: Settings) -> list[str]:
    """The standings while games are played."""
    table = read_table(folder)
    width = make_console(to_stderr=True).width
    return table_lines(standings_of(table, settings), width) if len(table) else []
