"""The command `duelhall play`."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from duelhall.cli.choice import NOTHING_SAID, Choice


def play(
    game: str | None = None,
    /,
    *,
    choice: Choice = NOTHING_SAID,
    seat: Literal[0, 1] | None = None,
    opponent: str | None = None,
    player: str | None = None,
    seed: int | None = None,
    hotseat: Annotated[bool, Parameter(negative=())] = False,
    role: str | None = None,
    position: str | None = None,
    clock: str | None = None,
    resume: Path | None = None,
    step: Annotated[bool, Parameter(negative=())] = False,
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play a game in this terminal, against the computer or another person.

    Parameters
    ----------
    game
        The game's name as `duelhall games` lists it, optionally in full:
        'frontline[draft, hand=7]'. Not needed with --resume.
    choice
        Its rules, options and cards.
    seat
        Where you sit: 0 (the default) or 1.
    opponent
        Who plays against you: a built-in player by name, a bot as a command line in quotes
        ("python3 bot.py"), or a Python function (module:function). By default, the strongest
        built-in player.
    player
        Who plays in your place while you watch, with all cards open.
    seed
        A number that fixes the deal and all other chance, to play the same game again; with
        --position, whatever is still left to chance.
    hotseat
        Two people share this terminal; each sees only their own cards.
    role
        Choose your seat by its role: `attacker` or `defender` in binmat.
    position
        Start from this position, in the game's notation; quote it, since it contains spaces and
        special characters.
    clock
        Seconds for each of your turns; when they run out, you pass. `off`, the default, means no
        clock.
    resume
        Resume the game saved in this file, with the players named there.
    step
        Stop after each picture of a battle, not only after each of its rounds; when you watch,
        after each move, too.
    plain
        Print line by line, without colour, and redraw nothing, for screen readers for example.
        This is also what happens when the output is not a terminal.

    """
    from duelhall.terminal.seating import Wishes
    from duelhall.terminal.starting import (
        Beginning,
        new_match,
        resumed_match,
        sit_down,
        turn_seconds,
    )

    beginning = Beginning(choice.rules, seed, position, tuple(choice.option or ()), choice.wishes)
    wishes = Wishes(seat, role, opponent, hotseat, player)
    if resume is None:
        match = new_match(game or "", beginning, wishes)
    else:
        match = resumed_match(resume, game, beginning, wishes)
    sit_down(match, resume, step=step, clock=turn_seconds(clock), plain=plain)
