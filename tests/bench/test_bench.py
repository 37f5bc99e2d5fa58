"""The bench, on tiny amounts of work: what it says, not how fast it is."""

import json
import sys
from types import SimpleNamespace

import pytest

from duelhall.bench import command, game_speed, openspiel
from duelhall.bench.measuring import Row, best_of_rounds


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GAMES", "POLICY_GAMES", "CONTEST_GAMES", "FRONT_DOOR_GAMES", "INTERPRETED_GAMES"):
        monkeypatch.setattr(game_speed, name, 20)
    monkeypatch.setattr(game_speed, "_process_seconds", lambda *_, **__: 1.0)
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)


@pytest.mark.usefixtures("tiny")
def test_rows_carry_moves_and_games_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    command.run_bench("blade", as_json=True)
    report = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in report["rows"]][:2] == [
        "blade, random games, one thread",
        "blade, random games, two threads",
    ]
    for row in report["rows"]:
        assert row["moves_per_second"] > 0
        assert row["games_per_second"] > 0
        assert row["games"] == 20
    assert "blade: two threads to one" in report["ratios"]
    assert report["facts"]["blade, bytes a state"] == 128
    won = [name for name in report["facts"] if "percent won by greedy against random" in name]
    assert len(won) == 2


@pytest.mark.usefixtures("tiny")
def test_the_table_is_printed_and_progress_goes_elsewhere(
    capsys: pytest.CaptureFixture[str],
) -> None:
    command.run_bench(None, as_json=False)
    printed = capsys.readouterr()
    assert "moves a second" in printed.out
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
            (openspiel.WHOLE_GAMES, lambda: (1, 7)),
            (openspiel.FROM_THE_DEAL, lambda: (1, 4)),
        ],
    )
    report = command.measured(["blade"], lambda _text: None)
    assert f"blade to {openspiel.WHOLE_GAMES}, moves a second" in report["ratios"]


def test_the_best_round_counts() -> None:
    speeds = iter([5, 50, 20])
    rows = best_of_rounds(
        [("work", lambda: (1, next(speeds) * 10**9))], lambda _text: None, rounds=3
    )
    assert [row.moves for row in rows] == [50 * 10**9]
    row = Row("work", games=10, moves=60, seconds=2.0)
    assert (row.games_per_second, row.moves_per_second) == (5.0, 30.0)


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
    bot = SimpleNamespace(step=lambda _state: None)
    spiel = SimpleNamespace(
        load_game=lambda _name: Leduc(),
        make_uniform_random_bot=lambda *_: None,
        evaluate_bots=lambda *_: None,
        RandomRolloutEvaluator=lambda *_: None,
        MCTSBot=lambda *_: bot,
    )
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    (_, whole), (_, rest) = openspiel.works()
    assert whole() == (openspiel.GAMES, openspiel.GAMES * 4)
    assert rest() == (openspiel.ROLLOUTS, openspiel.ROLLOUTS * 2)
