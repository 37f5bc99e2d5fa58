"""A player as it is entered for a game: a program, a function or a built-in player.

Installed players: every package may provide some, by entry point.

An entry point in the group `duelhall.players` names a function that takes a game and the text in
parentheses after the player's name, and returns a seat: `deep(5)` is `deep(game, "5")`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from duelhall.engine.errors import BrokenPlugin, DuelhallError, UnknownName, no_such
from duelhall.match.game import Game
from duelhall.players.seat import Seat


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


GROUP = "duelhall.players"
WITH_ARGUMENT = re.compile(r"([A-Za-z][\w-]*)(?:\((.*)\))?")

Factory = Callable[[Game, str], Seat]


def installed_names() -> list[str]:
    """The names of installed players."""
    return sorted(_installed())


def is_installed(text: str) -> bool:
    """Whether a text names an installed player, with or without something in parentheses."""
    parts = WITH_ARGUMENT.fullmatch(text)
    return parts is not None and parts[1] in _installed()


def installed_seat(text: str, game: Game) -> Seat:
    """The seat of an installed player."""
    parts = WITH_ARGUMENT.fullmatch(text)
    if parts is None or parts[1] not in _installed():
        raise UnknownName(no_such("installed player", text, installed_names()))
    try:
        factory: Factory = _installed()[parts[1]].load()
    except Exception as error:
        raise BrokenPlugin(
            f"the player {parts[1]!r} is installed but cannot be loaded: {error}"
        ) from error
    return factory(game, parts[2] or "")


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
