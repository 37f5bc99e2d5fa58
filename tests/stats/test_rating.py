"""Standings: Bradley-Terry with draws and a seat term."""

from importlib import import_module
from math import exp, inf, isfinite, log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.optimize import approx_fprime, minimize

from duelhall.engine.errors import DuelhallError
from duelhall.stats import Crosstable, Estimate, Tally, rate, score_of
from duelhall.stats.crosstable import PIECE, Result, crosstable_of
from duelhall.stats.davidson import Davidson, Fit
from duelhall.stats.rating import ranks_of, runs_of, shown_stronger
from duelhall.stats.score import NORMAL_95

Floats = NDArray[np.float64]

ELO = 400 / log(10)


def names(players: int) -> list[str]:
    return [f"bot {number}" for number in range(players)]


def play(
    dice: np.random.Generator, strengths: Floats, games: int, seat: float = 0, draws: float = 0
) -> Floats:
    """Games between players drawn by lot, by Davidson's model."""
    first = dice.integers(0, len(strengths), games)
    second = (first + dice.integers(1, len(strengths), games)) % len(strengths)
    ahead = (strengths[first] - strengths[second] + seat) / 2
    wins, losses = np.exp(ahead), np.exp(-ahead)
    lot = dice.random(games) * (wins + draws + losses)
    points = np.where(lot < wins, 1.0, np.where(lot < wins + draws, 0.5, 0.0))
    return np.column_stack([first, second, points])


def elos(results: Floats | list[Result], players: int, *, seat_term: bool = True) -> Floats:
    rows = rate(names(players), results, seat_term=seat_term).rows
    by_name = {row.name: row.elo for row in rows}
    return np.array([by_name[name] for name in names(players)])


@pytest.fixture
def choix() -> Any:
    """Imported where it is used, since it brings along all of SciPy's statistics."""
    return import_module("choix")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_without_draws_and_seats_ratings_are_those_of_choix(choix: Any, seed: int) -> None:
    """choix has no imaginary games: each game is given twice, and the halves as a player's own."""
    dice = np.random.default_rng(seed)
    results = play(dice, dice.normal(0, 1, 8), 300)
    winners = [(int(a), int(b)) if won else (int(b), int(a)) for a, b, won in results]
    imaginary = [pair for player in range(8) for pair in ((player, 8), (8, player))]
    expected = choix.opt_pairwise(9, 2 * winners + imaginary, alpha=1e-12, tol=1e-10)[:8]
    expected = ELO * (expected - expected.mean())
    assert elos(results, 8, seat_term=False) == pytest.approx(expected, abs=1e-3)


def test_the_imaginary_games_hardly_matter_among_many(choix: Any) -> None:
    dice = np.random.default_rng(4)
    results = play(dice, dice.normal(0, 1, 8), 20_000)
    winners = [(int(a), int(b)) if won else (int(b), int(a)) for a, b, won in results]
    expected = ELO * choix.ilsr_pairwise(8, winners)
    assert elos(results, 8, seat_term=False) == pytest.approx(expected, abs=0.5)


def test_two_players_with_draws_worked_by_hand() -> None:
    """Of two players, Davidson's likeliest are d = log(wins / losses), v = draws / sqrt(w l)."""
    standings = rate(["a", "b"], counted(640_000, 320_000, 160_000))
    assert standings.draw_parameter == pytest.approx(1, rel=1e-4)
    assert standings.draw_share == pytest.approx(1 / 3, rel=1e-4)
    assert [row.elo for row in standings.rows] == pytest.approx(
        [ELO * 2 / 3 * log(4) / 2, -ELO * 2 / 3 * log(4) / 2], rel=1e-4
    )
    assert standings.seat_advantage.value == pytest.approx(0, abs=1e-3)


def counted(wins: int, draws: int, losses: int) -> Crosstable:
    """A table of two players, the first's results, the seats shared evenly."""
    table = Crosstable(2)
    table.counts[0, 1] = [losses // 2, draws // 2, wins // 2]
    table.counts[1, 0] = [wins // 2, draws // 2, losses // 2]
    return table


@pytest.mark.parametrize("draws", [0, 1000, 20_000])
def test_near_equality_an_elo_point_is_that_of_a_match(draws: int) -> None:
    first, second = rate(["a", "b"], counted(5200, draws, 4800)).rows
    match = Tally(5200, draws, 4800).elo
    assert first.elo - second.elo == pytest.approx(match.value, rel=0.01)
    assert first.high - first.low == pytest.approx((match.high - match.low) / 2, rel=0.01)


def naive_cost(parameters: Floats, results: Floats) -> float:
    """The turned logarithm of the likelihood, game by game, as the model is written down."""
    strengths, seat, draws = parameters[:-2], parameters[-2], exp(parameters[-1])
    imaginary = [*strengths, seat, parameters[-1] - log(2)]
    cost = sum(-0.5 * log(1 / (1 + exp(-x))) - 0.5 * log(1 / (1 + exp(x))) for x in imaginary)
    for first, second, points in results:
        d = strengths[int(first)] - strengths[int(second)] + seat
        chances = {1.0: exp(d / 2), 0.5: draws, 0.0: exp(-d / 2)}
        cost -= log(chances[points] / sum(chances.values()))
    return float(cost)


def test_with_draws_and_a_seat_ratings_are_those_of_the_naive_likelihood() -> None:
    dice = np.random.default_rng(5)
    results = play(dice, np.array([-1.0, 0.0, 0.2, 0.8]), 200, seat=0.5, draws=0.7)
    expected = minimize(naive_cost, np.zeros(6), args=(results,), method="BFGS").x
    fit = Davidson(crosstable_of(4, results), seat_term=True).fit()
    assert fit.parameters == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("draws", [0, 0.7])
@pytest.mark.parametrize("seat", ["with the seat", "without"])
def test_derivatives_are_those_of_the_cost(draws: float, seat: str) -> None:
    dice = np.random.default_rng(6)
    results = play(dice, dice.normal(0, 1, 5), 60, seat=0.5, draws=draws)
    model = Davidson(crosstable_of(5, results), seat_term=seat == "with the seat")
    at = dice.normal(0, 1, int(model.free.sum()))
    assert model.gradient(at) == pytest.approx(approx_fprime(at, model.cost), abs=1e-4)
    assert model.hessian(at) == pytest.approx(approx_fprime(at, model.gradient), abs=1e-4)


def test_the_seat_is_told_apart_from_the_players() -> None:
    """Both are equal, but one mostly sits in the better seat."""
    table = Crosstable(2)
    table.counts[0, 1] = [300, 0, 700]
    table.counts[1, 0] = [30, 0, 70]
    standings = rate(["a", "b"], table)
    assert standings.seat_advantage.value == pytest.approx(ELO * log(7 / 3), abs=2)
    assert [row.elo for row in standings.rows] == pytest.approx([0, 0], abs=1)
    assert not standings.rows[0].separable_from_next
    without = rate(["a", "b"], table, seat_term=False)
    assert without.seat_advantage == Estimate(0, 0, 0)
    assert without.rows[0].separable_from_next


def test_intervals_cover_the_truth_about_19_times_in_20() -> None:
    dice = np.random.default_rng(7)
    strengths, seat, draws = np.array([-0.9, -0.4, 0.0, 0.1, 0.4, 0.8]), 0.4, 0.6
    unit = ELO * 2 / (2 + draws)
    truth = dict(zip(names(6), (strengths - strengths.mean()) * unit, strict=True))
    covered, seats = [], []
    for _ in range(150):
        standings = rate(names(6), play(dice, strengths, 300, seat, draws))
        covered += [row.low <= truth[row.name] <= row.high for row in standings.rows]
        seats.append(standings.seat_advantage.low <= seat * unit <= standings.seat_advantage.high)
    assert 0.93 < np.mean(covered) < 0.97
    assert 0.91 < np.mean(seats) < 0.99


def test_equal_players_are_seldom_put_in_an_order() -> None:
    dice = np.random.default_rng(8)
    tables = [rate(names(5), play(dice, np.zeros(5), 400, 0.3, 0.5)) for _ in range(60)]
    separated = [bool(row.separable_from_next) for table in tables for row in table.rows[:-1]]
    assert np.mean(separated) < 0.03


def test_runs_end_where_neighbours_are_separable() -> None:
    dice = np.random.default_rng(9)
    standings = rate(names(5), play(dice, np.array([2.0, 2.02, 0.0, -2.0, -2.02]), 3000))
    assert [row.separable_from_next for row in standings.rows] == [False, True, True, False, None]
    assert standings.runs == [range(2), range(3, 5)]
    assert [row.rank for row in standings.rows] == [1, 1, 3, 4, 4]


def test_who_only_wins_has_a_finite_rating_and_a_wide_interval() -> None:
    games: list[Result] = [(0, 1, 1), (1, 0, 0)]
    few, many = (rate(["a", "b"], games * pairs).rows for pairs in (2, 20))
    assert 0 < few[0].elo < many[0].elo < 1000
    assert not few[0].separable_from_next
    assert many[0].separable_from_next
    assert many[0].high - many[0].low > 400


def test_ten_games_won_out_of_ten_are_enough_to_separate_two() -> None:
    games: list[Result] = [(0, 1, 1), (1, 0, 0)]
    assert rate(["a", "b"], games * 5).rows[0].separable_from_next
    assert not rate(["a", "b"], games * 3).rows[0].separable_from_next


def test_who_has_not_played_is_last_and_unknown() -> None:
    standings = rate(["idle", "a", "b"], [(1, 2, 1)] * 30 + [(2, 1, 0)] * 30)
    assert [row.name for row in standings.rows] == ["a", "b", "idle"]
    last = standings.rows[-1]
    assert (last.low, last.high, last.games, last.points) == (-inf, inf, 0, 0)
    assert [row.separable_from_next for row in standings.rows] == [True, False, None]
    assert [row.rank for row in standings.rows] == [1, 2, None]
    assert standings.runs == []


def test_no_games_and_no_players() -> None:
    standings = rate(["a", "b"], [])
    assert [row.elo for row in standings.rows] == [0, 0]
    assert standings.seat_advantage.text == "too few games"
    assert not standings.runs
    assert not rate([], []).rows


def test_only_draws_are_finite() -> None:
    standings = rate(["a", "b"], [(0, 1, 0.5)] * 50)
    assert 0.95 < standings.draw_share < 1
    assert all(isfinite(row.low) and row.elo == pytest.approx(0) for row in standings.rows)


def test_points_and_games_are_those_of_both_seats() -> None:
    rows = rate(["a", "b"], [(0, 1, 1), (1, 0, 0.5), (1, 0, 0)]).rows
    assert [(row.name, row.games, row.points) for row in rows] == [("a", 3, 2.5), ("b", 3, 0.5)]
    assert [row.tally for row in rows] == [Tally(2, 1, 0), Tally(0, 1, 2)]


def test_results_against_each_other_are_in_the_order_of_the_table() -> None:
    results: list[Result] = [(0, 1, 0), (1, 0, 1), (1, 2, 1), (2, 1, 0.5), (1, 0, 0.5)]
    standings = rate(["c", "a", "b"], results)
    assert [row.name for row in standings.rows] == ["a", "b", "c"]
    assert standings.match(0, 2) == Tally(2, 1, 0)
    assert standings.match(2, 0) == Tally(0, 1, 2)
    assert standings.match(0, 1) == Tally(1, 1, 0)
    assert standings.match(1, 2) == Tally()


def test_a_difference_is_not_lost_in_the_rounding_of_huge_counts() -> None:
    small, huge = (rate(["a", "b"], counted(6 * n, 2 * n, 4 * n)).rows[0] for n in (10**4, 10**10))
    assert huge.elo == pytest.approx(small.elo, rel=1e-3)
    assert huge.high - huge.low == pytest.approx((small.high - small.low) / 1000, rel=1e-2)
    assert huge.separable_from_next


def test_results_are_counted_piece_by_piece_from_whatever_holds_them() -> None:
    dice = np.random.default_rng(11)
    results = play(dice, np.zeros(4), 2 * PIECE + 7, draws=1)
    from_array = crosstable_of(4, results).counts
    from_rows = crosstable_of(4, ((int(a), int(b), p) for a, b, p in results.tolist())).counts
    assert from_array.sum() == len(results)
    assert (from_array == from_rows).all()
    assert from_array[2, 3, 1] == ((results == [2, 3, 0.5]).all(axis=1)).sum()


@pytest.mark.parametrize(
    "result", [(0, 2, 1), (-1, 0, 1), (0, 1, 2), (0, 0.5, 1), (0, 1, float("nan"))]
)
def test_a_result_that_cannot_be_says_why(result: Result) -> None:
    with pytest.raises(DuelhallError, match=r"players from 0 to 1 and points of 0, 0\.5 or 1"):
        rate(["a", "b"], [(0, 1, 1), result])


def test_other_faults() -> None:
    with pytest.raises(DuelhallError, match="a result is"):
        rate(["a", "b"], np.zeros((3, 2)))
    with pytest.raises(DuelhallError, match="3 names for a table of 2"):
        rate(["a", "b", "c"], Crosstable(2))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from([0, 0.5, 1]))))
def test_any_results_have_standings(results: list[Result]) -> None:
    standings = rate(names(4), results)
    assert all(isfinite(row.elo) and row.low < row.elo < row.high for row in standings.rows)
    assert sum(row.points for row in standings.rows) == len(results)
    assert sum(row.elo for row in standings.rows) == pytest.approx(0, abs=1e-6)
    fit = Davidson(table := crosstable_of(4, results), seat_term=True).fit()
    model = Davidson(table, seat_term=True)
    assert np.abs(model.gradient(fit.parameters[model.free])).max() < 1e-7


def test_the_score_that_ratings_promise_is_that_of_the_model() -> None:
    """With v = 2, Davidson's expected score is exactly Elo's, at any distance."""
    d = 3.0
    score = (exp(d / 2) + 1) / (exp(d / 2) + 2 + exp(-d / 2))
    assert score == pytest.approx(score_of(ELO * 2 / (2 + 2) * d))
    assert sqrt(score / (1 - score)) == pytest.approx(exp(d / 4))


# --- ranks: an order is claimed as far as the games show it, and no farther ---


Booleans = NDArray[np.bool_]


def order(players: int, *shown: tuple[int, int]) -> Booleans:
    """Who is shown to be stronger than whom."""
    stronger = np.zeros((players, players), np.bool_)
    for better, worse in shown:
        stronger[better, worse] = True
    return stronger


def ladder(players: int, reach: int) -> Booleans:
    """Each is shown to be stronger than those that are so many lines below it."""
    lines = np.arange(players)
    return lines[None, :] - lines[:, None] >= reach


def are_separable(fit: Fit, better: int, worse: int) -> bool:
    """Whether the 95% interval of the difference leaves out 0, for two players alone."""
    slopes = np.zeros(len(fit.parameters))
    slopes[[better, worse]] = 1, -1
    reach = NORMAL_95 * np.sqrt(fit.variance(slopes))
    return bool(fit.strengths[better] - fit.strengths[worse] > reach)


def test_each_two_are_compared_by_the_interval_of_their_own_difference() -> None:
    dice = np.random.default_rng(12)
    table = crosstable_of(7, play(dice, dice.normal(0, 0.4, 7), 600, 0.3, 0.5))
    fit = Davidson(table, seat_term=True).fit()
    expected = [[are_separable(fit, one, other) for other in range(7)] for one in range(7)]
    assert shown_stronger(fit, np.zeros(7, np.int64)).tolist() == expected
    assert 0 < np.sum(expected) < 21


def test_players_that_no_chain_of_games_connects_are_never_separable() -> None:
    """Only the imaginary games say that one field's best is stronger than the other's rest."""
    dice = np.random.default_rng(10)
    field = play(dice, np.array([3.0] + [0.0] * 9), 2000)
    table = crosstable_of(20, np.concatenate([field, field + np.array([10, 10, 0])]))
    fit = Davidson(table, seat_term=True).fit()
    assert shown_stronger(fit, np.zeros(20, np.int64))[10, 1]
    shown = shown_stronger(fit, table.fields)
    assert shown[10, 11]
    assert not shown[:10, 10:].any()
    assert not shown[10:, :10].any()


@pytest.mark.parametrize(
    ("stronger", "ranks"),
    [
        (order(3), [1, 1, 1]),
        (order(3, (0, 1), (0, 2)), [1, 2, 2]),
        (order(3, (0, 2)), [1, 1, 2]),
        (ladder(6, 1), [1, 2, 3, 4, 5, 6]),
        (ladder(6, 3), [1, 1, 1, 2, 3, 4]),
    ],
)
def test_a_rank_counts_who_is_shown_to_be_stronger(stronger: Booleans, ranks: list[int]) -> None:
    assert ranks_of(stronger) == ranks


def test_a_rank_never_becomes_better_down_the_table() -> None:
    """The third has played so little that nobody is shown to be stronger than it."""
    assert ranks_of(order(4, (0, 1), (0, 3), (1, 3))) == [1, 2, 2, 3]


@pytest.mark.parametrize(
    ("stronger", "runs"),
    [
        (order(0), []),
        (order(1), []),
        (order(3), [range(3)]),
        (ladder(4, 1), []),
        (ladder(5, 2), [range(2), range(1, 3), range(2, 4), range(3, 5)]),
        (ladder(5, 4), [range(4), range(1, 5)]),
        (order(3, (0, 1)), [range(1, 3)]),
    ],
)
def test_runs_are_the_longest_in_which_nobody_is_separable(
    stronger: Booleans, runs: list[range]
) -> None:
    assert runs_of(stronger) == runs


@given(st.integers(1, 8), st.integers(0, 2**32), st.floats(0, 0.5))
def test_runs_are_those_that_a_naive_search_finds(players: int, seed: int, share: float) -> None:
    stronger = np.triu(np.random.default_rng(seed).random((players, players)) < share, 1)
    blocks = [range(a, b) for a in range(players) for b in range(a + 2, players + 1)]
    even = [run for run in blocks if not stronger[run.start : run.stop, run.start : run.stop].any()]
    longest = [run for run in even if not any(set(run) < set(other) for other in even)]
    assert runs_of(stronger) == longest


def test_first_and_last_of_a_chain_of_neighbours_do_not_share_a_rank() -> None:
    """No two neighbours are separable, and still nine players are not all first."""
    dice = np.random.default_rng(16)
    standings = rate(names(9), play(dice, np.linspace(1.2, -1.2, 9), 600))
    assert not any(row.separable_from_next for row in standings.rows)
    ranks = [row.rank or 0 for row in standings.rows]
    assert ranks[0] == 1
    assert ranks[-1] > 4
    assert ranks == sorted(ranks)
    assert len(standings.runs) > 1


def test_a_hundred_players_have_ranks() -> None:
    dice = np.random.default_rng(14)
    standings = rate(names(100), play(dice, dice.normal(0, 1, 100), 20_000))
    ranks = [row.rank or 0 for row in standings.rows]
    assert ranks == sorted(ranks)
    assert all(rank <= line for line, rank in enumerate(ranks, start=1))
    assert len(set(ranks)) > 20
