"""Batches on a GPU, as far as that can be seen without one: the same games, byte for byte."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.batch import Batch
from duelhall.batch.batch import IllegalMoveInRow
from duelhall.cli.main import command_line
from duelhall.engine.errors import BadArgument, MissingPackage
from duelhall.engine.record import Array
from duelhall_gpu import NoGpu, bench, random, translate
from duelhall_gpu import batch as gpu_batch
from tests.batch.test_batch import played, shown
from tests.docs.blocks import ROOT
from tests.gpu.python_gpu import PythonGpu, installed

GAMES = ("blade", "frontline", "binmat", "monsters")


@pytest.fixture
def gpu() -> Iterator[PythonGpu]:
    with installed(PythonGpu()) as found:
        yield found


@pytest.mark.parametrize(
    ("name", "first", "games"),
    [
        ("blade", "random", 10),
        ("blade", "greedy", 10),
        *((name, "random", 1) for name in ("frontline", "binmat")),
        ("monsters", "random", 5),
    ],
)
def test_the_same_games_are_played(gpu: PythonGpu, name: str, first: str, games: int) -> None:
    players = first, "random"
    here, there = (
        duelhall.simulate(duelhall.load(name), players, games, seed=2**63 - 5, backend=backend)
        for backend in ("cpu", "cuda")
    )
    assert there.tobytes() == here.tobytes()
    kernel = {"binmat": "play_with_long_lists", "monsters": "play_in_stages"}.get(name)
    how = {"greedy": "play_games", "random": kernel or "play_random_games"}[first]
    assert gpu.launches == [f"{name} {how}"]


@pytest.mark.usefixtures("gpu")
def test_a_game_can_be_over_once_it_is_dealt(tmp_path: Path) -> None:
    standard = files("duelhall.games.monsters").joinpath("standard.toml").read_text()
    deadly = 'do = "damage"\ntarget = "opponent"\namount = 20'
    cards = tmp_path / "deadly.toml"
    play = 'when = "play"\ndo = "expose"\ntarget = "opponent"\namount = 1'
    assert play in standard
    cards.write_text(standard.replace(play, f'when = "play"\n{deadly}', 1))
    game = duelhall.with_cards(duelhall.load("monsters"), cards, deck="Crossed Out")
    here, there = (
        duelhall.simulate(game, ("random", "random"), 6, seed=1, backend=backend)
        for backend in ("cpu", "cuda")
    )
    assert not here["moves"].all()
    assert there.tobytes() == here.tobytes()


def test_last_states_are_kept(gpu: PythonGpu) -> None:
    blade, columns = duelhall.load("blade"), ["seed", "score", "field"]
    here, there = (
        duelhall.simulate(blade, ("greedy", "random"), 20, backend=backend, columns=columns)
        for backend in ("python", "cuda")
    )
    assert there.tobytes() == here.tobytes()
    assert gpu.launches == ["blade play_games"] * 2  # in pieces, since it may take long


@pytest.mark.parametrize("name", GAMES)
def test_batches_are_the_same(gpu: PythonGpu, name: str) -> None:
    game = duelhall.load(name, backend="python")
    rows, steps = (10, 12) if name == "blade" else (1, 1)
    here, there = Batch(game, rows, seed=3), Batch(game, rows, seed=3, backend="cuda")
    assert shown(there) == shown(here)
    for _ in zip(played(here, steps), played(there, steps), strict=True):
        assert shown(there) == shown(here)
    assert {launch.split()[1] for launch in gpu.launches} == {
        "deal_games", "note_ended", "refuse_moves", "make_moves", "mark_legal", "observe_states"
    }  # fmt: skip


@pytest.mark.usefixtures("gpu")
def test_moves_are_checked() -> None:
    batch = Batch(duelhall.load("blade", backend="cuda"), 3)
    before = shown(batch)
    moves = batch.legal_mask().argmax(axis=1)
    moves[1] = 99
    with pytest.raises(IllegalMoveInRow, match="in row 1"):
        batch.step(moves)
    with pytest.raises(BadArgument, match="an array of 3 whole numbers"):
        batch.step(np.zeros(3))
    assert shown(batch) == before


@pytest.mark.usefixtures("gpu")
def test_a_single_state_is_asked_about_on_the_cpu() -> None:
    here, there = (duelhall.load("blade", backend=backend) for backend in ("cpu", "cuda"))
    ended = duelhall.play_match(there, "greedy", "random", seed=7)
    assert ended.moves == duelhall.play_match(here, "greedy", "random", seed=7).moves
    assert there != here


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(module: str) -> Any:
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr("duelhall.engine.errors.import_module", nowhere)
    gpu_batch._found.cache_clear()
    with pytest.raises(MissingPackage, match=r"pip install 'duelhall\[cuda\]'"):
        duelhall.simulate(duelhall.load("blade"), ("random", "random"), 1, backend="cuda")


def test_a_machine_without_a_gpu_is_told_so() -> None:
    gpu_batch._found.cache_clear()
    with pytest.raises(NoGpu, match=r"needs an NVIDIA GPU and its driver.*the backend cpu needs"):
        duelhall.load("blade", backend="cuda")


# --- the bench of a GPU, on one that is run by Python, and on tiny amounts of work ---


@pytest.fixture
def benched_gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[PythonGpu]:
    tiny = {"CHECKED_GAMES": 10, "CHECKED_ROWS": 3, "CHECKED_STEPS": 2, "MOST_GAMES": 1}
    for name, number in tiny.items():
        monkeypatch.setattr(bench, name, number)
    monkeypatch.setattr(bench, "FIRST_GAMES", 10)
    with installed(PythonGpu()) as found:
        yield found


@pytest.mark.usefixtures("benched_gpu")
def test_games_are_compared_and_timed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        command_line(["bench"])(["bench", "blade", "--gpu", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["gpu"] == "Python"
    assert [check["same"] for check in report["checks"]] == [True] * 4
    (row,) = report["rows"]
    assert row["games"] == 10
    assert row["moves_per_second"] > 0


def test_a_gpu_that_plays_other_games_is_found_out(
    benched_gpu: PythonGpu, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged(array: Array) -> Any:
        copy = array.copy()
        if copy.dtype == bool and copy.ndim > 1:
            copy[0, 0] = not copy[0, 0]
        return copy

    monkeypatch.setattr(benched_gpu, "on_host", damaged)
    with pytest.raises(SystemExit, match="1"):
        bench.run_bench("blade", as_json=False)
    printed = capsys.readouterr().out
    assert "blade, 2 steps of a batch of 3: NOT the same as on the CPU" in printed
    assert "blade, 10 games of greedy against random: the same as on the CPU" in printed


def test_other_settings_are_tried(
    benched_gpu: PythonGpu, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import gpu_settings

    wanted = [("FEW=8", "STAY=1"), ("FEW=8", "STAY=2")]
    assert gpu_settings.combinations(["FEW=8", "STAY=1,2"]) == wanted
    for place, name in ((random, "FEW"), (translate, "RECIPE")):
        monkeypatch.setattr(place, name, getattr(place, name))
    gpu_settings.main(["blade", "FEW=8"])
    assert random.FEW == 8
    assert re.fullmatch(r"blade, FEW=8: [\d,]+ moves a second\n", capsys.readouterr().out)
    assert benched_gpu.launches
    with pytest.raises(SystemExit, match="FAST is no setting: there are GAMES, "):
        gpu_settings.combinations(["FAST=1"])
