"""The table of a tournament: how strong each player is, who beat whom, and what is undecided.

How the players of a tournament did in each seat, or in each role.

Two players against each other: `duelhall match`, and tournaments of two.

The commands `duelhall arena run`, `resume` and `show`.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from rich.cells import cell_len

from duelhall.arena import runner
from duelhall.arena.belonging import checked_table, results
from duelhall.arena.contests import GameRecord
from duelhall.arena.rows import read_table
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import BadTournament, Interrupted, Settings, load_settings
from duelhall.arena.store import Store
from duelhall.arena.summary import PairsSoFar, Summary
from duelhall.arena.tables import finite, named_game, opened_seed, report, roles_in, standings_of
from duelhall.engine import registry
from duelhall.stats import Estimate, Sprt, SprtState, SprtVerdict, Standing, Standings, Tally
from duelhall.stats.score import DRAW
from duelhall.terminal.contest import (
    compile_for_contest,
    fault_lines,
    game_line,
    say_commitment,
    say_seed,
    say_stopped,
    tell_repairs,
    told_lines,
)
from duelhall.terminal.output import (
    LiveTable,
    Rows,
    aligned,
    barred,
    fitted,
    make_console,
    print_fitted,
    print_json,
)

NAME = 1
"""The column of the names."""

NOTHING = "-"
"""Stands where there is nothing to show."""

MOST_IN_CROSSTABLE = 12
FEWEST_IN_CROSSTABLE = 3
MOST_NAMES = 3
"""The longest run of players that is named in full."""

MOST_RUNS = 5
"""How many runs are listed one by one."""


# --- the standings ---


def table_lines(standings: Standings, width: int) -> list[str]:
    """The standings in columns, as wide as a terminal."""
    return aligned(fitted(_table(standings), NAME, width))


def shown_names(standings: Standings, width: int) -> list[str]:
    """The names as the standings show them in a terminal of this width."""
    return [row[NAME] for row in fitted(_table(standings), NAME, width)[1:]]


def table_page(standings: Standings) -> list[str]:
    """The standings in Markdown."""
    return barred(_table(standings))


def _table(standings: Standings) -> Rows:
    """The standings, with a column for draws if there are any."""
    has_draws = any(row.tally.draws for row in standings.rows)
    kinds = ["W", "D", "L"] if has_draws else ["W", "L"]
    heading = ["", "player", "Elo", "95% interval", "points", "games", *kinds]
    return [heading, *(_row(row, has_draws=has_draws) for row in standings.rows)]


def _row(row: Standing, *, has_draws: bool) -> list[str]:
    tally = row.tally
    kinds = [tally.wins, tally.draws, tally.losses] if has_draws else [tally.wins, tally.losses]
    counts = [_points(tally), str(tally.games), *map(str, kinds)]
    if row.rank is None:
        return [NOTHING, row.name, NOTHING, NOTHING, *counts]
    interval = f"{_elo(row.low)} to {_elo(row.high)}"
    return [f"{row.rank}.", row.name, _elo(row.elo), interval, *counts]


def _elo(value: float) -> str:
    """An Elo value with its sign; never a negative zero."""
    return f"{value:+z.0f}"


# --- who beat whom ---


def crosstable_lines(standings: Standings, width: int) -> list[str]:
    """The points of each player against each other, in columns; nothing if it does not fit."""
    if not _has_crosstable(standings):
        return []
    lines = aligned(fitted(_crosstable(standings), NAME, width))
    is_too_wide = any(cell_len(line) > width for line in lines)
    return [] if is_too_wide else [f"{_crosstable_title(standings)}:", *lines]


def crosstable_page(standings: Standings) -> list[str]:
    """The points of each player against each other, in Markdown."""
    if not _has_crosstable(standings):
        return []
    return [f"{_crosstable_title(standings)}:", "", *barred(_crosstable(standings))]


def _has_crosstable(standings: Standings) -> bool:
    return FEWEST_IN_CROSSTABLE <= len(standings.rows) <= MOST_IN_CROSSTABLE


def _crosstable_title(standings: Standings) -> str:
    games = _games_of_all(standings)
    return (
        f"Points against each other, out of {games} games"
        if games
        else "Points/games against each other"
    )


def _crosstable(standings: Standings) -> Rows:
    """Points of each row against each column, with the number of games if that differs."""
    lines = range(len(standings.rows))
    letters = list(ascii_uppercase[: len(lines)])
    written = _points if _games_of_all(standings) else points_of_games

    def cell(line: int, other: int) -> str:
        tally = standings.match(line, other)
        return written(tally) if tally.games else NOTHING if line == other else ""

    return [
        ["", "player", *letters],
        *(
            [letter, row.name, *(cell(line, other) for other in lines)]
            for line, (letter, row) in enumerate(zip(letters, standings.rows, strict=True))
        ),
    ]


def _games_of_all(standings: Standings) -> int | None:
    """The number of games per pairing, if it is the same for all."""
    lines = range(len(standings.rows))
    games = {standings.match(a, b).games for a in lines for b in lines if a != b} - {0}
    return games.pop() if len(games) == 1 else None


def points_of_games(tally: Tally) -> str:
    """Points out of a number of games."""
    return f"{_points(tally)}/{tally.games}"


def _points(tally: Tally) -> str:
    return f"{tally.points:.1f}".removesuffix(".0")


# --- remarks ---


def remarks(standings: Standings, names: list[str], game: str) -> list[str]:
    """What the numbers alone do not say; `names` are those of the rows."""
    roles = registry.find(game).roles
    seat = f"Being the {roles[0]}" if roles else "Seat 0"
    return [
        f"{seat} is worth {standings.seat_advantage.text} Elo.",
        *_about_deals(standings),
        *_about_order(standings, names),
    ]


def _about_deals(standings: Standings) -> list[str]:
    """How much the deals decide, once there are enough pairs to tell."""
    percent = round(100 * abs(standings.deal_share))
    if not standings.deals_matter or not percent:
        return []
    if standings.deal_share > 0:
        return [f"About {percent}% of the pairs are decided by the deal, for the same seat."]
    return [f"About {percent}% of the pairs go to one player twice beyond what strength explains."]


def _about_order(standings: Standings, names: list[str]) -> list[str]:
    """Which neighbours the games do not separate."""
    told = [_run_text(names[run.start : run.stop]) for run in standings.runs[:MOST_RUNS]]
    if more := len(standings.runs) - len(told):
        told.append(f"{more} more runs of neighbours")
    return [f"Not separable yet: {run}" for run in told]


def _run_text(names: list[str]) -> str:
    """A run of players, by its first and last if it is long."""
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    return f"{names[0]} to {names[-1]} ({len(names)} players)"


SEAT_NAME = 0
"""The column of the names."""


def seat_lines(standings: Standings, summary: Summary, settings: Settings, width: int) -> list[str]:
    """The points of each player by seat, in columns; nothing if there are many players."""
    rows = _rows(standings, summary, settings)
    return [f"{_title(settings)}:", *aligned(fitted(rows, SEAT_NAME, width))] if rows else []


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


PLAYERS = 2


def run_match(
    settings: Settings, folder: Path, play: runner.Play, print_as: str, *, is_saved: bool = True
) -> None:
    """Play what is left of a match, until its test is decided, and print what it shows."""
    try:
        _run_match(settings, folder, play)
    except (KeyboardInterrupt, Interrupted):
        say_stopped(folder if is_saved else None)
        show_match(folder, print_as, is_saved=is_saved)
        raise
    show_match(folder, print_as, is_saved=is_saved)
    say_seed(settings, folder if is_saved else None)


def _run_match(settings: Settings, folder: Path, play: runner.Play) -> None:
    with runner.opened(settings, folder) as store:
        tell_repairs(store.repairs)
        say_commitment(settings)
        test, (pairs, _) = settings.test, _counted(folder, settings)
        live = LiveTable(total_games(settings), lambda: pairs.lines(test), done=pairs.tally.games)

        def is_open() -> bool:
            return test is None or not test.state(pairs.counted).is_over

        def after_game(record: GameRecord) -> bool:
            pairs.add(record.pair, _points_of(record, settings.entries[0].name))
            live.note(game_line(record))
            return is_open()

        if is_open():
            compile_for_contest(settings)
            with live:
                runner.play_missing(settings, store, play, after_game)


def _counted(folder: Path, settings: Settings) -> tuple[PairsSoFar, Summary]:
    """The pairs of games already played, and what else there is to count."""
    pairs, summary = PairsSoFar(), Summary(PLAYERS)
    for piece in results(folder, settings):
        pairs.add_results(piece)
        summary.add(piece)
    return pairs, summary


def _points_of(record: GameRecord, name: str) -> float:
    return DRAW if record.winner is None else float(record.names[record.winner] == name)


# --- showing ---


def show_match(folder: Path, print_as: str, *, is_saved: bool = True) -> None:
    """Print what the games of a match show."""
    settings = load_settings(folder)
    pairs, summary = _counted(folder, settings)
    if is_saved and not _is_over(pairs, settings):
        settings = settings.without_seed
    if print_as == "json":
        print_json(_report(pairs, summary, settings))
        return
    lines = [*pairs.lines(settings.test), *_by_seat(summary, settings)]
    head = " against ".join(entry.name for entry in settings.entries)
    seed = "" if settings.seed is None else f", seed {settings.seed}"
    title = f"{head}, {settings.full_name}{seed}"
    remarks = [
        *_progress(pairs, settings),
        *fault_lines(summary, settings, folder if is_saved else None),
    ]
    if print_as == "md":
        notes = [f"- {line}" for line in remarks]
        print("\n".join([f"{title}:", "", *_markdown(lines), *(["", *notes] if notes else [])]))
    else:
        print("\n".join([*told_lines([title]), *lines, *told_lines(remarks)]))


def _is_over(pairs: PairsSoFar, settings: Settings) -> bool:
    """Whether no more games will be played, so that the seed can be told."""
    is_decided = settings.test is not None and settings.test.state(pairs.counted).is_over
    return is_decided or pairs.tally.games == total_games(settings)


def _by_seat(summary: Summary, settings: Settings) -> list[str]:
    """What the first player did in each seat, or in each role."""
    return [
        f"{f'As the {role}' if role else f'In seat {seat}'}: {_kinds(summary.tally(0, seat))}"
        for seat, role in enumerate(roles_in(settings))
    ]


def _kinds(tally: Tally) -> str:
    return f"W: {tally.wins} L: {tally.losses} D: {tally.draws}"


def _progress(pairs: PairsSoFar, settings: Settings) -> list[str]:
    """What the test says, and whether games are missing."""
    played, total = pairs.tally.games, total_games(settings)
    missing = [f"{played:,} of {total:,} games counted."] if played < total else []
    if settings.test is None:
        return missing
    state = settings.test.state(pairs.counted)
    told = _verdict(state, settings, played) + _far_off(state, pairs.counted.elo)
    return [told, *([] if state.is_over else missing)]


def _verdict(state: SprtState, settings: Settings, played: int) -> str:
    """A test's answer in words."""
    name, test = settings.entries[0].name, state.test
    low, high = f"{test.elo0:g}", f"{test.elo1:g}"
    if state.verdict is SprtVerdict.CONTINUE:
        return f"Undecided after {played:,} games, {low} or {high}: try more --games."
    fits, other = (high, low) if state.verdict is SprtVerdict.H1 else (low, high)
    head = f"{state.verdict.value} after {played:,} games"
    return f"{head}: the results of {name} fit {fits} Elo better than {other}."


def _far_off(state: SprtState, elo: Estimate) -> str:
    """A warning, if the test is decided and neither of its numbers is plausible."""
    test = state.test
    if not (state.is_over and elo.excludes(test.elo0) and elo.excludes(test.elo1)):
        return ""
    return f" Neither is near: the difference is {elo.range_text} (95%)."


def _markdown(lines: list[str]) -> list[str]:
    """What a match shows, as a table."""
    return barred([["", ""], *([part.strip() for part in line.split(":", 1)] for line in lines)])


def _report(pairs: PairsSoFar, summary: Summary, settings: Settings) -> dict[str, Any]:
    """A match for a program."""
    elo, tally = pairs.counted.elo, pairs.tally
    report = {
        "players": [entry.name for entry in settings.entries],
        **named_game(settings),
        **opened_seed(settings),
        "games": tally.games,
        "total_games": total_games(settings),
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "superiority": round(pairs.counted.superiority, 4),
        "pentanomial": list(pairs.counted.counts),
        "elo": {"value": finite(elo.value), "low": finite(elo.low), "high": finite(elo.high)},
    }
    if settings.test:
        report["sprt"] = _test_report(settings.test.state(pairs.counted))
    report["by_seat"] = summary.by_seat(0, roles_in(settings))
    report["faults"] = [summary.faults(player) for player in range(PLAYERS)]
    report["lapses"] = [summary.lapses(player) for player in range(PLAYERS)]
    return report


def _test_report(state: SprtState) -> dict[str, Any]:
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": round(state.llr, 4),
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
        "verdict": state.verdict.value,
        "text": state.text,
    }


def parse_sprt(text: str | None) -> tuple[float, float] | None:
    """A test as it is written: `0,20`."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadTournament(
            f"--sprt takes two Elo differences, for example 0,20, not {text!r}"
        ) from None
    test = Sprt(low, high)
    return test.elo0, test.elo1


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
