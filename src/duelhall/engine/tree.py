"""A game as a tree of decisions and draws, for solvers, and where chance is a player.

>>> import duelhall
>>> from duelhall.engine.tree import undealt
>>> node = undealt(duelhall.load("blade[deck=tiny]"))
>>> node.draw.names[:3]  # the cards are drawn by their numbers
('0,0,0,1,2,2', '0,0,0,1,2,8', '0,0,0,1,8,2')
>>> node.child(0).to_move
0
"""

from typing import Any, TypeAlias

import numpy as np

from duelhall.engine.arguments import checked_seat
from duelhall.engine.cells import copied, state_of
from duelhall.engine.computed import computed_once
from duelhall.engine.draws import Draw, Drawing
from duelhall.engine.game import Game, checked_game
from duelhall.engine.recall import Recall, first_sight, seen, told_of
from duelhall.engine.record import UNDECIDED, GameState, State
from duelhall.engine.seats import SEATS, other_seat

UNDRAWN = 1
"""The word of chance in a state whose draws are nodes: a move that changes it has drawn."""

Node: TypeAlias = "Chance | Position"
"""A point in a game. Nothing about it ever changes."""


class Chance:
    """Something is drawn, in the deal or after a decision."""

    def __init__(self, drawing: Drawing, draw: Draw, decided: "Position | None") -> None:
        self.game, self.draw, self.decided = drawing.game, draw, decided
        self._drawing = drawing

    def __deepcopy__(self, _done: dict[int, object]) -> "Chance":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _carried_out, (self._drawing, self.decided)

    def child(self, number: int) -> Node:
        """What the outcome with this number leads to."""
        if self.draw.states:
            return _settled(self.draw.states[number], self._drawing, self.decided)
        return _carried_out(self._drawing.chosen(self.draw, number), self.decided)

    @computed_once
    def shares(self) -> tuple[tuple[int, float], ...]:
        """The outcomes by their numbers, and how likely each is."""
        return tuple(enumerate(map(float, self.draw.probabilities)))

    def information_state(self, seat: int) -> str:
        """All that a seat knew before."""
        return self.decided.information_state(seat) if self.decided else ""


class Position:
    """A seat decides, or the game is over.

    Where draws are no nodes, the word of chance in the state decides what is drawn.
    """

    def __init__(
        self,
        game: Game,
        state: GameState,
        before: "Position | None" = None,
        move: int = 0,
        *,
        has_draws: bool,
        recalls: dict[int, Recall] | None = None,
    ) -> None:
        self.game, self.state, self.before, self.move = game, state, before, move
        self.has_draws = has_draws
        self.recalls = recalls or {}  # by seat, as far as anybody asked

    def __deepcopy__(self, _done: dict[int, object]) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """What each seat recalls is stored, instead of the way to here."""
        recalls = {seat: self.recall(seat) for seat in range(SEATS)}
        return _restored, (self.game, self.state.tobytes(), recalls, self.has_draws)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.winner != UNDECIDED)

    @property
    def to_move(self) -> int:
        """The seat that decides."""
        return int(self.state.to_move)

    def child(self, move: int) -> Node:
        """What a legal move leads to."""
        after = self.game.after(self.state, move)
        if not self.has_draws or after.rng == UNDRAWN:
            return Position(self.game, after, self, move, has_draws=self.has_draws)
        return _carried_out(Drawing(self.game, self.state, move), self)

    def information_state(self, seat: int) -> str:
        """All that a seat has seen and done, in order: the same text where it cannot tell the
        difference, as that of a match.
        """
        return self.recall(checked_seat(seat)).text

    def recall(self, seat: int) -> Recall:
        """The same, line by line; it is worked out from the last node that was asked for it."""
        way: list[Position] = []
        node: Position | None = self
        while node is not None and seat not in node.recalls:
            way.append(node)
            node = node.before
        for each in reversed(way):
            each.recalls[seat] = each.recalled(seat)
        return self.recalls[seat]

    def recalled(self, seat: int) -> Recall:
        """What a seat recalls, from what it recalled before."""
        if self.before is None:
            return first_sight(self.game, self.state, seat)
        told = told_of(self.game, self.before.state, self.move, seat)
        return self.before.recalls[seat].after(told, seen(self.game, self.state, seat))

    def imagined(self, seat: int, seed: int) -> "Position":
        """A position that this seat cannot tell from this one, all that agree with what it has
        seen being equally likely.

        What the other seat saw on the way is not made up: it begins with what it sees now.
        """
        world = self.game.guess(self.game.view(self.state, seat), seat, seed)
        if self.has_draws:
            world.rng = UNDRAWN
        other = other_seat(seat)
        recalls = {seat: self.recall(seat), other: first_sight(self.game, world, other)}
        return Position(self.game, world, has_draws=self.has_draws, recalls=recalls)


def undealt(game: Game) -> Node:
    """A game before its deal, in which everything that is drawn is a node."""
    return _carried_out(Drawing(checked_game(game), None), None)


def dealt(game: Game, seed: int) -> Position:
    """A game that was dealt by a seed, which decides everything that is drawn."""
    return Position(game, checked_game(game).dealt(seed), has_draws=False)


def _carried_out(drawing: Drawing, decided: Position | None) -> Node:
    """The next node of a deal or a move that draws."""
    found = drawing.next()
    if isinstance(found, Draw):
        return Chance(drawing, found, decided)
    return _settled(found, drawing, decided)


def _settled(state: State, drawing: Drawing, decided: Position | None) -> Position:
    """The position after all draws of a deal or a move."""
    cell = copied(state)
    cell[0].rng = UNDRAWN
    return Position(drawing.game, state_of(cell), decided, drawing.move, has_draws=True)


def _restored(
    game: Game,
    state: bytes,
    recalls: dict[int, Recall],
    has_draws: bool,  # noqa: FBT001, as it is pickled
) -> Position:
    cell = np.frombuffer(state, game.definition.rules.STATE).copy()
    return Position(game, state_of(cell), has_draws=has_draws, recalls=recalls)
