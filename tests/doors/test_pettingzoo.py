"""Games as environments of PettingZoo."""

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

from duelhall.doors.pettingzoo import AGENTS, DuelAEC, env, env_id, register
from duelhall.engine import registry
from tests.doors.test_doors import RULE_SETS

pytestmark = [
    # PettingZoo has a list of its own environments that have a mask beside the observation.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_the_checks_of_pettingzoo_are_content(name: str, rules: str) -> None:
    api_test(env(name, rules=rules, render_mode="ansi"), num_cycles=20)
    seed_test(lambda: env(name, rules=rules), num_cycles=20)


@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_a_game_by_random_agents(name: str, rules: str) -> None:
    aec = DuelAEC(name, rules=rules)
    aec.reset(seed=9)
    total = dict.fromkeys(AGENTS, 0.0)
    for agent in aec.agent_iter():
        observation, reward, terminated, truncated, info = aec.last()
        total[agent] += reward
        assert aec.observation_space(agent).contains(observation)
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        mask = observation["action_mask"]
        over = terminated or truncated
        aec.step(None if over else aec.action_space(agent).sample(mask))
    assert tuple(total.values()) == aec.game.returns(aec.match.state)


def test_ids_have_a_version() -> None:
    assert {env_id(name) for name in registry.names()} <= set(pettingzoo.aec_registry)
    made = pettingzoo.make("aec", "duelhall/blade-v0", rules="controller")
    assert made.unwrapped.game.full_name == "blade[controller]"
    assert made.metadata["name"] == "blade_v0"
    register("blade")  # once more does no harm


def test_a_seed_deals_the_game_that_a_match_has() -> None:
    aec = DuelAEC("blade")
    aec.reset(seed=12)
    assert aec.match.state.tobytes() == aec.game.match(seed=12).state.tobytes()
    aec.reset()
    assert aec.match.state.tobytes() != aec.game.match(seed=12).state.tobytes()


def test_who_is_not_to_move_may_do_nothing() -> None:
    aec = DuelAEC("blade")
    aec.reset(seed=12)
    other = next(agent for agent in AGENTS if agent != aec.agent_selection)
    assert not aec.observe(other)["action_mask"].any()
    assert aec.observe(aec.agent_selection)["action_mask"].any()


def test_an_illegal_move_loses() -> None:
    aec = DuelAEC("blade")
    aec.reset(seed=1)
    agent = aec.agent_selection
    aec.step(int(np.flatnonzero(aec.observe(agent)["action_mask"] == 0)[0]))
    assert aec.terminations[agent]
    assert aec.rewards[agent] == -1


def test_an_illegal_move_is_worth_as_much_to_the_other_and_tells_it_nothing() -> None:
    wrapped = env("blade")
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    other = next(each for each in AGENTS if each != agent)
    wrapped.step(int(np.flatnonzero(wrapped.observe(agent)["action_mask"] == 0)[0]))
    assert all(wrapped.terminations.values())
    assert wrapped.rewards == {agent: -1, other: 1}
    reasons = [wrapped.infos[each]["reason"] for each in (agent, other)]
    assert reasons[0].startswith(f"{reasons[1]}: illegal move")
    assert reasons[1] == f"{agent} lost by making an illegal move"


def test_wrappers_refuse_what_is_no_move() -> None:
    wrapped = env("blade")
    wrapped.reset(seed=1)
    with pytest.raises(AssertionError, match="action"):
        wrapped.step(99)


def test_the_board_is_the_terminals() -> None:
    aec = DuelAEC("blade", render_mode="ansi")
    aec.reset(seed=7)
    text = aec.render()
    assert text is not None
    assert "  Your hand         1 1 4 4 4 5 5 5 7 B" in text
    assert DuelAEC("blade").render() is None
