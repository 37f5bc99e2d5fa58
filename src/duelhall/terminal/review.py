"""What `duelhall review` finds in a saved game, for people and for programs."""

import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TimeRemainingColumn
from rich.text import Text

from duelhall.backend import CPU
from duelhall.backend.cpu import prepare
from duelhall.engine.definition import LEVELS
from duelhall.engine.errors import BadUsage, checked_threads, shortened
from duelhall.engine.record import DRAWN
from duelhall.engine.text import counted
from duelhall.match.match import Match
from duelhall.play.seat import Ending
from duelhall.search.review import (
    MARKS,
    RUNS,
    Balance,
    Decision,
    Judgement,
    Review,
    Reviewer,
    Verdict,
)
from duelhall.search.search import EXAMPLE, SEARCH, is_thinker, thinker
from duelhall.terminal.board import drawn_lines, print_lines
from duelhall.terminal.chart import chart_lines, check_picture, picture
from duelhall.terminal.output import (
    PLAIN_PAUSE,
    aligned,
    compilation_shown,
    make_console,
    match_heading,
    print_json,
    room_of,
)
from duelhall.terminal.replay import seat_to_show
from duelhall.terminal.seat import at_the_start, seat_name
from duelhall.terminal.speaker import StepPrinter
from duelhall.terminal.start import read_match, tournament_game

BEST, MARK = "Best", ""
"""Columns of the table; the marks have no heading."""

SAME = "same"
"""What stands for the best move where it was played."""

ARROW = "→"
INDENT = " " * 6
MOST_LINES = 5
"""How much of a mix is told."""

LEGEND = (
    "Known: the player's chance to win before and after the move, in percent, judged by what that"
    " player could know."
)
OPEN_LEGEND = "Open: the same with all cards known."


def table_lines(review: Review, width: int) -> list[str]:
    """A line for each decision; where both moves are too long for one, the best one below."""
    columns, mixes = _columns(review), [_mix_lines(review, each) for each in review.decisions]
    for marks in (_words, _signs):
        columns[MARK] = [marks(each.known) for each in review.decisions]
        lines = _table(columns)
        if max(map(len, lines)) <= width:
            return _with_remarks(lines, mixes)
    best = [[] if move == SAME else [f"{INDENT}best: {move}"] for move in columns.pop(BEST)]
    remarks = [[*first, *second] for first, second in zip(best, mixes, strict=True)]
    return _with_remarks(_table(columns), remarks)


def _table(columns: Mapping[str, Sequence[str]]) -> list[str]:
    return aligned([list(columns), *map(list, zip(*columns.values(), strict=True))])


def _with_remarks(lines: Sequence[str], remarks: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table, each but the head with its remarks below."""
    head, *rows = lines
    return [head, *(each for row, more in zip(rows, remarks, strict=True) for each in (row, *more))]


def _mix_lines(review: Review, decision: Decision) -> list[str]:
    """What to choose from by chance, where somebody begins to decide on several moves as one."""
    place = review.decisions.index(decision)
    before = review.decisions[place - 1] if place else None
    goes_on = before and before.seat == decision.seat and before.known.mix
    mix = [] if goes_on else review.mix(decision)
    if len(mix) == 1:
        return [f"{INDENT}in this order: {' '.join(mix[0][1])}"]
    told = [(share, " ".join(moves)) for share, moves in mix[:MOST_LINES]]
    if rest := mix[MOST_LINES:]:
        told.append((sum(share for share, _ in rest), counted(len(rest), "other way")))
    return [f"{INDENT}{share:4.0%} of the time: {text}" for share, text in told]


def _columns(review: Review) -> dict[str, list[str]]:
    """The table by its columns; what a single seat may not know, or knows anyway, is left out."""
    match, decisions = review.match, review.decisions
    columns = {
        "Move": [f"{each.number:>4}" for each in decisions],
        "Player": [seat_name(match, each.seat).split()[-1] for each in decisions],
        "Played": [match.move_seen(each.number, None) or "" for each in decisions],
        BEST: [review.best_text(each) or SAME for each in decisions],
        "Known": [_chances(each.known) for each in decisions],
        "Open": [_chances(each.all_known) for each in decisions if each.all_known],
    }
    if review.seat is not None:
        del columns["Player"], columns["Open"]
    return columns


def _chances(judgement: Judgement) -> str:
    before, after = judgement.best.chance, judgement.played.chance
    return f"{_percent(before):>3} {ARROW} {_percent(after):>3}"


def _words(judgement: Judgement) -> str:
    return f"{judgement.mark.sign:2} {judgement.mark.word}" if judgement.mark else ""


def _signs(judgement: Judgement) -> str:
    return judgement.mark.sign if judgement.mark else ""


def _percent(chance: float) -> int:
    return round(100 * chance)


# --- what they come to ---


def summary_lines(review: Review) -> Iterator[str]:
    """What each seat gave away, and what luck did."""
    for seat in review.seats:
        name = at_the_start(review.match, seat)
        yield f"{name}: {_counts(review, seat)}."
        yield f"  {_balance_text(review, seat)}"
    lone = _left_out(review)
    if lone:
        were = "was the only legal one" if lone == 1 else "were the only legal ones"
        yield f"Not shown: {counted(lone, 'move')} that {were}."


def _left_out(review: Review) -> int:
    """The moves of the seats shown that were the only legal ones."""
    movers = [review.match.mover(number) for number in range(1, len(review.match.moves) + 1)]
    shown = movers if review.seat is None else [seat for seat in movers if seat == review.seat]
    return len(shown) - len(review.decisions)


def _counts(review: Review, seat: int) -> str:
    """How many of its moves gave how much away."""
    found = [(mark, len(review.marked(seat, mark.word))) for mark in MARKS]
    told = [counted(number, mark.word) for mark, number in found if number]
    return f"{', '.join(told) or 'no mistakes'} in {counted(len(review.of_seat(seat)), 'decision')}"


def _balance_text(review: Review, seat: int) -> str:
    """Where a chance to win went, in percentage points that add up."""
    balance = review.balance(seat)
    start, own, others, end = (
        _percent(value) for value in (balance.start, balance.own, balance.others, balance.end)
    )
    rest = end - start - own - others
    parts = [f"own moves {own:+}"]
    if review.seat is None:
        parts += [f"the other player's moves {others:+}", f"luck {rest:+}"]
    else:
        parts += [f"luck and the other player's moves {rest:+}"]
    return f"From {start}% to {_ending(review, seat, balance)}: {', '.join(parts)}."


def _ending(review: Review, seat: int, balance: Balance) -> str:
    if not review.has_result:
        return f"{_percent(balance.end)}%"
    if review.match.state.winner == DRAWN:
        return "a draw (50%)"
    return "a win (100%)" if review.match.winner == seat else "a loss (0%)"


DIGITS = 4
"""As many as a chance is worth telling."""


def review_report(review: Review, budget: str, seed: int) -> dict[str, Any]:
    """All that was found, as a document."""
    match = review.match
    return {
        **match_heading(match, review.seat),
        "budget": budget,
        "seed": seed,
        "runs": RUNS,
        "marks": {mark.word: mark.least for mark in MARKS},
        "decisions": [_decision(review, decision) for decision in review.decisions],
        "summary": [_summary(review, seat) for seat in review.seats],
        "result": match.replay().result,
    }


def _decision(review: Review, decision: Decision) -> dict[str, Any]:
    mark, opened = decision.known.mark, decision.all_known
    return {
        "number": decision.number,
        "player": decision.seat,
        "mark": mark.word if mark else None,
        "known": _judgement(review, decision.number, decision.known),
        **({"all_known": _judgement(review, decision.number, opened)} if opened else {}),
        **({"mix": _mix(review, decision)} if decision.known.mix else {}),
    }


def _judgement(review: Review, number: int, judgement: Judgement) -> dict[str, Any]:
    return {
        "played": _verdict(review, number, judgement.played),
        "best": _verdict(review, number, judgement.best),
        "loss": round(judgement.loss, DIGITS),
        "doubt": round(judgement.doubt, DIGITS),
    }


def _mix(review: Review, decision: Decision) -> list[dict[str, Any]]:
    mix = review.mix(decision)
    return [{"share": round(share, DIGITS), "moves": moves} for share, moves in mix]


def _verdict(review: Review, number: int, verdict: Verdict) -> dict[str, Any]:
    state = review.match.states[number - 1]
    return {
        "move": review.match.game.move_text(verdict.move, state),
        "chance": round(verdict.chance, DIGITS),
        "error": round(verdict.error, DIGITS),
    }


def _summary(review: Review, seat: int) -> dict[str, Any]:
    balance = review.balance(seat)
    open_only = {"others": round(balance.others, DIGITS)} if review.seat is None else {}
    return {
        "player": seat,
        "decisions": len(review.of_seat(seat)),
        "marks": {mark.word: len(review.marked(seat, mark.word)) for mark in MARKS},
        "start": round(balance.start, DIGITS),
        "own": round(balance.own, DIGITS),
        **open_only,
        "luck": round(balance.luck, DIGITS),
        "end": round(balance.end, DIGITS),
    }


MARKED = re.compile(r"(?<=\d  )(\?\?|\?!|\?)(?: +\w+)?$")
COLOURS = {"??": "bold red", "?": "red", "?!": "yellow"}
"""Marks at the end of a line, and what they look like at a terminal."""

CHART_WIDTH = 100
"""How wide the chart becomes where there is no terminal, or a very wide one."""


@dataclass(frozen=True)
class ReviewSetup:
    """What somebody asks for who reviews a saved game."""

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


def run_review(file: str, setup: ReviewSetup) -> None:
    """Review a saved game, or a game of a tournament."""
    if setup.chart:
        check_picture(setup.chart)
    with compilation_shown():
        kept = tournament_game(file, "review")
        match = kept[0] if kept else read_match(Path(file), backend=CPU)
        reviewer = _reviewer(match, setup)
        prepare(match.game.definition, thinker(setup.judge, match.game).entries)
    review = reviewer.review(_with_progress(reviewer, plain=setup.plain))
    if setup.chart:
        setup.chart.write_text(picture(review), encoding="utf-8")
    if setup.json:
        print_json(review_report(review, setup.judge, setup.seed))
    else:
        _print(review, setup, kept[1].fault if kept else None)


def _reviewer(match: Match, setup: ReviewSetup) -> Reviewer:
    seat = seat_to_show(match, setup.seat)
    threads = checked_threads(None)
    reviewer = Reviewer(match, setup.judge, seat=seat, seed=setup.seed, threads=threads)
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
    columns = "Reviewing", BarColumn(), "{task.completed} of {task.total} decisions"
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


def _print(review: Review, setup: ReviewSetup, fault: Ending | None) -> None:
    console = make_console(plain=setup.plain)
    printer = StepPrinter(review.match, review.seat, console, ending=fault)
    for line in _lines(review, setup, printer):
        print_lines(map(_coloured, drawn_lines(line, room_of(console))), console)


def _coloured(line: Text) -> Text:
    found = MARKED.search(line.plain)
    if found:
        line.stylize(COLOURS[found[1]], found.start())
    return line


def _lines(review: Review, setup: ReviewSetup, printer: StepPrinter) -> Iterator[str]:
    room = room_of(printer.console)
    yield printer.title
    yield f"Judged by {setup.judge}, seed {setup.seed}."
    yield LEGEND if review.seat is not None else f"{LEGEND} {OPEN_LEGEND}"
    yield ""
    yield from table_lines(review, room)
    yield ""
    if not setup.plain:
        yield from chart_lines(review, min(room, CHART_WIDTH))
        yield ""
    yield from summary_lines(review)
    yield printer.result
