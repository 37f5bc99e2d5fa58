"""Batches on a GPU, as far as that can be seen without one: the same games, byte for byte."""

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.batch import Batch
from duelhall.batch.batch import IllegalMoveInRow
from duelhall.engine.errors import BadArgument, MissingPackage
from duelhall_gpu import NoGpu
from duelhall_gpu import batch as gpu_batch
from tests.batch.test_environment import played, shown
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
