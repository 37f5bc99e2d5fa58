"""The best moves, on request."""

import re
from pathlib import Path

from duelhall.engine.game import Game
from duelhall.players.thinking.hints import hint_lines
from duelhall.players.thinking.searching import Choice, Search, Thought
from tests.terminal.console import duelhall

ROW = re.compile(r"  (\S+) +wins +\d+%, give or take \d+%")


def test_a_hint_names_the_best_moves_with_their_chances(blade: Game) -> None:
    match = blade.match(seed=5)
    view = match.view(match.to_move)
    lines = hint_lines(blade, view, Search(blade, simulations=200).think(view, 1))
    assert (
        lines[0] == "Your best moves, according to 200 imagined games that fit what you have seen:"
    )
    assert len(lines) == 6
    moves = [found[1] for line in lines[1:] if (found := ROW.fullmatch(line))]
    assert len(moves) == 5
    assert {*moves} <= {*match.legal()}


def test_a_lone_move_needs_no_thought(blade: Game) -> None:
    match = blade.match(position="7:5:3 22:6:5 to_move=0")
    thought = Search(blade, simulations=200).think(match.view(0), 1)
    assert hint_lines(blade, match.view(0), thought) == ["7 is your only legal move."]


def test_what_is_certain_is_said_to_be_so(blade: Game) -> None:
    match = blade.match(position="7B:5:3 22:6:5 to_move=0")
    won, lost = (
        Choice(blade.parse_move(text), 1, chance, 0.0) for text, chance in (("B", 1.0), ("7", 0.0))
    )
    lines = hint_lines(blade, match.view(0), Thought((won, lost), 2))
    assert lines[1:] == ["  B  wins 100%, for certain", "  7  wins   0%, for certain"]


def test_a_small_error_is_not_said_to_be_none(blade: Game) -> None:
    match = blade.match(position="7B:5:3 22:6:5 to_move=0")
    choices = [Choice(blade.parse_move("B"), 1, 0.5, error) for error in (0.002, 0.003)]
    lines = hint_lines(blade, match.view(0), Thought(tuple(choices), 2))
    assert lines[1:] == [
        "  B  wins  50%, give or take less than 1%",
        "  B  wins  50%, give or take 1%",
    ]


def test_what_was_solved_is_said_to_be_so(blade: Game) -> None:
    """The Bolt strikes the 7; the 3 does not top the enemy's field."""
    match = blade.match(position="3B:-:7B B4:-:237")
    lines = hint_lines(blade, match.view(0), Search(blade, simulations=50).think(match.view(0), 1))
    assert lines[0] == "Solved: B wins, whatever your opponent holds and does."
    assert lines[2] == "  B  wins 100%, for certain"
    assert lines[3].endswith("; at least 0% against perfect play")


def test_a_person_asks_for_a_hint(tmp_path: Path) -> None:
    typed = "hint\nquit\n"
    out = duelhall("play", "blade", "--seed", "5", typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout
    assert "imagined games that fit what you have seen:" in out
