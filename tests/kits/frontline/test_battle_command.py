"""The command `duelhall frontline battle`."""

import json
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT
from tests.terminal.console import duelhall
from tests.terminal.screen import PATIENCE, Screen

DRAWINGS = ROOT / "tests" / "games" / "frontline" / "drawings"


def test_a_battle_from_a_file_prints_the_drawings_and_the_winner() -> None:
    out = duelhall("frontline", "battle", str(DRAWINGS / "round-1-speeds.txt")).stdout
    assert "\n         *    *\n    [! ][| ].[|@][! ][! ]\n     23  3    3   01  12\n" in out
    assert out.endswith("\nThe upper army wins after 3 rounds: the other has no units left (F13)\n")


def test_a_battle_from_standard_input() -> None:
    out = duelhall("frontline", "battle", typed="    .[| ]\n---\n[| ].\n").stdout
    assert out.endswith("\nTie after 1 round: both armies are gone (F13)\n")


def test_a_battle_in_which_nobody_can_attack() -> None:
    out = duelhall("frontline", "battle", typed="    .[@ ]\n---\n[@ ].\n").stdout
    assert out.endswith("\nTie after 1 round: nothing was broken or killed in the last one (F13)\n")


def test_a_battle_from_inside_a_round_regroups_first() -> None:
    file = str(DRAWINGS / "speed-2-resolved.txt")
    refused = duelhall("frontline", "battle", file).stderr
    assert f"{file}, line 2, column 1: which speed was resolved last? Write it above" in refused
    assert "--regroup" in refused
    refused = duelhall("frontline", "battle", typed="    .[! ]\n---\n    .[! ]\n[- ].\n").stderr
    assert "line 4, column 1: nobody stands in front of this unit" in refused
    out = duelhall("frontline", "battle", "--regroup", file).stdout
    assert out.startswith("The lower army before regrouping (F12)\n            .[|x]    [! ]\n")
    assert "Round 1, the speeds" in out


def test_f14_no_speed_that_is_left_is_dropped_by_regrouping() -> None:
    """At the speeds 2 and 1 of the second drawing nobody is within reach."""
    file = str(DRAWINGS / "speed-3-resolved.txt")
    refused = duelhall("frontline", "battle", "--regroup", file).stderr
    assert f"{file}, line 2, column 1: which speed was resolved last? Write it above" in refused
    marked = str(DRAWINGS / "speed-2-markers.txt")
    out = duelhall("frontline", "battle", "--regroup", marked).stdout
    assert out == duelhall("frontline", "battle", marked).stdout


@pytest.mark.parametrize("more", [(), ("--regroup",)])
def test_a_battle_goes_on_under_a_heading_that_names_the_speed_behind_other_words(
    more: tuple[str, ...],
) -> None:
    text = "Round 1, speed 3, markers resolved\n[@ ].[@ ]\n---\n[|x].[! ]\n 3   12\n"
    out = duelhall("frontline", "battle", *more, typed=text).stdout
    assert out.startswith("Speed 2, attack markers (F5, F6, F7)\n")


def test_a_battle_for_programs() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    battle = json.loads(duelhall("frontline", "battle", file, "--json").stdout)
    assert battle["winner"] == "upper"
    assert battle["rounds"] == 3
    assert battle["units_left"] == {"lower": 0, "upper": 4}
    assert battle["scenes"][0]["rulings"] == ["F4"]
    assert battle["scenes"][0]["lines"][2] == "[! ][! ][|@].[| ][! ]"


def test_a_battle_step_by_step_goes_on_without_waiting_when_nothing_is_typed() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    whole = duelhall("frontline", "battle", file).stdout
    assert duelhall("frontline", "battle", "--step", file, typed="\n\n").stdout == whole


@pytest.mark.parametrize(
    ("content", "says"), [(b"\xff\xfe", "not a text file"), (b"hello", "no line ---")]
)
def test_what_is_no_drawing_is_refused(content: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "armies.txt"
    file.write_bytes(content)
    refused = duelhall("frontline", "battle", str(file)).stderr
    assert refused.startswith(f"duelhall: {file}, line 1, column 1: ")
    assert says in refused


def test_steps_need_a_file() -> None:
    assert "as a file" in duelhall("frontline", "battle", "--step").stderr


def test_an_army_that_is_gone_has_lost_before_any_round() -> None:
    out = duelhall("frontline", "battle", "--regroup", typed="    .\n---\n[| ].\n").stdout
    assert out == "The lower army wins after 0 rounds: the other has no units left (F13)\n"


def test_a_drawing_from_notepad(tmp_path: Path) -> None:
    file = tmp_path / "armies.txt"
    file.write_text("\ufeff    .[| ]\r\n---\r\n[| ].\r\n", encoding="utf-8")
    assert "Tie after 1 round" in duelhall("frontline", "battle", str(file)).stdout


def test_quit_leaves_a_battle_that_goes_step_by_step() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    process = duelhall("frontline", "battle", "--step", file, typed="\nquit\n")
    assert process.returncode == 0
    assert "Speed 3, attack markers" in process.stdout
    assert "Speed 3, markers resolved" not in process.stdout


def test_the_rest_of_a_battle_is_skipped_but_for_its_end() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    out = duelhall("frontline", "battle", "--step", file, typed="skip\n").stdout
    whole = duelhall("frontline", "battle", file).stdout
    pictures = whole.split("\n\n")
    assert out == f"{pictures[0]}\n\n{pictures[-1]}"


ONE_ARMY = str(DRAWINGS.parent / "one_army.txt")


def test_an_army_by_itself_fights_its_like() -> None:
    out = duelhall("frontline", "battle", ONE_ARMY).stdout
    assert out == duelhall("frontline", "battle", str(DRAWINGS / "setup.txt")).stdout


def test_two_armies_from_two_files(tmp_path: Path) -> None:
    enemy = tmp_path / "enemy.txt"
    enemy.write_text("[@ ].[@@]\n", encoding="utf-8")
    out = duelhall("frontline", "battle", ONE_ARMY, str(enemy)).stdout
    assert "    [@@].[@ ]\n---" in out
    assert "The lower army wins" in out
    refused = duelhall("frontline", "battle", ONE_ARMY, str(DRAWINGS / "setup.txt")).stderr
    assert "setup.txt, line 3, column 1: one army is drawn without a line ---" in refused


def test_a_round_goes_on_from_its_markers() -> None:
    out = duelhall("frontline", "battle", str(DRAWINGS / "speed-2-markers.txt")).stdout
    assert out.startswith("Speed 2, attack markers (F5, F6, F7)\n        [XX].[- ]\n 12  12  3 ")
    assert out.endswith("\nThe upper army wins after 3 rounds: the other has no units left (F13)\n")


WHOLE = "\nThe upper army wins after {} rounds: the other has no units left (F13)\n"


@pytest.mark.parametrize(
    ("name", "heading", "rounds", "options"),
    [
        ("speeds-initial", "", 3, ()),
        ("speeds-crown", "", 3, ()),
        ("speeds-bow", "", 3, ()),
        ("round-1-speeds", "", 3, ()),
        ("speed-3-markers", "Speed 3:\nPlace attack markers:", 3, ()),
        ("speed-3-resolved", "Speed 3:\nResolve attack markers:", 3, ()),
        ("speed-3-resolved", "Speed 3, markers resolved", 3, ("--regroup",)),
        ("speed-2-markers", "", 3, ()),
        ("speed-2-resolved", "Speed 2, markers resolved", 3, ()),
        ("speed-2-resolved", "", 2, ("--regroup",)),
        ("regrouped", "", 2, ()),
    ],
)
def test_f14_the_worked_example_goes_on_from_each_step_and_ends_alike(
    name: str, heading: str, rounds: int, options: tuple[str, ...]
) -> None:
    text = f"{heading}\n{(DRAWINGS / f'{name}.txt').read_text()}"
    assert duelhall("frontline", "battle", *options, typed=text).stdout.endswith(
        WHOLE.format(rounds)
    )


def test_speeds_are_shown_as_asked_for() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    everything = duelhall("frontline", "battle", file, "--speeds", "all").stdout
    assert everything.startswith("Round 1, the speeds before crowns and bows (F4)\n")
    nothing = duelhall("frontline", "battle", file, "--speeds", "none").stdout
    assert nothing.startswith("Round 1\n        [&&].[- ]\n[! ][! ][|@].[| ][! ]\n---")


def test_both_armies_gone_is_read_again() -> None:
    typed = "      3\n    .\n---------\n    .\n 3\n"
    out = duelhall("frontline", "battle", "--regroup", typed=typed).stdout
    assert out == "Tie after 0 rounds: both armies are gone (F13)\n"
    assert "--regroup" in duelhall("frontline", "battle", typed=typed).stderr


def test_at_a_terminal_a_battle_stops_after_each_round(tmp_path: Path) -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    with Screen("frontline", "battle", file, state=tmp_path) as screen:
        first = screen.wait_for("(any key goes on")
        assert "Round 1, the speeds" in first
        assert "Round 2" not in first
        screen.type(" ")
        assert "Round 2, the speeds" in screen.wait_for("(any key goes on")
        screen.type("s")
        assert "Round 3" not in screen.wait_for("The upper army wins after 3 rounds")
        assert screen.process.wait(PATIENCE) == 0
