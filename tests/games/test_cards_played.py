"""Which card a move plays, for front ends that point it out."""

import pytest

import duelhall
from duelhall.testing.conformance import random_match


@pytest.mark.parametrize(
    ("name", "move", "card"),
    [
        ("blade", "7", "7"),
        ("binmat", "p7^2", "7^"),
        ("binmat", "d4", ""),
        ("frontline", "3left", "3"),
        ("frontline", "take2", "2"),
        ("frontline", "commit", ""),
    ],
)
def test_a_move_names_its_card(name: str, move: str, card: str) -> None:
    assert duelhall.load(name).sketcher.card_played(move) == card


def test_bots_of_the_first_protocol_are_not_sent_the_past() -> None:
    game = duelhall.load("binmat")
    first = game.definition.writing.first_position
    assert first is not None
    state = random_match(game, 3).states[60]
    whole, old = game.position_text(game.view(state, 0)), first(game.view(state, 0))
    assert "past0=" in whole
    assert "past0=" not in old
    assert {*old.split()} < {*whole.split()}
