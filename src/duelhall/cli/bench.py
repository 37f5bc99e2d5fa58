"""The command `duelhall bench`: measuring while somebody waits, and the table of results."""

from collections.abc import Callable
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from duelhall.cli.flags import NOTHING_SAID, Flag, GameFlags, GameName, Json

if TYPE_CHECKING:
    from rich.table import Table


def bench(
    game: GameName | None = None,
    /,
    *,
    choice: GameFlags = NOTHING_SAID,
    gpu: Flag = False,
    json: Json = False,
) -> None:
    """Measure the speed of the games on this machine.

    Plays whole random games, deals included: on one thread, on two threads, and interpreted; and
    counts the simulations of a search.

    Parameters
    ----------
    game
        Measure only this game; its name may be given in full: 'frontline[draft, hand=7]'.
    gpu
        Play on an NVIDIA GPU instead: check that its games are the same as on the CPU, byte for
        byte, and measure how many it plays. It needs numba-cuda and CuPy: duelhall[cuda].

    """
    from duelhall.engine.errors import BadUsage

    if game is None and choice:
        raise BadUsage("name the game that these rules, options or cards are for")
    name = choice.game(game).full_name if game else None
    if gpu:
        (entry,) = entry_points(group="duelhall.benches", name="gpu")
        entry.load()(name, as_json=json)
    else:
        run_bench(name, as_json=json)


def run_bench(name: str | None, *, as_json: bool) -> None:
    """Measure, and print the table."""
    from duelhall.bench import measured
    from duelhall.terminal.output import print_json

    report = watched(measured, name)
    if as_json:
        print_json(report)
    else:
        print_report(report)


def print_report(report: dict[str, Any]) -> None:
    """Print what was measured as a table, with what follows from it."""
    from duelhall.bench import ROUNDS
    from duelhall.terminal.output import make_console

    console = make_console()
    heading = f"{report['machine']}, {report['date']}; the best of {ROUNDS} rounds"
    console.print(heading, markup=False)
    console.print(speeds(report["rows"]))
    for fact, value in {**report["ratios"], **report["facts"]}.items():
        console.print(f"{fact}: {value}", markup=False)


def watched(measure: Callable[..., dict[str, Any]], name: str | None) -> dict[str, Any]:
    """What is measured, for one game or for all, while somebody sees how far it is."""
    from duelhall.engine import registry
    from duelhall.terminal.output import make_console

    notes = make_console(to_stderr=True)
    with notes.status("measuring") as status:

        def progress(text: str) -> None:
            if notes.is_terminal:
                status.update(text)
            else:
                notes.print(text, markup=False)

        return measure([name] if name else registry.names(), progress)


def speeds(rows: list[dict[str, Any]]) -> "Table":
    """A table of rows as they are reported."""
    from rich.table import Table

    table = Table("", "moves per second", "games per second", box=None)
    for column in table.columns[1:]:
        column.justify, column.no_wrap = "right", True
    for row in rows:
        table.add_row(row["name"], f"{row['moves_per_second']:,}", f"{row['games_per_second']:,}")
    return table
