"""Duelhall: two-player card duels to play, to program, to study and to design.

>>> import duelhall
>>> game = duelhall.load("blade")
>>> match = game.match(seed=7)  # a match, move by move
>>> match.legal()
['B', '1', '4', '5', '7']
>>> match.play("7")
>>> duelhall.play_match(game, "greedy", "random", seed=7).winner  # a whole game
0
>>> outcomes = duelhall.simulate(game, ("greedy", "random"), games=10_000)  # many games
>>> round(outcomes.won(0) / 10_000, 1)
0.9

What you can import from here:

`load`
    A game by its name, with a rule set and options if you like: `"frontline[draft, hand=7]"`.
`Game`
    What `load` returns: it begins matches, and answers questions about states and views.
`Match`
    A match: legal moves, playing them, what each seat may know, why a move did what it did.
`play_match`
    One game between two players: built-in ones, programs, functions or seats.
`simulate`
    Many games between built-in players, on every core.
`load_match`
    A saved game.
`with_cards`
    A game with a card set or decks of your own.
`DuelhallError`
    The root of all errors that you can do something about.

And from its packages: players that think and what players are asked (`duelhall.play`), many
games side by side (`duelhall.batch`), the interfaces of Gymnasium, PettingZoo and OpenSpiel
(`duelhall.doors`), Elo, ratings and sequential tests (`duelhall.stats`), and checks for a game of
your own (`duelhall.testing`). `help(duelhall.Match)` and the like say more.

The command `duelhall docs api` shows a tour with examples, and `duelhall docs` lists all pages.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelhall import batch as batch
    from duelhall import doors as doors
    from duelhall import play as play
    from duelhall import stats as stats
    from duelhall import testing as testing
    from duelhall.batch.simulate import simulate as simulate
    from duelhall.engine.errors import DuelhallError as DuelhallError
    from duelhall.match.game import Game as Game
    from duelhall.match.game import load as load
    from duelhall.match.game import with_cards as with_cards
    from duelhall.match.match import Match as Match
    from duelhall.match.saves import load_match as load_match
    from duelhall.play.entry import play_match as play_match

__version__ = "0.1.0"

_HOME = {
    "DuelhallError": "duelhall.engine.errors",
    "Game": "duelhall.match.game",
    "load": "duelhall.match.game",
    "Match": "duelhall.match.match",
    "load_match": "duelhall.match.saves",
    "play_match": "duelhall.play.entry",
    "simulate": "duelhall.batch.simulate",
    "with_cards": "duelhall.match.game",
}
_ROOMS = ("batch", "doors", "play", "stats", "testing")
__all__ = list(_HOME)


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted([*globals(), *__all__, *_ROOMS])


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: `duelhall --help` must not wait for Numba."""
    if name not in (*_HOME, *_ROOMS):
        raise AttributeError(f"module 'duelhall' has no attribute {name!r}")
    from importlib import import_module

    if name in _ROOMS:
        return import_module(f"duelhall.{name}")
    return getattr(import_module(_HOME[name]), name)
