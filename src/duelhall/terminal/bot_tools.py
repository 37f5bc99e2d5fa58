"""The commands `duelhall bot`."""

import json
import sys
from dataclasses import replace
from pathlib import Path

from duelhall.arena.contests import Entry, parse_entry
from duelhall.arena.orphans import adopt
from duelhall.arena.workshop.checking import Plan, Result, check_bot
from duelhall.arena.workshop.report import report_json, report_lines
from duelhall.arena.workshop.starting import README, find_language, make_bot


def start_bot(game: str, language: str, out: Path | None) -> None:
    """Make a bot to start from, and say how to go on."""
    folder, chosen = make_bot(game, language, out), find_language(language)
    print(f"{folder / chosen.file} plays {game} already; {folder / README} tells more. Go on with:")
    print(f"  cd {folder}")
    if chosen.build:
        print(f"  {chosen.build}")
    print(f'  duelhall bot check "{chosen.command}" --game {game}')


def entry_to_check(command: str, game: str, *, oneshot: bool) -> Entry:
    """The bot that a command line means."""
    entry = parse_entry(command, game)
    return replace(entry, oneshot=True) if oneshot else entry


def print_check(plan: Plan, *, as_json: bool) -> None:
    """Check a bot and print what was found; exits with 1 if there was a fault."""
    adopt()
    result = check_bot(plan, _show_progress)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    if as_json:
        print(json.dumps(report_json(result), indent=2, ensure_ascii=False))
    else:
        print("\n".join(report_lines(result)))
    if not result.is_well:
        sys.exit(1)


def _show_progress(result: Result) -> None:
    """Count the positions, for somebody who waits at a terminal."""
    if sys.stderr.isatty():
        print(f"\r{result.asked} of {result.plan.positions} positions", end="", file=sys.stderr)
