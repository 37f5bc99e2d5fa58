"""The search: what it finds, what it may know, and how far it goes."""

from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.engine import registry
from duelhall.engine.definition import LEVELS, SearchSettings
from duelhall.engine.errors import BadArgument, UnknownName
from duelhall.engine.record import GameState, foe
from duelhall.engine.rule import helper
from duelhall.games.blade.state import BOLT
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.roster import known_players
from duelhall.players import search
from duelhall.search import search as searching
from duelhall.search.search import Search, Thought, is_thinker, thinker


def begun(game: Game, seed: int) -> Match:
    """A match in which there is something to decide."""
    match = game.match(seed)
    while len(match.legal_moves()) == 1:
        match.play(match.legal_moves()[0])
    return match


def view_of(game: Game, position: str) -> GameState:
    """What the seat to move sees."""
    match = game.match(position=position)
    return match.view(match.to_move)


def thought(game: Game, seed: int, simulations: int = 200, **more: Any) -> Thought:
    match = begun(game, seed)
    return Search(game, simulations=simulations, **more).think(match.view(match.to_move), 5)


def test_it_finds_the_only_card_that_does_not_lose(blade: Game) -> None:
    """With the 7 played, the Bolt would be the last card (B10)."""
    match = blade.match(position="7B:5:3 22:6:5 to_move=0")
    best = Search(blade, simulations=300).think(match.view(0), 1).best
    assert blade.move_text(best.move) == "B"


@pytest.mark.parametrize("name", registry.names())
def test_the_same_dice_give_the_same_thought_and_others_another(name: str) -> None:
    """In every game, by Python: to compile a search takes many seconds."""
    game = duelhall.load(name, backend=PYTHON)
    match = begun(game, 3)
    view, thinking = match.view(match.to_move), Search(game, simulations=12)
    found = thinking.think(view, 7)
    assert thinking.think(view, 7) == found
    assert thinking.think(view, 8) != found
    assert found.simulations == 12
    assert sum(choice.visits for choice in found.choices) == 12
    assert all(0 <= choice.chance <= 1 and 0 < choice.error < 1 for choice in found.choices)


def test_it_thinks_interpreted_as_in_machine_code() -> None:
    compiled, interpreted = (duelhall.load("blade", backend=way) for way in (CPU, PYTHON))
    assert thought(compiled, 4, 50) == thought(interpreted, 4, 50)


def test_a_lone_legal_move_costs_no_simulation(blade: Game) -> None:
    match = blade.match(position="7:5:3 22:6:5 to_move=0")
    found = Search(blade, simulations=100).think(match.view(0), 1)
    assert found.simulations == 0
    assert [blade.move_text(choice.move) for choice in found.choices] == ["7"]


def test_a_forced_answer_costs_no_simulation_either() -> None:
    """Two simulations try both cards; the third goes on past the enemy's only card."""
    game = duelhall.load("blade", backend=PYTHON)
    thinking = Search(game, simulations=3, settings=SearchSettings())
    thinking.think(view_of(game, "556:-:3 6:-:4 to_move=0"), 3)
    assert thinking._desks[0].plan[0].depth == 3


def test_a_chain_of_moves_longer_than_the_tree_is_played_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(searching, "LONGEST_PATH", 2)
    game = duelhall.load("blade", backend=PYTHON)
    thinking = Search(game, simulations=20, settings=SearchSettings())
    found = thinking.think(view_of(game, "556:-:3 6:-:4 to_move=0"), 3)
    assert thinking._desks[0].plan[0].depth == 2
    assert sum(choice.visits for choice in found.choices) == 20


def test_threads_divide_the_work_and_agree_on_the_sum(blade: Game) -> None:
    alone, together = thought(blade, 6, 101), thought(blade, 6, 101, threads=2)
    assert together.simulations == alone.simulations == 101
    assert together == thought(blade, 6, 101, threads=2)


def test_a_full_tree_goes_on_with_what_it_has(blade: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "MOST_NODES", 20)
    found = thought(blade, 6, 500)
    assert found.simulations == 500
    assert sum(choice.visits for choice in found.choices) == 500


def test_few_children_are_widened_slowly(blade: Game) -> None:
    narrow = replace(SearchSettings(playouts="greedy"), widening=1.0, growth=0.0)
    found = thought(blade, 6, 100, settings=narrow)
    assert len(found.choices) == 2


@helper
def fairly_good(_s: Any) -> float:
    return 0.75


@helper
def bolts_in_the_other_hand(s: Any) -> float:
    return float(s.hand[1, BOLT] > 0)


@helper
def believes_in_bolts(s: Any, _seat: int) -> float:
    return bolts_in_the_other_hand(s)


def test_a_simulated_game_may_be_broken_off_and_estimated() -> None:
    game = duelhall.load("blade", backend=PYTHON)
    settings = SearchSettings(horizon=0, estimate=fairly_good)
    for position, expected in (
        ("577:5:3 226:6:5 to_move=0", 0.75),
        ("226:6:5 577:5:3 to_move=1", 0.25),
    ):
        found = Search(game, simulations=2, settings=settings).think(view_of(game, position), 1)
        assert {choice.chance for choice in found.choices} == {expected}


def test_worlds_that_are_hard_to_believe_are_imagined_anew() -> None:
    game = duelhall.load("blade", backend=PYTHON)
    view, chances = view_of(game, "B12:B12:5 B35:B35:6 to_move=0"), []
    for plausible in None, believes_in_bolts:
        settings = SearchSettings(horizon=0, estimate=bolts_in_the_other_hand, plausible=plausible)
        thinking = Search(game, simulations=1, settings=settings)
        chances.append(mean(thinking.think(view, dice).best.chance for dice in range(30)))
    assert 0.2 < chances[0] < 0.9
    assert chances[1] == 1


def test_it_plays_as_a_seat_and_says_what_it_thought(blade: Game) -> None:
    seat = search(blade, simulations=50)
    match = duelhall.play_match(blade, seat, "random", seed=4)
    assert match.over
    assert seat.thought is not None
    assert seat.thought.simulations in (0, 50)


@pytest.mark.parametrize("name", [*LEVELS, "search(30)", "search( 1_000 )", "search(0.5s)"])
def test_players_that_think_have_names(name: str, blade: Game) -> None:
    assert is_thinker(name)
    found = thinker(name, blade)
    assert (found.simulations is None) == (found.seconds is not None)


@pytest.mark.parametrize("name", ["search", "search()", "search(abc)", "search(0)", "search(0s)"])
def test_a_search_without_a_budget_is_refused_with_examples(name: str, blade: Game) -> None:
    assert is_thinker(name)
    with pytest.raises(UnknownName, match=r"search\(5000\) for simulations, search\(2s\)"):
        thinker(name, blade)


def test_levels_think_more_from_one_to_the_next(blade: Game) -> None:
    budgets = [thinker(name, blade).simulations or 0 for name in LEVELS]
    assert budgets == sorted(set(budgets))
    assert {*LEVELS} < {*known_players(blade.definition)}


@pytest.mark.parametrize(
    ("budget", "wanted"),
    [
        ({}, "simulations or seconds, one of them"),
        ({"simulations": 3, "seconds": 1}, "simulations or seconds, one of them"),
        ({"simulations": 0}, "a whole number of at least 1, not 0"),
        ({"simulations": 2.5}, "a whole number of at least 1, not 2.5"),
        ({"seconds": 0}, "a number of seconds above 0, not 0"),
        ({"seconds": float("inf")}, "a number of seconds above 0, not inf"),
        ({"seconds": float("nan")}, "a number of seconds above 0, not nan"),
        ({"seconds": "2"}, "a number of seconds above 0, not '2'"),
        ({"simulations": 5, "threads": 0}, "a whole number of at least 1, not 0"),
    ],
)
def test_a_budget_is_one_of_two(budget: dict[str, Any], wanted: str, blade: Game) -> None:
    with pytest.raises(BadArgument, match=wanted):
        Search(blade, **budget)


def test_a_finished_game_and_another_game_are_refused(blade: Game) -> None:
    match = duelhall.play_match(blade, "random", "random", seed=1)
    with pytest.raises(BadArgument, match="a game that goes on"):
        Search(blade, simulations=5).think(match.view(0), 1)
    other = duelhall.load("frontline").match(1)
    with pytest.raises(BadArgument, match="a state of blade must be"):
        Search(blade, simulations=5).think(other.view(0), 1)


def test_it_takes_what_the_seat_to_move_sees_and_nothing_else(blade: Game) -> None:
    """A whole state would tell too much, and the other seat's view too little."""
    match, thinking = blade.match(1), Search(blade, simulations=5)
    for wrong in (match.state, match.view(foe(match.to_move))):
        with pytest.raises(BadArgument, match="the view must be what the seat to move sees"):
            thinking.think(wrong, 1)


def test_it_beats_the_rule_of_thumb_that_it_plays_out_by(blade: Game) -> None:
    """Mirrored deals; the same games in every run."""
    points = 0.0
    seat = search(blade, simulations=300)
    for seed in range(60):
        for players in ((seat, "greedy"), ("greedy", seat)):
            match = duelhall.play_match(blade, *players, seed=seed)
            own = players.index(seat)
            points += 0.5 if match.winner is None else float(match.winner == own)
    assert points / 120 > 0.55


@pytest.mark.parametrize(("advice", "tried"), [(1.0, {1}), (0.0, {2, 3})])
def test_what_is_left_to_the_policy_is_not_tried_out(advice: float, tried: set[int]) -> None:
    """The enemy's cards are known: all others have left the round."""
    game = duelhall.load("blade", backend=PYTHON)
    thinking = Search(game, simulations=60, settings=SearchSettings("greedy", advice=advice))
    thinking.think(game.match(position="457:-:3 23B:-:5 to_move=0").view(0), 1)
    nodes = thinking._desks[0].nodes
    first = int(nodes[0].first_child)
    answers = nodes[first : first + int(nodes[0].children)]
    assert {int(node.children) for node in answers} <= tried
