"""Pictures in the way that a viewer wants them."""

import json
from pathlib import Path

import pytest

from duelhall import load
from duelhall.engine.errors import BadUsage
from duelhall.match.match import Match
from duelhall.terminal.speaker import checked_style, scenes_in
from tests.terminal.console import duelhall

FRONTLINE = load("frontline", hand=2, backend="python")


@pytest.fixture(scope="module")
def match() -> Match:
    match = FRONTLINE.match(deal="|+,| |,!", players=("greedy", "random"))
    for move in ("1>", "2>", "commit", "1>", "2>", "commit"):
        match.play(move)
    return match


@pytest.mark.parametrize(
    ("style", "first"),
    [
        ("", "Round 1, the speeds"),
        ("all-speeds", "Round 1, the speeds before crowns and bows"),
        ("no-speeds", "Round 1"),
    ],
)
def test_a_battle_is_shown_as_asked_for(style: str, first: str, match: Match) -> None:
    assert scenes_in(match, 6, 0, style)[0].caption == first


def test_styles_are_for_games_that_have_them() -> None:
    assert checked_style(FRONTLINE, None) == ""
    assert checked_style(FRONTLINE, "no-speeds") == "no-speeds"
    with pytest.raises(BadUsage, match="takes all-speeds or no-speeds in frontline, not 'x'"):
        checked_style(FRONTLINE, "x")
    with pytest.raises(BadUsage, match="blade shows its pictures in one way"):
        checked_style(load("blade", backend="python"), "no-speeds")


def test_a_replay_has_the_same_styles(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "game.json")
    asked = ("replay", "game.json", "--pictures", "all-speeds")
    out = duelhall(*asked, folder=tmp_path).stdout
    assert "Round 1, the speeds before crowns and bows (F4)" in out
    steps = json.loads(duelhall(*asked, "--json", folder=tmp_path).stdout)["steps"]
    assert steps[-1]["scenes"][0]["caption"] == "Round 1, the speeds before crowns and bows"


def test_a_game_is_played_with_them_and_an_unknown_one_is_refused_at_once(tmp_path: Path) -> None:
    game = ("play", "frontline", "--seed", "5", "--opponent", "random", "--option", "hand=2")
    out = duelhall(*game, "--pictures", "no-speeds", typed="1> 2> commit\nquit\n",
                   XDG_STATE_HOME=str(tmp_path)).stdout  # fmt: skip
    assert "\nRound 1\n" in out
    refused = duelhall(*game, "--pictures", "speeds")
    assert refused.returncode == 2
    assert refused.stdout == ""
