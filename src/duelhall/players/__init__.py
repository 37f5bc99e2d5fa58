"""Who chooses the moves: built-in players, programs in other processes, functions, and people."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelhall.players.thinking.seat import search as search

__all__ = ["search"]


def __getattr__(name: str) -> Any:
    """Import what is asked for only then, since it needs Numba."""
    if name not in __all__:
        raise AttributeError(f"module 'duelhall.players' has no attribute {name!r}")
    from duelhall.players.thinking import seat

    return getattr(seat, name)
