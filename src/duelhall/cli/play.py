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
) -> None:
    """Play a game in this terminal, against the computer or another person.

    Parameters
    ----------
    game
        The game's name, as `duelhall games` lists it, which may be one in full:
        'frontline[draft, hand=7]'. Not needed with --resume.
    choice
        Its rules, options and cards.
    seat
        Where you sit: 0 (the default) or 1.
    opponent
        Who plays against you: a computer player by its name, a program as a command line in
        quotes ("python3 bot.py"), or a Python function as module:function. The best computer
        player there is if you name none.
    player
        Who plays in your stead, while you watch with all cards open.
    seed
        A number that fixes the deal and the computer's choices, to play the same game again; with
        --position, what is left to chance there.
    hotseat
        Two persons share this terminal; each sees their own cards only.
    role
        Where you sit, by the role that the seat has: `attacker` or `defender` in binmat.
    position
        Begin from this position, in the game's notation; 'quote' it, for it has blanks and signs.
    clock
        Seconds for each turn of yours; a turn that runs out is a pass. `off`, or leaving it out,
        is no clock.
    resume
        Go on with a game from this file, with the players that it names.
    step
        Wait for a key after each picture of a battle.

    """
    from duelhall.terminal.seating import Wishes
    from duelhall.terminal.sitting import (
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
    sit_down(match, resume, step=step, clock=turn_seconds(clock))
