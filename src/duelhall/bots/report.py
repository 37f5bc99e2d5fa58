"""What a check has found, with hints for the bot's author, as text and as JSON."""

import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from duelhall.bots.check import Found, Result
from duelhall.bots.talk import ODD, Trouble
from duelhall.engine.text import counted
from duelhall.play.clock import now
from duelhall.play.entry import has_oneshot_form

HINTS = {
    Trouble.START: "The command must start a program that answers the first line with "
    '{"type": "hello", "protocol": 2, "name": "...", "version": "..."}. Standard output is only '
    "for answers, one JSON object per line: write anything else to standard error. Run the "
    "program by hand to see what it prints.",
    Trouble.LATE: "Think for less time: clock.move_ms in the question is your limit, and starting "
    "up does not count. --time S checks with another limit.",
    Trouble.SILENT: "Answer every message of type `decide` with one line, at once. Do not wait for "
    "the end of the input: it comes only after the game.",
    Trouble.FLUSH: "The answer stayed in the program's buffer. Flush after every line: in Python "
    "print(..., flush=True), in C fflush(stdout), in Ruby $stdout.sync = true. Or the program "
    "waited for the end of its input: read line by line.",
    Trouble.NEWLINE: r"An answer is one line: end it with a newline, \n, and then flush.",
    Trouble.UNREADABLE: 'Answer with {"type": "move", "move": "..."} on one line, the move written '
    "as it is in `legal`, and write nothing else to standard output: notes belong on standard "
    "error.",
    Trouble.ILLEGAL: "Choose one of the moves in `legal`; it lists all your moves and is never "
    "empty.",
    Trouble.OUTPUT: "An answer is one short line. Write notes to standard error.",
    Trouble.EXTRA: "Write one line per question, and nothing else: messages of type `game`, "
    "`game over` and `quit` need no answer. Write notes to standard error.",
    Trouble.CRASH: "The process must keep running until it is told to quit, and then end with exit "
    "code 0. See what it wrote to standard error. A bot that says `again` must be ready for "
    "another `game` after `game over`.",
    Trouble.QUIT: "End when a message of type `quit` comes, and when the input ends.",
}

ONESHOT_HINTS = {
    **HINTS,
    Trouble.START: "The command must start a program. Run it by hand to see what it writes to "
    "standard error.",
    Trouble.LATE: "Think for less time; starting up counts. --time S checks with another limit.",
    Trouble.SILENT: "Write the index of a card in player.hand, and exit.",
    Trouble.UNREADABLE: "Answer with the index of a card in player.hand, counted from 0, and "
    "nothing else.",
    Trouble.ILLEGAL: "The index counts the cards of player.hand from 0.",
    Trouble.CRASH: "The process ended without an answer. See what it wrote to standard error. "
    "Check a bot that runs for a whole game without --oneshot.",
    Trouble.QUIT: "In the one-shot form a process is asked once: it must exit after its answer.",
}

FUNCTION_HINTS = {
    **HINTS,
    Trouble.LATE: "Think for less time. --time S checks with another limit.",
    Trouble.UNREADABLE: "Return one of question.legal, or its number from question.legal_moves.",
    Trouble.ILLEGAL: "Return one of question.legal, or its number from question.legal_moves; they "
    "list all your moves and are never empty.",
    Trouble.CRASH: "The function raised an error: see the traceback.",
}

ONESHOT_ADVICE = "To check a bot that is started afresh for each decision, add --oneshot."
"""For authors who forgot the flag, and whose bot seems to end too early."""

ENDS_EARLY = (Trouble.START, Trouble.CRASH)

NEW_FIELDS_HINT = (
    "It happened only in games whose messages have new fields, and unusual characters in a name: "
    "ignore fields that you do not know."
)
BAFFLED = (*ENDS_EARLY, Trouble.SILENT, Trouble.UNREADABLE, Trouble.ILLEGAL)
"""The troubles of a bot that does not understand a message."""

EDGES = (0, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
"""Where the bars of the histogram begin, in milliseconds; the last one has no end."""

BAR = 40
"""The length of the longest bar."""

WIDTH = 100
MOST_LEGAL = 12
"""How many legal moves are shown of a position."""

ERRORS = "standard error ends with"
LAST_ERRORS = 8
"""How many lines are shown of standard error."""

SOON = 0.5
"""Seconds after which the progress line says what it is waiting for."""


def progress_text(result: Result) -> str:
    """The progress of a check, and what it is waiting for if that takes long."""
    counted = f"{result.asked} of {result.plan.positions} positions"
    waited = now() - result.waiting_since
    if not result.awaited or waited < SOON:
        return counted
    return f"{counted}, waiting for the bot's {result.awaited} ... {waited:.0f} s"


def report_lines(result: Result) -> list[str]:
    """The report for a person."""
    return [*_head(result), "", *_times(result), "", *_faults(result)]


def _head(result: Result) -> list[str]:
    plan = result.plan
    kinds = ", ".join(f"{count} {kind}" for kind, count in result.kinds.items())
    positions = counted(result.asked, "position")
    head = f"{result.name or plan.entry.name}: {positions} of {plan.game} "
    head += f"({', '.join(result.rules)}), {plan.limit:g} s per move"
    lines = [head, *_wrapped(f"They begin with: {kinds}", "")]
    if result.stopped:
        faults = counted(len(result.found), "fault")
        lines.append(f"The check was stopped early because of {faults}.")
    return lines


# --- thinking times ---


def bins(times: Sequence[float]) -> list[tuple[float, float | None, int]]:
    """How many answers took how long: from, to (milliseconds) and the count, without empty ends."""
    edges = [*EDGES, float("inf")]
    counts = [
        sum(low <= seconds * 1000 < high for seconds in times) for low, high in pairwise(edges)
    ]
    used = [number for number, count in enumerate(counts) if count]
    if not used:
        return []
    return [
        (edges[n], edges[n + 1] if n + 1 < len(EDGES) else None, counts[n])
        for n in range(used[0], used[-1] + 1)
    ]


def _times(result: Result) -> list[str]:
    if not result.times:
        return ["No answer was timed."]
    found = bins(result.times)
    most = max(count for _, _, count in found)
    bars = [
        f"  {_span(low, high):>16} {'#' * -(-count * BAR // most):<{BAR}} {count}"
        for low, high, count in found
    ]
    return ["Thinking times", *bars, _times_line(result)]


def _span(low: float, high: float | None) -> str:
    if high is None:
        return f"over {_time(low / 1000)}"
    return f"{_time(low / 1000)} to {_time(high / 1000)}" if low else f"under {_time(high / 1000)}"


def _times_line(result: Result) -> str:
    parts = [
        f"median {_time(share_of(result.times, 0.5))}",
        f"99% under {_time(share_of(result.times, 0.99))}",
        f"slowest {_time(max(result.times))}",
    ]
    if result.starting:
        parts.append(f"starting up at most {_time(max(result.starting))}")
    return f"  {', '.join(parts)}"


def share_of(times: Sequence[float], share: float) -> float:
    """The time that this share of the answers does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _time(seconds: float) -> str:
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


# --- faults ---


def _faults(result: Result) -> list[str]:
    """Each kind of fault with its first example and a hint."""
    if result.is_well:
        return ["No faults found."]
    lines = [f"{counted(len(result.found), 'fault')}:"]
    for trouble in Trouble:
        found = [each for each in result.found if each.trouble is trouble]
        if found:
            lines += ["", *_fault(found, result)]
    return lines


def _fault(found: Sequence[Found], result: Result) -> list[str]:
    first = found[0]
    return [
        f"{first.trouble.upper()}, {counted(len(found), 'time')}",
        *_wrapped(first.detail, "  "),
        *_where(first),
        *_last_errors(first, "it printed, at the end" if result.plan.entry.function else ERRORS),
        *_wrapped(f"Hint: {hint(first.trouble, result)}", "  "),
    ]


def _where(found: Found) -> list[str]:
    """The decision at which a fault was met, or the game at whose start there was no hello."""
    if found.at_start:
        return _wrapped(f"before a game that begins with: {found.kind}, rules {found.rules}", "  ")
    where = f"at decision {found.number} as player {found.seat}, rules {found.rules}"
    lines = [
        *_wrapped(f"{where} (this game began with: {found.kind})", "  "),
        *_wrapped(f"position: {found.position}", "  "),
    ]
    if found.legal:
        more = ["..."] if found.legal[MOST_LEGAL:] else []
        lines += _wrapped(f"legal: {' '.join([*found.legal[:MOST_LEGAL], *more])}", "  ")
    return lines


def _last_errors(found: Found, title: str) -> list[str]:
    """The end of what the bot wrote besides its answers, as it wrote it."""
    if not found.errors:
        return []
    last = found.errors.splitlines()[-LAST_ERRORS:]
    return [f"  {title}:", *(f"    {line}" for line in last)]


def hint(trouble: Trouble, result: Result) -> str:
    """What the author can do about a trouble."""
    if result.plan.entry.oneshot:
        return ONESHOT_HINTS[trouble]
    if result.plan.entry.function is not None:
        return FUNCTION_HINTS[trouble]
    kinds = {found.kind for found in result.found if found.trouble is trouble}
    if trouble in BAFFLED and kinds == {ODD}:
        return f"{NEW_FIELDS_HINT} {HINTS[trouble]}"
    if trouble in ENDS_EARLY and has_oneshot_form(result.plan.game):
        return f"{HINTS[trouble]} {ONESHOT_ADVICE}"
    return HINTS[trouble]


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


# --- for programs ---


def report_json(result: Result) -> dict[str, Any]:
    """The report, for programs."""
    plan = result.plan
    return {
        "ok": result.is_well,
        "command": list(plan.entry.command or ()),
        "function": plan.entry.function,
        "name": result.name,
        "game": plan.game,
        "rules": result.rules,
        "seed": plan.seed,
        "limit_ms": round(plan.limit * 1000),
        "positions": result.asked,
        "stopped": result.stopped,
        "situations": dict(result.kinds),
        "thinking_ms": _summary(result.times),
        "starting_ms": _summary(result.starting),
        "histogram": [
            {"from_ms": low, "to_ms": high, "answers": count}
            for low, high, count in bins(result.times)
        ],
        "faults": [
            {**_plain(found), "hint": hint(found.trouble, result)} for found in result.found
        ],
    }


def _summary(times: Sequence[float]) -> dict[str, float] | None:
    if not times:
        return None
    shares = {"median": share_of(times, 0.5), "p99": share_of(times, 0.99), "slowest": max(times)}
    return {name: round(seconds * 1000, 3) for name, seconds in shares.items()}


def _plain(found: Found) -> dict[str, Any]:
    entries = vars(found)
    return {"fault": str(found.trouble), **{n: v for n, v in entries.items() if n != "trouble"}}
