"""What `why` answers while there is nothing, or little, to explain."""

from io import StringIO

import pytest
from rich.console import Console

from duelhall import load
from duelhall.match.match import Match
from duelhall.terminal.seat import Seating
from duelhall.terminal.speaker import Speaker

POSITION = "12:-:3 45:-:6"


def explained(match: Match, seat: int) -> str:
    console = Console(file=StringIO(), width=80)
    Speaker(match, Seating(match), console).explain(seat)
    text: str = console.file.getvalue()  # type: ignore[attr-defined]
    return text


def test_before_any_move_it_says_so_and_explains_the_deal() -> None:
    match = load("frontline", backend="python").match(3, players=("person", "greedy"))
    said = explained(match, 0).splitlines()
    assert said[0] == "No move has been made yet. The game began by these rules:"
    assert said[1].startswith("  F20  The cards are dealt from one shuffled set")


def test_before_any_move_from_a_position_it_says_so() -> None:
    match = load("blade", backend="python").match(position=POSITION, players=("person", "greedy"))
    assert explained(match, 0) == "No move has been made yet.\n"


@pytest.mark.parametrize("seat", [0, 1])
def test_moves_that_a_seat_is_not_told_of_are_no_silence(seat: int) -> None:
    match = load("frontline", backend="python").match(3, players=("person", "person"))
    match.play("1>")
    said = explained(match, seat)
    assert said.startswith("Player 0 played 1>:" if seat == 0 else "You have not seen a move")
