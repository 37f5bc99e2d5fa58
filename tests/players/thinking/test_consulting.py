"""Several searches for one move: what they find together, and how far that may be off."""

from dataclasses import replace

import pytest

from duelhall.match.game import Game
from duelhall.search.search import (
    RUNS,
    Judged,
    Search,
    Thought,
    consulted,
    standard_error,
    taken_together,
)
from duelhall.stats.score import NORMAL_95

AMPLE = 1000.0


def found(*tried: tuple[int, float]) -> Thought:
    """A search that tried the first moves so often, with such chances."""
    choices = [
        Judged(move, visits, chance, standard_error(visits * chance, visits))
        for move, (visits, chance) in enumerate(tried)
    ]
    return Thought(tuple(choices), sum(visits for visits, _ in tried))


def test_every_search_counts_by_its_simulations() -> None:
    both = taken_together([found((30, 0.5), (10, 0.2)), found((10, 0.9), (30, 0.4), (5, 0.0))])
    tried = [(choice.move, choice.visits, choice.chance) for choice in both.choices]
    assert tried == [(0, 40, pytest.approx(0.6)), (1, 40, pytest.approx(0.35)), (2, 5, 0)]
    assert both.simulations == 85


def test_a_move_that_wins_more_comes_before_one_that_was_tried_more_often() -> None:
    one, other = found((9000, 0.46), (1000, 0.48)), found((2000, 0.45), (8000, 0.49))
    assert [choice.move for choice in taken_together([one, other] * 4).choices] == [1, 0]


def test_a_move_that_was_hardly_tried_does_not_come_first_by_luck() -> None:
    thoughts = [found((1000, 0.5), (2, 1.0))] * RUNS
    assert taken_together(thoughts).best.move == 0


def test_searches_that_agree_are_as_sure_as_their_number_says() -> None:
    (choice,) = taken_together([found((1000, 0.5))] * RUNS).choices
    assert choice.error == standard_error(500 * RUNS, 1000 * RUNS)


def test_searches_that_disagree_are_less_sure() -> None:
    apart = [found((1000, 0.4)), found((1000, 0.6))] * (RUNS // 2)
    (choice,) = taken_together(apart).choices
    assert choice.chance == pytest.approx(0.5)
    assert NORMAL_95 * choice.error == pytest.approx(2.365 * 0.1 / (RUNS - 1) ** 0.5)


def test_a_win_that_is_proved_needs_no_other_search(blade: Game) -> None:
    view = blade.match(position="3B:-:7B B4:-:237").view(0)
    thought = consulted(Search(blade, simulations=50), view, 1, AMPLE)
    assert (thought.is_won, thought.simulations) == (True, 0)


def test_each_search_has_the_whole_budget_and_a_share_of_the_time(blade: Game) -> None:
    match = blade.match(seed=5)
    view = match.view(match.to_move)
    assert consulted(Search(blade, simulations=50), view, 1, AMPLE).simulations == 50 * RUNS
    assert consulted(Search(blade, simulations=50), view, 1, 0.0).simulations == RUNS


@pytest.mark.uncovered
def test_a_hint_is_off_by_no_more_than_it_says_19_times_out_of_20(blade: Game) -> None:
    """Compared with what many hints find on average. A search that hardly explores sticks to what
    came first, so the number of its simulations says too little.
    """
    settings = replace(blade.definition.thinking.search, exploration=0.05)
    match, hints = blade.match(seed=5), 20
    search, view = Search(blade, simulations=1000, settings=settings), match.view(match.to_move)
    thoughts = [consulted(search, view, dice, AMPLE) for dice in range(hints)]
    best = thoughts[0].best.move
    choices = [thought.about(best).best for thought in thoughts]
    truth = taken_together(thoughts).about(best).best.chance
    alone = [standard_error(choice.visits * choice.chance, choice.visits) for choice in choices]
    errors = [choice.error for choice in choices]

    def often_within(errors: list[float]) -> int:
        pairs = zip(choices, errors, strict=True)
        return sum(abs(choice.chance - truth) <= NORMAL_95 * error for choice, error in pairs)

    assert often_within(alone) < 0.7 * hints
    assert often_within(errors) >= 0.95 * hints
