"""The commands `duelhall replay`, `duelhall review` and `duelhall verify`."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from duelhall.cli.flags import Flag, Json, Pictures, Plain, Role, SavedFile, Whole


def replay(
    file: SavedFile,
    /,
    *,
    seat: Literal["0", "1", "open"] | None = None,
    role: Role | None = None,
    why: Flag = False,
    json: Json = False,
    log: Annotated[bool, Parameter(name=("--log", "--binlog"), negative=())] = False,
    move: Whole | None = None,
    pager: Flag = False,
    pictures: Pictures | None = None,
    from_move: Annotated[Whole | None, Parameter(name="--from")] = None,
    plain: Plain = False,
) -> None:
    """Step through a saved game and verify every move; an invalid file is refused.

    In a terminal, keys go from move to move; ? lists them. Otherwise the whole game is
    printed.

    Parameters
    ----------
    seat
        Show only what this seat could see; `open` shows all cards. By default, a finished game is
        shown open, and an unfinished one as the person playing it sees it.
    role
        Show only what this role could see, for example `attacker` or `defender` in binmat.
    why
        Show which rules each move followed.
    log
        Print the log in the format players know from elsewhere, for example hackmud's for BINMAT;
        with --json, add it to each step.
    move
        Start at this move, 0 being the deal; where there are no keys to press, show only this one.
    pager
        Show the whole game in the pager of the system, such as less.
    from_move
        Continue from the position after this move, 0 being the deal: in the seat of --seat or
        --role, against the player of the saved game if that is a built-in one. This is a new game
        for practice; the saved one stays as it is.

    """
    from duelhall.terminal.replay import ReplaySetup, play_on, show_replay

    setup = ReplaySetup(seat, role, why, json, log, move, pager, pictures or "", plain)
    if from_move is None:
        show_replay(file, setup)
    else:
        play_on(file, from_move, setup)


def review(
    file: SavedFile,
    /,
    *,
    seat: Literal["0", "1", "open"] | None = None,
    budget: str = "adept",
    seed: Whole = 0,
    chart: Path | None = None,
    json: Json = False,
    plain: Flag = False,
) -> None:
    """Judge every decision of a saved game, and tell mistakes from bad luck.

    For each decision you see the move that was played, the best that a search finds, and the
    player's chance to win before and after the move: by what the player could know, and with all
    cards known. Moves that give away 5, 10 or 20 percentage points or more are marked as an
    inaccuracy (?!), a mistake (?) or a blunder (??), unless the search may be that wrong.

    Parameters
    ----------
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
        Save a chart of the chances to win as this SVG file, which must not exist yet.
    plain
        Print line by line, without colour, bar or chart, for example for screen readers.

    """
    from duelhall.terminal.review import ReviewSetup, run_review

    run_review(file, ReviewSetup(seat, budget, seed, chart, json, plain))


def verify(file: Path, commitment: str | None = None, /, *, json: Json = False) -> None:
    """Check that a game was dealt as the server committed to before the first move.

    Parameters
    ----------
    file
        A game that was played in a browser, as the server offers it for download when it is over.
    commitment
        What the server showed before the first move, if you wrote it down; otherwise what the file
        says it showed.

    """
    from duelhall.terminal.replay import print_verified

    print_verified(file, commitment, as_json=json)
