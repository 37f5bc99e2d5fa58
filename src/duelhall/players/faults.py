"""What a player can do that costs it the game."""

from enum import StrEnum

from duelhall.engine.errors import DuelhallError


class Ending(StrEnum):
    """How a game ended. All but PLAYED cost the player who caused them the game."""

    PLAYED = "played"  # by the rules
    TIMEOUT = "timeout"  # no answer in time
    CRASH = "crash"  # the process ended, or closed its output; a function raised an error
    ILLEGAL = "illegal"  # a move that the rules forbid
    UNREADABLE = "unreadable"  # an answer that is not a move
    OUTPUT = "output"  # too much output
    START = "start"  # did not start, or did not say hello in time
    LITTER = "litter"  # left something behind that could not be cleaned up

    @property
    def says(self) -> str:
        """What the player did, to be read after "by"."""
        return SAYS[self]

    def cost(self, name: str) -> str:
        """That a player lost the game by it."""
        return f"{name} lost by {self.says}"


SAYS = {
    Ending.PLAYED: "the rules",
    Ending.TIMEOUT: "running out of time",
    Ending.CRASH: "crashing",
    Ending.ILLEGAL: "making an illegal move",
    Ending.UNREADABLE: "giving an unreadable answer",
    Ending.OUTPUT: "writing too much",
    Ending.START: "not starting",
    Ending.LITTER: "leaving something behind that cannot be cleaned up",
}


class Fault(DuelhallError):
    """Something a player did that costs it the game, with a message about it.

    >>> import duelhall
    >>> from duelhall.players import Fault
    >>> def careless(question):
    ...     return "9"
    >>> try:
    ...     duelhall.play_match(duelhall.load("blade"), careless, "random", seed=7)
    ... except Fault as fault:
    ...     print(fault)
    careless (player 0) lost by giving an unreadable answer: ...
    """

    def __init__(self, ending: Ending, detail: str, seconds: float = 0.0) -> None:
        super().__init__(detail)
        self.ending, self.detail = ending, detail
        self.seconds = seconds  # how long it had thought by then

    def told_of(self, seat: int, name: str) -> "Fault":
        """The same fault with a message that says who committed it."""
        self.args = (f"{self.ending.cost(f'{name} (player {seat})')}: {self.detail}",)
        return self
