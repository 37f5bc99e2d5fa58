"""The command `duelhall review`."""

from pathlib import Path
from typing import Literal

from duelhall.terminal.parameters import Flag, Whole


def review(
    file: str,
    /,
    *,
    seat: Literal["0", "1", "open"] | None = None,
    budget: str = "adept",
    seed: Whole = 0,
    chart: Path | None = None,
    json: Flag = False,
    plain: Flag = False,
) -> None:
    """Judge every decision of a saved game, and tell mistakes from bad luck.

    For each decision you see the move that was played, the best that a search finds, and the
    player's chance to win before and after the move: by what the player could know, and with all
    cards known. Moves that give away 5, 10 or 20 percentage points or more are marked as an
    inaccuracy (?!), a mistake (?) or a blunder (??), unless the search may be that wrong.

    Parameters
    ----------
    file
        A saved game, or a game of a tournament given as its folder, # and the game's number, for
        example DIR#17.
    seat
        Show only the decisions of this seat, by what it could know; `open` shows both seats, each
        decision also judged with all cards known. By default, a finished game is shown open, and
        an unfinished one as the person playing it sees it.
    budget
        The player that judges each move, for example `master` or search(2s), or a number of
        simulations.
    seed
        The seed for the search. The same seed and budget give the same review, unless the budget
        is in seconds.
    chart
        Save a chart of the chances to win as this file, .svg or .png, which must not exist yet.
    json
        Print the review as JSON.
    plain
        Print line by line, without colour, bar or chart, for example for screen readers.

    """
    from duelhall.terminal.review_command import Asked, run_review

    run_review(file, Asked(seat, budget, seed, chart, json, plain))
