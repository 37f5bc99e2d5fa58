"""What the engine requires of a game.

Why a game ended.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from duelhall.engine.board import Board, Scene
from duelhall.engine.computed import computed_once
from duelhall.engine.features import (
    NUMBERS,
    Feature,
    Observation,
    OutcomeNotation,
    SeatMemory,
    Stages,
    loaded,
)
from duelhall.engine.options import Options, Value
from duelhall.engine.record import Array, GameState
from duelhall.engine.template import leaving_out

if TYPE_CHECKING:
    from duelhall.match.explain import Trace


class Reason(NamedTuple):
    """One way in which a game ends: its word in files, the ruling behind it, and a sentence."""

    word: str
    ruling: str
    says: str


GameOptions: TypeAlias = Any
"""The record of options that such a state has."""


class Rules(Protocol):
    """A rules module. Its functions are rules or helpers; `s` is an element of an array of STATE.

    A move is a number from 0 to MOVES - 1. Callers of `play` have asked `allowed` before.
    """

    STATE: np.dtype[Any]
    MOVES: int
    OPTIONS: Options

    @property
    def REASONS(self) -> Sequence[Reason]:  # noqa: N802, a constant of the module
        """How a game can end; the first one says that it has not, and one is `forfeit`."""

    def deal(self, s: GameState) -> None:
        """Set up a blank state in which options and rng are filled in."""

    def deal_given(self, s: GameState, cards: Array) -> None:
        """Set up a blank state in which options are filled in, from cards dealt elsewhere."""

    def allowed(self, s: GameState, move: int) -> bool:
        """Whether the seat to move may make this move; made of rules, so that one of them can
        be named as the one that forbids it.
        """

    def legal(self, s: GameState, moves: Array) -> int:
        """Write the allowed moves, lowest first, into `moves`, which has MOVES places, and
        return how many they are.
        """

    def play(self, s: GameState, move: int) -> None:
        """Carry out an allowed move, and everything up to the next decision."""

    def forfeit(self, s: GameState, seat: int) -> None:
        """End the game because this seat gave up or failed to move."""

    def points(self, s: GameState, seat: int) -> int:
        """What a seat gets for a game that has ended."""

    def view(self, s: GameState, seat: int, out: GameState) -> None:
        """Copy what a seat may know into a blank state in which options are filled in, and mark
        what is there and may not be seen as HIDDEN.
        """

    def guess(self, s: GameState, seat: int) -> None:
        """Fill the hidden parts of a seat's view at random, drawing from its rng, so that every
        full state that agrees with the view is as likely as its cards make it.
        """


RULES = ("deal", "deal_given", "allowed", "legal", "play", "forfeit", "points", "view", "guess")
"""All functions of a rules module."""


class Notation(Protocol):
    """How moves, deals and positions are written. Each pair are exact inverses."""

    MOVE_EXAMPLES: str

    def move_text(self, move: int, s: GameState) -> str:
        """A move of the seat to move in writing; a state in which options are filled in."""

    def parse_move(self, text: str, s: GameState) -> int:
        """The move that is written so, if need be in a state; UnreadableMove if there is none."""

    def move_seen(self, s: GameState, move: int, seat: int) -> str | None:
        """A move in a whole state as another seat than its player's is told of it; None where
        that seat does not even see that something was done.
        """

    def deal_text(self, cards: Array, options: GameOptions) -> str:
        """An explicit deal in writing."""

    def parse_deal(self, text: str, options: GameOptions) -> Array:
        """The deal that is written so; BadDeal if it is none of this game's."""

    def position_text(self, s: GameState) -> str:
        """A state or a view in writing, all but its options and its rng."""

    def hides(self, s: GameState) -> bool:
        """Whether a state is a view, in which something is hidden."""

    def parse_position(self, text: str, s: GameState) -> None:
        """Fill a blank state in which options are filled in; BadPosition if that cannot be."""


@dataclass(frozen=True, eq=False)
class Definition:
    """A game as its package provides it to the registry."""

    name: str
    title: str
    summary: str
    primer: str  # what a person must know before the first move, in a few sentences
    rules: Rules
    notation: Notation
    board: Callable[[GameState, int | None], Board]
    rulebook: Path
    policies: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    notable: tuple[Callable[..., Any], ...] = ()  # rules of which a person is told without asking
    scenes: Callable[[GameState, int, "Trace", int | None], Iterable[Scene]] | None = None
    """Pictures of what a move set off: from the state before it, the move and the trace of it,
    as a seat may see them, or openly without one."""
    roles: tuple[str, ...] = ()  # what the seats are called, where they are not alike
    edition: int = 1
    """Raised by hand whenever a rule changes what the game does: games and tournaments of another
    edition are told so, instead of being read by rules that they were not played by."""
    earlier: Mapping[int, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)
    """Earlier editions that can still be played, and which options of a rule set had other values
    in them than today."""
    position_numbers: Callable[[Array], Array] | None = None
    """The numbers that make up the positions of an array of states, a row each, for the trails of
    saved games; None where the position in notation is digested, which takes longer."""
    first_format: Path | None = None
    """How the record was laid out when games were saved in format 1, which digests its bytes."""
    features: Mapping[type, object] = field(default_factory=dict)
    """What this game has and others have not, by the types of engine/features.py; a value may be
    the path of an import, "package.module:NAME"."""
    naming: Callable[[Mapping[str, Value]], Mapping[str, Any]] | None = None
    """Where a state holds numbers, and only the options hold the names that belong to them: the
    fields of this definition, by name, as a game with these options needs them. A game has the
    names of its own options and of no others, in whatever process it is loaded."""
    declared: "Definition | None" = field(default=None, init=False)
    """The definition that this one was made from, by `for_options` and by nothing else."""

    def for_options(self, values: Mapping[str, Value]) -> "Definition":
        """The definition as used by a game with these options."""
        if self.naming is None:
            return self
        found = replace(self, **self.naming(values))
        object.__setattr__(found, "declared", self.origin)
        return found

    @property
    def origin(self) -> "Definition":
        """The definition as its package provides it, whatever options this one was made for."""
        return self.declared or self

    def feature(self, kind: type[Feature]) -> Feature | None:
        """The game's feature of this type; None if it has none."""
        value = self.features.get(kind)
        return None if value is None else loaded(kind, value, self.name)

    @property
    def outcomes(self) -> OutcomeNotation:
        """How outcomes of chance are written."""
        return self.feature(OutcomeNotation) or NUMBERS

    @computed_once
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions of the rules by their names in the contract, and `observe` and those of
        stages where the game has them.
        """
        found = {name: getattr(self.rules, name) for name in RULES}
        observation, stages = self.feature(Observation), self.feature(Stages)
        if observation:
            found["observe"] = observation.observe
        if stages:
            found |= {"stage": stages.stage, "start": stages.start, "go_on": stages.go_on}
        return found

    def without_memory(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A rule or a policy that keeps nothing of what seats remember, for games of which nobody
        will ask for a view.
        """
        memory = self.feature(SeatMemory)
        found: Callable[..., Any] = leaving_out(memory.rules).copy(function) if memory else function
        return found

    @computed_once
    def functions_without_memory(self) -> dict[str, Callable[..., Any]]:
        """The functions of the rules, each without memory."""
        return {name: self.without_memory(rule) for name, rule in self.functions.items()}
