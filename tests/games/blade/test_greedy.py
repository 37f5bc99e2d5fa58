"""Blade's rule of thumb, and the end of a game solved."""

import random

import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.games.blade.endgame import ENDGAME
from duelhall.games.blade.state import KINDS
from duelhall.match.game import Game
from duelhall.play.builtin import Player, player_of
from duelhall.search.endgame import Solver
from duelhall.search.search import Search
from tests.games.blade.setting import at_least, is_certain, random_position, worlds
from tests.games.counting import won_by_the_first, won_by_the_second

GAMES = 500


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", ["readme", "controller"])
def test_greedy_wins_at_least_six_games_of_seven_against_random(rules: str) -> None:
    game = duelhall.load("blade", rules)
    assert won_by_the_first(game, GAMES) > GAMES * 6 / 7
    assert won_by_the_second(game, 40 * GAMES) > 40 * GAMES * 6 / 7


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("27:-:3 45:-:5 to_move=0", "7"),  # 2 would only tie
        ("24:-:6 45:-:17 to_move=0", "4"),  # the only card that tops
        ("23B:-:4 45:-:5 to_move=0", "2"),  # a small margin with a cheap card, the Bolt saved
        ("2B:-:6 45:-:7 to_move=0", "B"),  # 2 tops too, and would leave the Bolt as last card
        ("B:-:3 45:-:5 to_move=0", "B"),  # lost, but there is no other card
        ("12:-:3 45:-:5 to_move=0", "2"),  # a tie is better than losing
        ("M12:-:- 45:-:- to_move=0 placing", "1"),  # nothing is won by placing a Mirror
    ],
)
def test_greedy_chooses(blade: Game, backend: str, position: str, move: str) -> None:
    game = duelhall.load("blade", backend=backend)
    match = blade.match(position=position)
    chosen = Player(game, "greedy").choose(match.view(0), chance=0)
    assert blade.move_text(chosen) == move


# --- the last cards: what is called won is won, and how often a card wins at least is exact ---


SHAPES = [(2, 2, 0), (2, 1, 1), (2, 2, 1), (2, 0, 1), (3, 1, 1), (3, 2, 0), (2, 1, 2)]
"""Cards in the own hand, in the other one and in each deck."""


def compare(position: str, rules: str = "readme", backend: str = CPU) -> int:
    """Compare what is said about every card with the long way; how many wins are certain."""
    game = duelhall.load("blade", rules, backend=backend)
    solver, quick = Solver(game, ENDGAME), duelhall.load("blade", rules)
    match = game.match(position=position)
    seat = match.to_move
    view, found = match.view(seat), 0
    for card in match.legal_moves():
        certain = is_certain(quick, worlds(view, seat), seat, card)
        assert solver.is_certain(view, card) == certain
        found += certain
        share = solver.at_least(view, card)
        left = [kind for kind in range(KINDS) for _ in range(view.hand[seat, kind])]
        left.remove(card)
        assert (share is None) == (len({*left}) > 1)
        if share is not None:
            assert share == pytest.approx(at_least(quick, view, seat, card), abs=1e-9)
    return found


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", ["readme", "controller"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_solver_agrees_with_the_long_way(shape: tuple[int, int, int], rules: str) -> None:
    positions = (random_position(random.Random(seed), *shape, rules) for seed in range(12))
    assert sum(compare(position, rules) for position in positions) > 0


@pytest.mark.parametrize("shape", [(2, 1, 1), (2, 1, 2), (3, 1, 1)])
def test_the_solver_agrees_with_the_long_way_by_python(shape: tuple[int, int, int]) -> None:
    for seed in range(3):
        compare(random_position(random.Random(seed), *shape), backend=PYTHON)


@pytest.mark.parametrize("position", ["557:1:3 6B:2:7", "44B:2:5 5:3:6"])
def test_cards_of_one_kind_leave_no_choice(position: str) -> None:
    compare(position)


def test_pairs_of_equal_cards_count_in_any_order() -> None:
    """After the 2 both scores are 6, and both decks may begin with the same cards."""
    compare("27:23:4 6:32:6", backend=PYTHON)


@pytest.mark.parametrize("position", ["35:-:- 26:-:- placing", "6:-:2 35:-:- placing to_move=1"])
def test_it_solves_an_initialization_from_hands(position: str) -> None:
    compare(position)


def test_it_gives_up_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = duelhall.load("blade")
    view = game.match(position="27:-:5 13:-:6").view(0)
    solver = Solver(game, ENDGAME)
    card = game.parse_move("7")
    assert solver.is_certain(view, card)
    monkeypatch.setattr("duelhall.search.endgame.MOST_POSITIONS", 1)
    assert not solver.is_certain(view, card)
    assert solver.at_least(view, card) is None


def test_many_cards_are_not_tried() -> None:
    game = duelhall.load("blade")
    match = game.match(seed=1)
    view = match.view(match.to_move)
    solver = Solver(game, ENDGAME)
    assert not any(solver.is_certain(view, card) for card in match.legal_moves())
    assert solver.at_least(view, match.legal_moves()[0]) is None


@pytest.mark.uncovered
@pytest.mark.parametrize(("simulations", "opponent"), [(1, "random"), (30, "greedy")])
def test_a_short_search_keeps_whatever_is_won(simulations: int, opponent: str) -> None:
    """Once the solver calls a position won, every decision from there on is, up to the win."""
    game = duelhall.load("blade")
    solver = Solver(game, ENDGAME)
    short, other, kept = Search(game, simulations=simulations), player_of(game, opponent), 0
    for seed in range(120):
        position = random_position(random.Random(seed), 2 + seed % 3, 1 + seed % 4, seed % 5)
        match, was_won = game.match(position=position), False
        own = match.to_move
        while not match.over:
            view = match.view(match.to_move)
            if match.to_move != own:
                match.play(other.choose(view, seed))
                continue
            certain = [card for card in match.legal_moves() if solver.is_certain(view, card)]
            assert certain or not was_won
            match.play(short.think(view, seed).best.move)
            was_won = bool(certain)
            assert match.moves[-1] in certain or not was_won
        assert match.winner == own or not was_won
        kept += was_won
    assert kept > 20
