"""The command `duelhall replay`."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter


def replay(
    file: str,
    /,
    *,
    seat: Literal["0", "1", "open"] | None = None,
    role: str | None = None,
    why: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
    log: Annotated[bool, Parameter(name=("--log", "--binlog"), negative=())] = False,
) -> None:
    """Step through a saved game and verify every move; an invalid file is refused.

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
        Print the log in the format players know from elsewhere, for example hackmud's for BINMAT.

    """
    from duelhall.terminal.output import make_console
    from duelhall.terminal.replaying import eyes_for, print_log, print_replay, replay_as_json
    from duelhall.terminal.starting import read_match
    from duelhall.terminal.tournament_games import record_lines, seen_by, tournament_game

    kept = tournament_game(file)
    match = kept[0] if kept else read_match(Path(file))
    eyes = eyes_for(match, seat, role)
    record = seen_by(kept[1], eyes) if kept else None
    if log:
        print_log(match, eyes)
    elif json:
        print(replay_as_json(match, eyes, why=why, record=record))
    else:
        print_replay(match, eyes, make_console(), why=why)
        if record:
            print("\n".join(record_lines(record)))
