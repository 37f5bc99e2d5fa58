"""Scores and Elo differences, and how far they can be trusted.

A score is a share of the points, 0 to 1. Counts say how often each of the equally spaced
scores from 0 to 1 was reached: (losses, draws, wins) of games, or the five kinds of mirrored pairs.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from math import erf, inf, isinf, log, log10, sqrt, tanh
from typing import Self

from duelhall.engine.errors import DuelhallError, shortened

DECADE = 400.0
"""The Elo difference at which the stronger player gets ten points for each of the weaker's."""

NORMAL_95 = 1.959963984540054
"""How many standard deviations a 95% interval reaches to either side."""

TAIL_95 = 0.025
"""How often the truth may lie beyond one end of a 95% interval."""


@dataclass(frozen=True)
class Estimate:
    """A number and its 95% interval; an end that nothing is known about is infinite.

    >>> from duelhall.stats import Estimate
    >>> estimate = Estimate(26, low=2, high=50)
    >>> estimate.text, estimate.margin, estimate.excludes(0)
    ('26.0 +/- 24.0 (95%)', 24.0, True)
    >>> estimate.is_symmetric, estimate.range_text
    (True, 'between 2.0 and 50.0')
    """

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width of the interval: what follows `+/-`."""
        return inf if isinf(self.low) or isinf(self.high) else (self.high - self.low) / 2

    @property
    def text(self) -> str:
        """The estimate as match runners print it, in words where its ends are not equally far."""
        if isinf(self.low) and isinf(self.high):
            return "too few games"
        if self.is_symmetric:
            return f"{_shown(self.value)} +/- {_shown(self.margin)} (95%)"
        return f"{_shown(self.value)}, {self.range_text} (95%)"

    @property
    def is_symmetric(self) -> bool:
        """Whether both ends are equally far away, as far as the text would show it."""
        return _shown(self.value - self.low) == _shown(self.high - self.value)

    @property
    def range_text(self) -> str:
        """The interval in words."""
        if isinf(self.high):
            return f"above {_shown(self.low)}"
        if isinf(self.low):
            return f"below {_shown(self.high)}"
        return f"between {_shown(self.low)} and {_shown(self.high)}"

    def excludes(self, value: float) -> bool:
        """Whether a value lies outside of the interval."""
        return not self.low <= value <= self.high


UNKNOWN = Estimate(0.0, -inf, inf)
"""What is known before the first game."""


def _shown(value: float) -> str:
    """A number with one decimal place, and no sign before a zero."""
    return f"{value:z.1f}"


def score_of(elo: float) -> float:
    """The share of the points that an Elo difference promises: 1 / (1 + 10^(-elo/400)).

    >>> from duelhall.stats import score_of
    >>> round(score_of(100), 2)
    0.64
    """
    return (1 + tanh(elo * log(10) / DECADE / 2)) / 2


def elo_of(score: float) -> float:
    """The Elo difference that promises a share of the points, infinite for none or all of them.

    >>> from duelhall.stats import elo_of
    >>> round(elo_of(0.64))
    100
    """
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return DECADE * (log10(score) - log10(1 - score))


def score_estimate(counts: Sequence[int]) -> Estimate:
    """The mean score of counts that are not all zero, and its interval.

    The interval is the mean with 1.96 standard errors to either side, using the variance of the
    counts. It is never narrower than their number allows: something that was not seen in n trials
    may still have a chance of up to 1 - 0.025^(1/n), and it could be a 0 or a 1 each time. So ten
    wins in a row do not prove a score of 1, nor do three even pairs prove equality.
    """
    total, kinds = sum(counts), list(zip(counts, scores_of(counts), strict=True))
    score = sum(n * each for n, each in kinds) / total
    variance = sum(n * (each - score) ** 2 for n, each in kinds) / total
    reach = NORMAL_95 * sqrt(variance / total)
    unseen = 1 - TAIL_95 ** (1 / total)
    low = min(score - reach, score * (1 - unseen))
    high = max(score + reach, score * (1 - unseen) + unseen)
    return Estimate(score, max(low, 0.0), min(high, 1.0))


def scores_of(counts: Sequence[float]) -> list[float]:
    """The scores that are counted: equally spaced from 0 to 1."""
    return [kind / (len(counts) - 1) for kind in range(len(counts))]


def superiority(counts: Sequence[int]) -> float:
    """The likelihood of superiority: how sure it is that the true score is above one half.

    The normal distribution's share below z, where z is the surplus over one half divided by the
    root of the squared surpluses; for single games that is (wins - losses) / sqrt(wins + losses).
    """
    surpluses = [score - 0.5 for score in scores_of(counts)]
    squares = sum(n * surplus**2 for n, surplus in zip(counts, surpluses, strict=True))
    if not squares:
        return 0.5
    z = sum(n * surplus for n, surplus in zip(counts, surpluses, strict=True)) / sqrt(squares)
    return (1 + erf(z / sqrt(2))) / 2


WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""What a game is worth."""

KINDS_OF_PAIRS = 5


def half_points(points: float) -> int:
    """How many half points a game was worth: 0, 1 or 2."""
    if points not in (LOSS, DRAW, WIN):
        raise DuelhallError(f"a game is worth 0, 0.5 or 1 points, not {shortened(points)}")
    return int(2 * points)


class Counted(ABC):
    """What counts of games and counts of pairs have in common."""

    def __post_init__(self) -> None:
        if any(count < 0 for count in self.counts):
            raise DuelhallError(f"results cannot be counted below zero: {self}")

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """How often each score was reached, from nothing to everything."""

    @property
    def elo(self) -> Estimate:
        """The Elo difference to the opponent."""
        if not sum(self.counts):
            return UNKNOWN
        score = score_estimate(self.counts)
        return Estimate(elo_of(score.value), elo_of(score.low), elo_of(score.high))

    @property
    def superiority(self) -> float:
        """How sure it is that this is the stronger player: 0 to 1."""
        return superiority(self.counts)


@dataclass(frozen=True)
class Tally(Counted):
    """Games from one player's side, each on its own.

    >>> from duelhall.stats import Tally
    >>> tally = Tally.of_games([1, 1, 0.5, 0]) + Tally(wins=56, draws=19, losses=21)
    >>> tally.text, tally.points, tally.for_opponent.points
    ('Games: 100 W: 58 L: 22 D: 20', 68.0, 32.0)
    >>> tally.counts, tally.games, tally.wins, tally.draws, tally.losses
    ((22, 20, 58), 100, 58, 20, 22)
    >>> tally.elo.text, f"{tally.superiority:.1%}"
    ('130.9, between 70.3 and 200.5 (95%)', '100.0%')
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of_games(cls, games: Iterable[float]) -> Self:
        """The tally of games that were worth 1, 0.5 or 0 points."""
        counts = [0, 0, 0]
        for points in games:
            counts[half_points(points)] += 1
        return cls(wins=counts[2], draws=counts[1], losses=counts[0])

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws and wins."""
        return self.losses, self.draws, self.wins

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def for_opponent(self) -> "Tally":
        """The same games from the opponent's side."""
        return Tally(self.losses, self.draws, self.wins)

    @property
    def text(self) -> str:
        """The games as match runners print them."""
        return f"Games: {self.games} W: {self.wins} L: {self.losses} D: {self.draws}"

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True)
class Pentanomial(Counted):
    """Mirrored pairs from one player's side, by the points scored in both games together.

    The two games of a pair share their deal, so one says something about the other; different pairs
    share nothing. A deal that decides both games gives each player one point: its luck cancels out.

    >>> from duelhall.stats import Pentanomial
    >>> pairs = Pentanomial.of_pairs([(1, 1), (1, 0), (0.5, 1)])
    >>> pairs += Pentanomial(nothing=10, half=40, one=79, one_and_half=49, two=19)
    >>> pairs.text, pairs.pairs, pairs.points
    ('Ptnml(0-2): 10, 40, 80, 50, 20', 200, 215.0)
    >>> pairs.counts, pairs.for_opponent.counts
    ((10, 40, 80, 50, 20), (20, 50, 80, 40, 10))
    >>> pairs.elo.text, f"{pairs.superiority:.1%}"
    ('26.1, between 1.7 and 50.8 (95%)', '98.1%')
    """

    nothing: int = 0
    half: int = 0
    one: int = 0
    one_and_half: int = 0
    two: int = 0

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[float, float]]) -> Self:
        """The counts of pairs, given the points of their two games."""
        counts = [0] * KINDS_OF_PAIRS
        for first, second in pairs:
            counts[half_points(first) + half_points(second)] += 1
        return cls(*counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """The pairs worth 0, 0.5, 1, 1.5 and 2 points."""
        return astuple(self)

    @property
    def pairs(self) -> int:
        """How many pairs there were."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """The points scored in all pairs."""
        return sum(kind * count for kind, count in enumerate(self.counts)) / 2

    @property
    def for_opponent(self) -> "Pentanomial":
        """The same pairs from the opponent's side."""
        return Pentanomial(*self.counts[::-1])

    @property
    def text(self) -> str:
        """The pairs as match runners print them."""
        return f"Ptnml(0-2): {', '.join(map(str, self.counts))}"

    def __add__(self, other: "Pentanomial") -> "Pentanomial":
        return Pentanomial(*(a + b for a, b in zip(self.counts, other.counts, strict=True)))
