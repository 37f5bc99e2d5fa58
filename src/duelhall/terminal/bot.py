"""The commands `duelhall bot`."""

import shlex
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from rich.live import Live
from rich.text import Text

from duelhall.bots.check import Plan, Result, run_check
from duelhall.bots.home import adopt
from duelhall.bots.report import progress_text, report_json, report_lines
from duelhall.bots.signals import note_signals
from duelhall.bots.template import README, CannotMake, find_language, make_bot
from duelhall.play.entry import BadEntry, Entry, parse_entry
from duelhall.terminal.output import make_console, print_fitted, print_json


def start_bot(game: str, language: str, out: Path | None, *, as_json: bool = False) -> None:
    """Create a bot to start from, and say what to do next."""
    folder, chosen = make_bot(game, language, out), find_language(language)
    if as_json:
        how = {"file": chosen.file, "build": chosen.build or None, "command": chosen.command}
        print_json({"game": game, "language": language, "folder": str(folder), **how})
        return
    print_fitted(f"{folder / chosen.file} already plays {game}; see {folder / README}. Next:")
    print(f"  cd {shlex.quote(str(folder))}")
    if chosen.build:
        print(f"  {chosen.build}")
    print(f'  duelhall bot check "{chosen.command}" --game {game}')


def check_words(game: str, *more: str) -> None:
    """Refuse more words than a game, and name the option that they were probably meant for."""
    for word in (game, *more):
        if word.startswith("-"):
            option = word.partition("=")[0]
            raise CannotMake(
                f"`bot init` has no option {option}; to choose the folder, write --out DIR "
                "(`duelhall bot init --help` lists all options)"
            )
    if more:
        raise CannotMake(
            f"`bot init` makes a bot for one game; to choose the folder, write --out {more[0]}"
        )


def joined_command(command: str, more: Sequence[str]) -> str:
    """A command line whose quotes may have been forgotten."""
    joined = " ".join([command, *map(shlex.quote, more)])
    for word in more:
        if word.startswith("-"):
            raise BadEntry(
                f"`bot check` has no option {word}; if it belongs to the bot, put the bot's "
                f'command in quotes: "{joined}"'
            )
    return joined


def entry_to_check(command: str, game: str, *, oneshot: bool) -> Entry:
    """The bot that a command line stands for."""
    entry = parse_entry(command, game)
    return replace(entry, oneshot=True) if oneshot else entry


def print_check(plan: Plan, *, as_json: bool) -> None:
    """Check a bot and print what was found; exits with 1 if there was a fault."""
    note_signals()
    adopt()
    result, console = Result(plan), make_console(to_stderr=True)
    with ExitStack() as stack:
        if console.is_terminal:
            now = partial(_progress, result)
            stack.enter_context(Live(console=console, transient=True, get_renderable=now))
        run_check(result)
    if as_json:
        print_json(report_json(result))
    else:
        print_fitted(*report_lines(result))
    if not result.is_well:
        sys.exit(1)


def _progress(result: Result) -> Text:
    return Text(progress_text(result))
