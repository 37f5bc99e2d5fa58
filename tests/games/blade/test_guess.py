"""Guesses from small positions: every deal, as often as its cards make it."""

import pytest

import duelhall
from duelhall.testing import check_guess_frequencies
from tests.games.blade.deals import view_and_deals

pytestmark = pytest.mark.uncovered


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("unseen", "hand", "deck"),
    [
        ("115M", 2, 1),  # equal cards in a hand can come in fewer ways than different ones
        ("1567", 2, 1),
        ("5566M", 3, 1),
        ("56M", 3, 0),  # the hand is all that is unseen
        ("1177", 0, 2),  # an empty hand hides nothing, the decks do
        ("155M", 0, 2),
        ("155MM", 1, 2),
    ],
)
def test_every_deal_is_guessed_as_often_as_it_should_be(
    blade: duelhall.Game, seat: int, unseen: str, hand: int, deck: int
) -> None:
    view, deals = view_and_deals(seat, unseen, hand, deck)
    check_guess_frequencies(blade, view, seat, deals)
