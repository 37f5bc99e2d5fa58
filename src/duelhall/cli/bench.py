"""The command `duelhall bench`."""

from importlib.metadata import entry_points
from typing import Any

from duelhall.cli.flags import NOTHING_SAID, Flag, GameFlags, GameName, Json


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
    from duelhall.terminal.bench import run_bench

    if game is None and choice:
        raise BadUsage("name the game that these rules, options or cards are for")
    run = _installed("gpu") if gpu else run_bench
    run(choice.game(game).full_name if game else None, as_json=json)


def _installed(name: str) -> Any:
    """A bench that another package provides, by an entry point."""
    (entry,) = entry_points(group="duelhall.benches", name=name)
    return entry.load()
