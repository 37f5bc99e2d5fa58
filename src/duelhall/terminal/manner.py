"""How a person wants to play at this terminal."""

import math
from dataclasses import dataclass

from duelhall.engine.errors import BadUsage
from duelhall.play.table import Late
from duelhall.players.clock import Clock


@dataclass(frozen=True)
class Manner:
    """What the command line says of playing, whatever the game."""

    step: bool = False  # stop after each picture
    pictures: str = ""  # how to show them, if not as usual
    clock: float | None = None  # seconds for each turn
    strict: bool = False  # no practice: what has been seen cannot be taken back
    warnings: bool = True  # ask again before a move that loses at once
    asks_always: bool = False  # even if a pass is all that can be played
    plain: bool = False  # line by line, without colour, and nothing redrawn
    tells_seed: bool = False  # from the beginning on, since the person chose it

    @property
    def table_clock(self) -> Clock:
        """The clock by which seats are asked."""
        return Clock(move=self.clock)

    @property
    def late(self) -> Late:
        """What becomes of a player who is late by that clock."""
        return Late.PASS if self.clock else Late.LOSE


AS_USUAL = Manner()


def turn_seconds(clock: str | None) -> float | None:
    """The seconds of a turn; None for no clock."""
    if clock in (None, "off"):
        return None
    try:
        seconds = float(clock or "")
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise BadUsage(f"--clock takes a number of seconds, or off, not {clock!r}")
    return seconds
