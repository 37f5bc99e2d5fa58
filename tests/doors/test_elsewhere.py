"""A game from elsewhere goes through every door: that of docs/tutorials/add-a-game.md."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import pettingzoo
import pyspiel
import pytest

from duelhall.doors import gymnasium as gymnasium_door
from duelhall.doors import openspiel as openspiel_door
from duelhall.doors import pettingzoo as pettingzoo_door
from tests.docs.two_tricks import NAME, installed_here


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
