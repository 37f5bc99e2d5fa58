"""From an entry to somebody who sits at a table."""

from contextlib import ExitStack
from pathlib import Path

from duelhall.engine.game import Game
from duelhall.players.entry import Entry
from duelhall.players.functions import FunctionSeat, find_function
from duelhall.players.policies import PolicySeat, player_of
from duelhall.players.programs.homes import Home
from duelhall.players.programs.lasting import LastingSeat
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.oneshot import OneShotSeat, form_of
from duelhall.players.seat import Seat


def seated(
    entry: Entry,
    game: Game,
    stack: ExitStack,
    *,
    limits: Limits | None = None,
    folder: Path | None = None,
) -> Seat:
    """The seat of an entry; what it leaves behind is cleared away with the stack.

    A program works in a temporary folder, unless one that shall stay is given.
    """
    if entry.builtin is not None:
        return PolicySeat(player_of(game, entry.builtin))
    if entry.function is not None:
        return FunctionSeat(find_function(entry.function))
    home, limits = stack.enter_context(Home(folder)), limits or Limits()
    if not entry.oneshot:
        return LastingSeat(entry.command or (), limits, home, stack)
    return OneShotSeat(entry.command or (), form_of(game), limits, home)
