"""The search by the clock. Time passes by simulations here, and by nothing else."""

from collections.abc import Callable

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.match.game import Game
from duelhall.play.table import Table
from duelhall.players.clock import Clock
from duelhall.search import search as searching
from duelhall.search import search as seat
from duelhall.search.search import Desk, Search, SearchSeat, thinker

SLOW, FAST = 0.3, 0.00002
"""Seconds for a simulation, by Python on a busy machine and in machine code on an idle one."""


REAL = Desk.simulate


class Time:
    """A clock that goes on with every simulation. Only the first of a decision is really done."""

    def __init__(self, patch: pytest.MonkeyPatch, pace: float, first: float = 0.0) -> None:
        self.moment, self.simulations = 1000.0, 0

        def simulate(desk: Desk, run: Callable[..., None], simulations: int) -> None:
            if not desk.plan[0].simulations:
                REAL(desk, run, 1)
                self.moment += first
            self.simulations += simulations
            self.moment += simulations * pace

        patch.setattr(searching, "now", lambda: self.moment)
        patch.setattr(seat, "now", lambda: self.moment)
        patch.setattr(Desk, "simulate", simulate)


@pytest.fixture(scope="module")
def binmat() -> Game:
    return duelhall.load("binmat", backend=PYTHON)


@pytest.fixture(scope="module")
def blade() -> Game:
    return duelhall.load("blade", backend=PYTHON)


def asked(game: Game, name: str, clock: Clock) -> float:
    """The seconds that a search takes for its first decision at a table."""
    player = SearchSeat(thinker(name, game))
    question = Table(game.match(1), (player, player), clock=clock).question(0)
    return player.decide(question).seconds


@pytest.mark.parametrize("pace", [SLOW, FAST])
@pytest.mark.parametrize("name", ["search(60s)", "search(1_000_000_000)"])
def test_n31_it_answers_within_the_turn(
    name: str, pace: float, binmat: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, pace)
    seconds = asked(binmat, name, Clock(move=5))
    assert 2.4 < seconds < 2.5 + SLOW


def test_n31_it_answers_within_the_turn_if_it_waits_for_machine_code(
    binmat: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, FAST, first=1.5)
    assert asked(binmat, "search(60s)", Clock(move=5)) == pytest.approx(2.5, abs=0.01)
    Time(monkeypatch, FAST, first=4.0)
    assert asked(binmat, "search(60s)", Clock(move=5)) == pytest.approx(4, abs=0.01)


def test_a_budget_that_is_used_up_before_ends_it(
    binmat: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch, FAST)
    assert asked(binmat, "search(0.25s)", Clock(move=5)) == pytest.approx(0.25, abs=0.001)
    assert asked(binmat, "search(2000)", Clock(move=5)) == pytest.approx(0.04, abs=0.001)
    assert time.simulations > 2000


def test_time_for_a_whole_game_is_not_spent_on_its_beginning(
    blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, FAST)
    assert asked(blade, "search(60s)", Clock(bank=60)) == pytest.approx(3, abs=0.01)
    assert asked(blade, "search(60s)", Clock(move=2, bank=60)) == pytest.approx(1, abs=0.01)


def test_without_a_clock_it_takes_its_time(blade: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    Time(monkeypatch, SLOW)
    assert asked(blade, "search(60s)", Clock()) == pytest.approx(60, abs=SLOW)


def test_with_no_time_at_all_it_still_has_a_move(
    blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch, SLOW)
    match = blade.match(1)
    found = Search(blade, seconds=1).think(match.view(match.to_move), 1, left=0.0)
    assert found.best.move in match.legal_moves()
    assert time.simulations == 1
