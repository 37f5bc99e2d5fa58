"""Games side by side as vector environments of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers.vector import DictInfoToList

from duelhall.doors.gymnasium import DuelEnv, DuelVectorEnv
from duelhall.engine.errors import BadArgument
from tests.doors.games import NAMES

ROWS = 4


def vector_env(name: str = "blade", **more: Any) -> DuelVectorEnv:
    return DuelVectorEnv(name, ROWS, backend="python", **more)


def first_legal(infos: dict[str, Any]) -> Any:
    return infos["action_mask"].argmax(axis=1)


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_in_their_space(name: str) -> None:
    envs = vector_env(name, opponent="random")
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    observations, rewards, ended, truncated, infos = envs.step(first_legal(infos))
    assert envs.observation_space.contains(observations)
    assert rewards.shape == ended.shape == truncated.shape == (ROWS,)
    assert infos["action_mask"].any(axis=1).all()


@pytest.mark.parametrize("seat", [0, 1])
def test_each_row_is_the_environment_with_its_seed(seat: int) -> None:
    envs = vector_env(opponent="greedy", seat=seat)
    seeds = np.array([30, 31, 32, 33])
    singles = [DuelEnv("blade", opponent="greedy", seat=seat) for _ in seeds]
    observations, infos = envs.reset(seed=30)
    single_infos = [
        single.reset(seed=int(seed))[1] for single, seed in zip(singles, seeds, strict=True)
    ]
    for _ in range(12):
        actions = first_legal(infos)
        assert [info["action_mask"].argmax() for info in single_infos] == actions.tolist()
        observations, rewards, ended, _, infos = envs.step(actions)
        for row, single in enumerate(singles):
            seen, reward, over, _, single_infos[row] = single.step(actions[row])
            assert (reward, over) == (rewards[row], ended[row])
            if over:
                assert np.array_equal(infos["final_obs"][row], seen)
                assert infos["final_info"]["reason"][row] == single_infos[row]["reason"]
                assert infos["final_info"]["seat"][row] == seat
                seeds[row] += ROWS
                seen, single_infos[row] = single.reset(seed=int(seeds[row]))
            assert np.array_equal(observations[row], seen)


def test_seats_that_are_not_chosen_are_drawn() -> None:
    envs = DuelVectorEnv("blade", 40, backend="python")
    infos = envs.reset(seed=1)[1]
    assert 8 < infos["seat"].sum() < 32
    assert np.array_equal(infos["seat"], envs.reset(seed=1)[1]["seat"])


def test_threads_play_the_same_games() -> None:
    found = []
    for threads in (1, 3):
        envs = vector_env(opponent="greedy", threads=threads)
        infos = envs.reset(seed=2)[1]
        for _ in range(4):
            observations, *_, infos = envs.step(first_legal(infos))
        found.append(observations.tobytes())
    assert found[0] == found[1]


def test_an_illegal_move_loses_and_the_next_game_begins() -> None:
    envs = vector_env()
    infos = envs.reset(seed=5)[1]
    actions = infos["action_mask"].argmin(axis=1)
    assert not infos["action_mask"][range(ROWS), actions].any()
    actions[-1] = 99
    _, rewards, ended, _, infos = envs.step(actions)
    assert ended.all()
    assert (rewards == -1).all()
    assert infos["_final_obs"].all()
    said = [f"learner lost by making an illegal move: {action}" for action in actions]
    assert list(infos["final_info"]["reason"]) == said


def test_actions_are_whole_numbers() -> None:
    envs = vector_env()
    infos = envs.reset(seed=5)[1]
    with pytest.raises(BadArgument, match="whole numbers"):
        envs.step(first_legal(infos) + 0.5)


def test_without_a_seed_the_last_one_decides() -> None:
    envs, again = vector_env(), vector_env()
    for each in (envs, again):
        each.reset(seed=3)
    assert np.array_equal(envs.reset()[0], again.reset()[0])


def test_only_built_in_players_are_opponents_of_a_whole_vector() -> None:
    with pytest.raises(BadArgument, match="random, greedy; others play with vectorization_mode"):
        vector_env(opponent="adept")


def test_others_play_in_a_vector_of_single_environments() -> None:
    envs = gymnasium.make_vec(
        "duelhall/Blade-v0", 2, vectorization_mode="sync", opponent="search(10)"
    )
    _, infos = envs.reset(seed=1)
    assert envs.step(first_legal(infos))[0].shape[0] == 2


def test_infos_are_those_of_a_vector_of_single_environments() -> None:
    same_step = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
    ours = vector_env()
    theirs = gymnasium.make_vec(
        "duelhall/Blade-v0", ROWS, vectorization_mode="sync", vector_kwargs=same_step
    )
    shapes = []
    for envs in (ours, theirs):
        infos = DictInfoToList(envs).reset(seed=5)[1]
        while "final_info" not in infos[0]:
            moves = np.array([info["action_mask"].argmax() for info in infos])
            infos = DictInfoToList(envs).step(moves)[-1]
        shapes.append((infos[0].keys(), infos[0]["final_info"].keys() - {"action_mask"}))
    assert shapes[0] == shapes[1]


def test_make_vec_makes_such_a_vector() -> None:
    envs = gymnasium.make_vec("duelhall/Blade-v0", 3, backend="python")
    assert isinstance(envs.unwrapped, DuelVectorEnv)
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    with pytest.raises(BadArgument, match="an array of 3 whole numbers"):
        envs.unwrapped.step(np.zeros(2, int))
