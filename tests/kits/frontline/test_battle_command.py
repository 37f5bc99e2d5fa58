"""The command `duelhall frontline battle`."""

import json
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT
from tests.terminal.console import duelhall

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
    assert f"{file}, line 7, column 9: nobody stands in front of this unit" in refused
    assert "--regroup" in refused
    out = duelhall("frontline", "battle", "--regroup", file).stdout
    assert out.startswith("The lower army before regrouping (F12)\n            .[|x]    [! ]\n")
    assert "Round 1, the speeds" in out


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
