"""The command `duelhall binmat`."""

from cyclopts import App

from duelhall.terminal.parameters import Flag

LONGEST_TURN = 3600
"""Seconds."""

binmat = App(
    name="binmat",
    help="Tools for BINMAT: a timer for people at a real table.",
    help_epilogue="`duelhall rules binmat` prints the rules.",
)


@binmat.command
def timer(
    *,
    seconds: float = 5.0,
    sound: Flag = False,
    plain: Flag = False,
) -> None:
    """Count down 110 turns of five seconds each, and say whose turn it is.

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
    from duelhall.engine.errors import BadUsage
    from duelhall.kits.binmat.timer import run_timer

    if not 0 < seconds <= LONGEST_TURN:
        raise BadUsage(f"--seconds must be more than 0 and at most {LONGEST_TURN}, not {seconds:g}")
    run_timer(seconds, sound=sound, plain=plain)
