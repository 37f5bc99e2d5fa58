"""Why a move did what it did, and why another may not be made: the rules that fired, in order."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from duelhall.engine.record import GameState, State, copied, state_of
from duelhall.engine.rule import python_function, sentence
from duelhall.engine.sources import scripted
from duelhall.engine.template import Interpreter

if TYPE_CHECKING:
    from duelhall.match.game import Game


@dataclass
class Step:
    """One rule that fired: its Python function, and the state it led to.

    `state` is the state when the next rule began, so the steps follow each other like the frames of
    a film. It holds secrets: show a person only a view of it.
    """

    function: Any
    state: GameState

    @property
    def rule(self) -> str:
        """The name of its function."""
        return str(self.function.__name__)

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that it implements."""
        rulings: tuple[str, ...] = self.function.rulings
        return rulings

    @property
    def sentence(self) -> str:
        """The rule in words."""
        return sentence(self.function)

    @property
    def secret(self) -> bool:
        """Whether only the player whose move it was may learn of it."""
        return bool(self.function.secret)

    def is_of(self, *rules: Callable[..., Any]) -> bool:
        """Whether one of these rules fired."""
        return any(self.function is python_function(rule) for rule in rules)


def open_steps(steps: Sequence[Step]) -> list[Step]:
    """The steps that everybody may learn of."""
    return [step for step in steps if not step.secret]


@dataclass
class Call:
    """One call of a helper that traces include, with its arguments besides the state.

    The states around it hold secrets.
    """

    function: Any
    arguments: tuple[Any, ...]
    before: GameState
    after: GameState
    result: Any = None
    steps: list[Step] = field(default_factory=list)  # the rules that fired in it
    calls: "list[Call]" = field(default_factory=list)  # calls of other such helpers in it

    def is_of(self, helper: Callable[..., Any]) -> bool:
        """Whether this helper was called."""
        return self.function is python_function(helper)


@dataclass(frozen=True)
class Trace:
    """What happened in one step of a match: the rules that fired, and the calls included."""

    steps: list[Step]
    calls: list[Call] = field(default_factory=list)

    def first(self, rule: Callable[..., Any]) -> Step | None:
        """The step in which a rule first fired, if it did."""
        return next((step for step in self.steps if step.is_of(rule)), None)


class Recording:
    """What happens while a rule runs, as written down by the copies of rules that it runs."""

    def __init__(self) -> None:
        self.fired: list[Step] = []
        self.refusal: tuple[int, Step] | None = None  # how deep a rule said no, and which one
        self._depth = 0
        self.calls: list[list[Call]] = [[]]  # those of the run, and of each call in progress

    def fire(self, source: Any, copy: Callable[..., Any], s: State, arguments: Any) -> Any:
        """Run a rule, and record that it fired."""
        if self.fired:  # until now the latest step has held the changing state
            self.fired[-1].state = state_of(copied(self.fired[-1].state))
        step = Step(source, s)
        self.fired.append(step)
        self._depth += 1
        result = copy(s, *arguments)
        self._depth -= 1
        if isinstance(result, bool | np.bool_) and not result:
            self._refuse(step, s)
        return result

    def call(self, source: Any, copy: Callable[..., Any], s: State, arguments: Any) -> Any:
        """Run a helper, and record the call."""
        before, fired = state_of(copied(s)), len(self.fired)
        self.calls.append([])
        result = copy(s, *arguments)
        inner, steps = self.calls.pop(), self.fired[fired:]
        call = Call(source, arguments, before, state_of(copied(s)), result, steps, inner)
        self.calls[-1].append(call)
        return result

    def _refuse(self, step: Step, s: State) -> None:
        """A rule did not apply: strike it out, and let the step before it go on."""
        self.fired = [fired for fired in self.fired if fired is not step]
        if self.fired:
            self.fired[-1].state = s
        if self.refusal is None or self._depth >= self.refusal[0]:
            self.refusal = self._depth, step


class Recorder:
    """Runs interpreted copies of rules that write down which of them fire.

    Making the copies takes longer than running them, so they are reused, and threads share them.
    Each run has its own recording: no thread waits for another's run.
    """

    def __init__(self) -> None:
        self._recording: ContextVar[Recording] = ContextVar("recording")
        self._copy = Interpreter(self._watch).copy

    def run(self, rule: Callable[..., Any], s: State, *arguments: Any) -> "Run":
        """Run a rule on a state, and record which rules fired."""
        recording = Recording()
        token = self._recording.set(recording)
        try:
            self._copy(rule)(s, *arguments)
        finally:
            self._recording.reset(token)
        _, refusal = recording.refusal or (0, None)
        return Run(Trace(recording.fired, recording.calls[0]), refusal)

    def _watch(self, source: Any, copy: Callable[..., Any]) -> Callable[..., Any]:
        """A rule that reports its calls; a helper is left alone unless traces include it."""
        current = self._recording.get
        if getattr(source, "is_told", False):
            return lambda s, *arguments: current().call(source, copy, s, arguments)
        if not source.rulings:
            return copy
        return lambda s, *arguments: current().fire(source, copy, s, arguments)


class Run(NamedTuple):
    """What happened when a rule was run, and the innermost rule that said no."""

    trace: Trace
    refusal: Step | None

    @property
    def fired(self) -> list[Step]:
        """The rules that fired."""
        return self.trace.steps


RECORDER = Recorder()
"""The one that all explanations come from."""


def trace_move(
    game: "Game", before: State, move: int, outcomes: Sequence[str] | None = None
) -> Trace:
    """What happens when a legal move is made and, if scripted, chance brings these outcomes."""
    state = state_of(copied(before))
    names = game.definition.writing.outcomes.names
    with nullcontext() if outcomes is None else scripted(outcomes, names):
        return RECORDER.run(game.definition.rules.play, state, move).trace


def trace_start(game: "Game", seed: int | None, deal: str | None) -> Trace:
    """What happens before the first decision; nothing if the match began from a position."""
    rules, s = game.definition.rules, game.blank()[0]
    if seed is not None:
        s.rng = seed
        return RECORDER.run(rules.deal, s).trace
    if deal is not None:
        cards = game.definition.writing.notation.parse_deal(deal, s.options)
        return RECORDER.run(rules.deal_given, s, cards).trace
    return Trace([])


def trace_forfeit(game: "Game", before: State, seat: int) -> Trace:
    """What happens when a seat gives up."""
    return RECORDER.run(game.definition.rules.forfeit, state_of(copied(before)), seat).trace


def forbidding_rule(game: "Game", state: State, move: int) -> tuple[str, str]:
    """The ruling and the sentence of the rule that forbids a move.

    Of the rules that said no, it is the innermost one, or the last of several at the same depth:
    the one that would have let the move pass if it had said yes.
    """
    _, refusal = RECORDER.run(game.definition.rules.allowed, state_of(copied(state)), move)
    if refusal is None:
        return "", "it is not allowed now"
    text = game.definition.writing.refusal
    said = text(state, move, refusal.function) if text else ""
    return ", ".join(refusal.rulings), said or refusal.sentence
