"""Plans: what can still come of a deployment, and by which moves."""

import numpy as np
import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.engine.record import GameState, copied
from duelhall.games.frontline.armies import ARMY, leave
from duelhall.games.frontline.deployment import deploy_at_random
from duelhall.games.frontline.rules import station
from duelhall.match.game import Game
from duelhall_kits.frontline.mix import Hand, Trials, standings
from duelhall_kits.frontline.trials import fits


@pytest.fixture(scope="module")
def game() -> Game:
    """Five cards, of which three are the same."""
    return duelhall.load("frontline[mirror, hand=5, cards=3| 1!@ 1+]", backend=PYTHON)


def army_of(view: GameState, seed: int) -> np.ndarray:
    """Any deployment of the first player's hand."""
    cell, armies = copied(view), np.zeros(1, ARMY)
    cell[0].rng = seed
    deploy_at_random(cell[0], 0)
    station(cell[0], 0)
    leave(cell[0], 0, armies[0])
    return armies


def deployed(game: Game, moves: tuple[int, ...]) -> GameState:
    """The state after these moves of the first player."""
    match = game.match(1)
    for move in moves:
        match.play(move)
    return match.state


@pytest.mark.parametrize("seed", range(12))
def test_the_moves_of_a_plan_lead_to_it_from_wherever_it_can_be_reached(
    game: Game, seed: int
) -> None:
    """Whichever of the moves that leave it possible are made before."""
    rng, match = np.random.default_rng(seed), game.match(1)
    army = army_of(match.view(0), seed)
    plan = Hand(match.view(0), 0).plan(army[0])
    while match.to_move == 0:
        hand = Hand(match.view(0), 0)
        line, moves = hand.moves_to(plan), hand.next_moves(plan)
        assert line[0] in moves
        assert fits(army[0], hand.placed)
        before = tuple(match.moves)
        reached = deployed(game, (*before, *line))
        station(reached, 0)
        leave(reached, 0, army[0])
        assert Hand(game.match(1).view(0), 0).plan(army[0]) == plan
        match.play(int(rng.choice(sorted(moves))))


@pytest.mark.parametrize("seed", range(8))
def test_moves_that_do_not_belong_to_a_plan_make_it_impossible(game: Game, seed: int) -> None:
    match = game.match(1)
    army = army_of(match.view(0), seed)
    plan = Hand(match.view(0), 0).plan(army[0])
    for _ in range(3):
        hand = Hand(match.view(0), 0)
        moves = hand.next_moves(plan)
        for move in match.legal_moves():
            after = Hand(deployed(game, (*match.moves, move)), 0)
            assert bool(after.next_moves(plan)) == (move in moves)
            assert fits(army[0], after.placed) == (move in moves)
        match.play(min(moves))


def test_an_army_is_read_and_set_up_again_as_it_stands(game: Game) -> None:
    """Without a try to improve it, it stays the same; with tries it keeps what is placed."""
    match = game.match(1)
    trials = Trials(game, 0, np.array([1.0, 0.0, 0.5]), 5)
    armies = trials.drawn(match.view(0), 0, 6)
    orders, forms = standings(armies)
    assert (np.sort(orders[:, :5]) == [1, 2, 3, 4, 5]).all()
    assert forms.max() < len(list(range(32)))
    match.play("4>")
    match.play("5b1")
    hand = Hand(match.view(0), 0)
    drawn = trials.drawn(match.view(0), 0, 4)
    better, payoffs = trials.improved(drawn, armies, np.full(6, 1 / 6), 6, hand.placed)
    assert all(hand.next_moves(hand.plan(army)) for army in (*drawn, *better))
    assert (payoffs.mean(axis=1) >= trials.payoffs(drawn, armies).mean(axis=1)).all()
    assert trials.battles >= 2 * 4 * 6
