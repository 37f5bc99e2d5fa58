"""Games in OpenSpiel's registry."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts
from open_spiel.python.observation import make_observation

import duelhall
import duelhall.doors.openspiel
from duelhall.doors.openspiel import register
from duelhall.engine import registry
from duelhall.engine.errors import BadArgument, BadOption
from tests.doors.test_doors import NAMES, RULE_SETS
from tests.python import python

TINY = "duelhall_blade(deck=tiny)"


def dealt(name: str) -> Any:
    """A state in which a seat decides."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(outcomes[int(np.argmax(probabilities))])
    return state


def test_every_game_is_registered() -> None:
    assert {f"duelhall_{name}" for name in registry.names()} <= set(pyspiel.registered_names())
    register("blade")  # once more does no harm


def test_all_four_games_go_through_every_door() -> None:
    assert {"binmat", "blade", "frontline", "monsters"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_by_the_tests_of_openspiel(name: str) -> None:
    game = pyspiel.load_game(f"duelhall_{name}")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "rules"), RULE_SETS)
def test_random_games_of_all_rule_sets_with_sampled_chance(name: str, rules: str) -> None:
    game = pyspiel.load_game(f"duelhall_{name}(rules={rules},chance=sampled,seed=1)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_parameters_are_rule_sets_and_options() -> None:
    game = pyspiel.load_game("duelhall_blade(rules=controller,draw_points=0)")
    assert game.duel == duelhall.load("blade[controller, draw_points=0]")
    assert str(game) == "duelhall_blade(draw_points=0,rules=controller)"
    assert game.num_distinct_actions() == 9
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    with pytest.raises(BadOption, match="no mode of chance 'later'"):
        pyspiel.load_game("duelhall_blade(chance=later)")


def test_chance_is_enumerated() -> None:
    state = pyspiel.load_game(TINY).new_initial_state()
    assert state.is_chance_node()
    assert sum(probability for _, probability in state.chance_outcomes()) == pytest.approx(1)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "0,0,0,1,2,2"


@pytest.mark.parametrize("name", NAMES)
def test_no_game_has_more_draws_than_it_declares(name: str) -> None:
    game: Any = pyspiel.load_game(f"duelhall_{name}")
    state, dice, draws = game.new_initial_state(), Random(6), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        draws += state.is_chance_node()
        assert not state.is_chance_node() or len(actions) <= game.max_chance_outcomes()
        state.apply_action(dice.choice(actions))
    assert draws <= game.max_chance_nodes_in_history()


def test_or_sampled() -> None:
    game = pyspiel.load_game("duelhall_blade(chance=sampled,seed=5)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1.0)]
    found = {str(state.child(0)) for _ in range(5)}
    assert len(found) == 5
    again = pyspiel.load_game("duelhall_blade(chance=sampled,seed=5)").new_initial_state()
    assert str(again.child(0)) in found


@pytest.mark.parametrize("mode", ["explicit", "sampled"])
def test_a_state_is_stored_with_all_that_it_knows(mode: str) -> None:
    state = dealt(f"duelhall_blade(chance={mode})")
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)
    again.apply_action(again.legal_actions()[0])


def test_a_state_can_be_pickled() -> None:
    state = dealt("duelhall_blade")
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


@pytest.mark.parametrize("written", ["blade(deck=tiny,rules=controller)", "frontline(hand=7)"])
def test_a_game_can_be_pickled(written: str) -> None:
    game = pyspiel.load_game(f"duelhall_{written}")
    again = pickle.loads(pickle.dumps(game))
    assert again.duel == game.duel
    assert str(again) == str(game)


def test_a_seed_needs_sampled_chance() -> None:
    with pytest.raises(BadOption, match="seed=7 needs chance=sampled"):
        pyspiel.load_game("duelhall_blade(seed=7)")


def test_observers_show_what_a_seat_sees() -> None:
    state = dealt("duelhall_blade")
    game: Any = state.get_game()
    observation = make_observation(game)
    observation.set_from(state, 1)
    expected = game.duel.observation(state.node.state, 1)
    assert np.array_equal(observation.tensor, expected)
    assert set(observation.dict) == {field.name for field in game.duel.layout.fields}
    assert np.array_equal(state.observation_tensor(1), expected)
    view = game.duel.view(state.node.state, 1)
    assert state.observation_string(1) == f"seat 1 {game.duel.position_text(view)}"


def test_the_observer_with_perfect_recall_shows_the_information_state() -> None:
    state = dealt("duelhall_blade")
    observer = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
    assert observer.tensor is None
    assert observer.string_from(state, 0) == state.information_state_string(0)
    with pytest.raises(BadArgument, match="all that a seat sees"):
        make_observation(
            state.get_game(),
            pyspiel.IIGObservationType(
                perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
            ),
        )


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_resampled_from_what_a_seat_knows(name: str) -> None:
    state = dealt(f"duelhall_{name}(chance=sampled,seed=2)")
    sampler = np.random.RandomState(1).random_sample
    for _ in range(3):
        for seat in range(2):
            found = state.resample_from_infostate(seat, sampler)
            assert found.information_state_string(seat) == state.information_state_string(seat)
            assert found.current_player() == state.current_player()
            assert found.history() == []
        state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            return


def test_resampled_states_differ_in_what_is_hidden() -> None:
    state = dealt("duelhall_blade")
    sampler = np.random.RandomState(1).random_sample
    hands = {
        state.resample_from_infostate(0, sampler).information_state_string(1) for _ in range(10)
    }
    assert len(hands) > 5


def test_external_sampling_cfr_runs_on_a_small_game() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        pyspiel.load_game("duelhall_blade(deck=small)")
    )
    solver.iteration()
    state = dealt("duelhall_blade(deck=small)")
    policy = solver.average_policy().action_probabilities(state)
    assert sum(policy.values()) == pytest.approx(1)


def test_ismcts_decides() -> None:
    state = dealt("duelhall_blade")
    dice = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 10, random_state=dice)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("name", "option"), [("frontline", "cards"), ("monsters", "decks")], ids=["cards", "decks"]
)
def test_cards_of_your_own_are_stored_with_a_game(name: str, option: str) -> None:
    data = duelhall.load(name).options[option]
    game = pyspiel.load_game(f"duelhall_{name}", {option: data})
    again = pyspiel.load_game(str(game))
    assert again.duel == game.duel
    assert again.duel.options[option] == data


def test_what_chance_decides_is_not_resampled() -> None:
    state = pyspiel.load_game(TINY).new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="where a seat decides"):
        state.resample_from_infostate(0, lambda: 0.5)


def test_python_ends_in_peace() -> None:
    code = "import pyspiel, duelhall.doors.openspiel; pyspiel.load_game('duelhall_blade')"
    assert python("-c", code).stderr == ""
