"""What a move was worth, as several searches found it, and what it is called."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from duelhall.engine.record import GameState
from duelhall.search.review import MARKS, RUNS, Judgement, Verdict, judged
from duelhall.search.search import Judged, Thought

GOOD, BAD = 1, 2
NO_VIEW: Any = None


def judgement(best: tuple[float, ...], played: tuple[float, ...], sampling: float) -> Judgement:
    return Judgement(Verdict(GOOD, best, sampling), Verdict(BAD, played, sampling))


@pytest.mark.parametrize(
    ("loss", "word"),
    [(0.04, None), (0.06, "inaccuracy"), (0.12, "mistake"), (0.25, "blunder"), (-0.3, None)],
)
def test_marks_go_by_the_size_of_the_loss(loss: float, word: str | None) -> None:
    mark = judgement((0.5,) * RUNS, (0.5 - loss,) * RUNS, 0.001).mark
    assert (mark.word if mark else None) == word


def test_nothing_is_marked_that_the_number_of_simulations_allows() -> None:
    assert judgement((0.5,) * RUNS, (0.35,) * RUNS, 0.06).mark is None


def test_nothing_is_marked_that_the_runs_disagree_on() -> None:
    found = judgement((0.2, 0.8, 0.2, 0.8), (0.3,) * RUNS, 0.001)
    assert found.loss == pytest.approx(0.2)
    assert found.doubt > found.loss
    assert found.mark is None


def test_runs_that_go_up_and_down_together_agree() -> None:
    chances = (0.2, 0.8, 0.3, 0.7)
    found = judgement(chances, tuple(chance - 0.15 for chance in chances), 0.001)
    assert found.mark == MARKS[1]


@dataclass
class Oracle:
    """It knows the chances of both moves, likes the first, and counts how often it is asked."""

    chances: dict[int, float]
    error: float = 0.01
    asked: list[int | None] = field(default_factory=list)

    def think(
        self, _view: GameState, _dice: int, _left: float | None = None, *, only: int | None = None
    ) -> Thought:
        self.asked.append(only)
        found = [
            Judged(move, 10 - place, chance, self.error)
            for place, (move, chance) in enumerate(self.chances.items())
            if only in (None, move)
        ]
        return Thought(tuple(found), 100)


def test_the_played_move_is_judged_as_often_as_the_best() -> None:
    oracle = Oracle({GOOD: 0.9, BAD: 0.2})
    found = judged(oracle, NO_VIEW, BAD, 1)
    assert (found.best.move, found.played.move) == (GOOD, BAD)
    assert found.loss == pytest.approx(0.7)
    assert [oracle.asked.count(only) for only in (None, GOOD, BAD)] == [RUNS] * 3


def test_the_best_move_is_judged_once() -> None:
    oracle = Oracle({GOOD: 0.9, BAD: 0.2})
    found = judged(oracle, NO_VIEW, GOOD, 1)
    assert (found.loss, found.doubt, found.mark) == (0, 0, None)
    assert oracle.asked == [None] * RUNS + [GOOD] * RUNS


def test_a_played_move_that_is_better_than_the_favourite_is_the_best_that_was_found() -> None:
    found = judged(Oracle({GOOD: 0.5, BAD: 0.7}), NO_VIEW, BAD, 1)
    assert (found.best.move, found.loss) == (BAD, 0)


def test_what_is_known_for_certain_is_asked_once() -> None:
    oracle = Oracle({GOOD: 0.56, BAD: 0.5}, error=0.0)
    found = judged(oracle, NO_VIEW, BAD, 1)
    assert found.mark == MARKS[-1]
    assert found.doubt == 0
    assert oracle.asked == [None]
