"""The bench, on tiny amounts of work: what it says, not how fast it is."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.bench import bench as measuring
from duelhall.bench import bench as search_speed
from duelhall.bench import openspiel
from duelhall.bench.bench import Row, best_of_rounds, fitting_games, measured
from duelhall.engine import registry
from duelhall.terminal.bench import run_bench
from tests.bench.tiny import make_tiny
from tests.docs.two_tricks import NAME, installed_here


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tiny(monkeypatch)


@pytest.mark.usefixtures("tiny")
def test_rows_carry_moves_and_games_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    run_bench("blade", as_json=True)
    report = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in report["rows"]][:2] == [
        "blade, random games, one thread",
        "blade, random games, two threads",
    ]
    for row in report["rows"]:
        assert row["moves_per_second"] > 0
        assert row["games_per_second"] > 0
        assert row["games"] == 1
    assert "blade: two threads to one" in report["ratios"]
    assert "blade: search, two threads to one" in report["ratios"]
    assert report["facts"]["blade, bytes a state"] == 128
    won = [name for name in report["facts"] if "percent won by greedy against random" in name]
    assert len(won) == 2


@pytest.mark.usefixtures("tiny")
def test_the_table_is_printed_and_progress_goes_elsewhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(registry, "names", lambda: ["blade", NAME])  # the others take long
    with installed_here(tmp_path):
        run_bench(None, as_json=False)
    printed = capsys.readouterr()
    assert "moves per second" in printed.out
    assert "two-tricks, CPU seconds to compile everything from nothing: 1.5" in printed.out
    assert "all games, CPU seconds to compile everything from nothing: 3.0" in printed.out
    assert "OpenSpiel is not installed" in printed.out
    assert "round 1 of 5" in printed.err


@pytest.mark.usefixtures("tiny")
def test_openspiel_is_compared_with_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for OpenSpiel: the comparison's bookkeeping, not OpenSpiel, is tested."""
    monkeypatch.setattr(openspiel, "is_installed", lambda: True)
    monkeypatch.setattr(
        openspiel,
        "works",
        lambda: [
            (openspiel.WHOLE_GAMES, lambda games: 7 * games),
            (openspiel.FROM_THE_DEAL, lambda games: 4 * games),
            (openspiel.search_name("gin_rummy"), lambda decisions: 100 * decisions),
        ],
    )
    report = measured(["blade"], lambda _text: None)
    assert f"blade to {openspiel.WHOLE_GAMES}, moves per second" in report["ratios"]
    assert f"blade: search, to {openspiel.search_name('gin_rummy')}" in report["ratios"]


def test_simulations_are_counted_in_the_place_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_speed, "SIMULATIONS", 4)
    (_, one), (_, two) = search_speed.search_works(duelhall.load("blade", backend=PYTHON))
    assert one(3) == two(3) == 12


def test_the_best_round_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    speeds = iter([1, 1, 5, 50, 20])  # two to find out how many games fit
    rows = best_of_rounds(
        [("work", lambda _games: next(speeds) * 10**9)], lambda _text: None, rounds=3
    )
    assert [row.moves for row in rows] == [50 * 10**9]
    row = Row("work", games=10, moves=60, seconds=2.0)
    assert (row.games_per_second, row.moves_per_second) == (5.0, 30.0)


def test_as_many_games_are_played_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that a game moves on by a millisecond."""
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    def work(games: int) -> int:
        now[0] += games / 1000
        return games

    assert fitting_games(work, seconds=2.0) == 2000
    assert fitting_games(work, seconds=10_000.0) == measuring.MOST_GAMES


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


def test_openspiels_moves_are_counted_with_those_of_chance(monkeypatch: pytest.MonkeyPatch) -> None:
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
