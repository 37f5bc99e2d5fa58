"""Games as environments of Gymnasium."""

import shlex
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers.vector import DictInfoToList

import duelhall
from duelhall.doors.gymnasium import DuelEnv, DuelVectorEnv, env_id, register
from duelhall.engine import registry
from duelhall.engine.errors import BadArgument
from duelhall.play.seat import Fault, Question
from tests.docs.blocks import ROOT
from tests.doors.test_doors import NAMES, RULE_SETS


def first_legal(question: Question) -> int:
    return question.game.legal_moves(question.view)[0]


def played(env: DuelEnv, seed: int) -> tuple[float, dict[str, Any]]:
    """An episode of random play, and what its last step told."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    reward, terminated = 0.0, False
    while not terminated:
        assert reward == 0
        action = env.action_space.sample(info["action_mask"])
        _, reward, terminated, _, info = env.step(action)
    return reward, info


@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_the_checker_of_gymnasium_is_content(name: str, rules: str) -> None:
    env = gymnasium.make(env_id(name), rules=rules)
    check_env(env.unwrapped)


@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_an_episode_ends_with_what_it_was_worth(name: str, rules: str) -> None:
    env = DuelEnv(name, rules=rules)
    reward, info = played(env, 5)
    assert env.match.over
    assert reward == env.game.returns(env.match.state)[info["seat"]]
    assert info["reason"] == env.match.reason.says
    assert not info["action_mask"].any()


def test_ids_have_a_version() -> None:
    assert {env_id(name) for name in registry.names()} <= set(gymnasium.registry)
    assert env_id("blade") == "duelhall/Blade-v0"
    register("blade")  # once more does no harm


def test_a_game_can_be_made_without_importing_the_door_before() -> None:
    env: Any = gymnasium.make("duelhall.doors.gymnasium:duelhall/Blade-v0", rules="controller")
    assert env.unwrapped.game.full_name == "blade[controller]"


def test_a_seed_deals_the_game_that_a_match_has() -> None:
    env = DuelEnv("blade", opponent="greedy", deck="small")
    _, info = env.reset(seed=12)
    assert env.match.states[0].tobytes() == env.game.match(seed=12).state.tobytes()
    assert env.match.to_move == info["seat"] == env.seat


def test_without_a_seed_the_last_one_decides() -> None:
    env, again = DuelEnv("blade"), DuelEnv("blade")
    for each in (env, again):
        each.reset(seed=3)
    for _ in range(3):
        assert np.array_equal(env.reset()[0], again.reset()[0])
    assert env.reset()[0].tobytes() != again.reset(seed=3)[0].tobytes()


@pytest.mark.parametrize("opponent", ["random", "greedy", "novice", "search(20)", first_legal])
def test_opponents_by_name_and_functions(opponent: Any) -> None:
    reward, _ = played(DuelEnv("blade", opponent=opponent), 1)
    assert reward in (-1, 0, 1)


def test_a_program_is_an_opponent() -> None:
    env = DuelEnv("blade", opponent=shlex.join([sys.executable, str(ROOT / "examples/bot.py")]))
    assert played(env, 1)[0] in (-1, 0, 1)
    env.close()
    env.close()  # once more does no harm


def test_an_opponent_plays_as_it_does_at_a_table() -> None:
    env = DuelEnv("blade", opponent="greedy", seat=0)
    env.reset(seed=21)
    while not env.match.over:
        env.step(env.game.legal_moves(env.match.state)[0])
    match = duelhall.play_match(env.game, first_legal, "greedy", seed=21)
    assert env.match.moves == match.moves


def test_an_error_of_the_opponent_is_raised() -> None:
    def broken(_question: Question) -> int:
        raise ValueError("out of ideas")

    env = DuelEnv("blade", opponent=broken)
    with pytest.raises(Fault, match=r"broken .* lost by crashing: .*out of ideas"):
        played(env, 1)


def test_an_illegal_move_loses() -> None:
    env = DuelEnv("blade")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, _, info = env.step(illegal)
    assert (reward, terminated) == (-1, True)
    assert "illegal move" in info["reason"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


def test_nothing_can_be_done_before_the_first_game() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        DuelEnv("blade").step(0)


def test_the_mask_is_where_learners_look_for_it() -> None:
    env = DuelEnv("blade")
    _, info = env.reset(seed=4)
    assert info["action_mask"].dtype == np.int8
    assert env.action_masks().dtype == np.bool_
    assert np.flatnonzero(env.action_masks()).tolist() == env.game.legal_moves(env.match.state)


def test_a_seat_that_is_not_chosen_is_drawn() -> None:
    env = DuelEnv("blade")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1}
    assert DuelEnv("blade", seat=1).reset(seed=0)[1]["seat"] == 1


def test_a_game_that_the_opponent_ends_at_once_is_no_episode() -> None:
    env = DuelEnv("blade", opponent="random", seat=0)
    seeds = [seed for seed in range(60) if _is_redealt(env, seed)]
    assert seeds
    assert all(not env.match.over for _ in [env.reset(seed=seed) for seed in seeds])


def _is_redealt(env: DuelEnv, seed: int) -> bool:
    env.reset(seed=seed)
    return env.match.start.seed != seed


def test_the_board_is_the_terminals() -> None:
    env = gymnasium.make("duelhall/Blade-v0", render_mode="ansi", seat=0)
    env.reset(seed=7)
    text = env.render()
    assert isinstance(text, str)
    assert text.startswith("Turn")
    assert "  Your hand         1 1 4 4 4 5 5 5 7 B" in text
    assert DuelEnv("blade").render_mode is None


# --- games side by side as vector environments of Gymnasium ---


ROWS = 4


def vector_env(name: str = "blade", **more: Any) -> DuelVectorEnv:
    return DuelVectorEnv(name, ROWS, backend="python", **more)


def first_legal_moves(infos: dict[str, Any]) -> Any:
    return infos["action_mask"].argmax(axis=1)


@pytest.mark.parametrize("name", NAMES)
def test_observations_are_in_their_space(name: str) -> None:
    envs = vector_env(name, opponent="random")
    observations, infos = envs.reset(seed=1)
    assert envs.observation_space.contains(observations)
    observations, rewards, ended, truncated, infos = envs.step(first_legal_moves(infos))
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
        actions = first_legal_moves(infos)
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
            observations, *_, infos = envs.step(first_legal_moves(infos))
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
        envs.step(first_legal_moves(infos) + 0.5)


def test_without_a_seed_the_last_one_decides_for_all_rows() -> None:
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
    assert envs.step(first_legal_moves(infos))[0].shape[0] == 2


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
