"""Taking back whatever one likes, giving up, and what else can be typed during a game."""

import json
from pathlib import Path

import pytest

from duelhall.match.game import Game
from duelhall.play.undo import PRACTICE
from duelhall.terminal.output import make_console
from duelhall.terminal.replay import replay_as_json
from duelhall.terminal.speaker import Retelling
from tests.terminal.console import duelhall
from tests.terminal.test_play import SEED, play

BLADE = ("blade", "--seed", SEED)


def test_undo_takes_back_the_computers_answer_as_practice(tmp_path: Path) -> None:
    out = play(*BLADE, typed="7\nundo\n7\nsave game.json\nquit\n", folder=tmp_path)
    first, _, rest = out.partition("Taken back. This game is practice.")
    assert "practice" not in first
    assert "Turn 0: the fields have just been initialized (practice)" in rest
    assert "Your hand         1 1 4 4 4 5 5 5 7 B" in rest
    assert "Turn 2 (practice)" in rest
    assert rest.count("Opponent played 6.") == 1  # the same answer to the same move
    document = json.loads((tmp_path / "game.json").read_text())
    assert document["moves"] == ["7", "6"]
    assert document["notes"] == {"practice": True}


def test_practice_stays_practice(tmp_path: Path, blade: Game) -> None:
    match = blade.match(seed=7, players=("person", "greedy"))
    match.notes[PRACTICE] = True
    match.save(tmp_path / "game.json")
    out = play("--resume", "game.json", typed="quit\n", folder=tmp_path)
    assert "This game is practice." in out
    assert Retelling(match, None, make_console()).title.endswith("greedy (player 1) (practice)")
    assert json.loads(replay_as_json(match, None))["notes"] == {"practice": True}


def test_undo_goes_back_as_far_as_one_likes(tmp_path: Path) -> None:
    out = play(*BLADE, typed="7\n5\nundo\nundo\nundo\n", folder=tmp_path)
    assert out.count("Taken back.") == 2
    assert "You have no move to take back." in out


def test_a_lost_game_goes_on_as_practice(tmp_path: Path) -> None:
    out = play(*BLADE, typed="1\n1\nundo\n7\n", folder=tmp_path)
    assert "Taken back. This game is practice." in out
    assert "Opponent played 6." in out


def test_people_cannot_practise_on_each_other(tmp_path: Path) -> None:
    typed = "\n7\n\n6\n\nundo\n"
    out = play(*BLADE, "--hotseat", typed=typed, folder=tmp_path)
    assert "You cannot take that back: you have seen something new since." in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "take back your last move; if you have seen something new since, the game becomes"),
        (("--strict",), "take back your last move, if you have seen nothing new since"),
    ],
)
def test_help_says_what_undo_does(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in play(*BLADE, *arguments, typed="?\n", folder=tmp_path)


# --- losing at once ---


def test_a_move_that_loses_at_once_is_asked_for_twice(tmp_path: Path) -> None:
    out = play(*BLADE, typed="1\n1\n", folder=tmp_path)
    warning, _, rest = out.partition("Type it again to play it.")
    assert "That loses at once: the player who placed a card stayed below" in warning
    assert "(B11)" in warning
    assert "You lose" not in warning
    assert "You lose" in rest


def test_another_move_can_be_made_after_a_warning(tmp_path: Path) -> None:
    out = play(*BLADE, typed="1\n7\n1\n", folder=tmp_path)
    assert out.count("That loses at once") == 2
    assert "Opponent played 6." in out
    assert "You lose" not in out


def test_warnings_can_be_turned_off(tmp_path: Path) -> None:
    out = play(*BLADE, "--no-warnings", typed="1\n", folder=tmp_path)
    assert "That loses at once" not in out
    assert "You lose" in out


# --- other words ---


def test_who_resigns_has_lost_and_can_think_again(tmp_path: Path) -> None:
    out = play(*BLADE, "--strict", typed="7\nresign\nresign\nundo\n", folder=tmp_path)
    assert "You lose: a player timed out, crashed, gave up" in out
    assert out.count("The game is over.\n") == 1
    assert out.count("Taken back.") == 1
    assert out.rstrip().splitlines()[-1].startswith("Game saved. Resume with")


def test_whoever_gives_up_sees_their_own_cards_and_can_think_again(tmp_path: Path) -> None:
    typed = "\n7\n\nresign\nundo\n6\n"
    out = play(*BLADE, "--hotseat", typed=typed, folder=tmp_path)
    second = out.split("take the terminal and press Enter")[2]
    assert second.count("Your hand         2 2 3 6 7 B B B M M") == 3
    assert "1 1 4 4" not in second
    assert "Player 0 wins" in second
    assert "Taken back." in second


def test_a_resigned_game_is_kept_as_such(tmp_path: Path) -> None:
    play(*BLADE, typed="save game.json\nresign\n", folder=tmp_path)
    result = json.loads((tmp_path / "game.json").read_text())["result"]
    assert result == {"winner": 1, "reason": "forfeit"}
    assert duelhall("replay", "game.json", folder=tmp_path).returncode == 0


def test_the_log_lists_the_moves_that_one_may_know(tmp_path: Path) -> None:
    out = play(*BLADE, typed="log\n7\nlog\n", folder=tmp_path)
    assert "You have not seen a move yet." in out
    assert "   1. You played 7\n   2. Opponent played 6\n" in out


def test_the_log_keeps_secrets(tmp_path: Path) -> None:
    """The opponent has deployed, and nobody has seen which cards where."""
    out = play("frontline", "--seed", "1", "--seat", "1", typed="log\n", folder=tmp_path)
    assert "> log\n   7. Opponent played commit\nYour move" in out


def test_a_ruling_is_read_during_a_game(tmp_path: Path) -> None:
    typed = "rules n8\nrules N99\nrules\n"
    out = play("binmat", typed=typed, folder=tmp_path)
    assert "**N8.** In `live`, passing in two of your turns in a row" in out
    assert "There is no ruling 'N99'" in out
    assert "Name a ruling by its number. `duelhall rules binmat` prints them all." in out
