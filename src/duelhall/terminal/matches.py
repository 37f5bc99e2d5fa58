"""Two players against each other: `duelhall match`, and tournaments of two."""

import json
from pathlib import Path
from typing import Any

from duelhall.arena import runner
from duelhall.arena.contests import GameRecord
from duelhall.arena.settings import BadTournament, Interrupted, Settings, load_settings
from duelhall.arena.store import PAIR, Table, read_table
from duelhall.arena.tables import (
    HALF,
    MatchResult,
    PairsSoFar,
    faults_by_player,
    finite,
    match_of,
    named_game,
    points_of,
)
from duelhall.stats import Sprt, SprtState, Verdict, match_lines
from duelhall.terminal.columns import barred
from duelhall.terminal.contesting import compile_for_contest, fault_lines, game_line, say_stopped
from duelhall.terminal.live import LiveTable


def run_match(
    settings: Settings, folder: Path, play: runner.Play, print_as: str, *, is_saved: bool = True
) -> None:
    """Play what is left of a match, until its test is decided, and print what it shows."""
    try:
        _run(settings, folder, play)
    except (KeyboardInterrupt, Interrupted):
        say_stopped(folder if is_saved else None)
        show_match(folder, print_as, is_saved=is_saved)
        raise
    show_match(folder, print_as, is_saved=is_saved)


def _run(settings: Settings, folder: Path, play: runner.Play) -> None:
    test, pairs = settings.test, _pairs_in(read_table(folder))
    total = runner.total_games(settings)
    live = LiveTable(total, lambda: pairs.lines(test), done=pairs.tally.games)

    def is_open() -> bool:
        return test is None or not test.state(pairs.counted).is_over

    def after_game(record: GameRecord) -> bool:
        pairs.add(record.pair, _points_of(record, settings.entries[0].name))
        live.note(game_line(record))
        return is_open()

    if is_open():
        compile_for_contest(settings)
        with live:
            runner.run(settings, folder, play, after_game)


def _pairs_in(table: Table) -> PairsSoFar:
    """The pairs of games already played."""
    pairs = PairsSoFar()
    for pair, points in zip(table[:, PAIR].tolist(), points_of(table, 0), strict=True):
        pairs.add(pair, float(points))
    return pairs


def _points_of(record: GameRecord, name: str) -> float:
    return HALF if record.winner is None else float(record.names[record.winner] == name)


# --- showing ---


def show_match(folder: Path, print_as: str, *, is_saved: bool = True) -> None:
    """Print what the games of a match show."""
    settings, table = load_settings(folder), read_table(folder)
    found = match_of(table, 0, 1)
    if print_as == "json":
        report = _report(found, settings)
        report["faults"] = faults_by_player(table, len(settings.entries))
        print(json.dumps(report, indent=2))
        return
    lines = match_lines(found.tally, found.pairs, settings.test)
    head = " against ".join(entry.name for entry in settings.entries)
    title = f"{head}, {settings.full_name}, seed {settings.seed}"
    remarks = [
        *_progress(found, settings),
        *fault_lines(table, settings, folder if is_saved else None),
    ]
    if print_as == "md":
        notes = [f"- {line}" for line in remarks]
        print("\n".join([f"{title}:", "", *_markdown(lines), *(["", *notes] if notes else [])]))
    else:
        print("\n".join([title, *lines, *remarks]))


def _progress(found: MatchResult, settings: Settings) -> list[str]:
    """What the test says, and whether games are missing."""
    played, total = found.tally.games, runner.total_games(settings)
    missing = [f"{played:,} of {total:,} games played."] if played < total else []
    if settings.test is None:
        return missing
    state = settings.test.state(found.pairs)
    return [_verdict(state, settings, played), *([] if state.is_over else missing)]


def _verdict(state: SprtState, settings: Settings, played: int) -> str:
    """A test's answer in words."""
    name, test = settings.entries[0].name, state.test
    low, high = f"{test.elo0:g}", f"{test.elo1:g}"
    if state.verdict is Verdict.H1:
        return f"H1 accepted after {played:,} games: {name} is {high} Elo stronger, not {low}."
    if state.verdict is Verdict.H0:
        return f"H0 accepted after {played:,} games: {name} is {low} Elo stronger, not {high}."
    return f"Undecided after {played:,} games, {low} or {high}: try more --games."


def _markdown(lines: list[str]) -> list[str]:
    """What a match shows, as a table."""
    return barred([["", ""], *([part.strip() for part in line.split(":", 1)] for line in lines)])


def _report(found: MatchResult, settings: Settings) -> dict[str, Any]:
    """A match for a program."""
    elo = found.pairs.elo
    report = {
        "players": [entry.name for entry in settings.entries],
        **named_game(settings),
        "seed": settings.seed,
        "games": found.tally.games,
        "total_games": runner.total_games(settings),
        "wins": found.tally.wins,
        "draws": found.tally.draws,
        "losses": found.tally.losses,
        "superiority": round(found.pairs.superiority, 4),
        "pentanomial": list(found.pairs.counts),
        "elo": {"value": finite(elo.value), "low": finite(elo.low), "high": finite(elo.high)},
    }
    if settings.test:
        report["sprt"] = _test_report(settings.test.state(found.pairs))
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
