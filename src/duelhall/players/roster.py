"""From an entry to a player with a seat at a table."""

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from duelhall.engine.definition import Definition
from duelhall.engine.features import LEVELS
from duelhall.match.game import Game
from duelhall.players.entry import Entry
from duelhall.players.functions import FunctionSeat, find_function
from duelhall.players.installed import installed_names, installed_seat, is_installed
from duelhall.players.policies import PolicySeat, player_of, policy_names
from duelhall.players.programs.homes import Home
from duelhall.players.programs.lasting import LastingSeat
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.oneshot import OneShotSeat, form_of
from duelhall.players.programs.standby import Standby
from duelhall.players.seat import Seat
from duelhall.players.thinking.names import EXAMPLE, is_thinker, thinker
from duelhall.players.thinking.seat import SearchSeat


def known_players(definition: Definition) -> list[str]:
    """The names of a game's players other than programs and functions."""
    return [*policy_names(definition), *LEVELS, EXAMPLE, *installed_names()]


def is_known(name: str, definition: Definition) -> bool:
    """Whether a game has a player of that name."""
    return name in policy_names(definition) or is_thinker(name) or is_installed(name)


def expect(names: Iterable[str], game: Game) -> None:
    """Get ready for those of these players that take long to get ready for."""
    for name in names:
        if is_thinker(name):
            game.expect(thinker(name, game).entries)


def builtin_seat(name: str, game: Game) -> Seat:
    """The seat of a player that is no program and no function, by its name."""
    if name in policy_names(game.definition):
        return PolicySeat(player_of(game, name))
    if is_thinker(name):
        return SearchSeat(thinker(name, game))
    return installed_seat(name, game)


def seated(
    entry: Entry,
    game: Game,
    stack: ExitStack,
    *,
    limits: Limits | None = None,
    folder: Path | None = None,
    standby: Standby | None = None,
) -> Seat:
    """The seat of an entry; whatever it leaves behind is cleaned up with the stack.

    A program works in a temporary folder, unless a permanent one is given. If it can play again,
    and there is a standby, it waits there for its next game.
    """
    if entry.builtin is not None:
        return builtin_seat(entry.builtin, game)
    if entry.function is not None:
        return FunctionSeat(find_function(entry.function), keeps_prints=True)
    limits = limits or Limits()
    if not entry.oneshot:
        return LastingSeat(entry, limits, stack, folder=folder, standby=standby)
    home = stack.enter_context(Home(folder))
    return OneShotSeat(entry.command or (), form_of(game), limits, home)
