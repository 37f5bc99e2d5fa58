"""The walker, on a game that is small enough to be counted by hand."""

from fractions import Fraction

import pytest

import duelhall
from duelhall.match.game import Game
from duelhall.match.tree import Odds, TooLarge, Walker, Ways


def test_a_single_line_of_play(blade: Game) -> None:
    """7 and 1 are more than 5, and with 2 more still: player 1 loses."""
    state = blade.parse_position("7:-:1 2:-:5")
    walker = Walker(blade)
    assert walker.ways(state) == Ways(1, (1, 0), 0)
    assert walker.odds(state) == Odds((Fraction(1), Fraction(0)), Fraction(0))
    assert walker.value(state) == 1


def test_a_state_is_left_as_it_was(blade: Game) -> None:
    state = blade.match(position="12:-:3 2B:-:4", seed=9).state
    before = state.tobytes()
    Walker(blade).ways(state)
    assert state.tobytes() == before


def test_a_game_that_is_over_has_one_line() -> None:
    blade = duelhall.load("blade")
    match = blade.match(seed=1)
    match.forfeit(0)
    assert Walker(blade).ways(match.state) == Ways(1, (0, 1), 0)


def test_a_walk_that_is_too_long_is_given_up(blade: Game) -> None:
    with pytest.raises(TooLarge, match="more than 10 states"):
        Walker(blade, most_states=10).ways(blade.parse_position("123BM:1:5 34BBM:2:6"))


def test_the_best_move_is_better_than_any_move(blade: Game) -> None:
    walker, state = Walker(blade), blade.parse_position("11BM7:2B:3 22BM6:M3:4")
    odds = walker.odds(state)
    assert odds.won[0] - odds.won[1] < 0 == walker.value(state)
    assert sum(odds.won) + odds.drawn == 1
