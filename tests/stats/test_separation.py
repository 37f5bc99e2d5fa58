"""Ranks: an order is claimed as far as the games show it, and no farther."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from duelhall.stats import rate
from duelhall.stats.crosstable import crosstable_of
from duelhall.stats.davidson import Davidson, Fit
from duelhall.stats.rating import ranks_of, runs_of, shown_stronger
from duelhall.stats.score import NORMAL_95
from tests.stats.test_ratings import names, play

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
