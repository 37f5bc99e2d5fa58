"""The command `duelhall binmat`."""

from cyclopts import App

from duelhall.cli.flags import Flag

COMPETITIVE_TURN = 5.0
LONGEST_TURN = 3600
"""Seconds."""

binmat = App(
    name="binmat",
    help="Tools for BINMAT: a timer for people at a real table.",
    help_epilogue="`duelhall rules binmat` prints the rules.",
)


@binmat.command
def timer(
    *, seconds: float | None = None, casual: Flag = False, sound: Flag = False, plain: Flag = False
) -> None:
    """Count down 110 turns of five seconds each, and say whose turn it is.

    The space bar pauses, n begins the next turn, b goes back one turn, q quits.

    Parameters
    ----------
    seconds
        How long a turn is; by default, 5.
    casual
        Turns have no seconds: only n begins the next one.
    sound
        Ring the bell at each turn.
    plain
        Print one line per turn instead of filling the screen.

    """
    from duelhall.engine.errors import BadUsage
    from duelhall_kits.binmat.timer import CASUAL, run_timer

    if casual and seconds is not None:
        raise BadUsage("--casual counts turns without seconds: leave out --seconds")
    seconds = COMPETITIVE_TURN if seconds is None else seconds
    if not 0 < seconds <= LONGEST_TURN:
        raise BadUsage(f"--seconds must be more than 0 and at most {LONGEST_TURN}, not {seconds:g}")
    run_timer(CASUAL if casual else seconds, sound=sound, plain=plain)
