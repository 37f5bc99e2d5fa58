"""Why a move did what it did, and why another may not be made: the rules that fired, in order."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from duelhall.engine.binding import Interpreter
from duelhall.engine.chance import below
from duelhall.engine.game import Game, copied, state_of
from duelhall.engine.given import Given
from duelhall.engine.record import State
from duelhall.engine.rule import python_function, sentence


@dataclass
class Step:
    """One rule that fired: its function, its rulings, its sentence, and the state it led to.

    `state` is what stood when the next rule began, so that the steps follow each other like the
    pictures of a film. It holds secrets: show a person the view of it.
    """

    rule: str
    rulings: tuple[str, ...]
    sentence: str
    state: State
    secret: bool = False


class Recorder:
    """Writes down which rules fire in interpreted copies of rules.

    Making the copies takes longer than running them, so they are kept. One run at a time.
    """

    def __init__(self) -> None:
        self.fired: list[Step] = []
        self.refusal: tuple[int, Step] | None = None  # how deep, and which rule said no there
        self._depth = 0
        self._given: Given | None = None
        self._copy = cache(Interpreter(self._watch).copy)
        self._lock = Lock()

    def run(
        self, rule: Callable[..., Any], s: State, *arguments: Any, given: Given | None = None
    ) -> "Run":
        """Run a rule on a state, its chance given if need be, and say which rules fired in it."""
        with self._lock:
            self.fired, self.refusal, self._depth, self._given = [], None, 0, given
            self._copy(rule)(s, *arguments)
            if given:
                given.finish()
            return Run(self.fired, self.refusal[1] if self.refusal else None)

    def _watch(self, source: Any, copy: Callable[..., Any]) -> Callable[..., Any]:
        """A rule that reports when it is called; a helper is left as it is, but for chance."""
        if source is python_function(below):
            return lambda s, bound: self._given.below(s, bound) if self._given else copy(s, bound)
        if not source.rulings:
            return copy

        def watched(s: State, *arguments: Any) -> Any:
            self._take_picture()
            step = Step(source.__name__, source.rulings, sentence(source), s, source.secret)
            self.fired.append(step)
            self._depth += 1
            result = copy(s, *arguments)
            self._depth -= 1
            if isinstance(result, bool | np.bool_) and not result:
                self._refuse(step, s)
            return result

        return watched

    def _take_picture(self) -> None:
        """Keep what the newest step led to; until now it holds the state that goes on changing."""
        if self.fired:
            self.fired[-1].state = state_of(copied(self.fired[-1].state))

    def _refuse(self, step: Step, s: State) -> None:
        """A rule did not apply: strike it out, and let the step before it lead on."""
        self.fired = [fired for fired in self.fired if fired is not step]
        if self.fired:
            self.fired[-1].state = s
        if self.refusal is None or self._depth >= self.refusal[0]:
            self.refusal = self._depth, step


class Run(NamedTuple):
    """What happened when a rule was run: what fired, and what said no in the innermost place."""

    fired: list[Step]
    refusal: Step | None


RECORDER = Recorder()
"""The one that everything is explained with."""


def explain_move(game: Game, before: State, move: int, given: Given | None = None) -> list[Step]:
    """The rules that fire when a legal move is made."""
    state = state_of(copied(before))
    return RECORDER.run(game.definition.rules.play, state, move, given=given).fired


def explain_start(game: Game, seed: int | None, deal: str | None) -> list[Step]:
    """The rules that fire before the first decision; none where a match began from a position."""
    rules, s = game.definition.rules, game.blank()[0]
    if seed is not None:
        s.rng = seed
        return RECORDER.run(rules.deal, s).fired
    if deal is not None:
        cards = game.definition.notation.parse_deal(deal, s.options)
        return RECORDER.run(rules.deal_given, s, cards).fired
    return []


def explain_forfeit(game: Game, before: State, seat: int) -> list[Step]:
    """The rules that fire when a seat gives up."""
    return RECORDER.run(game.definition.rules.forfeit, state_of(copied(before)), seat).fired


def forbidding_rule(game: Game, state: State, move: int) -> tuple[str, str]:
    """The ruling and the sentence of the rule that does not let a move be made.

    Of the rules that said no it is the innermost one, and of several beside each other the last:
    the one that would have let the move pass if it had said yes.
    """
    _, refusal = RECORDER.run(game.definition.rules.allowed, state_of(copied(state)), move)
    if refusal is None:
        return "", "it is not allowed now"
    return ", ".join(refusal.rulings), refusal.sentence
