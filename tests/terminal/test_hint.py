"""The best moves, on request."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.engine.record import GameState
from duelhall.match.game import Game
from duelhall.search.hint import hint_lines
from duelhall.search.search import Judged, Search, Thought
from duelhall.terminal import commands
from duelhall.terminal.conversation import Conversation
from duelhall.terminal.output import make_console
from duelhall.terminal.seat import Manner
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


def test_a_small_error_is_not_said_to_be_none(blade: Game) -> None:
    match = blade.match(position="7B:5:3 22:6:5 to_move=0")
    choices = [Judged(blade.parse_move("B"), 1, 0.5, error) for error in (0.002, 0.003)]
    lines = hint_lines(blade, match.view(0), Thought(tuple(choices), 2))
    assert lines[1:] == [
        "  B  wins  50%, give or take less than 1%",
        "  B  wins  50%, give or take 1%",
    ]


def test_what_was_solved_is_said_to_be_so(blade: Game) -> None:
    """The Bolt strikes the 7; the 3 does not top the enemy's field."""
    view = blade.match(position="3B:-:7B B4:-:237").view(0)
    thought = Search(blade, simulations=50).think(view, 1)
    solved = "Solved: B wins, whatever your opponent holds and does."
    assert hint_lines(blade, view, thought) == [solved]
    both = tuple(replace(thought.best, move=blade.parse_move(text, view)) for text in "B3")
    solved = "Solved: B and 3 win, whatever your opponent holds and does."
    assert hint_lines(blade, view, Thought(both, 0)) == [solved]


def test_a_hint_says_how_often_a_move_wins_at_least(blade: Game) -> None:
    view = blade.match(position="22:-:7B B4:-:237").view(0)
    choice = Judged(blade.parse_move("2", view), 20, 0.25, 0.01, at_least=0.2)
    assert hint_lines(blade, view, Thought((choice,), 20)) == [
        "Your best move, according to 20 imagined games that fit what you have seen:",
        "  2  wins  25%, give or take 2%; at least 20% against perfect play",
    ]


def test_a_person_asks_for_a_hint(tmp_path: Path) -> None:
    typed = "hint 2\nhint me\nquit\n"
    out = duelhall("play", "blade", "--seed", "5", typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout
    assert "imagined games that fit what you have seen:" in out
    assert len(re.findall(r"^  \S+ +wins ", out, re.MULTILINE)) == 2
    assert "How many moves should the hint show? hint 3, for example; 5 otherwise." in out


@pytest.mark.parametrize(
    ("clock", "most", "waits"), [(None, 5.0, True), (60.0, 5.0, False), (4.0, 2.0, False)]
)
def test_a_hint_leaves_half_of_a_turn_and_waits_only_without_a_clock(
    *, clock: float | None, most: float, waits: bool, blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, waited = list[float](), list[Game]()

    def consulted(search: Search, view: GameState, dice: int, seconds: float) -> Thought:
        asked.append(seconds)
        return search.think(view, dice, 0.0)

    def wait(game: Game) -> None:
        waited.append(game)

    monkeypatch.setattr(commands, "consulted", consulted)
    monkeypatch.setattr(Game, "catch_up", wait)
    match = blade.match(seed=7, players=("person", "person"))
    conversation = Conversation(match, {}, make_console(), manner=Manner(clock=clock))
    conversation.commands._hint("", 0)
    (seconds,) = asked
    assert most / 2 < seconds <= most
    assert bool(waited) == waits
