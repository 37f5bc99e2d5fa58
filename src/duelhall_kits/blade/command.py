"""The command `duelhall controller`: the command line of Blade's original controller."""

from pathlib import Path
from typing import Literal

from cyclopts import App

from duelhall.cli.flags import Json, Whole

controller = App(
    name="controller", help_epilogue="`duelhall docs controller` explains how to write its bots."
)


@controller.default
def hold(
    playerfile: Path,
    timelimit: float,
    rounds: Whole,
    quiet: Literal["y", "n", "Y", "N"],
    /,
    *,
    seed: Whole | None = None,
    rules: Literal["controller", "readme"] = "controller",
    json: Json = False,
) -> None:
    """Run a Blade contest as the original controller did, with bots written for it.

    Every player meets every other in both seats. A bot is started again for each decision: it reads
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
    rules
        The rule set: the original controller's own, or the one of Blade's description, with its
        pack (`duelhall rules blade`).

    """
    import secrets
    import sys
    from collections.abc import Iterable

    from duelhall.bots.home import adopt
    from duelhall.bots.signals import note_signals
    from duelhall.engine.errors import checked_seed
    from duelhall.match.game import SEED_BITS
    from duelhall.terminal.output import print_json
    from duelhall_kits.blade.contest import Contest, contest_players, run_contest

    def tell(lines: Iterable[str]) -> None:
        if quiet in "nN":
            for line in lines:
                print(line, file=sys.stderr)

    def missing(text: str) -> None:
        print(f"duelhall: {text}; without it, the player loses its rounds", file=sys.stderr)

    chosen = secrets.randbits(SEED_BITS) if seed is None else checked_seed(seed)
    players = contest_players(playerfile, missing)
    contest = Contest(players, timelimit, rounds, chosen, rules)
    note_signals()
    adopt()
    tell([f"Random seed: {chosen}"])
    results = run_contest(contest, tell)
    if json:
        print_json(results.report())
    else:
        print("\n".join(results.lines()))
