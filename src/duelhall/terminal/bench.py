"""Measuring the speed of games while somebody waits, and the table of results."""

from collections.abc import Callable
from typing import Any

from rich.table import Table

from duelhall.bench import ROUNDS, measured
from duelhall.engine import registry
from duelhall.terminal.output import make_console, print_json


def run_bench(name: str | None, *, as_json: bool) -> None:
    """Measure, and print the table."""
    report = watched(measured, name)
    if as_json:
        print_json(report)
    else:
        print_report(report)


def watched(measure: Callable[..., dict[str, Any]], name: str | None) -> dict[str, Any]:
    """What is measured, for one game or for all, while somebody sees how far it is."""
    notes = make_console(to_stderr=True)
    with notes.status("measuring") as status:

        def progress(text: str) -> None:
            if notes.is_terminal:
                status.update(text)
            else:
                notes.print(text, markup=False)

        return measure([name] if name else registry.names(), progress)


def print_report(report: dict[str, Any]) -> None:
    """Print the report for a person."""
    console = make_console()
    console.print(
        f"{report['machine']}, {report['date']}; the best of {ROUNDS} rounds", markup=False
    )
    console.print(speeds(report["rows"]))
    for name, value in {**report["ratios"], **report["facts"]}.items():
        console.print(f"{name}: {value}", markup=False)


def speeds(rows: list[dict[str, Any]]) -> Table:
    """A table of rows as they are reported."""
    table = Table("", "moves per second", "games per second", box=None)
    for column in table.columns[1:]:
        column.justify, column.no_wrap = "right", True
    for row in rows:
        table.add_row(row["name"], f"{row['moves_per_second']:,}", f"{row['games_per_second']:,}")
    return table
