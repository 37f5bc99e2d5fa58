"""Installed players: every package may provide some, by entry point.

An entry point in the group `duelhall.players` names a function that takes a game and the text in
parentheses after the player's name, and returns a seat: `deep(5)` is `deep(game, "5")`.
"""

import re
from collections.abc import Callable
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from duelhall.engine.errors import BrokenPlugin, UnknownName, no_such
from duelhall.match.game import Game
from duelhall.players.seat import Seat

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
