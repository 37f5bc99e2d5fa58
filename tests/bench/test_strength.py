"""The page on how strong the players are is made from what was measured."""

import sys
from types import ModuleType

import pytest

from duelhall.engine import registry
from tests.docs.blocks import ROOT


@pytest.fixture(scope="module")
def strength() -> ModuleType:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    import strength

    return strength


@pytest.fixture(scope="module")
def page(strength: ModuleType) -> ModuleType:
    assert strength
    import strength_page

    return strength_page


def test_the_page_says_what_was_measured(strength: ModuleType, page: ModuleType) -> None:
    results = list(strength.measured().values())
    assert page.PAGE.read_text(encoding="utf-8") == page.page(results)
    assert page.CHART.read_text(encoding="utf-8") == page.chart(results).svg()


def test_what_was_not_measured_is_said(strength: ModuleType, page: ModuleType) -> None:
    """After a change of a budget or an edition, say."""
    wanted = list(strength.contests(registry.names()))
    known = [contest for contest in wanted if contest.players != ("master", "greedy")]
    lines = [line for line in page.missing(known) if line.startswith("- ")]
    assert len(lines) == len(wanted) - len(known) > 0
    assert "- blade: master against greedy" in lines
    assert not list(page.missing(wanted))


def test_a_pair_counts_for_the_player_and_not_for_the_seat(strength: ModuleType) -> None:
    contest = strength.Contest("blade", 1, ("adept", "greedy"), "", (300, 0), is_ladder=True)
    contest.pairs[2][0] = 60  # the first player wins in seat 0 and loses in seat 1
    contest.pairs[2][2] = 40
    assert contest.games == 200
    assert contest.score.value == pytest.approx(0.7)
    assert contest.score_in(0).value == 1.0
    assert contest.score_in(1).value == pytest.approx(0.4)
    assert contest.is_clear


def test_the_answer_is_looked_at_after_whole_rounds_alone(strength: ModuleType) -> None:
    contest = strength.Contest("blade", 1, ("adept", "greedy"), "", (300, 0), is_ladder=True)
    contest.pairs[2][2] = 99
    assert not contest.is_clear
    assert not contest.is_done(seconds=1.0, fewest=40)
    contest.thought = 1.0
    assert contest.is_done(seconds=1.0, fewest=40)
