"""Mistakes at the edges of the API are answered with errors of Duelhall's own, in a sentence."""

from pathlib import Path

import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.errors import BadPosition, DuelhallError, OtherView, UnusableFile
from duelhall.players.seat import Ending, Fault, Question
from duelhall.testing.conformance import random_match


def test_a_file_that_is_not_there_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match=r"cannot use .*nothing\.json: No such file"):
        duelhall.load_match(tmp_path / "nothing.json")
    with pytest.raises(UnusableFile, match=r"cannot use .*: Is a directory"):
        duelhall.load_match(tmp_path)
    with pytest.raises(DuelhallError, match="Not a directory"):
        duelhall.load_match(Path(__file__) / "game.json")


def test_a_fault_says_whose_it_is() -> None:
    def clumsy(_question: Question) -> str:
        raise ValueError("no idea")

    game = duelhall.load("blade", backend="python")
    with pytest.raises(Fault) as raised:
        duelhall.play_match(game, "random", clumsy, seed=1)
    assert str(raised.value) == (
        "clumsy (player 1) lost by crashing: it raised ValueError: no idea"
    )
    assert raised.value.ending is Ending.CRASH
    assert raised.value.detail == "it raised ValueError: no idea"
    assert isinstance(raised.value.__cause__, ValueError)


@pytest.mark.parametrize("name", registry.names())
def test_a_guess_takes_the_view_of_its_own_seat(name: str) -> None:
    game = duelhall.load(name)
    match = random_match(game, seed=5)
    refused = 0
    for state in match.states:
        views = [game.view(state, seat) for seat in (0, 1)]
        for seat in (0, 1):
            assert game.view(game.guess(views[seat], seat, 1), seat) == views[seat]
            if views[1 - seat].tobytes() != game.view(views[1 - seat], seat).tobytes():
                refused += 1
                with pytest.raises(OtherView, match=f"this is not what seat {seat} sees"):
                    game.guess(views[1 - seat], seat, 1)
    assert refused
    with pytest.raises(OtherView, match=r"give its own view, game.view\(state, 0\)"):
        game.guess(match.states[0], 0, 1)


def test_a_guess_does_not_leave_a_seats_own_cards_hidden() -> None:
    """As in a view that somebody wrote down."""
    blade = duelhall.load("blade", backend="python")
    view = blade.parse_position("?45577BMM:?????:B2 ??????????:??3??:6 turn=0 to_move=0 gone=-")
    with pytest.raises(OtherView, match="this is not what seat 0 sees"):
        blade.guess(view, 0, 1)


def test_a_match_does_not_begin_with_hidden_cards() -> None:
    blade = duelhall.load("blade", backend="python")
    with pytest.raises(BadPosition, match=r"2 hidden cards \(\?\): a game needs every card"):
        blade.match(position="??:-:3 45:-:6")
    with pytest.raises(BadPosition, match="this is what one seat sees; write every card"):
        blade.match(position=blade.position_text(blade.match(seed=1).view(0)))
