"""Games from elsewhere go through every door, and the examples for researchers run."""

import doctest
import importlib.util
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from runpy import run_path
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo
import pyspiel
import pytest

import duelhall
from duelhall.doors import gymnasium as gymnasium_door
from duelhall.doors import openspiel as openspiel_door
from duelhall.doors import pettingzoo as pettingzoo_door
from duelhall.engine import registry
from duelhall.engine.errors import MissingPackage
from duelhall.search.solver import solve
from tests.docs.two_tricks import NAME, installed_here

NAMES = [name for name in registry.names() if registry.find(name).learning.observation]
RULE_SETS = [
    pytest.param(name, rules, id=f"{name}-{rules}")
    for name in NAMES
    for rules in registry.find(name).rules.OPTIONS.rule_sets
]
"""The games and rule sets that every door is tried with."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed_here(tmp_path_factory.mktemp("site")):
        yield


@pytest.mark.usefixtures("installed")
def test_gymnasium() -> None:
    gymnasium_door.register(NAME)
    env: Any = gymnasium.make("duelhall/Two-tricks-v0", backend="python")
    observation, _ = env.reset(seed=1)
    assert env.observation_space.contains(observation)


@pytest.mark.usefixtures("installed")
def test_pettingzoo() -> None:
    pettingzoo_door.register(NAME)
    env = pettingzoo.make("aec", "duelhall/two-tricks-v0", backend="python")
    env.reset(seed=1)
    assert env.last()[0]["action_mask"].any()


@pytest.mark.usefixtures("installed")
def test_openspiel() -> None:
    openspiel_door.register(NAME)
    game = pyspiel.load_game("duelhall_two-tricks(backend=python)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


# --- the examples for researchers run, and so do those in docstrings ---


EXAMPLES = Path(__file__).parents[2] / "examples"


def test_cfr_by_openspiel_finds_the_value_that_our_solver_finds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    example = run_path(str(EXAMPLES / "openspiel_cfr.py"))
    value = example["main"](example["GAME"], 32)
    exact = solve(duelhall.load("blade[controller, deck=tiny]")).value
    assert value == pytest.approx(exact, abs=0.0001)
    assert exact == pytest.approx(-1 / 28)
    assert capsys.readouterr().out.splitlines()[-1].startswith("   32 iterations: value -0.0357")


def test_a_door_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "duelhall.doors.pettingzoo", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingPackage, match=r"pip install 'duelhall\[pettingzoo\]'"):
        import_module("duelhall.doors.pettingzoo")


@pytest.mark.parametrize("module", ["gymnasium", "openspiel", "pettingzoo"])
def test_the_examples_in_docstrings(module: str) -> None:
    found = doctest.testmod(import_module(f"duelhall.doors.{module}"))
    assert found.attempted > 4
    assert found.failed == 0


# --- the examples for learners and for tables, at a small size ---


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_network_plays_against_itself(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--updates 2 --rows 8 --steps 4 --games 4"
    example("torch_self_play").main(words.split())
    first, *results = capsys.readouterr().out.splitlines()
    assert first.startswith("64 moves of blade in ")
    assert [line.split()[-1] for line in results] == ["random", "greedy"]


def test_games_become_a_table_of_polars(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import polars as pl

    file = tmp_path / "games.parquet"
    example("polars_million_games").main(
        ["--games", "500", "--player", "random", "--out", str(file)]
    )
    out = capsys.readouterr().out
    assert "won by the first seat" in out
    assert "lower-score" in out
    assert pl.read_parquet(file).height == 500
