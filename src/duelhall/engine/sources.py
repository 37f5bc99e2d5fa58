"""Where chance comes from: the one door through which rules draw.

Rules draw with `below` and `shuffle` and know of nothing else. Normally, compiled or interpreted,
what they draw comes from the state's own word: chance is random. While an interpreted rule runs
inside `chance_from(source)`, the source chooses instead. A `Script` says what is drawn, and
`AllOutcomes` goes through everything that can be drawn, one run after another, each with its exact
probability.

A draw is one of several equally likely outcomes, each of which has a name: in a shuffle, the card's
number; in a function listed in the game's `OutcomeNotation`, the name given there; otherwise, the
number that is drawn. Outcomes with the same name are alike.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import prod
from typing import Any, Protocol

from duelhall.engine.chance import below, shuffle
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import Array, State
from duelhall.engine.rule import python_function

AnyFunction = Callable[..., Any]
Names = Callable[[], Sequence[str]]
Namers = Mapping[AnyFunction, Callable[..., Sequence[str]]]
"""For each function of the rules that draws, what names the outcomes of its draws."""

NUMBERS_ONLY: Namers = {}


class BadOutcome(DuelhallError):
    """An outcome that chance is said to have brought but could not have."""


class Source(Protocol):
    """Anything that decides what a draw brings."""

    def choose(self, names: Sequence[str]) -> int:
        """The index of the chosen outcome among equally likely ones with these names."""


_source: ContextVar[Source | None] = ContextVar("source", default=None)
_namers: ContextVar[Namers] = ContextVar("namers", default=NUMBERS_ONLY)
_names: ContextVar[Names | None] = ContextVar("names", default=None)


@contextmanager
def chance_from(source: Source, names: Namers = NUMBERS_ONLY) -> Iterator[None]:
    """Let a source choose everything that interpreted rules draw in this block, by the names that
    a game gives to the outcomes.
    """
    chosen = _source.set(source)
    named = _namers.set({python_function(rule): namer for rule, namer in names.items()})
    try:
        yield
    finally:
        _namers.reset(named)
        _source.reset(chosen)


# --- the door ---


def through_the_door(rule: Any, copy: AnyFunction) -> AnyFunction:
    """The interpreted copy of a function as it is called: if it draws, it asks the source first."""
    if rule is below:
        return lambda s, bound: copy(s, bound) if _source.get() is None else _drawn(bound)
    if rule is shuffle:
        return lambda s, cards, count: _shuffled(copy, s, cards, count)
    if hasattr(rule, "has_named_outcomes"):
        return _naming(rule, copy)
    return copy


def _naming(rule: Any, copy: AnyFunction) -> AnyFunction:
    """A copy whose draws have the names that its game gives them."""

    def named(*arguments: Any) -> Any:
        namer = _namers.get().get(rule)
        token = _names.set(None if namer is None else partial(namer, *arguments))
        try:
            return copy(*arguments)
        finally:
            _names.reset(token)

    return named


def _drawn(bound: int) -> int:
    """The outcome that the source chooses out of this many."""
    names, source = _names.get(), _source.get()
    assert source
    found = names() if names else [str(number) for number in range(bound)]
    if len(found) != bound:
        raise ValueError(f"a rule draws one of {bound} outcomes, but {len(found)} have names")
    return source.choose(found)


def _shuffled(copy: AnyFunction, s: State, cards: Array, count: int) -> None:
    """Bring the cards that the source chooses to the front, one by one."""
    source = _source.get()
    if source is None:
        copy(s, cards, count)
        return
    for place in range(min(count, len(cards))):
        other = place + source.choose([str(card) for card in cards[place:]])
        cards[place], cards[other] = int(cards[other]), int(cards[place])


# --- scripted ---


class Script:
    """Outcomes by name, drawn one after another; all of them must be used."""

    def __init__(self, outcomes: Sequence[str]) -> None:
        self._left = list(outcomes)

    def choose(self, names: Sequence[str]) -> int:
        """The index of the next outcome; BadOutcome if it is not one of those that can be drawn."""
        possible = f"one of {len(names)} ({' '.join(names)})"
        if not self._left:
            raise BadOutcome(f"the outcomes end too early: {possible} must be drawn next")
        if self._left[0] not in names:
            raise BadOutcome(f"{self._left[0]} cannot be drawn: it is not {possible}")
        return names.index(self._left.pop(0))

    def finish(self) -> None:
        """Refuse outcomes that were left over."""
        if self._left:
            raise BadOutcome(f"too many outcomes: nothing is drawn for {' '.join(self._left)}")


@contextmanager
def scripted(outcomes: Sequence[str], names: Namers = NUMBERS_ONLY) -> Iterator[None]:
    """Let interpreted rules draw exactly these outcomes here; BadOutcome if they cannot."""
    script = Script(outcomes)
    with chance_from(script, names):
        yield
    script.finish()


# --- enumerated ---


@dataclass
class Fork:
    """A draw on the way to an outcome, and which of its outcomes is being looked at."""

    names: tuple[str, ...]  # each once
    counts: tuple[int, ...]  # how many of the equally likely outcomes have each name
    at: int = 0

    @property
    def name(self) -> str:
        """The outcome that is being looked at."""
        return self.names[self.at]

    @property
    def probability(self) -> Fraction:
        """How likely that one is."""
        return self.probabilities[self.at]

    @property
    def probabilities(self) -> tuple[Fraction, ...]:
        """How likely each outcome is."""
        return tuple(Fraction(count, sum(self.counts)) for count in self.counts)


def forked(names: Sequence[str]) -> Fork:
    """The draw of one of several equally likely outcomes with these names."""
    counts = Counter(names)
    return Fork(tuple(counts), tuple(counts.values()))


class AllOutcomes:
    """Goes through everything that can be drawn, one run for each way."""

    def __init__(self) -> None:
        self._forks: list[Fork] = []
        self._depth = 0

    def choose(self, names: Sequence[str]) -> int:
        """The place of the outcome that is being looked at."""
        if self._depth == len(self._forks):
            self._forks.append(forked(names))
        fork = self._forks[self._depth]
        self._depth += 1
        return names.index(fork.name)

    @property
    def names(self) -> tuple[str, ...]:
        """What was drawn in this run."""
        return tuple(fork.name for fork in self._forks)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many different outcomes each draw of this run has."""
        return tuple(len(fork.names) for fork in self._forks)

    @property
    def probability(self) -> Fraction:
        """How likely this run is."""
        return prod((fork.probability for fork in self._forks), start=Fraction(1))

    def next(self) -> bool:
        """Turn to the next run; False after the last one."""
        self._depth = 0
        while self._forks and self._forks[-1].at == len(self._forks[-1].names) - 1:
            self._forks.pop()
        if self._forks:
            self._forks[-1].at += 1
        return bool(self._forks)


def _separated(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text.strip() else ()


@dataclass(frozen=True, eq=False)
class OutcomeNotation:
    """What chance brings has better names than numbers, or is written otherwise than with commas.

    It is declared as it is, not as the path of an import: interpreted rules ask for the names.
    """

    names: Namers = field(default_factory=dict)
    """By functions of the rules that draw with `below`, others that are called with the same
    arguments whenever those are about to draw, and name what can come, in the order of the numbers
    that can be drawn. What has the same name is alike."""
    text: Callable[[Sequence[str]], str] = ",".join
    """Some outcomes, one after the other, in writing."""
    parse: Callable[[str], tuple[str, ...]] = _separated
    """The outcomes that are written so; BadOutcome if there are no such."""

    def __post_init__(self) -> None:
        for rule in self.names:
            python_function(rule).has_named_outcomes = True  # interpreted copies look names up


NUMBERS = OutcomeNotation()
"""For a game that says nothing else: numbers with commas between them."""
