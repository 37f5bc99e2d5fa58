"""Playing on from a move of a saved game."""

import json
from pathlib import Path

import pytest

from duelhall import load
from duelhall.engine.errors import BadUsage
from duelhall.match.match import Match
from duelhall.terminal.replay import branched
from tests.terminal.console import duelhall


def finished(*players: str) -> Match:
    match = load("blade", backend="python").match(7, players=players)
    while not match.over:
        match.play(match.legal()[0])
    return match


def test_the_match_stands_as_it_did_after_the_move() -> None:
    match = finished("greedy", "random")
    branch = branched(match, 3)
    assert branch.moves == match.moves[:3]
    assert branch.state.tobytes() == match.states[3].tobytes()
    assert branch.notes == {"practice": True}
    assert match.over
    assert match.notes == {}


@pytest.mark.parametrize(
    ("players", "seat", "seated"),
    [
        (("person", "random"), None, ("person", "random")),
        (("random", "person"), None, ("random", "person")),
        (("random", "person"), 0, ("person", "greedy")),
        (("random", "random"), 1, ("random", "person")),
        (("person", "person"), None, ("person", "person")),
        (("person", "person"), 1, ("greedy", "person")),
        (("python3 bot.py", "x"), 0, ("person", "greedy")),
    ],
)
def test_a_person_sits_where_one_did_or_is_asked_to(
    players: tuple[str, str], seat: int | None, seated: tuple[str, str]
) -> None:
    assert branched(finished(*players), 2, seat).players == seated


def test_without_a_person_the_one_to_move_plays() -> None:
    match = finished("greedy", "random")
    for number in (1, 2):
        assert branched(match, number).players[match.mover(number + 1)] == "person"


def test_a_game_that_was_given_up_is_played_on_from_there() -> None:
    match = load("blade", backend="python").match(7, players=("person", "greedy"))
    match.play("7")
    match.forfeit(1)
    assert not branched(match, 1).over


@pytest.mark.parametrize("number", [-1, 99])
def test_only_where_the_game_still_goes_on(number: int) -> None:
    match = finished("person", "greedy")
    last = len(match.moves) - 1
    with pytest.raises(BadUsage, match=f"from move 0, its start, to {last}, not from {number}"):
        branched(match, number)
    with pytest.raises(BadUsage, match="can be continued"):
        branched(match, last + 1)


def test_the_saved_game_stays_and_the_new_one_is_practice(tmp_path: Path) -> None:
    match = finished("person", "greedy")
    match.save(tmp_path / "game.json")
    out = duelhall("replay", "game.json", "--from", "2", typed="save new.json\nquit\n",
                   folder=tmp_path, XDG_STATE_HOME=str(tmp_path)).stdout  # fmt: skip
    assert "(practice)" in out
    new = json.loads((tmp_path / "new.json").read_text())
    assert new["moves"][:2] == match.replay().moves[:2]
    assert new["notes"]["practice"] is True
    assert (tmp_path / "game.json").read_text() == match.replay().text()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--json",), "--from continues the game: leave out"),
        (("--seat", "open"), "choose your seat with --seat 0 or --seat 1"),
    ],
)
def test_what_does_not_go_with_it_is_refused(
    options: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    refused = duelhall("replay", "game.json", "--from", "2", *options, folder=tmp_path)
    assert refused.returncode == 2
    assert says in refused.stderr
