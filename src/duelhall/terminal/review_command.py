"""What `duelhall review` does: it judges every decision of a saved game, and says what it found."""

import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from duelhall.backend import CPU
from duelhall.backend.cpu import prepare
from duelhall.engine.arguments import checked_threads
from duelhall.engine.errors import BadUsage, shortened
from duelhall.engine.features import LEVELS
from duelhall.match.match import Match
from duelhall.players.seat import Ending
from duelhall.search.review import Decision, Review, Reviewer
from duelhall.search.search import EXAMPLE, SEARCH, is_thinker, thinker
from duelhall.terminal.boards import drawn_lines, print_lines
from duelhall.terminal.chance_chart import chart_lines
from duelhall.terminal.chance_picture import check_picture, save_picture
from duelhall.terminal.compiling import compilation_shown
from duelhall.terminal.documents import print_json
from duelhall.terminal.live import PLAIN_PAUSE
from duelhall.terminal.output import make_console
from duelhall.terminal.replaying import eyes_for
from duelhall.terminal.retelling import Retelling
from duelhall.terminal.review_lines import LEGEND, OPEN_LEGEND, summary_lines, table_lines
from duelhall.terminal.review_report import review_report
from duelhall.terminal.starting import read_match
from duelhall.terminal.tournament_games import tournament_game
from duelhall.terminal.wrapping import room_of

if TYPE_CHECKING:
    from duelhall.arena.contests import GameRecord

MARKED = re.compile(r"(?<=\d  )(\?\?|\?!|\?)(?: +\w+)?$")
COLOURS = {"??": "bold red", "?": "red", "?!": "yellow"}
"""Marks at the end of a line, and what they look like at a terminal."""

CHART_WIDTH = 100
"""How wide the chart becomes where there is no terminal, or a very wide one."""


@dataclass(frozen=True)
class Asked:
    """What the command line asks for."""

    seat: str | None
    budget: str
    seed: int
    chart: Path | None = None
    json: bool = False
    plain: bool = False

    @property
    def judge(self) -> str:
        """The name of the search that judges; a bare number is one of simulations."""
        is_number = self.budget.replace("_", "").isdecimal()
        name = f"{SEARCH}({self.budget})" if is_number else self.budget
        if not is_thinker(name):
            raise BadUsage(
                "--budget takes a number of simulations, or a player that thinks "
                f"({', '.join(LEVELS)}, {EXAMPLE}), not {shortened(self.budget)}"
            )
        return name


def run_review(file: str, asked: Asked) -> None:
    """Review a saved game, or a game of a tournament."""
    if asked.chart:
        check_picture(asked.chart)
    with compilation_shown():
        kept = tournament_game(file, "review")
        match = kept[0] if kept else read_match(Path(file), backend=CPU)
        reviewer = _reviewer(match, asked)
        prepare(match.game.definition, thinker(asked.judge, match.game).entries)
    review = reviewer.review(_with_progress(reviewer, plain=asked.plain))
    if asked.chart:
        save_picture(review, asked.chart)
    if asked.json:
        print_json(review_report(review, asked.judge, asked.seed))
    else:
        _print(review, asked, _fault(kept[1]) if kept else None)


def _fault(record: "GameRecord") -> Ending | None:
    """The fault by which a game of a tournament was lost, if it was."""
    return None if record.faulty is None else Ending(record.ending)


def _reviewer(match: Match, asked: Asked) -> Reviewer:
    seat = eyes_for(match, asked.seat)
    threads = checked_threads(None)
    reviewer = Reviewer(match, asked.judge, seat=seat, seed=asked.seed, threads=threads)
    if not reviewer.numbers:
        whose = "" if seat is None else f" by seat {seat}"
        raise BadUsage(f"there is nothing to review: this game has no decision{whose}")
    return reviewer


# --- while somebody waits ---


def _with_progress(reviewer: Reviewer, *, plain: bool) -> Iterator[Decision]:
    """The decisions, and on standard error how many are done: a bar at a terminal."""
    console, total = make_console(to_stderr=True), len(reviewer.numbers)
    if plain or not console.is_terminal:
        return _with_notes(reviewer.decisions(), total)
    return _with_bar(reviewer.decisions(), total, console)


def _with_bar(decisions: Iterator[Decision], total: int, console: Console) -> Iterator[Decision]:
    parts = ("Reviewing", BarColumn(), "{task.completed} of {task.total} decisions")
    columns = [TextColumn(part) if isinstance(part, str) else part for part in parts]
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        yield from progress.track(decisions, total=total)


def _with_notes(decisions: Iterator[Decision], total: int) -> Iterator[Decision]:
    told = time.monotonic()
    for done, decision in enumerate(decisions, start=1):
        yield decision
        if time.monotonic() - told >= PLAIN_PAUSE:
            print(f"{done} of {total} decisions reviewed", file=sys.stderr, flush=True)
            told = time.monotonic()


# --- what was found ---


def _print(review: Review, asked: Asked, fault: Ending | None) -> None:
    console = make_console(plain=asked.plain)
    telling = Retelling(review.match, review.seat, console, ending=fault)
    for line in _lines(review, asked, telling):
        print_lines(map(_coloured, drawn_lines(line, room_of(console))), console)


def _coloured(line: Text) -> Text:
    """A line of the table with its mark in colour."""
    found = MARKED.search(line.plain)
    if found:
        line.stylize(COLOURS[found[1]], found.start())
    return line


def _lines(review: Review, asked: Asked, telling: Retelling) -> Iterator[str]:
    room = room_of(telling.console)
    yield telling.title
    yield f"Judged by {asked.judge}, seed {asked.seed}."
    yield LEGEND if review.seat is not None else f"{LEGEND} {OPEN_LEGEND}"
    yield ""
    yield from table_lines(review, room)
    yield ""
    if not asked.plain:
        yield from chart_lines(review, min(room, CHART_WIDTH))
        yield ""
    yield from summary_lines(review)
    yield telling.result
