"""The other commands."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.terminal.board import sketch_lines
from duelhall.testing.conformance import random_match
from tests.terminal.console import duelhall


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


def test_the_rulebook_and_one_ruling() -> None:
    rulebook = duelhall("rules", "blade").stdout
    assert rulebook.startswith("# Blade\n")
    assert "test_b1_" not in rulebook  # that part is for programmers
    out = duelhall("rules", "blade", "b10").stdout
    assert out.startswith("**B10.** If it is the last card of your hand")
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
        outputs.append(console.file.getvalue())  # type: ignore[attr-defined]
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
