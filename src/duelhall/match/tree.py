"""A game as a tree of decisions and draws, for solvers, and where chance is a player.

>>> import duelhall
>>> from duelhall.match.tree import undealt
>>> node = undealt(duelhall.load("blade[deck=tiny]"))
>>> node.draw.names[:3]  # the cards are drawn by their numbers
('0,0,0,1,2,2', '0,0,0,1,2,8', '0,0,0,1,8,2')
>>> node.child(0).to_move
0

Each draw of the rules is one by itself: a card, then the next. Only a deal of few cards is drawn at
once: cards in a hand have no order, so that different draws lead to the same state, and there are
far fewer states than ways to draw them. What can come in one way only is not drawn at all.

Walking through everything that can happen in a small game, or from a position of one.

>>> import duelhall
>>> from duelhall.match.tree import Walker
>>> blade = duelhall.load("blade")
>>> Walker(blade).ways(blade.parse_position("12BM:-:3 23BM:-:4"))
Ways(lines=432, won=(42, 262), drawn=128)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from duelhall.engine.errors import DuelhallError, checked_number, checked_seat
from duelhall.engine.record import (
    DRAWN,
    SEATS,
    UNDECIDED,
    Array,
    GameState,
    State,
    copied,
    other_seat,
    state_of,
)
from duelhall.engine.rule import computed_once
from duelhall.engine.sources import AllOutcomes, Fork, chance_from, forked
from duelhall.match.game import Game, checked_game
from duelhall.match.match import dealt_by_rules, played_by_rules
from duelhall.match.recall import Recall, first_recall, seen, told_of

# --- what chance can bring ---


class Outcome(NamedTuple):
    """One thing that chance can bring."""

    names: tuple[str, ...]  # what was drawn, in order
    probability: Fraction
    state: State  # what it leads to


def move_outcomes(game: Game, state: State, move: int) -> Iterator[Outcome]:
    """Everything that chance can bring in a legal move; a single outcome if chance plays no part
    in it.
    """
    return _every(game, lambda: played_by_rules(game, state, move))


def deal_outcomes(game: Game) -> Iterator[Outcome]:
    """Everything that chance can bring in the deal."""
    return _every(game, lambda: dealt_by_rules(game))


def merged(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes, merging those that lead to the same state under the names of the first."""
    found: dict[bytes, Outcome] = {}
    for outcome in outcomes:
        first = found.setdefault(outcome.state.tobytes(), outcome)
        if first is not outcome:
            likelier = first._replace(probability=first.probability + outcome.probability)
            found[outcome.state.tobytes()] = likelier
    return list(found.values())


def _every(game: Game, run: Callable[[], State]) -> Iterator[Outcome]:
    """What a run leads to, for everything that chance can bring in it."""
    source, is_left = AllOutcomes(), True
    while is_left:
        with chance_from(source, game.definition.writing.outcomes.names):
            state = run()
        yield Outcome(source.names, source.probability, state)
        is_left = source.next()


FEW = 1000
"""In a deal, so many ways to draw are gone through to find out to which states they lead."""


class Draw(NamedTuple):
    """What can be drawn, and how likely each of it is."""

    names: tuple[str, ...]
    probabilities: tuple[Fraction, ...]
    states: tuple[State, ...] = ()
    """What each of it leads to; nothing where more may be drawn after it."""


class Pending(NamedTuple):
    """A deal or a legal move that is being carried out, and what it has drawn so far."""

    game: Game
    before: State | None  # None for a deal
    move: int = 0
    drawn: tuple[str, ...] = ()

    def next(self) -> Draw | State:
        """What is to be drawn next, or, if that is nothing, the state that all of it leads to."""
        if self.before is None and not self.drawn and self._has_few_deals():
            found = merged(deal_outcomes(self.game))
            return found[0].state if len(found) == 1 else self._one_of(found)
        source = ChosenDraws(self.drawn)
        try:
            with chance_from(source, self.game.definition.writing.outcomes.names):
                return self._run()
        except Undrawn as end:
            return Draw(end.fork.names, end.fork.probabilities)

    def chosen(self, draw: Draw, number: int) -> "Pending":
        """The same after one more draw."""
        return self._replace(drawn=(*self.drawn, draw.names[number]))

    def _has_few_deals(self) -> bool:
        """Whether there are few ways to deal, by the sizes of the draws in one of them."""
        source = AllOutcomes()
        with chance_from(source, self.game.definition.writing.outcomes.names):
            self._run()
        return prod(source.sizes) <= FEW

    def _one_of(self, found: Sequence[Outcome]) -> Draw:
        write = self.game.definition.writing.outcomes.text
        names, probabilities, states = zip(*found, strict=True)
        return Draw(tuple(map(write, names)), probabilities, states)

    def _run(self) -> State:
        if self.before is None:
            return dealt_by_rules(self.game)
        return played_by_rules(self.game, self.before, self.move)


class Undrawn(Exception):
    """More is drawn than was chosen so far."""

    def __init__(self, fork: Fork) -> None:
        super().__init__("more is drawn than has been chosen so far")
        self.fork = fork


class ChosenDraws:
    """Draws that were chosen by name; the first one after them raises Undrawn.

    A draw that can bring but one thing is not among them.
    """

    def __init__(self, chosen: Sequence[str]) -> None:
        self._left = list(chosen)

    def choose(self, names: Sequence[str]) -> int:
        """The index of what was chosen."""
        fork = forked(names)
        if len(fork.names) == 1:
            return 0
        if not self._left:
            raise Undrawn(fork)
        return names.index(self._left.pop(0))


# --- nodes ---

UNDRAWN = 1
"""The word of chance in a state whose draws are nodes: a move that changes it has drawn."""

Node: TypeAlias = "Chance | Position"
"""A point in a game. Nothing about it ever changes."""


class Chance:
    """Something is drawn, in the deal or after a decision."""

    def __init__(self, pending: Pending, draw: Draw, decided: "Position | None") -> None:
        self.game, self.draw, self.decided = pending.game, draw, decided
        self._pending = pending

    def __deepcopy__(self, _done: dict[int, object]) -> "Chance":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _carried_out, (self._pending, self.decided)

    def child(self, number: int) -> Node:
        """What the outcome with this number leads to."""
        if self.draw.states:
            return _settled(self.draw.states[number], self._pending, self.decided)
        return _carried_out(self._pending.chosen(self.draw, number), self.decided)

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
        return _carried_out(Pending(self.game, self.state, move), self)

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
            return first_recall(self.game, self.state, seat)
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
        recalls = {seat: self.recall(seat), other: first_recall(self.game, world, other)}
        return Position(self.game, world, has_draws=self.has_draws, recalls=recalls)


def undealt(game: Game) -> Node:
    """A game before its deal, in which everything that is drawn is a node."""
    return _carried_out(Pending(checked_game(game), None), None)


def dealt(game: Game, seed: int) -> Position:
    """A game that was dealt by a seed, which decides everything that is drawn."""
    return Position(game, checked_game(game).dealt(seed), has_draws=False)


def _carried_out(pending: Pending, decided: Position | None) -> Node:
    """The next node of a deal or a move that draws."""
    found = pending.next()
    if isinstance(found, Draw):
        return Chance(pending, found, decided)
    return _settled(found, pending, decided)


def _settled(state: State, pending: Pending, decided: Position | None) -> Position:
    """The position after all draws of a deal or a move."""
    cell = copied(state)
    cell[0].rng = UNDRAWN
    return Position(pending.game, state_of(cell), decided, pending.move, has_draws=True)


def _restored(
    game: Game,
    state: bytes,
    recalls: dict[int, Recall],
    has_draws: bool,  # noqa: FBT001, as it is pickled
) -> Position:
    cell = np.frombuffer(state, game.definition.rules.STATE).copy()
    return Position(game, state_of(cell), has_draws=has_draws, recalls=recalls)


# --- walks ---

Found = TypeVar("Found")

MOST_STATES = 1_000_000


class TooLarge(DuelhallError):
    """A game with more states than the caller wanted to walk through."""


class Ways(NamedTuple):
    """How many lines of play there are, and how they end.

    A line is a sequence of moves and outcomes of chance; outcomes with the same name count once.
    """

    lines: int
    won: tuple[int, int]  # by seat 0, by seat 1
    drawn: int


class Odds(NamedTuple):
    """How likely each ending is."""

    won: tuple[Fraction, Fraction]  # by seat 0, by seat 1
    drawn: Fraction


class Fold(NamedTuple, Generic[Found]):
    """What a walk finds out: at an ending, and at a fork from what was found beyond it."""

    at_end: Callable[[int], Found]  # from the winner
    of_moves: Callable[[int, list[Found]], Found]  # from the seat to move
    of_chance: Callable[[list[tuple[Fraction, Found]]], Found]


class Walker:
    """Goes through every move and every outcome of chance, from each state once.

    The walk begins with the given state or, without one, with all deals. Words of chance in states
    are ignored: everything that can be drawn is drawn.
    """

    def __init__(self, game: Game, most_states: int = MOST_STATES) -> None:
        self.game = checked_game(game)
        self.most_states = checked_number("the number of states", most_states, 1)

    def ways(self, state: State | None = None) -> Ways:
        """All lines of play."""
        lines, first, second, drawn = self._walk(WAYS, state)
        return Ways(lines, (first, second), drawn)

    def odds(self, state: State | None = None) -> Odds:
        """How likely each ending is when all legal moves are equally likely."""
        first, second, drawn = self._walk(ODDS, state)
        return Odds((first, second), drawn)

    def value(self, state: State | None = None) -> Fraction:
        """What the game is worth to seat 0 when both seats play perfectly: 1 for a win, -1 for a
        loss, 0 for a draw. Both are assumed to see all cards, but not what chance will bring.
        """
        return self._walk(VALUE, state)

    def _walk(self, fold: Fold[Found], state: State | None) -> Found:
        found: dict[bytes, Found] = {}

        def look(state: State) -> Found:
            state.rng = UNDRAWN
            key = state.tobytes()
            if key not in found:
                found[key] = judge(state)
                self._check_size(len(found))
            return found[key]

        def judge(state: State) -> Found:
            if state.winner != UNDECIDED:
                return fold.at_end(int(state.winner))
            moves = [branch(self._outcomes(state, move)) for move in self.game.legal_moves(state)]
            return fold.of_moves(int(state.to_move), moves)

        def branch(outcomes: Iterable[Outcome]) -> Found:
            return fold.of_chance([(each.probability, look(each.state)) for each in outcomes])

        return (
            branch(deal_outcomes(self.game))
            if state is None
            else look(state_of(copied(self.game.checked(state))))
        )

    def _outcomes(self, state: State, move: int) -> Iterator[Outcome]:
        """What a move leads to. Only a move that draws has to be interpreted."""
        after = self.game.after(state, move)
        if after.rng == UNDRAWN:
            return iter([Outcome((), Fraction(1), after)])
        return move_outcomes(self.game, state, move)

    def _check_size(self, states: int) -> None:
        if states > self.most_states:
            raise TooLarge(f"there are more than {self.most_states} states to walk through")


# --- what can be found out ---


ENDINGS = (0, 1, DRAWN)
"""The winners that a game can have."""

WAYS: Fold[Array] = Fold(
    lambda winner: np.array([1, *(int(winner == ending) for ending in ENDINGS)], object),
    lambda _seat, moves: np.sum(moves, axis=0),
    lambda outcomes: np.sum([ways for _, ways in outcomes], axis=0),
)
"""Lines of play, and of these how many end in which way."""

ODDS: Fold[Array] = Fold(
    lambda winner: np.array([Fraction(winner == ending) for ending in ENDINGS], object),
    lambda _seat, moves: np.sum(moves, axis=0) / len(moves),
    lambda outcomes: np.sum([weight * odds for weight, odds in outcomes], axis=0),
)
VALUE: Fold[Fraction] = Fold(
    lambda winner: Fraction((winner == 0) - (winner == 1)),
    lambda seat, moves: min(moves) if seat else max(moves),
    lambda outcomes: sum((weight * value for weight, value in outcomes), Fraction()),
)
