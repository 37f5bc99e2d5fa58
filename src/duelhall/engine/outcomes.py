"""What chance can bring in a move or in a deal: all of it, or what a script says."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from duelhall.engine.binding import interpreted
from duelhall.engine.cells import copied, state_of
from duelhall.engine.game import Game
from duelhall.engine.record import State
from duelhall.engine.sources import AllOutcomes, chance_from, scripted


class Outcome(NamedTuple):
    """One thing that chance can bring."""

    names: tuple[str, ...]  # what was drawn, in order
    probability: Fraction
    state: State  # what it leads to


def scripted_move(game: Game, state: State, move: int, outcomes: Sequence[str]) -> State:
    """The state after a legal move in which chance brings these outcomes; BadOutcome if it
    cannot. The state's own word of chance stays as it is.
    """
    with scripted(outcomes, game.definition.outcomes.names):
        return played_by_rules(game, state, move)


def scripted_deal(game: Game, outcomes: Sequence[str]) -> State:
    """The state that a match begins with when chance brings these outcomes in the deal."""
    with scripted(outcomes, game.definition.outcomes.names):
        return dealt_by_rules(game)


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
        with chance_from(source, game.definition.outcomes.names):
            state = run()
        yield Outcome(source.names, source.probability, state)
        is_left = source.next()


def played_by_rules(game: Game, state: State, move: int) -> State:
    """The state after a legal move, interpreted, so that chance can be an input."""
    after: State = state_of(copied(state))
    interpreted(game.definition.rules.play)(after, move)
    return after


def dealt_by_rules(game: Game) -> State:
    """The state that a match begins with, interpreted in the same way."""
    state: State = state_of(game.blank())
    interpreted(game.definition.rules.deal)(state)
    return state
