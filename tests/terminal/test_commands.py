"""What a person can type besides single moves."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.engine.record import GameState
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.clock import Clock, now
from duelhall.search.hint import hint_lines
from duelhall.search.search import Judged, Search, Thought
from duelhall.terminal import commands
from duelhall.terminal.board import sketch_lines
from duelhall.terminal.commands import SeveralMoves
from duelhall.terminal.conversation import Conversation
from duelhall.terminal.output import make_console
from duelhall.terminal.seat import PlaySetup, Seating
from duelhall.terminal.speaker import Speaker
from duelhall.testing.conformance import random_match
from tests.terminal.console import duelhall, printed

# --- the other commands ---


@pytest.fixture
def saved(tmp_path: Path, blade: Game) -> Match:
    match = random_match(blade, seed=8)
    match.save(tmp_path / "game.json")
    return match


def test_games_are_listed_with_rule_sets_and_options() -> None:
    out = duelhall("games").stdout
    assert "rule sets: readme, controller" in out
    assert "players: random, greedy" in out
    assert "stranded: what becomes of a player" in out


def test_games_are_listed_for_programs() -> None:
    listed = {game["name"]: game for game in json.loads(duelhall("games", "--json").stdout)}
    blade, frontline = listed["blade"], listed["frontline"]
    assert blade["name"] == "blade"
    assert blade["rule_sets"] == ["readme", "controller"]
    assert [option["name"] for option in blade["options"]] == ["deck", "stranded", "draw_points"]
    assert blade["options"][2]["values"] == {"readme": 1, "controller": 2}
    assert frontline["options"][1]["expected"] == "1 to 10"
    assert frontline["options"][3]["allowed"] is None
    assert json.loads(duelhall("games", "blade", "--json").stdout) == blade


def test_one_game_is_shown_by_its_name() -> None:
    out = duelhall("games", "blade").stdout
    assert out.startswith("blade: Blade. Top the opponent's field")
    assert out in duelhall("games").stdout
    assert "there is no game 'chess'" in duelhall("games", "chess").stderr


def test_the_rulebook_and_one_ruling() -> None:
    rulebook = duelhall("rules", "blade").stdout
    assert rulebook.startswith("# Blade\n")
    assert "test_b1_" not in rulebook  # that part is for programmers
    out = duelhall("rules", "blade", "b10").stdout
    assert out.startswith("**B10.** If the card that you place is the last")
    missing = duelhall("rules", "blade", "B99")
    assert missing.returncode == 2
    assert "there is no ruling 'B99' (did you mean B9?); available: S1, B1" in missing.stderr


def test_a_replay_is_walked_open(tmp_path: Path, saved: Match) -> None:
    out = duelhall("replay", "game.json", folder=tmp_path).stdout
    assert out.startswith("Blade, rules readme: player 0 against player 1\n\nThe deal\n")
    assert out.count("Move ") == len(saved.moves)
    assert "?" not in out
    assert out.rstrip().endswith(f"({saved.reason.ruling}).")


@pytest.mark.parametrize("seat", [0, 1])
def test_a_replay_is_walked_with_the_eyes_of_a_seat(
    tmp_path: Path, saved: Match, seat: int
) -> None:
    out = duelhall("replay", "game.json", "--seat", str(seat), folder=tmp_path).stdout
    assert "Opponent's hand   ?" in out
    sketch = saved.game.sketch(saved.game.board(saved.states[0], None))
    hidden = next(row for row in sketch.rows if row.label == f"Player {1 - seat}'s hand")
    assert " ".join(piece.text for piece in hidden.pieces) not in out


def test_a_replay_tells_why(tmp_path: Path, saved: Match) -> None:
    out = duelhall("replay", "game.json", "--why", folder=tmp_path).stdout
    assert "  B1   The 32 cards are shuffled" in out
    assert "B11" in out
    assert saved.over


def test_a_replay_for_programs(tmp_path: Path, saved: Match) -> None:
    arguments = ("replay", "game.json", "--json", "--why", "--seat", "1")
    document = json.loads(duelhall(*arguments, folder=tmp_path).stdout)
    assert document["result"] == saved.replay().result
    assert [step["move"] for step in document["steps"][1:]] == saved.replay().moves
    assert document["steps"][0]["position"].startswith("??????????:")
    why = document["steps"][1]["why"]
    assert why[0]["rulings"]
    assert all("?" in rule["position"] for rule in why)


def test_an_unfinished_game_is_shown_as_its_person_sees_it(tmp_path: Path, blade: Game) -> None:
    blade.match(seed=7, players=("greedy", "person")).save(tmp_path / "game.json")
    assert "Opponent's hand   ?" in duelhall("replay", "game.json", folder=tmp_path).stdout
    out = duelhall("replay", "game.json", "--seat", "open", folder=tmp_path).stdout
    assert "?" not in out


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path, saved: Match) -> None:
    command = f"{sys.executable} -m duelhall replay game.json --json --why | head -1"
    process = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        env={**os.environ, "PYTHONUNBUFFERED": ""},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.stdout == "{\n"
    assert process.stderr == ""
    assert process.returncode == 0
    assert saved.over


def test_an_unfinished_replay_says_so(tmp_path: Path, blade: Game) -> None:
    blade.match(seed=1).save(tmp_path / "game.json")
    out = duelhall("replay", "game.json", folder=tmp_path).stdout
    assert out.rstrip().endswith("The game is not finished.")


def test_a_bad_replay_is_refused_with_file_place_and_reason(tmp_path: Path, saved: Match) -> None:
    text = saved.replay().text()
    (tmp_path / "cut.json").write_text(text[:-40])
    process = duelhall("replay", "cut.json", folder=tmp_path)
    assert process.returncode == 2
    assert process.stderr.startswith("duelhall: cut.json, line ")
    (tmp_path / "other.json").write_text(text.replace('"seed": 8', '"seed": 9'))
    process = duelhall("replay", "other.json", folder=tmp_path)
    assert "other.json, the deal: leads to a different position" in process.stderr
    assert process.stdout == ""


def test_colour_adds_to_the_text_and_never_replaces_it(
    monkeypatch: pytest.MonkeyPatch, blade: Game
) -> None:
    sketch = blade.match(position="12:-:34X 5:-:6").sketch(0)
    outputs = []
    for colour in (True, False):
        if colour:
            monkeypatch.delenv("NO_COLOR", raising=False)
        else:
            monkeypatch.setenv("NO_COLOR", "1")
        console = Console(file=StringIO(), force_terminal=True, color_system="standard")
        for line in sketch_lines(sketch):
            console.print(line)
        outputs.append(printed(console))
    coloured, plain = outputs
    assert "\x1b[31m4X" in coloured
    assert "\x1b[31m" not in plain
    assert "4X" in plain


def test_a_game_of_binmat_as_its_players_log(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    random_match(load("binmat"), seed=2).save(file)
    out = duelhall("replay", str(file), "--binlog", "--seat", "1").stdout
    assert out.startswith("`V000` `n------`\nd0 ")
    random_match(load("blade"), seed=2).save(tmp_path / "other.json")
    refused = duelhall("replay", str(tmp_path / "other.json"), "--binlog")
    assert "blade has no log of its own" in refused.stderr


# --- the best moves, on request ---


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
    ("move", "most", "waits"), [(None, 5.0, True), (60.0, 5.0, False), (4.0, 2.0, False)]
)
def test_a_hint_leaves_half_of_a_turn_and_waits_only_without_a_clock(
    *, move: float | None, most: float, waits: bool, blade: Game, monkeypatch: pytest.MonkeyPatch
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
    conversation = Conversation(match, {}, make_console(), setup=PlaySetup(clock=Clock(move=move)))
    conversation.timer.begin(0, now())
    conversation.commands._hint("", 0)
    (seconds,) = asked
    assert most / 2 < seconds <= most
    assert bool(waited) == waits


# --- what `why` answers while there is nothing, or little, to explain ---


POSITION = "12:-:3 45:-:6"


def explained(match: Match, seat: int) -> str:
    console = Console(file=StringIO(), width=80)
    Speaker(match, Seating(match), console).explain(seat)
    return printed(console)


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


# --- several moves on one line ---


@pytest.fixture
def match() -> Match:
    return load("frontline", hand=2, backend="python").match(3, players=("person", "person"))


def test_the_moves_of_a_line_are_made_one_after_the_other(match: Match) -> None:
    several = SeveralMoves(match)
    match.play(several.first_of("1>  2b1"))
    assert several.next_for(0) == "2b1"
    match.play("2b1")
    assert several.next_for(0) is None
    assert several.dropped(0) == ""


@pytest.mark.parametrize("line", ["1 >", "2 b 1", "commit <", "hello", "hello 1>", ""])
def test_a_single_move_and_what_is_none_stay_whole(line: str, match: Match) -> None:
    several = SeveralMoves(match)
    assert several.first_of(line) == line
    assert several.left == []


def test_a_slip_is_found_before_anything_is_played(match: Match) -> None:
    several = SeveralMoves(match)
    assert several.first_of("1> 2x commit") == "2x"
    assert several.left == []


def test_nothing_waits_for_another_turn(match: Match) -> None:
    several = SeveralMoves(match)
    match.play(several.first_of("1> 2> commit 1>"))
    for _ in range(2):
        match.play(several.next_for(0) or "")
    assert several.next_for(0) is None
    assert several.next_for(1) is None
    assert several.dropped(0) == "Not played: 1>."


def test_the_other_person_is_not_told_what_was_not_played(match: Match) -> None:
    several = SeveralMoves(match)
    several.first_of("1> 2>")
    assert several.dropped(1) == ""
    assert several.left == []


def test_nothing_waits_while_moves_are_taken_back(match: Match) -> None:
    several = SeveralMoves(match)
    match.play(several.first_of("1> 2>"))
    match.undo()
    assert several.next_for(0) is None


def test_an_illegal_move_ends_the_line_and_the_rest_is_named(tmp_path: Path) -> None:
    game = ("play", "frontline", "--seed", "5", "--opponent", "random")
    out = duelhall(*game, typed="1> 1> 2> 3>\nquit\n", XDG_STATE_HOME=str(tmp_path)).stdout
    assert "(F22)" in out
    assert "Not played: 2> 3>.\n" in out
    assert out.count("Your move (") == 2


def test_where_turns_alternate_the_rest_is_named(tmp_path: Path) -> None:
    out = duelhall("play", "binmat", "--seed", "5", typed="d0 d1\nquit\n",
                   XDG_STATE_HOME=str(tmp_path)).stdout  # fmt: skip
    assert "Not played: d1.\n" in out
