"""The commands `duelhall match` and `duelhall arena`."""

import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duelhall
from duelhall.arena import runner
from duelhall.arena.contests import Clock, Entry, GameRecord, parse_entry, read_players
from duelhall.arena.settings import FILE, BadTournament, Settings, load_settings
from duelhall.arena.statistics import Sprt, match_lines
from duelhall.arena.store import Table, read_table
from duelhall.arena.tables import (
    Match,
    PairsSoFar,
    faults_by_player,
    match_of,
    report,
    standings_of,
)
from duelhall.terminal.live import LiveTable


def settings_of(
    game: str, rules: str | None, entries: Sequence[Entry], games: int, time_limit: str | None,
    seed: int | None, **more: Any,
) -> Settings:  # fmt: skip
    """The settings that a command line asks for."""
    loaded = duelhall.load(game, rules)
    chosen = int(time.time_ns() % 2**32) if seed is None else seed
    return Settings(
        game, loaded.rule_set, loaded.options, tuple(entries), games,
        clock=parse_clock(time_limit), seed=chosen, **more,
    )  # fmt: skip


def parse_clock(text: str | None) -> Clock:
    """A clock as it is written: `1` is a second a move, `60/game` a minute a game, `1+60/game`
    both.
    """
    if text is None:
        return Clock(move=DEFAULT_SECONDS)
    move, bank = None, None
    try:
        for part in text.split("+"):
            if part.endswith("/game"):
                bank = float(part.removesuffix("/game"))
            else:
                move = float(part)
    except ValueError:
        raise BadTournament(f"a time is written as 1, 60/game or 1+60/game, not {text!r}") from None
    if any(limit is not None and limit <= 0 for limit in (move, bank)):
        raise BadTournament(f"a time is longer than 0 seconds, not {text!r}")
    return Clock(move=move, bank=bank)


DEFAULT_SECONDS = 10.0


# --- match ---


def play_match(
    settings: Settings, sprt: str | None, jobs: int, out: Path | None, play: runner.Play | None,
    *, as_json: bool,
) -> None:  # fmt: skip
    """Play two players against each other, and print what that shows."""
    test = parse_sprt(sprt) if sprt else None
    with tempfile.TemporaryDirectory() as scratch:
        folder = make_folder(out, settings) if out else Path(scratch)
        if not out:
            settings.save(folder)
        pairs = PairsSoFar(read_table(folder))
        live = LiveTable(runner.total_games(settings), lambda: pairs.lines(test))

        def after_game(record: GameRecord) -> bool:
            pairs.add(record, settings.entries[0].name)
            live.note(_game_line(record))
            return test is None or not test.state(pairs.counted).is_over

        with live:
            runner.run(settings, folder, play or players(jobs), after_game)
        found = match_of(read_table(folder), 0, 1)
        if as_json:
            print(json.dumps(_match_report(found, settings, test), indent=2))
        else:
            print(f"{settings.entries[0].name} against {settings.entries[1].name}, {settings.game}"
                  f" {settings.rules}, seed {settings.seed}")  # fmt: skip
            print("\n".join(match_lines(found.tally, found.pairs, test)))
            _print_faults(read_table(folder), settings)


def _match_report(found: Match, settings: Settings, test: Sprt | None) -> dict[str, Any]:
    elo = found.pairs.elo
    numbers = {name: _number(getattr(elo, name)) for name in ("value", "low", "high")}
    entries = {
        "players": [entry.name for entry in settings.entries],
        "game": settings.game,
        "rules": settings.rules,
        "seed": settings.seed,
        "wins": found.tally.wins,
        "draws": found.tally.draws,
        "losses": found.tally.losses,
        "pentanomial": list(found.pairs.counts),
        "elo": numbers,
    }
    if test:
        state = test.state(found.pairs)
        entries["sprt"] = {"text": state.text, "verdict": state.verdict.value}
    return entries


def _number(value: float) -> float | None:
    return round(value, 2) if abs(value) != float("inf") and value == value else None  # noqa: PLR0124


def parse_sprt(text: str) -> Sprt:
    """A test as it is written: `0,20`."""
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadTournament(f"a test is written as two Elo numbers, 0,20, not {text!r}") from None
    return Sprt(low, high)


def players(jobs: int) -> runner.Play:
    """How games are played: one after another, or several at once."""
    if jobs < 1:
        raise BadTournament(f"--jobs is 1 or more, not {jobs}")
    return runner.in_this_process if jobs == 1 else runner.in_processes(jobs)


# --- tournaments ---


def make_folder(out: Path | None, settings: Settings) -> Path:
    """A new folder for a tournament; never one that has a tournament already."""
    folder = out or Path(time.strftime(f"{settings.game}-%Y%m%d-%H%M%S"))
    if (folder / FILE).exists():
        raise BadTournament(
            f"there is a tournament in {folder} already: duelhall arena resume {folder}"
        )
    folder.mkdir(parents=True, exist_ok=True)
    settings.save(folder)
    return folder


def run_tournament(settings: Settings, folder: Path, play: runner.Play, print_as: str) -> None:
    """Play what is left of a tournament, and print its table."""
    total = runner.total_games(settings)
    live = LiveTable(total, lambda: _table_lines(folder, settings), done=len(read_table(folder)))

    def after_game(record: GameRecord) -> bool:
        live.note(_game_line(record))
        return True

    print(f"{settings.format} of {len(settings.entries)} players, {total:,} games, seed "
          f"{settings.seed}, kept in {folder}", file=sys.stderr)  # fmt: skip
    with live:
        runner.run(settings, folder, play, after_game)
    show_tournament(folder, print_as)


def show_tournament(folder: Path, print_as: str) -> None:
    """Print the table of a tournament."""
    settings = load_settings(folder)
    table = read_table(folder)
    if print_as == "json":
        print(json.dumps(report(table, settings), indent=2))
    elif print_as == "md":
        print("\n".join(_markdown(table, settings)))
    else:
        print("\n".join(_plain(table, settings)))
        _print_faults(table, settings)


HEADING = ("", "player", "Elo", "95% interval", "points", "games")


def _rows(table: Table, settings: Settings) -> list[list[str]]:
    """The standings line by line; players that cannot be told apart share a place."""
    rows, place = [], 0
    for group in standings_of(table, settings).groups:
        place += 1
        for standing in group:
            interval = f"{standing.low:+.0f} to {standing.high:+.0f}"
            rows.append([
                f"{place}.", standing.name, f"{standing.elo:+.0f}", interval,
                f"{standing.points:g}", str(standing.games),
            ])  # fmt: skip
        place += len(group) - 1
    return rows


def _table_lines(folder: Path, settings: Settings) -> list[str]:
    table = read_table(folder)
    return _plain(table, settings) if len(table) else []


def _plain(table: Table, settings: Settings) -> list[str]:
    rows = [list(HEADING), *_rows(table, settings)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADING))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip()
             for row in rows]  # fmt: skip
    return [*lines, *_remarks(table, settings)]


def _markdown(table: Table, settings: Settings) -> list[str]:
    rows = [list(HEADING), ["---"] * len(HEADING), *_rows(table, settings)]
    return [*(f"| {' | '.join(row)} |" for row in rows), "", *_remarks(table, settings)]


def _remarks(table: Table, settings: Settings) -> list[str]:
    """What the numbers do not say by themselves."""
    standings = standings_of(table, settings)
    lines = [f"Seat 0 is worth {standings.seat_advantage.text} Elo."]
    for group in standings.groups:
        if len(group) > 1:
            names = ", ".join(standing.name for standing in group)
            lines.append(f"Not separable yet: {names}")
    return lines


def _print_faults(table: Table, settings: Settings) -> None:
    """Tell who lost games by what went wrong."""
    for entry, faults in zip(
        settings.entries, faults_by_player(table, len(settings.entries)), strict=True
    ):
        if faults:
            told = ", ".join(f"{count} by {word}" for word, count in faults.items())
            print(f"{entry.name} lost games by its own faults: {told}")


def _game_line(record: GameRecord) -> str:
    """A finished game in a line."""
    who = "drawn" if record.winner is None else f"{record.names[record.winner]} wins"
    why = record.reason if record.faulty is None else f"{record.ending}: {record.detail}"
    return f"game {record.number}: {record.names[0]} - {record.names[1]}: {who} ({why})"


def entries_of(names: Sequence[str], file: Path | None, game: str) -> list[Entry]:
    """Players by their names in a file, as built-in players, or as command lines."""
    listed = {entry.name: entry for entry in read_players(file, game)} if file else {}
    entries = [listed.get(name) or parse_entry(name, game) for name in names]
    if len({entry.name for entry in entries}) < len(entries):
        return [Entry(f"{e.name} {n}", e.command, e.builtin, e.oneshot)
                for n, e in enumerate(entries, start=1)]  # fmt: skip
    return entries
