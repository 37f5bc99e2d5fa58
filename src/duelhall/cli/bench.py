"""The command `duelhall bench`."""

from typing import Annotated

from cyclopts import Parameter


def bench(
    game: str | None = None, /, *, json: Annotated[bool, Parameter(negative=())] = False
) -> None:
    """Measure the speed of the games on this machine.

    Whole random games with their deals: one thread, two threads, interpreted; and, where
    open_spiel is installed, OpenSpiel's own random games in the same run.

    Parameters
    ----------
    game
        Measure this game only.
    json
        Print the table as JSON.

    """
    from duelhall.bench.command import run_bench

    run_bench(game, as_json=json)
