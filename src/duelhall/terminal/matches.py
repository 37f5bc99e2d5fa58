"""The command `duelhall match`."""

import json
import tempfile
from pathlib import Path
from typing import Any

from duelhall.arena import runner
from duelhall.arena.contests import GameRecord
from duelhall.arena.settings import BadTournament, Settings
from duelhall.arena.statistics import Sprt, match_lines
from duelhall.arena.store import read_table
from duelhall.arena.tables import Match, PairsSoFar, faults_by_player, finite, match_of
from duelhall.terminal.columns import barred
from duelhall.terminal.contesting import fault_lines, game_line, make_folder
from duelhall.terminal.live import LiveTable


def play_match(
    settings: Settings, test: Sprt | None, play: runner.Play, out: Path | None, print_as: str
) -> None:
    """Play two players against each other, and print what that shows."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = make_folder(out or Path(scratch), settings)
        _run(settings, folder, test, play)
        table = read_table(folder)
        found = match_of(table, 0, 1)
        if print_as == "json":
            report = _report(found, settings, test)
            report["faults"] = faults_by_player(table, len(settings.entries))
            print(json.dumps(report, indent=2))
            return
        lines = match_lines(found.tally, found.pairs, test)
        head = " against ".join(entry.name for entry in settings.entries)
        title = f"{head}, {settings.game} {settings.rules}, seed {settings.seed}"
        if print_as == "md":
            faults = [f"- {line}" for line in fault_lines(table, settings)]
            lines = [f"{title}:", "", *_markdown(lines), *(["", *faults] if faults else [])]
            print("\n".join(lines))
        else:
            print("\n".join([title, *lines, *fault_lines(table, settings)]))


def _run(settings: Settings, folder: Path, test: Sprt | None, play: runner.Play) -> None:
    """Play until all games are played, or the test is decided."""
    pairs = PairsSoFar()
    live = LiveTable(runner.total_games(settings), lambda: pairs.lines(test))

    def after_game(record: GameRecord) -> bool:
        pairs.add(record, settings.entries[0].name)
        live.note(game_line(record))
        return test is None or not test.state(pairs.counted).is_over

    with live:
        runner.run(settings, folder, play, after_game)


def _markdown(lines: list[str]) -> list[str]:
    """What a match shows, as a table."""
    return barred([["", ""], *([part.strip() for part in line.split(":", 1)] for line in lines)])


def _report(found: Match, settings: Settings, test: Sprt | None) -> dict[str, Any]:
    """A match for a program."""
    elo = found.pairs.elo
    report = {
        "players": [entry.name for entry in settings.entries],
        "game": settings.game,
        "rules": settings.rules,
        "seed": settings.seed,
        "wins": found.tally.wins,
        "draws": found.tally.draws,
        "losses": found.tally.losses,
        "superiority": round(found.pairs.superiority, 4),
        "pentanomial": list(found.pairs.counts),
        "elo": {"value": finite(elo.value), "low": finite(elo.low), "high": finite(elo.high)},
    }
    if test:
        state = test.state(found.pairs)
        report["sprt"] = {"text": state.text, "verdict": state.verdict.value}
    return report


def parse_sprt(text: str | None) -> Sprt | None:
    """A test as it is written: `0,20`."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadTournament(f"a test is written as two Elo numbers, 0,20, not {text!r}") from None
    return Sprt(low, high)
