"""The command `duelhall binmat`."""

from typing import Annotated

from cyclopts import App, Parameter

binmat = App(
    name="binmat",
    help="Tools for BINMAT: a timer for people at a real table.",
    help_epilogue="`duelhall rules binmat` prints the rules.",
)


@binmat.command
def timer(
    *,
    seconds: float = 5.0,
    sound: Annotated[bool, Parameter(negative=())] = False,
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Count 110 turns of five seconds, and say whose turn it is.

    The space bar pauses, b goes back one turn, q quits.

    Parameters
    ----------
    seconds
        How long a turn is.
    sound
        Ring the bell at each turn.
    plain
        Print one line per turn instead of filling the screen.

    """
    from duelhall.engine.errors import UnknownName
    from duelhall.kits.binmat.timer import run_timer

    if seconds <= 0:
        raise UnknownName("a turn takes longer than 0 seconds")
    run_timer(seconds, sound=sound, plain=plain)
