"""What `make soak` does, at a small size."""

import json
import random
import subprocess
import sys

import pytest

from duelhall.engine import registry
from duelhall.match.game import load
from tests.endurance import soak
from tests.endurance.commands import ALL, COLOURS, WAYS, tried
from tests.endurance.contests import damaged_contest, killed_contest
from tests.endurance.counting import COUNTS, counted_games
from tests.endurance.damaged import damaged_code
from tests.endurance.soak import BY_NAME, Failure, Kind, Soak

pytestmark = pytest.mark.uncovered


@pytest.mark.usefixtures("in_memory")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_contest_survives_kills_and_damage() -> None:
    killed_contest(random.Random(1))
    damaged_contest(random.Random(1))


def test_damaged_machine_code_is_not_run() -> None:
    for seed in range(10):
        damaged_code(random.Random(seed))


def test_a_game_in_which_every_index_is_checked() -> None:
    """In a process of its own, for what it compiles is of no use to others; the seed is one of
    Blade's, which is compiled soonest.
    """
    again = ["--only", "checked_indices", "--seed", "4"]
    subprocess.run([sys.executable, "-m", "tests.endurance.soak", *again], check=True)


@pytest.mark.parametrize("name", registry.names())
def test_cards_are_counted_after_every_move(name: str) -> None:
    game = load(name, backend="python")
    assert counted_games(game, 1, seed=3) > 1


def test_a_card_that_gets_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("blade", backend="python")
    monkeypatch.setitem(COUNTS, "blade", lambda s: int(s.turn))
    with pytest.raises(AssertionError, match="blade, seeds from 7 on"):
        counted_games(game, 1, seed=7)


def attempt(chance: random.Random) -> int:
    """Fails one time in three."""
    if chance.random() < 1 / 3:
        raise ValueError("no luck")
    return 5


def test_tries_are_counted_and_failures_told_with_their_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(soak, "BY_NAME", {"attempt": Kind(attempt, "tries")})
    monkeypatch.setattr(soak, "_limit_memory", lambda: None)
    soak.work("attempt", 3, "base", seconds=0.01)
    reports = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert reports[0] == {"at": 3, "done": 0}
    assert reports[-1]["done"] > 5
    failed = next(report for report in reports if "failed" in report)
    assert "ValueError: no luck" in failed["how"]
    with pytest.raises(ValueError, match="no luck"):
        attempt(random.Random(f"base-{failed['failed']}"))


def test_the_table_has_what_was_tried_and_what_failed() -> None:
    run = Soak("7")
    run.tries["position"] = 12_345
    run.failures.append(Failure("position", "7-8", "it hangs"))
    assert list(run.table())[2:] == ["| damaged positions | 12,345 | 1 |"]


# --- a few tries of each kind; `make soak` makes as many as there is time for ---

TRIES = {
    "saved_game": 60,
    "position": 60,
    "game_name": 40,
    "tournament": 40,
    "player_file": 40,
    "card_file": 10,
    "deck_file": 20,
    "drawing": 40,
    "bot_answer": 60,
    "browser_message": 60,
    "web": 60,
    "store": 20,
    "command_line": 8,
    "terminal": 8,
}


@pytest.mark.usefixtures("in_memory")
@pytest.mark.parametrize("name", TRIES)
def test_nothing_but_refusals_comes_of_damage(name: str) -> None:
    for seed in range(TRIES[name]):
        BY_NAME[name].attempt(random.Random(seed))


@pytest.mark.parametrize("way", WAYS)
def test_no_terminal_obeys_a_text(way: str) -> None:
    tried(way, ALL, colours=False)


def test_colours_of_our_own_remain() -> None:
    shown = tried("replay cup#1", "x\x1b[31m", colours=True)
    assert COLOURS.search(shown)
    assert "x\\u001b[31m" in shown
