"""A player as it is entered for a game: a program, a function or a built-in player."""

from dataclasses import dataclass

from duelhall.engine.errors import DuelhallError


class BadEntry(DuelhallError):
    """A player that cannot be read from a command line or from a player file."""


@dataclass(frozen=True)
class Entry:
    """A player, given by a command to run, a function's name, or the name of a built-in player."""

    name: str
    command: tuple[str, ...] | None = None
    builtin: str | None = None
    oneshot: bool = False  # the command is run again for each decision
    function: str | None = None  # as module:function

    def __post_init__(self) -> None:
        ways = (self.command, self.builtin, self.function)
        if sum(way is not None for way in ways) != 1:
            raise BadEntry(
                f"{self.name}: a player is either a command, a function or a built-in player"
            )
        if not self.name or not self.name.isprintable():
            raise BadEntry(f"a player's name must be one line of text, not {self.name!r}")
