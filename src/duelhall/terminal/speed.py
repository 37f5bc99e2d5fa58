"""Measuring the speed of games while somebody waits, and the table of results."""

from typing import Any

from rich.table import Table

from duelhall.bench import openspiel
from duelhall.bench.measuring import ROUNDS
from duelhall.bench.report import measured
from duelhall.engine import registry
from duelhall.terminal.documents import print_json
from duelhall.terminal.output import make_console


def run_bench(name: str | None, *, as_json: bool) -> None:
    """Measure, and print the table."""
    notes = make_console(to_stderr=True)
    with notes.status("measuring") as status:

        def progress(text: str) -> None:
            if notes.is_terminal:
                status.update(text)
            else:
                notes.print(text, markup=False)

        report = measured([name] if name else registry.names(), progress)
    if as_json:
        print_json(report)
    else:
        print_report(report)


def print_report(report: dict[str, Any]) -> None:
    """Print the report for a person."""
    console = make_console()
    console.print(
        f"{report['machine']}, {report['date']}; the best of {ROUNDS} rounds", markup=False
    )
    table = Table("", "moves per second", "games per second", box=None)
    for column in table.columns[1:]:
        column.justify, column.no_wrap = "right", True
    for row in report["rows"]:
        table.add_row(row["name"], f"{row['moves_per_second']:,}", f"{row['games_per_second']:,}")
    console.print(table)
    for name, value in {**report["ratios"], **report["facts"]}.items():
        console.print(f"{name}: {value}", markup=False)
    if not openspiel.is_installed():
        console.print("OpenSpiel is not installed; `make bench` installs it for comparison.")
