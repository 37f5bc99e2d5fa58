"""Batches that are stepped through: each row is a match, on every backend."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.batch import Batch
from duelhall.batch.batch import Cores, IllegalMoveInRow, deal_rows
from duelhall.batch.simulate import policy_games, random_games
from duelhall.engine.errors import BadArgument, BadDeal, DuelhallError
from duelhall.engine.record import DRAWN, UNDECIDED, Array
from duelhall.engine.template import bound
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.builtin import RANDOM, Player, policy_of

ROWS = 12


def random_moves(batch: Batch, chance: np.random.Generator) -> Array:
    """A legal move for each row."""
    mask = batch.legal_mask()
    return np.asarray((chance.random(mask.shape) * mask).argmax(axis=1))


def played(batch: Batch, steps: int) -> Iterator[tuple[Array, Array, Array]]:
    """Random moves, and what came of each step."""
    chance = np.random.default_rng(1)
    for _ in range(steps):
        moves = random_moves(batch, chance)
        rewards, ended = batch.step(moves)
        yield moves, rewards, ended


def shown(batch: Batch) -> list[bytes]:
    """Everything that a batch shows."""
    arrays: list[Any] = [batch.states, batch.seeds, batch.to_move, batch.rewards, batch.ended]
    return [array.tobytes() for array in [*arrays, batch.legal_mask(), batch.observations()]]


@pytest.mark.parametrize("name", ["blade", "frontline", "binmat", "monsters"])
def test_each_row_is_a_match(name: str) -> None:
    game = duelhall.load(name, backend="python")
    rows, steps = (ROWS, 30) if name == "blade" else (2, 3)
    batch = Batch(game, rows, seed=100)
    matches = [game.match(seed=100 + row) for row in range(rows)]
    for moves, rewards, ended in played(batch, steps):
        for row, match in enumerate(matches):
            match.play(int(moves[row]))
            assert bool(ended[row]) == match.over
            assert rewards[row].tolist() == list(game.returns(match.state))
            if match.over:
                matches[row] = game.match(seed=int(batch.seeds[row]))
            check_row(batch, row, matches[row])


def check_row(batch: Batch, row: int, match: Match) -> None:
    """A row shows what its match does."""
    assert batch.states[row].tobytes() == match.state.tobytes()
    assert batch.to_move[row] == match.to_move


def test_masks_and_observations_are_those_of_the_game(blade: Game) -> None:
    batch = Batch(blade, ROWS, seed=3)
    for _ in played(batch, 4):
        masks, numbers = batch.legal_mask(), batch.observations()
        for row, state in enumerate(batch.states):
            assert masks[row].tolist() == blade.legal_mask(state).tolist()
            seat = int(batch.to_move[row])
            assert numbers[row].tolist() == blade.observation(state, seat).tolist()
        for row, numbers_of_1 in enumerate(batch.observations(seat=1)):
            expected = blade.observation(batch.states[row], 1)
            assert numbers_of_1.tolist() == expected.tolist()


def test_backends_and_threads_give_the_same(blade: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duelhall.batch.batch.ROWS_PER_THREAD", 1)
    slow, fast = Batch(blade, ROWS, backend="python", seed=7), Batch(blade, ROWS, seed=7)
    several = Batch(blade, ROWS, seed=7, threads=3)
    assert shown(slow) == shown(fast) == shown(several)
    for _ in zip(*(played(batch, 25) for batch in (slow, fast, several)), strict=True):
        assert shown(slow)[:5] == shown(fast)[:5] == shown(several)[:5]
    assert shown(slow) == shown(fast) == shown(several)


def test_a_row_goes_on_with_seeds_that_no_other_row_has(blade: Game) -> None:
    batch = Batch(blade, ROWS, seed=2**64 - 5)
    seen = set(batch.seeds.tolist())
    for _, _, ended in played(batch, 40):
        dealt = batch.seeds[ended].tolist()
        assert seen.isdisjoint(dealt)
        seen |= set(dealt)
    assert {(seed + 5) % 2**64 % ROWS for seed in batch.seeds.tolist()} == set(range(ROWS))


def test_reset_begins_again_or_elsewhere(blade: Game) -> None:
    batch = Batch(blade, ROWS, seed=7)
    before = shown(batch)
    assert any(ended.any() for _, _, ended in played(batch, 10))
    batch.reset()
    assert shown(batch) == before
    batch.reset(seed=8)
    assert batch.seeds.tolist() == list(range(8, 8 + ROWS))
    batch.reset()
    assert batch.seeds[0] == 8


def test_arrays_are_made_once(blade: Game) -> None:
    batch = Batch(blade, ROWS)
    mask, numbers = batch.legal_mask(), batch.observations()
    rewards, ended = batch.step(mask.argmax(axis=1))
    assert batch.legal_mask() is mask
    assert batch.observations() is numbers
    assert (rewards is batch.rewards, ended is batch.ended) == (True, True)


def test_illegal_moves_are_refused_before_anything_changes(blade: Game) -> None:
    batch = Batch(blade, ROWS, seed=7)
    before, moves = shown(batch), batch.legal_mask().argmax(axis=1)
    moves[3] = batch.legal_mask()[3].argmin()
    with pytest.raises(
        IllegalMoveInRow, match=r"in row 3: You can place only .*\(S4\); legal: "
    ) as e:
        batch.step(moves)
    assert e.value.row == 3
    assert len(e.value.legal) == batch.legal_mask()[3].sum()
    for wrong in (-1, 9, 2**40):
        moves[3] = wrong
        with pytest.raises(IllegalMoveInRow, match=f"illegal move {wrong} in row 3: moves are num"):
            batch.step(moves)
    assert shown(batch) == before


@pytest.mark.parametrize("moves", [None, "0", [0], [0.0] * ROWS, [True] * ROWS, [[0]] * ROWS])
def test_what_is_no_array_of_moves_is_refused(blade: Game, moves: Any) -> None:
    with pytest.raises(BadArgument, match="moves must be an array of 12 whole numbers"):
        Batch(blade, ROWS, backend="python").step(moves)


def test_bad_arguments_are_refused(blade: Game) -> None:
    with pytest.raises(BadArgument, match="the number of rows"):
        Batch(blade, 0)
    with pytest.raises(BadDeal, match="a seed must be"):
        Batch(blade, 1, seed=-1)
    with pytest.raises(DuelhallError, match="no seat 2"):
        Batch(blade, 1).observations(seat=2)


def test_deals_that_leave_nothing_to_decide_are_skipped(blade: Game) -> None:
    def deal(s: Any) -> None:
        s.winner = UNDECIDED if s.rng > 20 else DRAWN

    states, seeds = blade.blank(2), np.array([3, 50], np.uint64)
    bound(deal_rows, {"deal": deal})(states, seeds, 7, np.zeros(2, np.int8), blade.blank())
    assert seeds.tolist() == [24, 50]


def test_a_game_in_which_there_is_never_anything_to_decide_is_refused(
    blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cores, "deal", lambda *_: False)
    with pytest.raises(BadDeal, match="the deals of blade leave nothing to decide"):
        Batch(blade, 2)


# --- batches: the same games whatever the threads, and the same ones as the front door plays ---


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
