"""The sequential probability ratio test."""

from functools import cache
from math import isfinite, log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from duelhall.engine.errors import DuelhallError
from duelhall.stats import Pentanomial, Sprt, SprtVerdict, Tally, match_lines, score_of
from duelhall.stats.sprt import UNSEEN, log_likelihood_ratio

COUNTS = st.integers(0, 10**6)
PAIRS = st.builds(Pentanomial, *[COUNTS] * 5)


@pytest.mark.parametrize(
    ("results", "elo0", "elo1", "llr"),
    [
        (Pentanomial(223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        (Pentanomial(871, 26175, 55983, 26678, 821), 0, 2, -4.98),
        (Tally(wins=21404, losses=21184, draws=40708), 0.5, 2.5, -1.57),
        (Tally(wins=57433, losses=57030, draws=106593), 0, 2, -2.59),
    ],
)
def test_ratios_are_those_that_fastchess_publishes_in_its_tests(
    results: Pentanomial | Tally, elo0: float, elo1: float, llr: float
) -> None:
    assert Sprt(elo0, elo1).state(results).llr == pytest.approx(llr, abs=0.006)


def test_without_draws_it_is_the_test_of_wald() -> None:
    wins, losses, low, high = 60, 40, score_of(0), score_of(50)
    wald = wins * log(high / low) + losses * log((1 - high) / (1 - low))
    assert log_likelihood_ratio((losses, wins), low, high) == pytest.approx(wald)


def naive_log_likelihood(counts: tuple[int, ...], mean: float) -> float:
    """The most that any distribution with a mean gives the counts, by a general optimiser."""
    weights = np.array([count or UNSEEN for count in counts])
    scores = np.linspace(0, 1, len(counts))
    found = minimize(
        lambda shares: -float(weights @ np.log(shares)),
        np.full(len(counts), 1 / len(counts)),
        jac=lambda shares: -weights / shares,
        method="SLSQP",
        bounds=[(1e-9, 1)] * len(counts),
        constraints=[
            {"type": "eq", "fun": lambda shares: shares.sum() - 1},
            {"type": "eq", "fun": lambda shares: shares @ scores - mean},
        ],
        options={"ftol": 1e-10, "maxiter": 500},
    )
    return -float(found.fun)


@pytest.mark.parametrize("counts", [(10, 40, 80, 50, 20), (3, 5, 9, 6, 7), (1, 2, 30, 9, 4)])
def test_ratios_are_those_of_a_general_optimiser(counts: tuple[int, ...]) -> None:
    low, high = score_of(0), score_of(40)
    expected = naive_log_likelihood(counts, high) - naive_log_likelihood(counts, low)
    assert log_likelihood_ratio(counts, low, high) == pytest.approx(expected, abs=1e-4)


def test_a_ratio_is_near_the_published_approximation_by_mean_and_variance() -> None:
    """n (s1 - s0) (2 s - s0 - s1) / (2 variance), with s = 0.5375 and variance = 0.06421875."""
    low, high = score_of(0), score_of(20)
    approximation = 200 * (high - low) * (2 * 0.5375 - low - high) / (2 * 0.06421875)
    assert log_likelihood_ratio((10, 40, 80, 50, 20), low, high) == pytest.approx(
        approximation, rel=0.02
    )


def test_bounds_and_verdicts() -> None:
    test = Sprt(0, 20)
    assert (test.lower, test.upper) == pytest.approx((-2.944439, 2.944439))
    assert Sprt(0, 5, alpha=0.05, beta=0.1).lower == pytest.approx(log(0.1 / 0.95))
    assert Sprt(0, 5, alpha=0.05, beta=0.1).upper == pytest.approx(log(0.9 / 0.05))
    assert test.state(Pentanomial(one=5)).verdict is SprtVerdict.CONTINUE
    assert not test.state(Pentanomial()).is_over
    assert test.state(Pentanomial(two=500)).verdict == "H1 accepted"
    assert test.state(Pentanomial(nothing=500)).verdict == "H0 accepted"
    assert test.state(Pentanomial(one=500)).verdict == "H0 accepted"


def test_lines_are_those_of_the_runners() -> None:
    pairs = Pentanomial(10, 40, 80, 50, 20)
    assert match_lines(Tally(150, 130, 120), pairs, Sprt(0, 20)) == [
        "LLR: 2.05 (69.7%) (-2.94, 2.94) [0.00, 20.00]",
        "Elo: 26.1, between 1.7 and 50.8 (95%)",
        "LOS: 98.1%",
        "Games: 400 W: 150 L: 120 D: 130",
        "Ptnml(0-2): 10, 40, 80, 50, 20",
    ]
    assert Sprt(0, 20).state(pairs.for_opponent).text.startswith("LLR: -4.51 (-153.0%)")
    assert match_lines(Tally()) == ["Elo: too few games", "LOS: 50.0%", "Games: 0 W: 0 L: 0 D: 0"]
    assert match_lines(Tally(wins=1), Pentanomial(), Sprt(-5, 0))[:2] == [
        "LLR: 0.00 (0.0%) (-2.94, 2.94) [-5.00, 0.00]",
        "Elo: too few games",
    ]


@pytest.mark.parametrize(
    ("elos", "errors", "says"),
    [
        ((20, 0), (0.05, 0.05), "elo0 must be below elo1, not 20 and 0"),
        ((0, 0), (0.05, 0.05), "below elo1"),
        ((0, float("nan")), (0.05, 0.05), "below elo1"),
        ((0, 1e9), (0.05, 0.05), "between -2000 and 2000"),
        ((0, 5), (0, 0.05), "above 0 and together below 1"),
        ((0, 5), (0.5, 0.5), "above 0 and together below 1, not 0.5 and 0.5"),
    ],
)
def test_a_test_that_cannot_be_made_says_why(
    elos: tuple[float, float], errors: tuple[float, float], says: str
) -> None:
    with pytest.raises(DuelhallError, match=says):
        Sprt(*elos, *errors)


@given(PAIRS, st.floats(-2000, 1999), st.floats(0.01, 4000))
def test_the_opponent_sees_the_same_test_reversed(
    pairs: Pentanomial, elo0: float, width: float
) -> None:
    elo1 = min(elo0 + width, 2000)
    llr = Sprt(elo0, elo1).state(pairs).llr
    assert isfinite(llr)
    assert Sprt(-elo1, -elo0).state(pairs.for_opponent).llr == pytest.approx(-llr, 1e-5, 1e-5)


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, 0, 10**12), (0, 0, 10**12, 0, 0), (1, 0, 0, 0, 10**9)]
)
def test_huge_counts_of_one_kind_have_a_ratio(counts: tuple[int, ...]) -> None:
    assert isfinite(Sprt(-2000, 2000).state(Pentanomial(*counts)).llr)
    assert isfinite(Sprt(0, 1).state(Pentanomial(*counts)).llr)


TEST = Sprt(0, 80, alpha=0.1, beta=0.1)


@cache
def verdict(counts: tuple[int, ...]) -> SprtVerdict:
    return TEST.state(Pentanomial(*counts)).verdict


def share_of_verdicts(shares: tuple[float, ...], looked_for: SprtVerdict, runs: int) -> float:
    """How many of many tests end with a verdict, each played pair by pair until it ends."""
    dice = np.random.default_rng(20)
    found = 0
    for _ in range(runs):
        counts = np.zeros(5, dtype=int)
        while verdict(tuple(counts.tolist())) is SprtVerdict.CONTINUE:
            counts += dice.multinomial(1, shares)
        found += verdict(tuple(counts.tolist())) is looked_for
    return found / runs


def shares_with(score: float, spread: float) -> tuple[float, ...]:
    """A distribution of pairs, most of them even, that has this mean score."""
    tilt = 2 * (score - 0.5)
    ends, sides = spread / 3, 2 * spread / 3
    up = np.array([0, 0, 0, sides, ends]) * (1 + tilt / (sides / 2 + ends))
    down = np.array([ends, sides, 0, 0, 0]) * (1 - tilt / (sides / 2 + ends))
    shares = (up + down) / 2
    return tuple((shares + np.array([0, 0, 1 - shares.sum(), 0, 0])).tolist())


@pytest.mark.parametrize("spread", [0.4, 0.8])
def test_errors_are_about_as_frequent_as_promised(spread: float) -> None:
    equals, stronger = (shares_with(score_of(elo), spread) for elo in (TEST.elo0, TEST.elo1))
    assert np.dot(stronger, [0, 0.25, 0.5, 0.75, 1]) == pytest.approx(score_of(TEST.elo1))
    assert 0.04 < share_of_verdicts(equals, SprtVerdict.H1, 600) < TEST.alpha + 0.03
    assert 0.04 < share_of_verdicts(stronger, SprtVerdict.H0, 600) < TEST.beta + 0.03
