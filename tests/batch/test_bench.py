"""The bench, on tiny amounts of work: what it says, not how fast it is."""

import json
from pathlib import Path

import pytest

import duelhall
from duelhall import bench
from duelhall.backend import PYTHON
from duelhall.cli.bench import run_bench
from duelhall.engine import registry
from duelhall.engine.definition import Work
from duelhall.match.game import Game
from tests.docs.two_tricks import NAME, installed_here


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    make_tiny(monkeypatch)


def make_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be measured for long, and nothing that takes long to compile."""
    monkeypatch.setattr(bench, "SECONDS", 0.0)
    monkeypatch.setattr(bench, "CONTEST_SECONDS", 0.0)
    seconds = bench.Seconds(clock=3.0, cpu=1.5)
    monkeypatch.setattr(bench, "process_seconds", lambda *_, **__: seconds)
    monkeypatch.setattr(bench, "search_works", _quick_searches)


def _quick_searches(game: Game) -> list[tuple[str, Work]]:
    names = [bench.row_name(game, bench.SIMULATIONS, n) for n in ("one thread", "two threads")]
    return [(name, lambda decisions: 5 * decisions) for name in names]


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
    assert "round 1 of 5" in printed.err


def test_simulations_are_counted_in_the_place_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "BUDGET", 4)
    (_, one), (_, two) = bench.search_works(duelhall.load("blade", backend=PYTHON))
    assert one(3) == two(3) == 12


def test_the_best_round_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.0)
    speeds = iter([1, 1, 5, 50, 20])  # two to find out how many games fit
    rows = bench.best_of_rounds(
        [("work", lambda _games: next(speeds) * 10**9)], lambda _text: None, rounds=3
    )
    assert [row.moves for row in rows] == [50 * 10**9]
    row = bench.Speed("work", games=10, moves=60, seconds=2.0)
    assert (row.games_per_second, row.moves_per_second) == (5.0, 30.0)


def test_as_many_games_are_played_as_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that a game moves on by a millisecond."""
    now = [0.0]
    monkeypatch.setattr("time.perf_counter", lambda: now[0])

    def work(games: int) -> int:
        now[0] += games / 1000
        return games

    assert bench.fitting_games(work, seconds=2.0) == 2000
    assert bench.fitting_games(work, seconds=10_000.0) == bench.MOST_GAMES
