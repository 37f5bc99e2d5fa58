"""The sequential probability ratio test: a match that ends as soon as it has an answer.

The generalised test for multinomial counts, as Fishtest and Fastchess use it. Michel Van den Bergh
derives the likeliest distribution with a given mean, and from it the ratio, in "Comments on
normalized Elo" (https://www.cantate.be/Fishtest/normalized_elo_practical.pdf), proposition 1.1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from duelhall.engine.errors import DuelhallError, from_extra
from duelhall.stats.score import Pentanomial, Tally, score_of, scores_of

UNSEEN = 1e-3
"""What a kind of pair that was not seen counts for, so that it stays possible; as in Fishtest."""

FARTHEST = 2000.0
"""The largest Elo difference to test for: beyond it, a score cannot be told from 0 or 1."""


class SprtVerdict(StrEnum):
    """What the test says.

    >>> from duelhall.stats import SprtVerdict
    >>> [verdict.value for verdict in (SprtVerdict.H1, SprtVerdict.H0, SprtVerdict.CONTINUE)]
    ['H1 accepted', 'H0 accepted', 'continue']
    """

    H1 = "H1 accepted"
    H0 = "H0 accepted"
    CONTINUE = "continue"


@dataclass(frozen=True)
class Sprt:
    """A test of whether a player is stronger by `elo1` (H1), or only by `elo0` (H0).

    H1 is wrongly accepted in a share `alpha` of tests, H0 in a share `beta`.

    >>> from duelhall.stats import Pentanomial, Sprt
    >>> test = Sprt(elo0=0, elo1=20, alpha=0.05, beta=0.05)
    >>> round(test.lower, 2), round(test.upper, 2)
    (-2.94, 2.94)
    >>> test.state(Pentanomial(10, 40, 80, 50, 20)).verdict.value
    'continue'
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise DuelhallError(f"elo0 must be below elo1, not {self.elo0:g} and {self.elo1:g}")
        if max(-self.elo0, self.elo1) > FARTHEST:
            raise DuelhallError(
                f"elo0 and elo1 must lie between {-FARTHEST:g} and {FARTHEST:g}, "
                f"not {self.elo0:g} and {self.elo1:g}"
            )
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise DuelhallError(
                "alpha and beta must be above 0 and together below 1, "
                f"not {self.alpha:g} and {self.beta:g}"
            )

    @property
    def lower(self) -> float:
        """H0 is accepted at or below this: Wald's log(beta / (1 - alpha))."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """H1 is accepted at or above this: Wald's log((1 - beta) / alpha)."""
        return log((1 - self.beta) / self.alpha)

    def state(self, results: Pentanomial | Tally) -> "SprtState":
        """Where the test stands after these pairs, or after single games."""
        ratio = log_likelihood_ratio(results.counts, score_of(self.elo0), score_of(self.elo1))
        return SprtState(self, ratio)


@dataclass(frozen=True)
class SprtState:
    """Where a test stands.

    >>> from duelhall.stats import Pentanomial, Sprt
    >>> state = Sprt(0, 20).state(Pentanomial(10, 40, 80, 50, 20))
    >>> state.text
    'LLR: 2.05 (69.7%) (-2.94, 2.94) [0.00, 20.00]'
    >>> state.is_over, round(state.llr, 2), round(state.progress, 2), state.test.elo1
    (False, 2.05, 0.7, 20)
    """

    test: Sprt
    llr: float

    @property
    def verdict(self) -> SprtVerdict:
        """Which hypothesis is accepted, if any is."""
        if self.llr >= self.test.upper:
            return SprtVerdict.H1
        return SprtVerdict.H0 if self.llr <= self.test.lower else SprtVerdict.CONTINUE

    @property
    def is_over(self) -> bool:
        """Whether the match can end."""
        return self.verdict is not SprtVerdict.CONTINUE

    @property
    def progress(self) -> float:
        """How much of the way to a bound is covered: 1 is at the upper one, -1 at the lower."""
        return self.llr / (self.test.upper if self.llr > 0 else -self.test.lower)

    @property
    def text(self) -> str:
        """The state as match runners print it: ratio, progress, bounds, hypotheses."""
        test = self.test
        return (
            f"LLR: {self.llr:z.2f} ({100 * self.progress:z.1f}%) "
            f"({test.lower:.2f}, {test.upper:.2f}) [{test.elo0:z.2f}, {test.elo1:z.2f}]"
        )


def log_likelihood_ratio(counts: Sequence[int], score0: float, score1: float) -> float:
    """How much likelier the counts are with a true score of `score1` than `score0`, as a logarithm.

    Each hypothesis only says what the mean is; it is given the distribution with that mean that
    makes the counts likeliest.
    """
    if not sum(counts):
        return 0.0
    weights = [count or UNSEEN for count in counts]
    return _log_likelihood(weights, score1) - _log_likelihood(weights, score0)


def _log_likelihood(weights: Sequence[float], mean: float) -> float:
    """The weights' log-likelihood by the likeliest distribution with this mean, up to a constant.

    That distribution has p_i = w_i / (1 + x (a_i - mean)) for the weights' shares w_i and the
    scores a_i, where the multiplier x makes the mean come out right.
    """
    surpluses = [score - mean for score in scores_of(weights)]
    x = _multiplier(weights, surpluses)
    return -sum(
        weight * log(1 + x * surplus) for weight, surplus in zip(weights, surpluses, strict=True)
    )


def _multiplier(weights: Sequence[float], surpluses: Sequence[float]) -> float:
    """The one x at which the weighted surpluses balance.

    No p_i is above 1, neither for the lowest score nor for the highest: that bounds x.
    """
    optimize = from_extra("arena", "scipy.optimize")

    def imbalance(x: float) -> float:
        return sum(w * a / (1 + x * a) for w, a in zip(weights, surpluses, strict=True))

    ends = [(weights[end] / sum(weights) - 1) / surpluses[end] for end in (-1, 0)]
    return float(optimize.brentq(imbalance, *ends, xtol=1e-12))


def match_lines(
    tally: Tally, pairs: Pentanomial | None = None, test: Sprt | None = None
) -> list[str]:
    """A match as the chess world's runners print it.

    >>> from duelhall.stats import Pentanomial, Tally, match_lines
    >>> for line in match_lines(Tally(30, 5, 5), Pentanomial(0, 1, 4, 5, 10)):
    ...     print(line)
    Elo: 240.8, between 119.3 and 384.8 (95%)
    LOS: 100.0%
    Games: 40 W: 30 L: 5 D: 5
    Ptnml(0-2): 0, 1, 4, 5, 10

    `tally` may include games whose pair is unfinished; Elo and the test use the pairs, unless the
    games are not played in pairs.
    """
    results = pairs or tally
    lines = [test.state(results).text] if test else []
    lines += [f"Elo: {results.elo.text}", f"LOS: {100 * results.superiority:.1f}%", tally.text]
    return [*lines, pairs.text] if pairs else lines
