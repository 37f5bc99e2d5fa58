"""A saved game told again: names, single moves, logs, and how a game was lost."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall import load
from duelhall.engine.errors import BadUsage
from duelhall.match.match import Match
from duelhall.players.seat import Ending
from duelhall.terminal.speaker import Retelling
from tests.terminal.console import duelhall


def telling(match: Match, seat: int | None = None, ending: Ending | None = None) -> Retelling:
    return Retelling(match, seat, Console(file=StringIO(), width=80), ending=ending)


def blade(*players: str) -> Match:
    match = load("blade", backend="python").match(7, players=players or ("", ""))
    match.play("7")
    return match


@pytest.mark.parametrize(
    ("players", "title", "headline"),
    [
        (("greedy", "bot"), "greedy (player 0) against bot (player 1)", "greedy plays 7"),
        (("bot", "bot"), "bot (player 0) against bot (player 1)", "bot (player 0) plays 7"),
        (("", ""), "player 0 against player 1", "player 0 plays 7"),
        (
            ("python3 " + "x" * 40 + ".py", "bot"),
            f"python3 {'x' * 40}.py (player 0) against bot (player 1)",
            f"python3 {'x' * 12}…{'x' * 6}.py plays 7",
        ),
        (("", "bot"), "player 0 against bot (player 1)", "player 0 plays 7"),
    ],
)
def test_players_have_their_names(players: tuple[str, str], title: str, headline: str) -> None:
    told = telling(blade(*players))
    assert told.title == f"Blade, rules readme: {title}"
    assert told.headline(1) == f"Move 1: {headline}"


def test_roles_stand_for_seats_where_there_are_roles() -> None:
    game = load("binmat", backend="python")
    match = game.match(7)
    match.play("d0")
    assert telling(match).headline(1) == "Move 1: the defender plays d0"
    match.forfeit(1)
    assert telling(match).result.startswith("The defender wins: ")
    named = game.match(7, players=("greedy", "bot"))
    assert telling(named).title.endswith("greedy (defender) against bot (attacker)")


def test_a_forfeit_is_told_with_the_fault_that_led_to_it() -> None:
    match = blade("bot", "greedy")
    match.forfeit(0)
    assert telling(match).headline(2) == "bot forfeits the game"
    crashed = telling(match, ending=Ending.CRASH)
    assert crashed.headline(2) == "bot loses by crashing"
    assert crashed.result == "greedy wins: bot lost by crashing (B14)."


def test_a_position_is_no_deal() -> None:
    match = load("blade", backend="python").match(position="12:-:3 45:-:6")
    assert telling(match).headline(0) == "The position at the start"


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = load("binmat", backend="python").match(7, players=("greedy", "bot"))
    for move in ("d0", "d1", "--", "da"):
        if move in match.legal():
            match.play(move)
    match.save(tmp_path / "game.json")
    return tmp_path


def test_one_move_is_shown(saved: Path) -> None:
    out = duelhall("replay", "game.json", "--move", "2", folder=saved).stdout
    assert out.startswith("\nMove 2: bot plays d1\n")
    assert "Move 1" not in out
    assert "Move 3" not in out
    steps = json.loads(
        duelhall("replay", "game.json", "--move", "2", "--json", folder=saved).stdout
    )
    assert [step["number"] for step in steps["steps"]] == [2]
    log = duelhall("replay", "game.json", "--log", folder=saved).stdout
    only = duelhall("replay", "game.json", "--log", "--move", "2", folder=saved).stdout
    assert only
    assert only in log
    assert len(only.splitlines()) < len(log.splitlines())


def test_a_move_that_is_not_there_is_refused(saved: Path) -> None:
    refused = duelhall("replay", "game.json", "--move", "9", folder=saved)
    assert refused.returncode == 2
    assert "choose a move from 0, the start, to 3, not 9" in refused.stderr


def test_a_move_that_a_seat_is_not_told_of_is_refused(tmp_path: Path) -> None:
    match = load("frontline", hand=1, backend="python").match(7, players=("person", "person"))
    for move in ("1>", "commit<"):
        match.play(move)
    match.save(tmp_path / "game.json")
    refused = duelhall("replay", "game.json", "--move", "1", "--seat", "1", folder=tmp_path)
    assert "what happened in move 1 is not shown to seat 1" in refused.stderr


@pytest.mark.parametrize("deployed", [[], ["1>"], ["1>", "2>"]])
def test_how_far_a_deployment_is_stays_hidden(deployed: list[str]) -> None:
    match = load("frontline", hand=2, backend="python").match(7)
    for move in deployed:
        match.play(move)
    with pytest.raises(BadUsage, match="choose a move from 0, the start, to 0, not 1"):
        telling(match, seat=1).checked_step(1)


def test_a_log_for_programs(saved: Path) -> None:
    document = json.loads(duelhall("replay", "game.json", "--log", "--json", folder=saved).stdout)
    lines = [line for step in document["steps"] for line in step["log"]]
    assert "\n".join([*lines, ""]) == duelhall("replay", "game.json", "--log", folder=saved).stdout
    with_why = duelhall("replay", "game.json", "--log", "--json", "--why", folder=saved).stdout
    assert set(json.loads(with_why)["steps"][1]) >= {"log", "why"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--log", "--why"), "--log prints the log alone: leave out --why, or add --json"),
        (("--pager", "--json"), "--pager shows the game move by move"),
        (("--pager", "--log"), "--pager shows the game move by move"),
    ],
)
def test_what_does_not_go_together_is_refused(
    options: tuple[str, ...], says: str, saved: Path
) -> None:
    refused = duelhall("replay", "game.json", *options, folder=saved)
    assert refused.returncode == 2
    assert says in refused.stderr


def test_a_game_without_a_log_has_none_for_programs_either(tmp_path: Path) -> None:
    blade().save(tmp_path / "game.json")
    refused = duelhall("replay", "game.json", "--log", "--json", folder=tmp_path)
    assert "blade has no log of its own" in refused.stderr


def test_the_pager_shows_what_is_printed_otherwise(saved: Path) -> None:
    whole = duelhall("replay", "game.json", folder=saved).stdout
    paged = duelhall("replay", "game.json", "--pager", folder=saved, PAGER="cat").stdout
    assert paged.strip() == whole.strip()
