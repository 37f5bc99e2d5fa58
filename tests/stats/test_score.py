"""Tallies and mirrored pairs: Elo, its interval, likelihood of superiority."""

from functools import cache
from itertools import combinations
from math import inf, isfinite, isnan, log, log10, sqrt
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import minimize

from duelhall.engine.errors import DuelhallError
from duelhall.stats import (
    Crosstable,
    Estimate,
    Pentanomial,
    Sprt,
    SprtVerdict,
    Standings,
    Tally,
    elo_of,
    match_lines,
    rate,
    score_of,
)
from duelhall.stats.davidson import Davidson, Fit
from duelhall.stats.deals import Deals
from duelhall.stats.score import NORMAL_95, score_estimate
from duelhall.stats.sprt import UNSEEN, log_likelihood_ratio

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


# --- intervals of standings heed that the two games of a mirrored pair share their deal ---


Floats = NDArray[np.float64]

ELO = 400 / log(10)
EVEN = [0.0, 0.0, 0.0, 0.0]
MIDDLING = [-0.9, -0.3, 0.3, 0.9]
UNEQUAL = [-3.0, -1.0, 1.0, 3.0]
ONE_FAR_AHEAD = [0.0, 0.0, 0.0, 3.0]


class World(NamedTuple):
    """What is true, and in which share of the pairs one lot decides for a seat or for a player."""

    strengths: list[float]
    deal_share: float = 0.0
    seat: float = 0.4
    draws: float = 0.0

    @property
    def differences(self) -> Floats:
        return np.array([a - b for a, b in combinations(self.strengths, 2)])


def points_by_lot(lots: Floats, ahead: Floats, draws: float) -> Floats:
    """What seat 0 gets: the lower the lot, the better for it."""
    wins, losses = np.exp(ahead / 2), np.exp(-ahead / 2)
    drawn = lots * (wins + draws + losses) - wins
    return np.where(drawn < 0, 1.0, np.where(drawn < draws, 0.5, 0.0))


def play_pairs(dice: np.random.Generator, world: World, pairs: int) -> Floats:
    """So many mirrored pairs of each two players."""
    meetings = np.repeat(list(combinations(range(len(world.strengths)), 2)), pairs, axis=0)
    first, second = dice.random((2, len(meetings)))
    decided = dice.random(len(meetings)) < abs(world.deal_share)
    second = np.where(decided, first if world.deal_share > 0 else 1 - first, second)
    strengths = np.array(world.strengths)
    ahead = strengths[meetings[:, 0]] - strengths[meetings[:, 1]]
    return np.column_stack(
        [
            meetings,
            points_by_lot(first, world.seat + ahead, world.draws),
            points_by_lot(second, world.seat - ahead, world.draws),
        ]
    )


def table_of(players: int, pairs: Floats) -> Crosstable:
    table = Crosstable(players)
    table.add_pairs(pairs)
    return table


def deviations_of_differences(fit: Fit) -> Floats:
    slopes = np.zeros((len(fit.strengths) * (len(fit.strengths) - 1) // 2, len(fit.parameters)))
    for row, (one, other) in zip(slopes, combinations(range(len(fit.strengths)), 2), strict=True):
        row[[one, other]] = 1, -1
    return np.sqrt(fit.variance(slopes))


def differences_held(fit: Fit, world: World) -> NDArray[np.bool_]:
    """For each two players, whether the 95% interval of their difference holds the truth."""
    found = np.array([a - b for a, b in combinations(fit.strengths, 2)])
    misses = np.abs(found - world.differences)
    return np.asarray(misses <= NORMAL_95 * deviations_of_differences(fit))


def seat_held(fit: Fit, world: World) -> bool:
    slopes = np.eye(len(fit.parameters))[-2]
    return bool(abs(fit.seat - world.seat) <= NORMAL_95 * np.sqrt(fit.variance(slopes)))


class Coverage(NamedTuple):
    """How often 95% intervals hold the truth: heeding deals, and taking games as independent."""

    differences: float
    seat: float
    naive_differences: float
    naive_seat: float
    to_the_last: float
    """Only the differences to the last player."""


def coverage(world: World, pairs: int, tournaments: int) -> Coverage:
    dice = np.random.default_rng(1)
    players = len(world.strengths)
    to_the_last = [other == players - 1 for _, other in combinations(range(players), 2)]
    held = []
    for _ in range(tournaments):
        table = table_of(players, play_pairs(dice, world, pairs))
        naive = Davidson(table, seat_term=True).fit()
        fit = Deals(naive, table).adjusted_fit
        differences = differences_held(fit, world)
        held.append(
            [
                differences.mean(),
                seat_held(fit, world),
                differences_held(naive, world).mean(),
                seat_held(naive, world),
                differences[to_the_last].mean(),
            ]
        )
    return Coverage(*np.mean(held, axis=0))


TOURNAMENTS = 200
"""So many that a share of 95% comes out wrong by less than 2% for differences, 3% for seats."""


@pytest.mark.parametrize("draws", [0, 0.6])
def test_independent_games_have_the_intervals_that_they_had(draws: float) -> None:
    found = coverage(World(MIDDLING, draws=draws), 20, TOURNAMENTS)
    assert 0.92 < found.differences < 0.98
    assert 0.92 < found.seat < 0.98
    assert found.differences == pytest.approx(found.naive_differences, abs=0.01)


@pytest.mark.parametrize("draws", [0, 0.6])
def test_deals_that_decide_for_a_seat_cancel_out(draws: float) -> None:
    found = coverage(World([-0.3, -0.1, 0.1, 0.3], 0.7, draws=draws), 20, TOURNAMENTS)
    assert 0.92 < found.differences < 0.98
    assert 0.92 < found.seat < 0.98
    assert found.naive_differences > 0.985
    assert found.naive_seat < 0.93


@pytest.mark.parametrize("draws", [0, 0.6])
def test_deals_that_suit_a_player_do_not_cancel_out(draws: float) -> None:
    found = coverage(World(MIDDLING, -0.9, draws=draws), 20, TOURNAMENTS)
    assert 0.92 < found.differences < 0.98
    assert 0.92 < found.seat < 0.99
    assert found.naive_differences < 0.9
    assert found.naive_seat > 0.98


@pytest.mark.parametrize("pairs", [2, 5])
@pytest.mark.parametrize("deal_share", [0, 0.7, -0.7])
@pytest.mark.parametrize("strengths", [EVEN, UNEQUAL])
def test_few_pairs_do_not_make_sure(strengths: list[float], deal_share: float, pairs: int) -> None:
    found = coverage(World(strengths, deal_share), pairs, 150)
    assert found.differences > 0.91
    assert found.seat > 0.9


@pytest.mark.parametrize("deal_share", [0.7, 1])
def test_pairs_of_equals_do_not_make_sure_of_one_far_ahead(deal_share: float) -> None:
    """Deals decide for a seat between equals; against a far stronger player they seldom can."""
    assert coverage(World(ONE_FAR_AHEAD, deal_share), 20, 150).to_the_last > 0.92


@pytest.mark.parametrize("deal_share", [0.8, 0.3, 0, -0.3, -0.8])
@pytest.mark.parametrize("draws", [0, 0.6])
def test_the_share_of_deals_is_found(deal_share: float, draws: float) -> None:
    world = World(MIDDLING, deal_share, draws=draws)
    pairs = play_pairs(np.random.default_rng(2), world, 2000)
    assert rate(list("abcd"), table_of(4, pairs)).deal_share == pytest.approx(deal_share, abs=0.05)


def covariance_pair_by_pair(fit: Fit, pairs: Floats) -> Floats:
    """The sandwich of any textbook, each pair a cluster: good for many pairs."""
    loss, draw, win = np.moveaxis(fit.chances, 2, 0)
    derivatives = np.zeros((len(pairs), len(fit.parameters)))
    rows = np.arange(len(pairs))
    one, other = pairs[:, 0].astype(int), pairs[:, 1].astype(int)
    for seat0, seat1, points in ((one, other, pairs[:, 2]), (other, one, pairs[:, 3])):
        surplus = points - 0.5 - (win - loss)[seat0, seat1] / 2
        derivatives[rows, seat0] += surplus
        derivatives[rows, seat1] -= surplus
        derivatives[:, -2] += surplus
        derivatives[:, -1] += (points == 0.5) - draw[seat0, seat1]
    independent = fit.root @ fit.root.T
    return np.asarray(independent @ derivatives.T @ derivatives @ independent)


@pytest.mark.parametrize("deal_share", [0.7, 0, -0.7])
def test_by_many_pairs_variances_are_those_of_the_pairs_themselves(deal_share: float) -> None:
    world = World(MIDDLING, deal_share, draws=0.3)
    pairs = play_pairs(np.random.default_rng(3), world, 4000)
    table = table_of(4, pairs)
    naive = Davidson(table, seat_term=True).fit()
    expected = covariance_pair_by_pair(naive, pairs)
    adjusted_fit = Deals(naive, table).adjusted_fit
    slopes = np.array([[1, -1, 0, 0, 0, 0], [1, 0, 0, -1, 0, 0], *np.eye(6)[-2:]])
    variances = np.einsum("ki,ij,kj->k", slopes, expected, slopes)
    assert adjusted_fit.variance(slopes) == pytest.approx(variances, rel=0.12)
    assert (adjusted_fit.parameters == naive.parameters).all()


def standings_of_two(*pairs: tuple[float, float], times: int) -> Standings:
    """Standings by pairs with such points of seat 0, each kind so many times."""
    return rate(["a", "b"], table_of(2, np.array([(0, 1, *points) for points in pairs * times])))


def test_pairs_that_are_all_even_leave_a_doubt() -> None:
    """The deal has always decided; once in 3 / n pairs it may not, worth 6 / n of a strength."""
    widths = [
        standings_of_two((1, 1), (0, 0), times=times).rows[0].high for times in (2, 10, 50, 500)
    ]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] == pytest.approx(ELO * 6 / 1000 / 2, rel=0.15)
    assert widths[0] > 80


def test_only_wins_are_as_uncertain_as_by_single_games() -> None:
    of_pairs = standings_of_two((1, 0), times=5)
    of_games = rate(["a", "b"], [(0, 1, 1), (1, 0, 0)] * 5)
    assert of_pairs.rows[0].elo == of_games.rows[0].elo
    assert of_pairs.rows[0].high == pytest.approx(of_games.rows[0].high, rel=0.05)
    assert of_pairs.deal_share == pytest.approx(0, abs=0.1)


def test_games_that_are_not_in_pairs_are_independent() -> None:
    pairs = play_pairs(np.random.default_rng(4), World(EVEN, 0.9), 20)
    games = np.concatenate([pairs[:, [0, 1, 2]], pairs[:, [1, 0, 3]]])
    single = rate(list("abcd"), games)
    assert single.deal_share == 0
    both = Crosstable(4)
    both.add_pairs(pairs)
    both.add(games)
    paired, mixed = (rate(list("abcd"), table) for table in (table_of(4, pairs), both))
    widths = [table.rows[0].high - table.rows[0].low for table in (paired, single)]
    assert widths[0] < 0.6 * widths[1]
    between = (widths[0] ** 2 + widths[1] ** 2) / 2 / 2
    assert (mixed.rows[0].high - mixed.rows[0].low) ** 2 == pytest.approx(between, rel=0.1)


def test_whose_games_are_named_first_in_a_pair_does_not_matter() -> None:
    pairs = play_pairs(np.random.default_rng(5), World(MIDDLING, 0.5, draws=0.5), 10)
    turned = np.where(np.arange(len(pairs))[:, None] % 2, pairs, pairs[:, [1, 0, 3, 2]])
    one, other = (rate(list("abcd"), table_of(4, given)) for given in (pairs, turned))
    assert one.deal_share == pytest.approx(other.deal_share)
    assert [row.high for row in one.rows] == pytest.approx([row.high for row in other.rows])


def test_few_pairs_do_not_show_what_deals_decide() -> None:
    few, many = (standings_of_two((1, 1), (0, 0), times=times) for times in (5, 20))
    assert few.deal_share > 0.5
    assert not few.deals_matter
    assert many.deals_matter
    assert not rate(["a", "b"], []).deals_matter


@pytest.mark.parametrize(
    ("deal_share", "low", "high"), [(0, 0, 0.1), (0.5, 0.95, 1), (-0.5, 0.95, 1)]
)
def test_deals_matter_where_their_share_is_clearly_not_0(
    deal_share: float, low: float, high: float
) -> None:
    dice = np.random.default_rng(6)
    told = [
        rate(list("abcd"), table_of(4, play_pairs(dice, World(MIDDLING, deal_share), 80)))
        for _ in range(60)
    ]
    assert low <= np.mean([standings.deals_matter for standings in told]) <= high


# --- the sequential probability ratio test ---


SPRT_COUNTS = st.integers(0, 10**6)
SPRT_PAIRS = st.builds(Pentanomial, *[SPRT_COUNTS] * 5)


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


@given(SPRT_PAIRS, st.floats(-2000, 1999), st.floats(0.01, 4000))
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
