"""The search: what it finds, what it may know, and how far it goes."""

from collections.abc import Callable
from dataclasses import replace
from statistics import mean
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.engine import registry
from duelhall.engine.definition import LEVELS, SearchSettings
from duelhall.engine.errors import BadArgument, BadFeature, UnknownName
from duelhall.engine.record import GameState, foe
from duelhall.engine.rule import helper
from duelhall.games.blade.state import BOLT
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play import search
from duelhall.play.clock import Clock
from duelhall.play.roster import known_players
from duelhall.play.table import Table
from duelhall.search import search as searching
from duelhall.search import search as seat
from duelhall.search.search import Desk, Judged, Search, SearchSeat, Thought, is_thinker, thinker
from duelhall.search.tree import NODE, NONE, PLAN, SearchPlan, add_child, child_by, plant
from tests.games.binmat.setting import position


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
    assert any(thinking.think(view, dice) != found for dice in range(8, 16))
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
    for text, expected in (
        ("577:5:3 226:6:5 to_move=0", 0.75),
        ("226:6:5 577:5:3 to_move=1", 0.25),
    ):
        found = Search(game, simulations=2, settings=settings).think(view_of(game, text), 1)
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


# --- a game may think in a way of its own ---


class First(Search):
    """Takes the first move that there is."""

    def consider(
        self, view: GameState, dice: int, deadline: float | None, only: int | None
    ) -> Thought:
        """Without a thought."""
        del dice, deadline, only
        return Thought((Judged(self.game.legal_moves(view)[0], 0, 0.5, 0.5),), 0)


def thinking_by(path: str) -> Game:
    """Blade with a search of its own."""
    game = duelhall.load("blade", backend=PYTHON)
    thinking = replace(game.definition.thinking, own_search=path)
    game.definition = replace(game.definition, thinking=thinking)
    return game


@pytest.mark.parametrize("name", ["adept", "search(20)", "search(1s)"])
def test_every_name_leads_to_a_game_s_own_search(name: str) -> None:
    game = thinking_by(f"{__name__}:First")
    match = game.match(3)
    found = thinker(name, game)
    assert isinstance(found, First)
    best = found.think(match.view(match.to_move), 1).best.move
    assert best == match.legal_moves()[0]
    assert isinstance(search(game, simulations=5).search, First)


def test_a_search_that_is_not_there_is_named() -> None:
    with pytest.raises(BadFeature, match="nowhere:NOTHING"):
        thinker("adept", thinking_by("nowhere:NOTHING"))


# --- the search by the clock. Time passes by simulations here, and by nothing else ---


SLOW, FAST = 0.3, 0.00002
"""Seconds for a simulation, by Python on a busy machine and in machine code on an idle one."""


REAL = Desk.simulate


class Time:
    """A clock that goes on with every simulation. Only the first of a decision is really done."""

    def __init__(self, patch: pytest.MonkeyPatch, pace: float, first: float = 0.0) -> None:
        self.moment, self.simulations = 1000.0, 0

        def simulate(desk: Desk, run: Callable[..., None], simulations: int) -> None:
            if not desk.plan[0].simulations:
                REAL(desk, run, 1)
                self.moment += first
            self.simulations += simulations
            self.moment += simulations * pace

        patch.setattr(searching, "now", lambda: self.moment)
        patch.setattr(seat, "now", lambda: self.moment)
        patch.setattr(Desk, "simulate", simulate)


@pytest.fixture(scope="module")
def binmat() -> Game:
    return duelhall.load("binmat", backend=PYTHON)


@pytest.fixture(scope="module")
def python_blade() -> Game:
    return duelhall.load("blade", backend=PYTHON)


def asked(game: Game, name: str, clock: Clock) -> float:
    """The seconds that a search takes for its first decision at a table."""
    player = SearchSeat(thinker(name, game))
    question = Table(game.match(1), (player, player), clock=clock).question(0)
    return player.decide(question).seconds


@pytest.mark.parametrize("pace", [SLOW, FAST])
@pytest.mark.parametrize("name", ["search(60s)", "search(1_000_000_000)"])
def test_n31_it_answers_within_the_turn(
    name: str, pace: float, binmat: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, pace)
    seconds = asked(binmat, name, Clock(move=5))
    assert 2.4 < seconds < 2.5 + SLOW


def test_n31_it_answers_within_the_turn_if_it_waits_for_machine_code(
    binmat: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, FAST, first=1.5)
    assert asked(binmat, "search(60s)", Clock(move=5)) == pytest.approx(2.5, abs=0.01)
    Time(monkeypatch, FAST, first=4.0)
    assert asked(binmat, "search(60s)", Clock(move=5)) == pytest.approx(4, abs=0.01)


def test_a_budget_that_is_used_up_before_ends_it(
    binmat: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch, FAST)
    assert asked(binmat, "search(0.25s)", Clock(move=5)) == pytest.approx(0.25, abs=0.001)
    assert asked(binmat, "search(2000)", Clock(move=5)) == pytest.approx(0.04, abs=0.001)
    assert time.simulations > 2000


def test_time_for_a_whole_game_is_not_spent_on_its_beginning(
    python_blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, FAST)
    assert asked(python_blade, "search(60s)", Clock(bank=60)) == pytest.approx(3, abs=0.01)
    assert asked(python_blade, "search(60s)", Clock(move=2, bank=60)) == pytest.approx(1, abs=0.01)


def test_without_a_clock_it_takes_its_time(
    python_blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    Time(monkeypatch, SLOW)
    assert asked(python_blade, "search(60s)", Clock()) == pytest.approx(60, abs=SLOW)


def test_with_no_time_at_all_it_still_has_a_move(
    python_blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = Time(monkeypatch, SLOW)
    match = python_blade.match(1)
    found = Search(python_blade, seconds=1).think(match.view(match.to_move), 1, left=0.0)
    assert found.best.move in match.legal_moves()
    assert time.simulations == 1


# --- the tree of a search: children side by side, found by their moves ---


MOVES = 9


@pytest.fixture
def nodes() -> np.ndarray:
    return np.zeros(64, NODE)


def planted(nodes: np.ndarray) -> SearchPlan:
    plan: SearchPlan = np.zeros(1, PLAN)[0]
    plant(nodes, plan)
    return plan


def test_children_keep_what_they_know_when_they_become_many(nodes: np.ndarray) -> None:
    plan = planted(nodes)
    for move in range(MOVES):
        child = add_child(nodes, plan, 0, move)
        nodes[child].visits = 10 * move
        for known in range(move + 1):
            assert nodes[child_by(nodes, 0, known)].visits == 10 * known
    assert child_by(nodes, 0, MOVES) == NONE


def test_children_of_two_parents_are_told_apart(nodes: np.ndarray) -> None:
    plan = planted(nodes)
    for move in range(MOVES):
        for root in (0, 1):
            add_child(nodes, plan, root, move)
            nodes[child_by(nodes, root, move)].visits = 1 + root
    assert [nodes[child_by(nodes, root, 3)].visits for root in (0, 1)] == [1, 2]


def test_a_full_tree_takes_no_more_and_loses_nothing(nodes: np.ndarray) -> None:
    plan = planted(nodes)
    found = [add_child(nodes, plan, 0, move) for move in range(64)]
    assert found.index(NONE) == 16, "the rows of 2, 4, 8 and 16 fill half of the tree"
    assert set(found[16:]) == {NONE}
    assert [nodes[child_by(nodes, 0, move)].move for move in range(16)] == [*range(16)]


# --- a search goes by what its seat can know. What is hidden may be as tempting as it likes ---


@pytest.mark.parametrize("name", registry.names())
def test_other_hidden_cards_change_nothing(name: str) -> None:
    """In every game, by Python: to compile a search takes many seconds."""
    game = duelhall.load(name, backend=PYTHON)
    match = game.match(seed=11)
    while len(match.legal_moves()) == 1:
        match.play(match.legal_moves()[0])
    seat = match.to_move
    other = game.guess(match.view(seat), seat, 1)
    assert other.tobytes() != match.state.tobytes()
    thinking = thinker("search(3)", game)
    thoughts = [thinking.think(game.view(state, seat), 3) for state in (match.state, other)]
    assert thoughts[0] == thoughts[1]


STACKS = "l0= l1=3% l2=3+ l3=3! l4=3^ a0=2& d0={} ha=5&6& turn=107"
"""Lane 0 has no deck left, and one card in front of it that lies face down. Time is running out."""


def chance_of_combat(game: Game, hidden: str, *, all_known: bool) -> float:
    """What the attacker expects of combat in lane 0, where one card is hidden."""
    state = game.match(position=position(STACKS.format(hidden), rest="l5")).state
    combat = game.parse_move("c0", state)
    thinking = thinker("search(12)", game, all_known=all_known)
    seen = state if all_known else game.view(state, 1)
    return thinking.think(seen, 1, only=combat).best.chance


def test_a_stack_that_is_face_down_does_not_tempt_the_attacker(binmat: Game) -> None:
    """A 7 has no attack power, and combat wins at once (N22); an 8 beats the 2 (N38)."""
    assert chance_of_combat(binmat, "7#", all_known=True) == 1
    assert chance_of_combat(binmat, "8#", all_known=True) < 0.2
    seen = chance_of_combat(binmat, "7#", all_known=False)
    assert chance_of_combat(binmat, "8#", all_known=False) == seen
    assert 0 < seen < 1
