"""The command `duelhall replay`."""

from typing import Annotated, Literal

from cyclopts import Parameter

from duelhall.terminal.parameters import Flag, Role, Whole


def replay(
    file: str,
    /,
    *,
    seat: Literal["0", "1", "open"] | None = None,
    role: Role | None = None,
    why: Flag = False,
    json: Flag = False,
    log: Annotated[bool, Parameter(name=("--log", "--binlog"), negative=())] = False,
    move: Whole | None = None,
    pager: Flag = False,
    pictures: str | None = None,
    from_move: Annotated[Whole | None, Parameter(name="--from")] = None,
    plain: Flag = False,
) -> None:
    """Step through a saved game and verify every move; an invalid file is refused.

    In a terminal, keys go from move to move; ? lists them. Otherwise the whole game is
    printed.

    Parameters
    ----------
    file
        A saved game, or a game of a tournament given as its folder, # and the game's number, for
        example DIR#17.
    seat
        Show only what this seat could see; `open` shows all cards. By default, a finished game is
        shown open, and an unfinished one as the person playing it sees it.
    role
        Show only what this role could see, for example `attacker` or `defender` in binmat.
    why
        Show which rules each move followed.
    json
        Print the game as JSON.
    log
        Print the log in the format players know from elsewhere, for example hackmud's for BINMAT;
        with --json, add it to each step.
    move
        Start at this move, 0 being the deal; where there are no keys to press, show only this one.
    pager
        Show the whole game in the pager of the system, such as less.
    pictures
        How to draw what a move sets off, if the game has several ways: in frontline
        `all-speeds`, which adds the speeds before crowns and bows, or `no-speeds`.
    from_move
        Continue from the position after this move, 0 being the deal: in the seat of --seat or
        --role, against the player of the saved game if that is a built-in one. This is a new game
        for practice; the saved one stays as it is.
    plain
        Print line by line, without colour, and redraw nothing, for example for screen readers.

    """
    from duelhall.terminal.replay_command import Asked, play_on, show_replay

    asked = Asked(seat, role, why, json, log, move, pager, pictures, plain)
    if from_move is None:
        show_replay(file, asked)
    else:
        play_on(file, from_move, asked)
