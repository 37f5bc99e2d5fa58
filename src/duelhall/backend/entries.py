"""The steps by which Python enters the rules, each on a state in an array of one.

They are templates, which a backend binds to a game's own functions. A state goes in as an array
because Numba determines an array's type in a quarter of the time it needs for a record's.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from duelhall.engine.chance import DICE
from duelhall.engine.definition import Definition
from duelhall.engine.record import Array, blank
from duelhall.engine.template import (
    allowed,
    deal,
    deal_given,
    forfeit,
    guess,
    legal,
    observe,
    play,
    points,
    policy,
    view,
)

Template = TypeVar("Template", bound=Callable[..., Any])


def decision(template: Template) -> Template:
    """Mark a template by which a player decides: that may take Python a long time."""
    template.is_decision = True  # type: ignore[attr-defined]
    return template


def long_decision(template: Template) -> Template:
    """Mark one for which Python takes so long that machine code is worth a second's wait."""
    template.is_long = True  # type: ignore[attr-defined]
    return decision(template)


def run_deal(cell: Array) -> None:
    """Deal by the state's own rng."""
    deal(cell[0])


def run_deal_given(cell: Array, cards: Array) -> None:
    """Deal cards that were shuffled elsewhere."""
    deal_given(cell[0], cards)


def run_allowed(cell: Array, move: int) -> bool:
    """Say whether a move may be made."""
    may: bool = allowed(cell[0], move)
    return may


def run_legal(cell: Array, moves: Array) -> int:
    """List the legal moves."""
    count: int = legal(cell[0], moves)
    return count


def run_play(cell: Array, move: int) -> None:
    """Make a move."""
    play(cell[0], move)


def run_forfeit(cell: Array, seat: int) -> None:
    """Give up the game for a seat."""
    forfeit(cell[0], seat)


def run_points(cell: Array, seat: int) -> int:
    """Count a seat's points."""
    gained: int = points(cell[0], seat)
    return gained


def run_view(cell: Array, seat: int, out: Array) -> None:
    """Show a seat its view of a state."""
    view(cell[0], seat, out[0])


def run_guess(cell: Array, seat: int) -> None:
    """Fill in what a seat's view hides."""
    guess(cell[0], seat)


def run_observe(cell: Array, seat: int, seen: Array, tensor: Array) -> None:
    """Show a seat its view of a state, and make numbers of the view; both start blank."""
    view(cell[0], seat, seen[0])
    observe(seen[0], seat, tensor[0])


@decision
def run_policy(cells: Array, moves: Array, dice: Array) -> int:
    """Let a policy choose for the view in the first cell; the others are for trying moves in."""
    move: int = policy(cells, moves, dice)
    return move


MOVE_TYPE = np.int16
"""What a list of moves is made of."""

NUMBER = 0
"""A seat or a move, as an example of its type."""


class RuleEntry(NamedTuple):
    """A template, what it is bound to besides the rules, and arguments of the types it takes."""

    template: Callable[..., Any]
    functions: dict[str, Callable[..., Any]]
    arguments: tuple[Any, ...]

    @property
    def label(self) -> str:
        """What is entered here, in a word or two."""
        chooser = self.functions.get("policy")
        names = [self.template.__name__.removeprefix("run_")]
        return " ".join([*names, chooser.__name__] if chooser else names)


def entries_of(
    definition: Definition, policies: Iterable[Callable[..., Any]] | None = None
) -> list[RuleEntry]:
    """The entries that a match of a game goes through, and those of policies: all of the game's,
    or the given ones. How cards that were shuffled elsewhere are dealt differs from game to game,
    so that entry is missing here.
    """
    rules = definition.rules
    cell, moves = blank(rules.STATE), np.zeros(rules.MOVES, MOVE_TYPE)
    entries = [
        RuleEntry(run_deal, {}, (cell,)),
        RuleEntry(run_legal, {}, (cell, moves)),
        RuleEntry(run_allowed, {}, (cell, NUMBER)),
        RuleEntry(run_play, {}, (cell, NUMBER)),
        RuleEntry(run_view, {}, (cell, NUMBER, cell)),
        RuleEntry(run_guess, {}, (cell, NUMBER)),
        RuleEntry(run_forfeit, {}, (cell, NUMBER)),
        RuleEntry(run_points, {}, (cell, NUMBER)),
    ]
    choosers = definition.thinking.policies.values() if policies is None else policies
    arguments = cell, moves, np.zeros(1, DICE)
    return entries + [RuleEntry(run_policy, {"policy": chooser}, arguments) for chooser in choosers]
