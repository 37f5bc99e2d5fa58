"""Scores and Elo differences, and how far they can be trusted.

A score is a share of the points, 0 to 1. Counts say how often each of the equally spaced
scores from 0 to 1 was reached: (losses, draws, wins) of games, or the five kinds of mirrored pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, inf, isinf, log, log10, sqrt, tanh

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


def elo_estimate(counts: Sequence[int]) -> Estimate:
    """The Elo difference that fits the counts, from their score and its interval."""
    if not sum(counts):
        return UNKNOWN
    score = score_estimate(counts)
    return Estimate(elo_of(score.value), elo_of(score.low), elo_of(score.high))


def score_estimate(counts: Sequence[int]) -> Estimate:
    """The mean score of counts that are not all zero, and its interval.

    The interval is the mean with 1.96 standard errors to either side, using the variance of the
    counts. It is never narrower than their number allows: something that was not seen in n trials
    may still have a chance of up to 1 - 0.025^(1/n), and it could be a 0 or a 1 each time. So ten
    wins in a row do not prove a score of 1, nor do three even pairs prove equality.
    """
    total = sum(counts)
    score, variance = mean_and_variance(counts)
    reach = NORMAL_95 * sqrt(variance / total)
    unseen = 1 - TAIL_95 ** (1 / total)
    low = min(score - reach, score * (1 - unseen))
    high = max(score + reach, score * (1 - unseen) + unseen)
    return Estimate(score, max(low, 0.0), min(high, 1.0))


def mean_and_variance(counts: Sequence[int]) -> tuple[float, float]:
    """The mean score of counts that are not all zero, and the variance of one of them."""
    total = sum(counts)
    scores = scores_of(counts)
    mean = sum(n * score for n, score in zip(counts, scores, strict=True)) / total
    squares = sum(n * (score - mean) ** 2 for n, score in zip(counts, scores, strict=True))
    return mean, squares / total


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
