"""Taking back, passing where nothing else can be done, and moves that lose at once."""

import pytest

import duelhall
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.undo import (
    has_learnt,
    last_decision_of,
    lone_pass,
    loss_by,
    take_back,
    was_lone_pass,
    way_to_take_back,
)
from tests.games.binmat.setting import position
from tests.games.monsters.duels import JAB, PUSH, duel
from tests.games.monsters.duels import position as duel_position

OPEN = "35:5:23 45:6:7 to_move=0"
BOLT = "B:34:7 45:61:3 to_move=0"  # whose last card loses


def played(game: Game, place: str, *moves: str) -> Match:
    match = game.match(position=place)
    for move in moves:
        match.play(move)
    return match


# --- what a seat has learnt, on which taking a move back depends ---


@pytest.mark.parametrize(
    ("place", "moves", "seat", "learnt"),
    [
        (OPEN, ("3",), 0, False),  # one's own card
        (OPEN, ("3",), 1, True),  # who sees the card for the first time
        (OPEN, ("3", "4"), 0, True),  # the answer
        ("37:-:5 6:-:7 to_move=0", ("3", "6"), 0, True),  # even one that every hand could give
        ("25:3M:5 45:61:7 to_move=0", ("2",), 0, True),  # 7 to 7: cards come from the deck
        (BOLT, ("B",), 0, False),  # losing at once
    ],
)
def test_what_was_seen_for_the_first_time_teaches(
    place: str, moves: tuple[str, ...], seat: int, *, learnt: bool, blade: Game
) -> None:
    assert has_learnt(played(blade, place, *moves), seat, since=0) == learnt


def test_what_taught_nothing_is_taken_back_for_real_and_the_answer_as_practice(blade: Game) -> None:
    match = blade.match(position=OPEN)
    assert way_to_take_back(match, 0, as_practice=True) is None  # nothing to take back
    match.play("3")
    wish = way_to_take_back(match, 0, as_practice=True)
    assert wish is not None
    assert not wish.is_practice
    match.play("4")
    assert way_to_take_back(match, 0, as_practice=False) is None
    wish = way_to_take_back(match, 0, as_practice=True)
    assert wish is not None
    assert wish.is_practice
    take_back(match, 0)
    assert not match.moves


@pytest.mark.parametrize("as_practice", [False, True])
def test_a_lost_game_goes_on_as_practice(blade: Game, *, as_practice: bool) -> None:
    wish = way_to_take_back(played(blade, BOLT, "B"), 0, as_practice=as_practice)
    assert wish is not None
    assert wish.is_practice == as_practice


def test_giving_up_is_taken_back_alone(blade: Game) -> None:
    match = played(blade, OPEN, "3", "4")
    match.forfeit(0)
    assert way_to_take_back(match, 0, as_practice=False) is not None
    take_back(match, 0)
    assert len(match.moves) == 2
    assert not match.over


# --- passes that are all that can be played ---


def jab_or_pass(*moves: str) -> Match:
    game = duel(JAB, PUSH)
    return played(game, duel_position(game, "hand0=jab active=0"), *moves)


def test_a_pass_beside_another_move_is_a_decision(blade: Game) -> None:
    assert lone_pass(played(blade, "3:-:5 6:-:7 to_move=0", "3")) is None  # there is none here
    match = jab_or_pass()
    assert match.legal() == ["pass", "jab"]
    assert lone_pass(match) is None
    match.play("pass")
    assert not was_lone_pass(match, 1)
    assert last_decision_of(match, 0) == 1


def test_undo_goes_back_behind_lone_passes() -> None:
    match = jab_or_pass("jab")
    move = lone_pass(match)
    assert move is not None
    assert match.game.move_text(move, match.state) == "pass"
    match.play("pass")
    match.play("pass")
    assert [was_lone_pass(match, number) for number in (1, 2, 3)] == [False, True, True]
    assert [last_decision_of(match, seat) for seat in range(2)] == [1, None]
    assert way_to_take_back(match, 1, as_practice=True) is None
    take_back(match, 0)
    assert len(match.moves) == 0


# --- moves that lose at once, as far as their player can see ---


def test_a_card_that_stays_below_loses(blade: Game) -> None:
    match = blade.match(seed=7)
    reason = loss_by(match, match.check("1"))
    assert reason is not None
    assert reason.word == "lower-score"
    assert loss_by(match, match.check("7")) is None


def test_a_card_that_wins_is_no_loss(blade: Game) -> None:
    match = played(blade, "7:-:3 -:-:6 to_move=0", "7")
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
    match.play("d0")
    assert (match.reason, match.winner) == (reason, 1)


def test_the_last_turn_is_lost_with_every_move() -> None:
    match = played(duelhall.load("binmat[rulebook]"), position("ha=2&3& turn=109"), "--")
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
