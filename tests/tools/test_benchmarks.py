"""The programs in benchmarks/: what they say, not how fast anything is."""

import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from duelhall.engine import registry
from tests.docs.blocks import ROOT


@pytest.fixture(scope="module", autouse=True)
def _benchmarks() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    yield
    sys.path.remove(str(ROOT / "benchmarks"))


@pytest.fixture(scope="module")
def strength() -> ModuleType:
    return import_module("strength")


@pytest.fixture(scope="module")
def page() -> ModuleType:
    return import_module("strength_page")


def test_the_page_says_what_was_measured(strength: ModuleType, page: ModuleType) -> None:
    results = list(strength.measured().values())
    assert page.PAGE.read_text(encoding="utf-8") == page.page(results)
    assert page.CHART.read_text(encoding="utf-8") == page.chart(results)


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


@pytest.fixture(scope="module")
def openspiel() -> ModuleType:
    return import_module("openspiel")


def test_ours_are_compared_with_openspiels(openspiel: ModuleType) -> None:
    names = map(openspiel.search_name, openspiel.SEARCHES)
    theirs = [openspiel.WHOLE_GAMES, openspiel.FROM_THE_DEAL, *names]
    speeds = dict.fromkeys(theirs, 2) | {
        "blade, random games, one thread": 7,
        "blade, simulations of a search with random playouts, one thread": 5,
    }
    rows: list[dict[str, Any]] = [
        {"name": name, "moves_per_second": speed, "games_per_second": speed / 7}
        for name, speed in speeds.items()
    ]
    found = openspiel.ratios(["blade"], rows)
    assert found[f"blade to {openspiel.WHOLE_GAMES}, moves per second"] == 3.5
    assert found[f"blade to {openspiel.FROM_THE_DEAL}, games per second"] == 3.5
    assert found[f"blade: search, to {openspiel.search_name('gin_rummy')}"] == 2.5


class Leduc:
    """Just enough of OpenSpiel to play: two deals, then one move each."""

    def __init__(self, moves: int = 0) -> None:
        self.moves = moves

    def new_initial_state(self) -> "Leduc":
        return Leduc()

    def clone(self) -> "Leduc":
        return Leduc(self.moves)

    def is_chance_node(self) -> bool:
        return self.moves < 2

    def is_terminal(self) -> bool:
        return self.moves == 4

    def legal_actions(self) -> list[int]:
        return [0, 1]

    def apply_action(self, _action: int) -> None:
        self.moves += 1


def test_openspiels_moves_are_counted_with_those_of_chance(
    openspiel: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = SimpleNamespace(step=lambda _state: None, restart=lambda: None)
    spiel = SimpleNamespace(
        load_game=lambda _name: Leduc(),
        make_uniform_random_bot=lambda *_: None,
        evaluate_bots=lambda *_: None,
        RandomRolloutEvaluator=lambda *_: None,
        MCTSBot=lambda *_: bot,
        ISMCTSBot=lambda *_: bot,
    )
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    (_, whole), (_, rest), (_, leduc), (_, gin) = openspiel.works()
    assert whole(30) == 120
    assert rest(30) == 60
    assert leduc(3) == 30_000
    assert gin(3) == 300
