"""Battles that are drawn, fought and shown, and the command for them."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import DRAWN
from duelhall_kits.frontline import battles as speed
from duelhall_kits.frontline.battles import (
    ARMY,
    armies_of,
    battles,
    deployments,
    payoff_matrix,
    random_armies,
)
from duelhall_kits.frontline.drawing import read_battle
from tests.docs.blocks import ROOT
from tests.games.frontline.armies import army_in_batch, in_twin, random_army
from tests.terminal import console
from tests.terminal.console import PATIENCE, Screen
from tests.twins.frontline import Army, NaiveBattle

WORTH = {0: 1, 1: -1, "tie": 0}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_battles_are_those_of_the_twin(threads: int) -> None:
    dice = random.Random(8)
    pairs = [(random_army(dice, dice.randint(1, 10)), random_army(dice, dice.randint(1, 10)))
             for _ in range(300)]  # fmt: skip
    first, second = (np.concatenate([army_in_batch(pair[n]) for pair in pairs]) for n in (0, 1))
    expected = [NaiveBattle(*pair).play() for pair in pairs]
    assert battles(first, second, threads=threads).tolist() == [
        DRAWN if winner == "tie" else winner for winner in expected
    ]


def test_a_payoff_matrix_holds_every_battle_and_tells_its_progress() -> None:
    first, second = deployments(["|", "|@", "+"]), deployments(["!", "!@"])
    told: list[tuple[int, int]] = []
    payoffs = payoff_matrix(first, second, threads=2, progress=lambda *now: told.append(now))
    assert payoffs.shape == (24, 6)
    assert max(told) == (144, 144)
    for row, army in enumerate(first):
        for column, enemy in enumerate(second):
            expected = WORTH[NaiveBattle(in_twin(army), in_twin(enemy)).play()]
            assert payoffs[row, column] == expected


def test_a_matrix_of_a_hand_against_itself_is_antisymmetric() -> None:
    armies = deployments(["|", "|@", "!", "-"])
    payoffs = payoff_matrix(armies, armies)
    assert (payoffs == -payoffs.T).all()
    assert not payoffs.diagonal().any()


def test_armies_of_a_drawing() -> None:
    drawn = read_battle("    .[! ]\n---\n[| ].[|@]\n    .[+ ]\n")
    lower, upper = armies_of(drawn)
    assert in_twin(lower) == Army({-1: "|", 1: "|@"}, {1: "+"})
    assert in_twin(upper) == Army({-1: "!"}, {})


def test_random_armies_are_the_same_for_the_same_seeds() -> None:
    game = duelhall.load("frontline")
    armies = random_armies(game, 50, seed=3)
    assert (random_armies(game, 49, seed=4) == armies[1:]).all()
    assert (armies["units"] == 6).all()
    assert len({army.tobytes() for army in armies}) == 50


def test_what_is_no_army_is_refused() -> None:
    armies = deployments(["|"])
    with pytest.raises(DuelhallError, match="2 armies cannot be paired with 1"):
        battles(armies, armies[:1])
    for game in (duelhall.load("frontline", "draft"), duelhall.load("blade")):
        with pytest.raises(DuelhallError, match="not a draft"):
            random_armies(game, 3)
    many = np.zeros(40_000, ARMY)
    with pytest.raises(DuelhallError, match="more than 1,000,000,000 battles"):
        payoff_matrix(many, many)


GAME: Any = duelhall.load("frontline")
ANY: Any = deployments(["|"])
NUMBERS: Any = np.zeros(3)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: battles(NUMBERS, ANY), "a list of armies must be one made by .*, not array"),
        (lambda: battles(ANY, None), "a list of armies must be one .*, not None"),  # type: ignore[arg-type]
        (lambda: battles(ANY, ANY, threads="2"), "the number of threads must be a whole number"),  # type: ignore[arg-type]
        (
            lambda: battles(ANY, ANY, threads=0),
            "the number of threads must be a whole number of at least 1",
        ),
        (lambda: payoff_matrix([ANY], ANY), "a list of armies must be one"),  # type: ignore[arg-type]
        (lambda: payoff_matrix(ANY, ANY, 2.5), "the number of threads must be .*, not 2.5"),  # type: ignore[arg-type]
        (lambda: deployments("|@"), r"a hand must be a list of cards, .*, not '\|@'"),
        (lambda: deployments(5), "a hand must be a list of cards, .*, not 5"),  # type: ignore[arg-type]
        (lambda: deployments(["|", 5]), r"a hand must be a list of cards, .*, not \['\|', 5\]"),  # type: ignore[list-item]
        (lambda: armies_of("|"), "a battle must be one read from a drawing"),  # type: ignore[arg-type]
        (lambda: random_armies("frontline", 3), "game must be a game made by `load`"),  # type: ignore[arg-type]
        (
            lambda: random_armies(GAME, -1),
            "the number of armies must be a whole number of at least 0, not -1",
        ),
        (lambda: random_armies(GAME, "3"), "the number of armies must be a whole number"),  # type: ignore[arg-type]
        (lambda: random_armies(GAME, 3, 2**64 - 2), "3 seeds from"),
        (lambda: random_armies(GAME, 3, None), "3 seeds from None on"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_refused_in_our_words(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(DuelhallError, match=message):
        attempt()


# --- the command `duelhall frontline battle` ---


DRAWINGS = ROOT / "tests" / "games" / "frontline" / "drawings"


def test_a_battle_from_a_file_prints_the_drawings_and_the_winner() -> None:
    out = console.duelhall("frontline", "battle", str(DRAWINGS / "round-1-speeds.txt")).stdout
    assert "\n         *    *\n    [! ][| ].[|@][! ][! ]\n     23  3    3   01  12\n" in out
    assert out.endswith("\nThe upper army wins after 3 rounds: the other has no units left (F13)\n")


def test_a_battle_from_standard_input() -> None:
    out = console.duelhall("frontline", "battle", typed="    .[| ]\n---\n[| ].\n").stdout
    assert out.endswith("\nTie after 1 round: both armies are gone (F13)\n")


def test_a_battle_in_which_nobody_can_attack() -> None:
    out = console.duelhall("frontline", "battle", typed="    .[@ ]\n---\n[@ ].\n").stdout
    assert out.endswith("\nTie after 1 round: nothing was broken or killed in the last one (F13)\n")


def test_a_battle_from_inside_a_round_regroups_first() -> None:
    file = str(DRAWINGS / "speed-2-resolved.txt")
    refused = console.duelhall("frontline", "battle", file).stderr
    assert f"{file}, line 2, column 1: which speed was resolved last? Write it above" in refused
    assert "--regroup" in refused
    refused = console.duelhall(
        "frontline", "battle", typed="    .[! ]\n---\n    .[! ]\n[- ].\n"
    ).stderr
    assert "line 4, column 1: nobody stands in front of this unit" in refused
    out = console.duelhall("frontline", "battle", "--regroup", file).stdout
    assert out.startswith("The lower army before regrouping (F12)\n            .[|x]    [! ]\n")
    assert "Round 1, the speeds" in out


def test_f14_no_speed_that_is_left_is_dropped_by_regrouping() -> None:
    """At the speeds 2 and 1 of the second drawing nobody is within reach."""
    file = str(DRAWINGS / "speed-3-resolved.txt")
    refused = console.duelhall("frontline", "battle", "--regroup", file).stderr
    assert f"{file}, line 2, column 1: which speed was resolved last? Write it above" in refused
    marked = str(DRAWINGS / "speed-2-markers.txt")
    out = console.duelhall("frontline", "battle", "--regroup", marked).stdout
    assert out == console.duelhall("frontline", "battle", marked).stdout


@pytest.mark.parametrize("more", [(), ("--regroup",)])
def test_a_battle_goes_on_under_a_heading_that_names_the_speed_behind_other_words(
    more: tuple[str, ...],
) -> None:
    text = "Round 1, speed 3, markers resolved\n[@ ].[@ ]\n---\n[|x].[! ]\n 3   12\n"
    out = console.duelhall("frontline", "battle", *more, typed=text).stdout
    assert out.startswith("Speed 2, attack markers (F5, F6, F7)\n")


def test_a_battle_for_programs() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    battle = json.loads(console.duelhall("frontline", "battle", file, "--json").stdout)
    assert battle["winner"] == "upper"
    assert battle["rounds"] == 3
    assert battle["units_left"] == {"lower": 0, "upper": 4}
    assert battle["scenes"][0]["rulings"] == ["F4"]
    assert battle["scenes"][0]["lines"][2] == "[! ][! ][|@].[| ][! ]"


def test_a_battle_step_by_step_goes_on_without_waiting_when_nothing_is_typed() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    whole = console.duelhall("frontline", "battle", file).stdout
    assert console.duelhall("frontline", "battle", "--step", file, typed="\n\n").stdout == whole


@pytest.mark.parametrize(
    ("content", "says"), [(b"\xff\xfe", "not a text file"), (b"hello", "no line ---")]
)
def test_what_is_no_drawing_is_refused(content: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "armies.txt"
    file.write_bytes(content)
    refused = console.duelhall("frontline", "battle", str(file)).stderr
    assert refused.startswith(f"duelhall: {file}, line 1, column 1: ")
    assert says in refused


def test_steps_need_a_file() -> None:
    assert "as a file" in console.duelhall("frontline", "battle", "--step").stderr


def test_an_army_that_is_gone_has_lost_before_any_round() -> None:
    out = console.duelhall("frontline", "battle", "--regroup", typed="    .\n---\n[| ].\n").stdout
    assert out == "The lower army wins after 0 rounds: the other has no units left (F13)\n"


def test_a_drawing_from_notepad(tmp_path: Path) -> None:
    file = tmp_path / "armies.txt"
    file.write_text("\ufeff    .[| ]\r\n---\r\n[| ].\r\n", encoding="utf-8")
    assert "Tie after 1 round" in console.duelhall("frontline", "battle", str(file)).stdout


def test_quit_leaves_a_battle_that_goes_step_by_step() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    process = console.duelhall("frontline", "battle", "--step", file, typed="\nquit\n")
    assert process.returncode == 0
    assert "Speed 3, attack markers" in process.stdout
    assert "Speed 3, markers resolved" not in process.stdout


def test_the_rest_of_a_battle_is_skipped_but_for_its_end() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    out = console.duelhall("frontline", "battle", "--step", file, typed="skip\n").stdout
    whole = console.duelhall("frontline", "battle", file).stdout
    pictures = whole.split("\n\n")
    assert out == f"{pictures[0]}\n\n{pictures[-1]}"


ONE_ARMY = str(DRAWINGS.parent / "one_army.txt")


def test_an_army_by_itself_fights_its_like() -> None:
    out = console.duelhall("frontline", "battle", ONE_ARMY).stdout
    assert out == console.duelhall("frontline", "battle", str(DRAWINGS / "setup.txt")).stdout


def test_two_armies_from_two_files(tmp_path: Path) -> None:
    enemy = tmp_path / "enemy.txt"
    enemy.write_text("[@ ].[@@]\n", encoding="utf-8")
    out = console.duelhall("frontline", "battle", ONE_ARMY, str(enemy)).stdout
    assert "    [@@].[@ ]\n---" in out
    assert "The lower army wins" in out
    refused = console.duelhall("frontline", "battle", ONE_ARMY, str(DRAWINGS / "setup.txt")).stderr
    assert "setup.txt, line 3, column 1: one army is drawn without a line ---" in refused


def test_a_round_goes_on_from_its_markers() -> None:
    out = console.duelhall("frontline", "battle", str(DRAWINGS / "speed-2-markers.txt")).stdout
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
    assert console.duelhall("frontline", "battle", *options, typed=text).stdout.endswith(
        WHOLE.format(rounds)
    )


def test_speeds_are_shown_as_asked_for() -> None:
    file = str(DRAWINGS / "round-1-speeds.txt")
    everything = console.duelhall("frontline", "battle", file, "--speeds", "all").stdout
    assert everything.startswith("Round 1, the speeds before crowns and bows (F4)\n")
    nothing = console.duelhall("frontline", "battle", file, "--speeds", "none").stdout
    assert nothing.startswith("Round 1\n        [&&].[- ]\n[! ][! ][|@].[| ][! ]\n---")


def test_both_armies_gone_is_read_again() -> None:
    typed = "      3\n    .\n---------\n    .\n 3\n"
    out = console.duelhall("frontline", "battle", "--regroup", typed=typed).stdout
    assert out == "Tie after 0 rounds: both armies are gone (F13)\n"
    assert "--regroup" in console.duelhall("frontline", "battle", typed=typed).stderr


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


# --- frontline's own rows of the bench, on tiny amounts of work ---


def test_as_many_battles_are_fought_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "RANDOM_ARMIES", 20)
    rows = dict(speed.works())
    assert [work(43) for work in rows.values()] == [43] * 3
    assert "frontline, battles of 6 against 6, one thread, 2 at a time" in rows


def test_a_matrix_has_every_deployment_of_both_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "HANDS", (("|",), ("@", "&")))
    told = list[str]()
    ((name, seconds),) = speed.facts(told.append).items()
    assert name == "frontline, seconds for a payoff matrix of 2 by 6, two threads"
    assert seconds >= 0
    assert told == ["frontline: every deployment against every deployment"]
