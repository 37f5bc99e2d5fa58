"""Moves that lose at once, as far as their player can see."""

import duelhall
from duelhall.match.game import Game
from duelhall.play.undo import loss_by
from tests.games.binmat.setting import position


def test_a_card_that_stays_below_loses(blade: Game) -> None:
    match = blade.match(seed=7)
    reason = loss_by(match, match.check("1"))
    assert reason is not None
    assert reason.word == "lower-score"
    assert loss_by(match, match.check("7")) is None


def test_a_card_that_wins_is_no_loss(blade: Game) -> None:
    match = blade.match(position="7:-:3 -:-:6 to_move=0")
    match.play("7")
    assert match.winner == 0
    match.undo()
    assert loss_by(match, match.check("7")) is None


def test_nobody_is_warned_of_what_cannot_be_helped(blade: Game) -> None:
    match = blade.match(position="12:-:3 45:-:7 to_move=0")
    for move in match.legal_moves():
        assert match.game.after(match.state, move).winner == 1
        assert loss_by(match, move) is None


def test_a_draw_from_nothing_loses_by_n9() -> None:
    place = position("xa=2&3&4&5&6&7&8&9& l0= turn=30")
    match = duelhall.load("binmat").match(position=place)
    reason = loss_by(match, match.check("d0"))
    assert reason is not None
    match.play("d0")
    assert match.reason == reason
    assert match.winner == 1


def test_the_last_turn_is_lost_with_every_move() -> None:
    match = duelhall.load("binmat[rulebook]").match(position=position("ha=2&3& turn=109"))
    match.play("--")
    assert match.winner == 0
    match.undo()
    assert loss_by(match, match.check("--")) is None


def test_what_hidden_cards_decide_is_not_foretold() -> None:
    """The last deployment begins a battle against an army that was hidden before."""
    game, lost = duelhall.load("frontline"), 0
    for seed in range(20):
        match = game.match(seed=seed)
        while not match.over:
            move = match.legal_moves()[0]
            assert loss_by(match, move) is None
            match.play(move)
        lost += match.winner != match.mover(len(match.moves))
    assert lost
