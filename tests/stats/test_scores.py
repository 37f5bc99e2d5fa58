"""Tallies and mirrored pairs: Elo, its interval, likelihood of superiority."""

from math import inf, isnan, log10, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelhall.engine.errors import DuelhallError
from duelhall.stats import Estimate, Pentanomial, Tally, elo_of, score_of
from duelhall.stats.score import score_estimate

COUNTS = st.integers(0, 10**7)
PAIRS = st.builds(Pentanomial, *[COUNTS] * 5)
TALLIES = st.builds(Tally, *[COUNTS] * 3)


@pytest.mark.parametrize(("elo", "score"), [(0, 1 / 2), (400, 10 / 11), (-400, 1 / 11)])
def test_ten_to_one_is_400_elo(elo: float, score: float) -> None:
    assert score_of(elo) == pytest.approx(score)
    assert elo_of(score) == pytest.approx(elo)


def test_elo_is_infinite_where_a_score_is_all_or_nothing() -> None:
    assert (elo_of(0), elo_of(1), elo_of(1.5)) == (-inf, inf, inf)
    assert (score_of(-inf), score_of(inf), score_of(-1e9)) == (0, 1, 0)


def test_a_tally_worked_by_hand() -> None:
    tally = Tally(wins=60, draws=20, losses=20)
    assert (tally.games, tally.points) == (100, 70)
    error = 1.959964 * sqrt((60 * 0.3**2 + 20 * 0.2**2 + 20 * 0.7**2) / 100 / 100)
    assert tally.elo.value == pytest.approx(400 * log10(0.7 / 0.3))
    assert tally.elo.low == pytest.approx(400 * log10((0.7 - error) / (0.3 + error)))
    assert tally.elo.high == pytest.approx(400 * log10((0.7 + error) / (0.3 - error)))


@pytest.mark.parametrize(
    ("counts", "elo", "margin", "superiority"),
    [
        ((34, 54, 63, 64, 75), 55.58, 27.65, 1.0),
        ((332, 433, 498, 333, 334), -8.64, 10.33, 0.0505),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95, 0.0),
    ],
)
def test_pairs_give_what_fastchess_publishes_in_its_tests(
    counts: tuple[int, ...], elo: float, margin: float, superiority: float
) -> None:
    pairs = Pentanomial(*counts)
    assert pairs.elo.value == pytest.approx(elo, abs=0.01)
    assert pairs.elo.margin == pytest.approx(margin, abs=0.01)
    assert pairs.superiority == pytest.approx(superiority, abs=0.0005)


def test_a_tally_gives_what_fastchess_publishes_in_its_tests() -> None:
    tally = Tally(wins=136, draws=111, losses=96)
    assert tally.elo.value == pytest.approx(40.70, abs=0.01)
    assert tally.elo.margin == pytest.approx(30.43, abs=0.01)
    assert tally.superiority == pytest.approx(0.9960, abs=0.0005)


def test_superiority_is_the_published_formula_of_wins_and_losses() -> None:
    assert Tally(wins=10, draws=1000, losses=6).superiority == pytest.approx(0.841345)  # one sigma
    assert Tally(draws=7).superiority == Tally().superiority == 0.5


def test_games_and_pairs_are_counted_by_their_points() -> None:
    assert Tally.of_games([1, 0.5, 0, 1]) == Tally(wins=2, draws=1, losses=1)
    pairs = [(0, 0), (0, 0.5), (0.5, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 0.5), (1, 1)]
    assert Pentanomial.of_pairs(pairs) == Pentanomial(1, 2, 3, 1, 1)
    assert Pentanomial(1, 2, 3, 1, 1).points == sum(map(sum, pairs))
    assert Tally(1, 2, 3) + Tally(10, 20, 30) == Tally(11, 22, 33)
    assert Pentanomial(1, 2, 3, 4, 5) + Pentanomial(two=1) == Pentanomial(1, 2, 3, 4, 6)


def test_faults_say_what_was_expected() -> None:
    with pytest.raises(DuelhallError, match=r"0, 0\.5 or 1 points, not 2"):
        Tally.of_games([2])
    with pytest.raises(DuelhallError, match="below zero: Tally"):
        Tally(wins=-1)


def test_before_the_first_game_nothing_is_known() -> None:
    for nothing in (Tally(), Pentanomial()):
        assert nothing.elo == Estimate(0, -inf, inf)
        assert nothing.elo.text == "too few games"


def test_only_wins_are_infinite_elo_with_the_exact_lower_bound() -> None:
    """Clopper and Pearson's: by that score, ten wins out of ten have a chance of 2.5%."""
    estimate = Tally(wins=10).elo
    assert (estimate.value, estimate.high, estimate.margin) == (inf, inf, inf)
    assert score_of(estimate.low) ** 10 == pytest.approx(0.025)
    assert estimate.text == "inf, above 140.2 (95%)"
    assert Tally(losses=10).elo.text == "-inf, below -140.2 (95%)"
    assert Pentanomial(two=10).elo == estimate


def test_some_even_pairs_do_not_prove_equality() -> None:
    margins = [Pentanomial(one=pairs).elo.margin for pairs in (1, 3, 30, 300, 3000)]
    assert margins == sorted(margins, reverse=True)
    assert margins[0] > 700
    assert margins[1] > 200
    assert margins[-1] < 1


def test_texts_are_those_of_the_runners() -> None:
    assert Tally(150, 130, 120).text == "Games: 400 W: 150 L: 120 D: 130"
    assert Pentanomial(10, 40, 80, 50, 20).text == "Ptnml(0-2): 10, 40, 80, 50, 20"
    assert Estimate(12.34, 4.24, 20.44).text == "12.3 +/- 8.1 (95%)"
    assert Estimate(-0.01, -5, 5).text == "0.0 +/- 5.0 (95%)"


@given(st.one_of(TALLIES, PAIRS))
def test_every_count_has_an_interval_around_its_value(results: Tally | Pentanomial) -> None:
    estimate, other = results.elo, results.for_opponent.elo
    assert estimate.low <= estimate.value <= estimate.high
    assert not any(map(isnan, (estimate.low, estimate.value, estimate.high, estimate.margin)))
    assert 0 <= results.superiority <= 1
    assert "nan" not in estimate.text
    assert other.value == pytest.approx(-estimate.value, abs=1e-4)
    assert (other.low == -inf) == (estimate.high == inf)
    assert results.superiority + results.for_opponent.superiority == pytest.approx(1)


def test_a_strong_seat_makes_pairs_tell_more_than_games() -> None:
    """Nine deals in ten are won by seat 0, so their pairs are even and their luck cancels out."""
    dice = np.random.default_rng(6)
    decided = dice.random(500) < 0.9
    first = np.where(decided, 1.0, dice.random(500) < 0.6)
    second = np.where(decided, 0.0, dice.random(500) < 0.6)
    pairs = Pentanomial.of_pairs(zip(first.tolist(), second.tolist(), strict=True))
    games = Tally.of_games([*first.tolist(), *second.tolist()])
    assert pairs.points == games.points
    assert pairs.elo.value == pytest.approx(games.elo.value)
    assert pairs.elo.margin < games.elo.margin / 2


def test_luck_shared_by_a_pair_makes_pairs_tell_less_than_games() -> None:
    """If both games of a pair always end the same, there are only half as many results."""
    pairs, games = Pentanomial(nothing=200, two=200), Tally(wins=400, losses=400)
    assert pairs.elo.margin == pytest.approx(sqrt(2) * games.elo.margin, rel=0.01)


@pytest.mark.parametrize("pairs", [5, 20, 100, 1000])
@pytest.mark.parametrize(
    "shares",
    [(0.1, 0.2, 0.4, 0.2, 0.1), (0.05, 0.05, 0.8, 0.05, 0.05), (0.01, 0.02, 0.1, 0.17, 0.7)],
)
def test_intervals_cover_the_truth_about_19_times_in_20(
    pairs: int, shares: tuple[float, ...]
) -> None:
    dice = np.random.default_rng(95)
    truth = float(np.dot(shares, [0, 0.25, 0.5, 0.75, 1]))
    samples = dice.multinomial(pairs, shares, size=1000).tolist()
    intervals = [score_estimate(sample) for sample in samples]
    covered = np.mean([interval.low <= truth <= interval.high for interval in intervals])
    assert covered > 0.925
    assert covered < 0.97 or pairs < 100


# --- in words ---


@pytest.mark.parametrize(
    ("estimate", "text"),
    [
        (Estimate(15.0, -42.8, 72.8), "15.0 +/- 57.8 (95%)"),
        (Estimate(-181.0, -330.2, -81.4), "-181.0, between -330.2 and -81.4 (95%)"),
        (Estimate(10.0, -1.0, 21.04), "10.0 +/- 11.0 (95%)"),  # as far as the text shows
        (Estimate(inf, 140.2, inf), "inf, above 140.2 (95%)"),
        (Estimate(-inf, -inf, -140.2), "-inf, below -140.2 (95%)"),
        (Estimate(0.0, -inf, inf), "too few games"),
    ],
)
def test_an_interval_has_one_margin_only_if_it_is_symmetric(estimate: Estimate, text: str) -> None:
    assert estimate.text == text


def test_what_an_interval_excludes() -> None:
    estimate = Estimate(-181.0, -330.2, -81.4)
    assert estimate.excludes(0)
    assert not estimate.excludes(-100)
