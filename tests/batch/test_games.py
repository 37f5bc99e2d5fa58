"""Batches: the same games whatever the threads, and the same ones as the front door plays."""

import numpy as np
import pytest

import duelhall
from duelhall.batch.simulate import policy_games, random_games
from duelhall.engine.errors import BadDeal
from duelhall.engine.record import DRAWN
from duelhall.match.game import Game
from duelhall.players.builtin import RANDOM, Player, policy_of


def test_threads_change_nothing(blade: Game) -> None:
    one = random_games(blade, 10_001, seed=3)
    for threads in (2, 3):
        assert np.array_equal(random_games(blade, 10_001, seed=3, threads=threads).table, one.table)


def test_a_batch_can_be_cut_anywhere(blade: Game) -> None:
    whole = random_games(blade, 100, seed=50)
    assert np.array_equal(
        random_games(blade, 40, seed=110).table, random_games(blade, 60, 90).table[20:]
    )
    assert np.array_equal(random_games(blade, 30, seed=120).table, whole.table[70:])


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 500])
def test_interpreted_batches_are_the_same(blade: Game, seed: int) -> None:
    slow = duelhall.load("blade", backend="python")
    fast = random_games(blade, 300, seed)
    assert np.array_equal(random_games(slow, 300, seed).table, fast.table)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("seed", [-1, 2**64 - 9, 2**64])
def test_seeds_out_of_range_are_refused(blade: Game, seed: int, threads: int) -> None:
    with pytest.raises(BadDeal, match="not all numbers from 0 to"):
        random_games(blade, 10, seed, threads)


def test_outcomes_add_up(blade: Game) -> None:
    outcomes = random_games(blade, 50_000)
    assert outcomes.won(0) + outcomes.won(1) + outcomes.drawn == 50_000
    assert outcomes.moves == outcomes.lengths.sum()
    assert set(np.unique(outcomes.winners)) == {0, 1, DRAWN}
    assert 5.5 < outcomes.moves / 50_000 < 6.5
    assert abs(outcomes.won(0) - outcomes.won(1)) < 1_500  # nobody is favoured by the rules


def test_row_i_is_the_match_of_seed_plus_i(blade: Game) -> None:
    """The policies of a batch choose what the same players choose at the front door."""
    greedy = policy_of(blade, "greedy")
    table = policy_games(blade, (greedy, greedy), 50, seed=1000).table
    player = Player(blade, "greedy")
    for row in range(50):
        match = blade.match(seed=1000 + row)
        while not match.over:
            match.play(player.choose(match.view(match.to_move), chance=0))
        found = table[row]
        assert (found.winner, found.reason) == (match.state.winner, match.state.reason)
        assert found.moves == len(match.moves)
        assert found.points.tolist() == [match.points(seat) for seat in (0, 1)]
        assert found.first == blade.match(seed=1000 + row).to_move


def test_random_policies_play_as_evenly_as_random_games(blade: Game) -> None:
    chance = policy_of(blade, RANDOM)
    by_policy, plain = policy_games(blade, (chance, chance), 50_000), random_games(blade, 50_000)
    assert np.array_equal(by_policy.table, plain.table)
