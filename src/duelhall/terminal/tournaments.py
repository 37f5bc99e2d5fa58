"""The commands `duelhall arena run`, `resume` and `show`."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.belonging import checked_table
from duelhall.arena.contests import GameRecord
from duelhall.arena.rows import read_table
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import Interrupted, Settings, load_settings
from duelhall.arena.store import Store
from duelhall.arena.summary import Summary
from duelhall.arena.tables import report, standings_of
from duelhall.stats import Standings
from duelhall.terminal.contest_seeds import say_commitment, say_seed
from duelhall.terminal.contesting import (
    compile_for_contest,
    fault_lines,
    game_line,
    say_stopped,
    tell_repairs,
    told_lines,
)
from duelhall.terminal.documents import print_json
from duelhall.terminal.live import LiveTable
from duelhall.terminal.output import make_console
from duelhall.terminal.seat_tables import seat_lines, seat_page
from duelhall.terminal.standings import (
    crosstable_lines,
    crosstable_page,
    remarks,
    shown_names,
    table_lines,
    table_page,
)
from duelhall.terminal.wrapping import print_fitted


def run_tournament(settings: Settings, folder: Path, play: runner.Play, print_as: str) -> None:
    """Play what is left of a tournament, and print its table."""
    try:
        with runner.opened(settings, folder) as store:
            tell_repairs(store.repairs)
            _run(settings, store, play)
    except (KeyboardInterrupt, Interrupted):
        say_stopped(folder)
        show_tournament(folder, print_as)
        raise
    show_tournament(folder, print_as)
    say_seed(settings, folder)


def _run(settings: Settings, store: Store, play: runner.Play) -> None:
    total, folder = total_games(settings), store.folder
    live = LiveTable(total, lambda: _live_lines(folder, settings), done=len(read_table(folder)))

    def after_game(record: GameRecord) -> bool:
        live.note(game_line(record))
        return True

    head = f"{settings.format} of {len(settings.entries)} players, {total:,} games"
    print_fitted(f"{head}, saved in {folder}", to_stderr=True)
    say_commitment(settings)
    compile_for_contest(settings)
    with live:
        runner.play_missing(settings, store, play, after_game)


def show_tournament(folder: Path, print_as: str) -> None:
    """Print the table of a tournament."""
    settings = load_settings(folder)
    table = checked_table(folder, settings)
    summary = Summary.of([table], len(settings.entries))
    total = total_games(settings)
    if print_as == "json":
        shown = settings if len(table) == total else settings.without_seed
        print_json({**report(table, shown), "total_games": total})
        return
    if not len(table):
        print(f"None of {total:,} games counted yet.")
        return
    as_lines = _page_lines if print_as == "md" else _text_lines
    print("\n".join(as_lines(standings_of(table, settings), summary, settings, folder)))


def _text_lines(
    standings: Standings, summary: Summary, settings: Settings, folder: Path
) -> list[str]:
    """The whole report on a tournament, as wide as the terminal."""
    width = make_console().width
    tables = [
        table_lines(standings, width),
        crosstable_lines(standings, width),
        seat_lines(standings, summary, settings, width),
    ]
    names = shown_names(standings, width)
    said = _said(standings, names, summary, settings, folder)
    return [*_apart(tables), *told_lines(said)]


def _page_lines(
    standings: Standings, summary: Summary, settings: Settings, folder: Path
) -> list[str]:
    """The whole report on a tournament, in Markdown."""
    tables = [
        table_page(standings),
        crosstable_page(standings),
        seat_page(standings, summary, settings),
    ]
    names = [row.name for row in standings.rows]
    said = _said(standings, names, summary, settings, folder)
    return [*_apart(tables), *(f"- {line}" for line in said)]


def _apart(tables: Iterable[list[str]]) -> Iterator[str]:
    """Tables with an empty line after each."""
    for lines in filter(None, tables):
        yield from (*lines, "")


def _said(
    standings: Standings, names: list[str], summary: Summary, settings: Settings, folder: Path
) -> list[str]:
    """What there is to say besides the tables."""
    total = total_games(settings)
    played = f"{summary.games:,} of {total:,} games counted."
    return [
        *([played] if summary.games < total else []),
        *remarks(standings, names, settings.game_name.game),
        *fault_lines(summary, settings, folder),
    ]


def _live_lines(folder: Path, settings: Settings) -> list[str]:
    """The standings while games are played."""
    table = read_table(folder)
    width = make_console(to_stderr=True).width
    return table_lines(standings_of(table, settings), width) if len(table) else []
