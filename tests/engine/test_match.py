"""The front door."""

from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import (
    BadDeal,
    DuelhallError,
    IllegalMove,
    NotYourTurn,
    UnknownName,
    UnreadableMove,
)
from duelhall.match.game import Game


def test_a_match_begins_by_a_seed_a_deal_or_a_position(blade: Game) -> None:
    assert blade.match(seed=7).state.tobytes() == blade.match(seed=7).state.tobytes()
    assert blade.match(seed=7).state.tobytes() != blade.match(seed=8).state.tobytes()
    assert blade.match(deal="112223333444455B 55666BBBBB77MMMM").legal()
    assert blade.match(position="12:-:3 45:-:6").legal() == ["1", "2"]
    with pytest.raises(BadDeal, match="give one of them"):
        blade.match(seed=7, deal="112223333444455B 55666BBBBB77MMMM")
    with pytest.raises(BadDeal, match="a seed must be a number from 0"):
        blade.match(seed=-1)


def test_without_a_seed_one_is_drawn_and_kept(blade: Game) -> None:
    match = blade.match()
    assert match.start.seed is not None
    assert blade.match(match.start.seed).state.tobytes() == match.state.tobytes()


def test_moves_are_text_or_numbers(blade: Game) -> None:
    one, other = blade.match(seed=7), blade.match(seed=7)
    one.play(one.legal()[0])
    other.play(other.legal_moves()[0])
    assert one.state.tobytes() == other.state.tobytes()
    assert one.moves == other.moves


@pytest.mark.parametrize("move", ["9", "", "play", -1, 9, 1000, 1.5, True, None])
def test_unreadable_moves_raise_their_own_error(blade: Game, move: Any) -> None:
    match = blade.match(seed=7)
    with pytest.raises(UnreadableMove, match="expected"):
        match.play(move)
    assert match.moves == []


def test_illegal_moves_name_the_ruling_and_what_was_legal(blade: Game) -> None:
    match = blade.match(seed=7)
    with pytest.raises(IllegalMove) as caught:
        match.play("M")
    assert caught.value.ruling == "S4"
    assert caught.value.legal == tuple(match.legal())
    assert "from your own hand (S4); legal: 1 4 5 7 B" in str(caught.value)
    assert not issubclass(IllegalMove, UnreadableMove)
    assert issubclass(IllegalMove, DuelhallError)


def test_a_seat_that_is_not_to_move_learns_nothing_of_the_other_hand(blade: Game) -> None:
    match = blade.match(seed=7)
    messages = set()
    for move in ("1", "B", "M", "6"):
        with pytest.raises(NotYourTurn) as caught:
            match.play(move, seat=1 - match.to_move)
        messages.add(str(caught.value))
    assert messages == {"it is not player 1's turn; wait for the opponent's move"}


def test_after_the_end_nothing_is_legal_and_the_reason_is_told(blade: Game) -> None:
    match = blade.match(position="B:-:7 45:-:3")
    match.play("B")
    assert match.over
    assert match.legal() == []
    with pytest.raises(IllegalMove, match=r"the game is over: .*last card.*\(B10\)"):
        match.play("4")
    with pytest.raises(IllegalMove, match="over"):
        match.forfeit(0)


@pytest.mark.parametrize("seat", [-1, 2, 10**6, 0.5, None, "x"])
def test_there_are_two_seats(blade: Game, seat: Any) -> None:
    """Compiled rules do not look where they write: a wrong seat must not reach them."""
    match = blade.match(seed=1)
    before = match.state.tobytes()
    for ask in (match.view, match.forfeit, lambda seat: blade.guess(match.view(0), seat, 1)):
        with pytest.raises(UnknownName, match="the seats are 0 and 1"):
            ask(seat)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("seed", [1.5, "x", True, 2**64])
def test_a_seed_is_a_number(blade: Game, seed: Any) -> None:
    with pytest.raises(BadDeal, match="a seed must be a number"):
        blade.match(seed=seed)


@pytest.mark.parametrize("move", [-1, 3, 9, 77])
def test_a_state_goes_on_by_legal_moves_only(blade: Game, move: int) -> None:
    with pytest.raises(IllegalMove, match="not allowed"):
        blade.after(blade.parse_position("12:-:3 45:-:6"), move)


def test_a_copy_goes_its_own_way(blade: Game) -> None:
    match = blade.match(seed=7)
    copy = match.copy()
    copy.play(copy.legal()[0])
    assert (len(match.moves), len(copy.moves)) == (0, 1)
    assert match.state.tobytes() == blade.match(seed=7).state.tobytes()


def test_undo_takes_the_last_move_back(blade: Game) -> None:
    match = blade.match(seed=7)
    match.play(match.legal()[0])
    match.undo()
    assert match.replay() == blade.match(seed=7).replay()
    match.undo()
    assert match.moves == []


def test_giving_up_is_a_step_of_its_own(blade: Game) -> None:
    match = blade.match(seed=7)
    match.play("7")
    before = match.state.tobytes()
    match.forfeit(0)
    assert [step.rulings for step in match.explain()] == [("B14",)]
    assert match.explain()[-1].state.tobytes() == match.state.tobytes()
    match.undo()
    assert match.state.tobytes() == before
    assert not match.over
    assert len(match.moves) == 1
    assert match.copy().replay() == match.replay()


def test_views_given_out_cannot_change_the_match(blade: Game) -> None:
    match = blade.match(seed=7)
    before = match.state.tobytes()
    view = match.view(0)
    view.hand[0, 0] = 9
    assert match.state.tobytes() == before


def test_the_front_door_shows_itself() -> None:
    assert {"load", "load_match", "Match"} <= set(dir(duelhall))
    game = duelhall.load("blade", "controller")
    assert repr(game) == "<game blade[controller]>"
    assert repr(game.match(seed=1)) == "<match of blade after 0 moves>"
    with pytest.raises(AttributeError, match="no attribute 'start'"):
        duelhall.start  # noqa: B018, the access is the point
