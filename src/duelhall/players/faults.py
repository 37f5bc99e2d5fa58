"""What a player can do that costs it the game."""

from enum import StrEnum

from duelhall.engine.errors import DuelhallError


class Ending(StrEnum):
    """How a game ended. Each but PLAYED costs the player that caused it the game."""

    PLAYED = "played"  # by the rules
    TIMEOUT = "timeout"  # no answer in time
    CRASH = "crash"  # the process ended, or closed its output; a function raised an error
    ILLEGAL = "illegal"  # a move that the rules forbid
    UNREADABLE = "unreadable"  # an answer that is no move
    OUTPUT = "output"  # too much output
    START = "start"  # did not start, or did not say hello in time


class Fault(DuelhallError):
    """What a player did that costs it the game, and how it is told."""

    def __init__(self, ending: Ending, detail: str, seconds: float = 0.0) -> None:
        super().__init__(detail)
        self.ending, self.detail = ending, detail
        self.seconds = seconds  # how long it had thought by then
