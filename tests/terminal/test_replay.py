"""Saved games, stepped through and played on."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall import load
from duelhall.engine.errors import BadUsage
from duelhall.match.match import Match
from duelhall.play.seat import Ending
from duelhall.terminal import replay as replay_keys
from duelhall.terminal.replay import ReplayKeys, branched
from duelhall.terminal.speaker import StepPrinter
from tests.terminal.console import PATIENCE, Screen, duelhall, printed

# --- A saved game told again: names, single moves, logs, and how a game was lost ---


def printer(match: Match, seat: int | None = None, ending: Ending | None = None) -> StepPrinter:
    return StepPrinter(match, seat, Console(file=StringIO(), width=80), ending=ending)


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
    told = printer(blade(*players))
    assert told.title == f"Blade, rules readme: {title}"
    assert told.headline(1) == f"Move 1: {headline}"


def test_roles_stand_for_seats_where_there_are_roles() -> None:
    game = load("binmat", backend="python")
    match = game.match(7)
    match.play("d0")
    assert printer(match).headline(1) == "Move 1: the defender plays d0"
    match.forfeit(1)
    assert printer(match).result.startswith("The defender wins: ")
    named = game.match(7, players=("greedy", "bot"))
    assert printer(named).title.endswith("greedy (defender) against bot (attacker)")


def test_a_forfeit_is_told_with_the_fault_that_led_to_it() -> None:
    match = blade("bot", "greedy")
    match.forfeit(0)
    assert printer(match).headline(2) == "bot forfeits the game"
    crashed = printer(match, ending=Ending.CRASH)
    assert crashed.headline(2) == "bot loses by crashing"
    assert crashed.result == "greedy wins: bot lost by crashing (B14)."


def test_a_position_is_no_deal() -> None:
    match = load("blade", backend="python").match(position="12:-:3 45:-:6")
    assert printer(match).headline(0) == "The position at the start"


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
        printer(match, seat=1).checked_step(1)


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


# --- stepping through a saved game by keys ---


Walk = Callable[..., list[str]]


@pytest.fixture(scope="module")
def match() -> Match:
    match = load("blade", backend="python").match(7, players=("greedy", "bot"))
    while not match.over:
        match.play(match.legal()[0])
    return match


@pytest.fixture
def walk(match: Match, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """The headlines that are shown while keys are pressed."""

    def walked(*keys: str, start: int = 0, number: str = "", seat: int | None = None) -> list[str]:
        left = iter([*keys, "q"])
        monkeypatch.setattr(replay_keys, "pressed", lambda _prompt: next(left))
        console = Console(file=StringIO(), width=80)
        steps = ReplayKeys(StepPrinter(match, seat, console))
        monkeypatch.setattr(steps.keyboard, "ask", lambda _prompt: number)
        steps.run(start)
        text = printed(console)
        return [line for line in text.splitlines() if line.startswith(("The deal", "Move ", "  B"))]

    return walked


def short(lines: list[str]) -> list[str]:
    """The deal as 0, and moves as their numbers."""
    return ["0" if line == "The deal" else line.split()[1].rstrip(":") for line in lines]


def test_keys_go_on_and_back(walk: Walk) -> None:
    assert short(walk("space", "right", "b", "n")) == ["0", "1", "2", "1", "2"]


def test_keys_go_to_both_ends_and_not_beyond(walk: Walk, match: Match) -> None:
    last = str(len(match.moves))
    assert short(walk("left", "G", "space", "g")) == ["0", last, "0"]


def test_a_move_is_found_by_its_number(walk: Walk) -> None:
    assert short(walk("m", number="3")) == ["0", "3"]
    assert short(walk("m", number="x")) == ["0"]
    assert short(walk("m", number="99", start=2))[0] == "2"


def test_a_step_is_explained(walk: Walk) -> None:
    lines = walk("w", start=1)
    assert lines[0].startswith("Move 1: greedy plays")
    assert lines[1].startswith("  B")


@pytest.mark.parametrize("key", ["?", "x", "escape"])
def test_other_keys_show_no_other_step(key: str, walk: Walk) -> None:
    assert len(walk(key)) == 1


def test_the_end_tells_the_result_and_each_prompt_where_one_is(match: Match) -> None:
    console = Console(file=StringIO(), width=80)
    steps = ReplayKeys(StepPrinter(match, None, console))
    steps.at = len(steps.steps) - 1
    steps._show()
    assert steps.printer.result in printed(console)
    last = len(match.moves)
    assert steps._prompt() == f"({last} of {last}, the end: b back, ? keys, q quit)"
    steps.at = 1
    assert steps._prompt() == f"(1 of {last}: Space next, b back, ? keys, q quit)"


def test_at_a_terminal_keys_are_pressed(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "game.json")
    last = len(match.moves)
    with Screen("replay", str(tmp_path / "game.json"), state=tmp_path) as screen:
        assert "Move 1" not in screen.wait_for(f"(0 of {last}: Space next")
        screen.type("\x1b[C")
        assert "Move 1: greedy plays" in screen.wait_for(f"(1 of {last}: ")
        screen.type("\x1b[F")
        assert match.reason.ruling in screen.wait_for(f"({last} of {last}, the end")
        screen.type("q")
        assert screen.process.wait(PATIENCE) == 0


# --- playing on from a move of a saved game ---


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
