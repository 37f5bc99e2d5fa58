"""The command `duelhall controller`: the command line of Blade's original controller."""

from pathlib import Path
from typing import Literal

from cyclopts import App

controller = App(
    name="controller", help_epilogue="`duelhall docs controller` tells how to write its bots."
)


@controller.default
def hold(
    playerfile: Path,
    timelimit: float,
    rounds: int,
    quiet: Literal["y", "n", "Y", "N"],
    /,
    *,
    seed: int | None = None,
) -> None:
    """Run a Blade contest as the original controller did, with bots written for it.

    Every player meets every other in both seats. A bot is started anew for each decision: it reads
    one line of JSON and answers with the index of a card in its hand. The transcript goes to
    standard error, the results to standard output.

    Parameters
    ----------
    playerfile
        One player per line, `name ~ command line`; empty lines and lines starting with # are
        skipped.
    timelimit
        Seconds per decision, for example 0.5; 0 means no limit.
    rounds
        Rounds per pairing, in each seating order.
    quiet
        y for the results only, n for the transcript too.
    seed
        The seed of the deals, to run the same contest again; the transcript begins with it.

    """
    import secrets
    import sys
    from collections.abc import Iterable

    from duelhall.engine.arguments import checked_seed
    from duelhall.engine.game import SEED_BITS
    from duelhall.kits.blade.controller import Contest, read_contestants, run_contest
    from duelhall.players.programs.orphans import adopt
    from duelhall.players.programs.stopping import note_signals

    def tell(lines: Iterable[str]) -> None:
        if quiet in "nN":
            for line in lines:
                print(line, file=sys.stderr)

    chosen = secrets.randbits(SEED_BITS) if seed is None else checked_seed(seed)
    contest = Contest(read_contestants(playerfile), timelimit, rounds, chosen)
    note_signals()
    adopt()
    tell([f"Random seed: {chosen}"])
    for line in run_contest(contest, tell):
        print(line)
