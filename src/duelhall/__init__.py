"""Duelhall: two-player card duels to play, to program, to study and to design.

>>> import duelhall
>>> match = duelhall.load("blade").match(seed=7)
>>> match.play(match.legal()[0])
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelhall.batch.simulate import simulate as simulate
    from duelhall.engine.errors import DuelhallError as DuelhallError
    from duelhall.engine.game import Game as Game
    from duelhall.engine.game import load as load
    from duelhall.engine.match import Match as Match
    from duelhall.engine.saves import load_match as load_match
    from duelhall.table.playing import play_match as play_match

__version__ = "0.1.0"

_HOME = {
    "DuelhallError": "duelhall.engine.errors",
    "Game": "duelhall.engine.game",
    "load": "duelhall.engine.game",
    "Match": "duelhall.engine.match",
    "load_match": "duelhall.engine.saves",
    "play_match": "duelhall.table.playing",
    "simulate": "duelhall.batch.simulate",
}
__all__ = ["DuelhallError", "Game", "Match", "load", "load_match", "play_match", "simulate"]


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted([*globals(), *__all__])


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: `duelhall --help` must not wait for Numba."""
    if name not in _HOME:
        raise AttributeError(f"module 'duelhall' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
