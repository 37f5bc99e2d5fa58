"""The steps by which Python enters the rules, each on a state in an array of one.

They are templates, which `bound` gives a game's own functions. A state goes in as an array because
Numba tells an array's type in a quarter of the time it needs for a record's.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from duelhall.engine.binding import Interpreter, bound, with_globals
from duelhall.engine.definition import Definition
from duelhall.engine.record import Array
from duelhall.engine.templates import (
    allowed,
    deal,
    deal_given,
    forfeit,
    guess,
    legal,
    play,
    points,
    view,
)


def open_deal(cell: Array) -> None:
    """Deal by the state's own rng."""
    deal(cell[0])


def open_deal_given(cell: Array, cards: Array) -> None:
    """Deal cards that were shuffled elsewhere."""
    deal_given(cell[0], cards)


def open_allowed(cell: Array, move: int) -> bool:
    """Say whether a move may be made."""
    may: bool = allowed(cell[0], move)
    return may


def open_legal(cell: Array, moves: Array) -> int:
    """List the legal moves."""
    count: int = legal(cell[0], moves)
    return count


def open_play(cell: Array, move: int) -> None:
    """Make a move."""
    play(cell[0], move)


def open_forfeit(cell: Array, seat: int) -> None:
    """Give the game up for a seat."""
    forfeit(cell[0], seat)


def open_points(cell: Array, seat: int) -> int:
    """Count a seat's points."""
    gained: int = points(cell[0], seat)
    return gained


def open_view(cell: Array, seat: int, out: Array) -> None:
    """Show a state to a seat."""
    view(cell[0], seat, out[0])


def open_guess(cell: Array, seat: int) -> None:
    """Fill in what a seat's view hides."""
    guess(cell[0], seat)


class Doors:
    """A game's templates, made on first use; machine code, or interpreted where that is asked."""

    def __init__(self, definition: Definition, *, interpreted: bool) -> None:
        self._definition, self._interpreted = definition, interpreted
        self.open = cache(self._open)

    def _open(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        """A template bound to this game's rules, and to more functions where it names some."""
        functions = {**self._definition.functions, **more}
        if self._interpreted:
            return Interpreter().copy(with_globals(template, functions))
        return bound(template, self._definition.name, functions)


@cache
def doors_of(definition: Definition, interpreted: bool) -> Doors:  # noqa: FBT001, a part of the key
    """A game's doors, the same ones whenever it is loaded: what was bound once is bound."""
    return Doors(definition, interpreted=interpreted)
