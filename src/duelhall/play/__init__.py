"""Playing one game from Python.

Moves that a seat prepares while the other one decides.
"""

from contextlib import ExitStack
from typing import cast

from duelhall.engine.errors import BadArgument
from duelhall.engine.record import GameState, copied, state_of
from duelhall.match.game import Game, checked_game
from duelhall.match.match import Match
from duelhall.play.entry import parse_entry
from duelhall.play.roster import Choose, FunctionSeat, seated
from duelhall.play.table import Late, Table, rule_for_late
from duelhall.players.clock import Clock
from duelhall.players.seat import Seat

Player = str | Choose | Seat
"""A player by its name, as a command line, a function that takes a question, or a seat."""


def play_match(
    game: Game,
    first: Player,
    second: Player,
    *,
    seed: int | None = None,
    clock: Clock | None = None,
) -> Match:
    """Play a game between two players to its end, and return the match.

    >>> import duelhall
    >>> match = duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7)
    >>> match.winner, match.reason.says
    (0, 'a Bolt or a Mirror was played as the last card of a hand')
    >>> def lowest(question):
    ...     return min(question.legal)
    >>> duelhall.play_match(duelhall.load("blade"), lowest, "random", seed=7).winner
    1

    A player is a built-in player by its name (`"greedy"`), a program as a command line
    (`"python3 bot.py"`), a function that takes a question and returns a move, or a seat, such as
    one that `duelhall.players.search` makes. The same seed gives the same game as at the terminal,
    in the arena and in a batch. What costs a player the game, such as an illegal move or an error
    of its own, is raised as a Fault, with a message that says who it was. With a clock, being late
    counts too, or is a pass where the game's rules say so.
    """
    match = checked_game(game).match(seed, players=[name_of(player) for player in (first, second)])
    with ExitStack() as stack:
        seats = [seat_of(player, game, stack) for player in (first, second)]
        late = Late.LOSE if clock is None else rule_for_late(game)
        table = Table(match, seats, clock=clock, late=late)
        table.run()
    if table.fault is not None and table.faulty is not None:
        raise table.fault.told_of(table.faulty, match.players[table.faulty])
    return match


def name_of(player: Player) -> str:
    """What a player is called."""
    return player if isinstance(player, str) else getattr(player, "__name__", "function")


def seat_of(player: Player, game: Game, stack: ExitStack) -> Seat:
    """The seat of a player; whatever it leaves behind is cleaned up with the stack."""
    if isinstance(player, str):
        return seated(parse_entry(player, game.name), game, stack)
    if hasattr(player, "decide"):
        return cast(Seat, player)
    if not callable(player):
        raise BadArgument("a player", "a name, a command line, a function or a seat", player)
    return FunctionSeat(player)


def can_prepare(game: Game) -> bool:
    """Whether the game has turns that go by a clock: they are short, and each is one move."""
    return game.definition.turns is not None


def as_if_to_move(view: GameState, seat: int) -> GameState:
    """What a seat sees, as if it were its turn: its legal moves are what it could prepare.

    Nothing but its own view is asked, so they tell it nothing new. Whether one of them can be made
    is decided when its turn comes.
    """
    cell = copied(view)
    cell[0].to_move = seat
    return state_of(cell)
