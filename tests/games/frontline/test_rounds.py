"""Going on with a round from a drawing of the middle of it (F14)."""

import random

import pytest

from duelhall.engine.record import DRAWN
from duelhall.games.frontline.battle import fight, finish_round
from duelhall.games.frontline.scenes import fought, round_finished, scenes
from duelhall.games.frontline.sketch import SKETCHER
from duelhall.games.frontline.state import Battlefield
from duelhall_kits.frontline.drawing import BadDrawing, read_battle
from duelhall_kits.frontline.round import has_speeds_left, is_inside_a_round, read_round
from tests.games.frontline.test_drawings import drawing, plain

MARKED = ("speed-3-markers", "speed-2-markers")


def told(text: str) -> tuple[Battlefield, list[str], list[tuple[str, ...]]]:
    """How a battle ends that goes on from a drawing, the captions, and the pictures."""
    battle = read_round(text)
    s, steps = round_finished(battle.state)
    end, more = fought(s)
    found = scenes([*steps, *more], battle.faces, speeds=battle.speeds)
    return end, [scene.caption for scene in found], SKETCHER.scenes(found)


@pytest.mark.parametrize("name", MARKED)
def test_f14_the_rounds_of_the_rules_go_on_as_they_are_drawn_there(name: str) -> None:
    text = drawing(name)
    assert is_inside_a_round(text)
    _, captions, pictures = told(text)
    speed = name.partition("-markers")[0].replace("-", " ").capitalize()
    assert captions[:2] == [f"{speed}, attack markers", f"{speed}, markers resolved"]
    assert plain("\n".join(pictures[0])) == plain(text)
    assert plain("\n".join(pictures[1])) == plain(drawing(name.replace("markers", "resolved")))


def test_f14_a_round_goes_on_to_the_end_that_the_whole_battle_has() -> None:
    whole, _ = fought(read_battle(drawing("round-1-speeds")).state)
    for name in MARKED:
        end, captions, _ = told(drawing(name))
        assert (end.victor, end.rounds) == (whole.victor, whole.rounds)
        assert captions[-1].startswith("The upper army wins after 3 rounds")


RESOLVED = ("speed-3-resolved", "speed-2-resolved")
HEADINGS = (
    "Round 1, speed {}, markers resolved\n",
    "Round 1: Speed {} was resolved\n",
    "After speed: {}\n",
    "Speed {}:\nResolve attack markers:\n",
    "Speed {}, markers resolved (F8, F10)\n",
    "speed {}\n",
)


@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("name", RESOLVED)
def test_f14_between_two_speeds_a_round_goes_on_with_the_next(name: str, heading: str) -> None:
    """As the rules draw it, without a speed that was resolved by then."""
    text = heading.format(name[6]) + drawing(name)
    assert has_speeds_left(text)
    assert is_inside_a_round(text)
    whole, _ = fought(read_battle(drawing("round-1-speeds")).state)
    end, captions, pictures = told(text)
    assert (end.victor, end.rounds, end.units.tolist()) == (1, whole.rounds, whole.units.tolist())
    if name == "speed-3-resolved":
        assert captions[:2] == ["Speed 2, attack markers", "Speed 2, markers resolved"]
        assert plain("\n".join(pictures[0])) == plain(drawing("speed-2-markers"))
    else:
        assert captions[0] == "Speeds 1 and 0: nobody is attacked"
    set_up = pictures[captions.index("Set against each other again")]
    assert plain("\n".join(set_up)) == plain(drawing("regrouped"))


@pytest.mark.parametrize("name", RESOLVED)
def test_f14_between_two_speeds_the_heading_must_say_which_was_resolved(name: str) -> None:
    assert is_inside_a_round(drawing(name))
    with pytest.raises(BadDrawing, match="line 2, column 1: which speed was resolved last"):
        read_round(drawing(name))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (drawing("speed-3-resolved"), True),
        (drawing("speed-2-resolved"), False),  # nobody is within reach of the swords
        (drawing("regrouped"), False),
        ("    .[@ ]\n---\n    .[! ]\n", False),
        ("    .[@ ]\n---\n    .[! ]\n     12\n", True),
        ("    .[@ ]\n---\n    .[! ]\n     0\n", False),
        ("    .[@ ]\n---\n    .[! ]\n 3   0\n", True),  # of a unit that has been killed
        ("    .[! ]\n---\n    .[| ]\n     3\n", True),  # the sword has those of today
        ("    .[@ ]\n---\n    .[| ]\n     3\n", False),
        ("    .[@ ]\n      *\n---\n    .[| ]\n     3\n", True),
        (f"    .[@ ]\n---\n    .[@ ]\n {'9' * 900},\n", False),
    ],
)
def test_f14_speeds_are_left_if_somebody_is_attacked_below_the_highest(
    text: str, *, left: bool
) -> None:
    assert has_speeds_left(text) == left


def test_f14_a_round_that_begins_has_its_first_speeds_left() -> None:
    text = "Round 2, the speeds\n    .[@ ]\n---\n    .[! ]\n     12\n"
    assert has_speeds_left(text)
    with pytest.raises(BadDrawing, match="line 5, column 1: which speed was resolved last"):
        read_round(text)


@pytest.mark.parametrize("speeds", ["Speed 3 and then speed 2", "Speed 3,\nspeed 2"])
def test_f14_a_heading_names_one_speed(speeds: str) -> None:
    with pytest.raises(BadDrawing, match="the heading names speeds 3 and 2, and may name one"):
        read_round(f"{speeds}\n{drawing('speed-2-resolved')}")


def test_f14_a_round_begins_with_its_first_speeds_only() -> None:
    for heading in ("Round 2", "Round 1, markers resolved"):
        text = f"{heading}\n    .[! ]\n---\n[| ].\n 2\n"
        assert is_inside_a_round(text)
        with pytest.raises(BadDrawing, match="line 5, column 1: no round begins with these speeds"):
            read_round(text)


@pytest.mark.parametrize(
    "heading", ["Resolve attack markers:", "Round 1, markers resolved", "Round 1\nResolved:"]
)
def test_f14_nothing_begins_under_a_heading_that_says_resolved(heading: str) -> None:
    text = f"{heading}\n    .[! ]\n     12\n---\n    .[! ]\n     12\n"
    assert is_inside_a_round(text)
    with pytest.raises(BadDrawing, match="which speed was resolved last"):
        read_round(text)


def test_f14_a_drawing_that_names_a_speed_begins_no_battle() -> None:
    with pytest.raises(BadDrawing, match="line 1, column 1: the heading names a speed"):
        read_battle(f"Speed 3, markers resolved\n{drawing('round-1-speeds')}")


LEGAL = "        .[- ]\n     {}   1\n    [| ].[!{}]\n---\n    [! ].[| ]\n     12  3\n"


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        (LEGAL.format(3, "@"), True),  # the bow's speeds are those of another moment
        ("Round 2, the speeds\n" + LEGAL.format(3, "@"), True),  # no round begins with them
        ("Round 2\n    .[! ]\n---\n[| ].\n 3\n", False),
        ("Round 2\n    .[!x]\n---\n[| ].\n 3\n", False),
        ("Round 2\n    .[!x]\n---\n[| ].\n 2\n", True),
        ("Round 1, speed 3, markers resolved\n    .[! ]\n---\n[| ].\n 3\n", True),
        ("Round 1: Speed 3 was resolved\n    .[! ]\n---\n[| ].\n 3\n", True),
        ("After speed 3:\n    .[! ]\n---\n[| ].\n", True),
        ("The speeds 3 and 2\n    .[! ]\n---\n[| ].\n 3\n", False),
        ("Highspeed 3\n    .[! ]\n---\n[| ].\n 3\n", False),
        ("Speed 3\n    .[! ]\n---\n[| ].\n", True),
        ("Speeds\n    .[! ]\n---\n[| ].\n 3\n", False),
        ("    .[!x]\n---\n[| ].\n 3\n", True),
        ("    .[! ]\n---\n[| ].\n 2\n", True),
        ("    .[! ]\n---\n[| ].\n 3   2\n", True),
        ("Resolve attack markers:\n    .[! ]\n---\n[| ].\n", False),
        ("Unresolved\n    .[! ]\n---\n[| ].\n 3\n", False),
        ("       .[++++!]\n---\n[|    ].\n 3\n", False),
        ("         5,6\n       .[++++!]\n---\n[|    ].\n 3\n", False),
        ("    .[! ]\n---\n[| ].\n                                                       3\n", True),
    ],
)  # fmt: skip
def test_f14_a_round_that_begins_is_told_from_one_in_the_middle(text: str, *, inside: bool) -> None:
    assert is_inside_a_round(text) == inside


@pytest.mark.parametrize("name", ["setup", "speeds-initial", "speeds-crown", "speeds-bow",
                                  "round-1-speeds", "regrouped"])  # fmt: skip
def test_f14_a_battle_of_the_rules_that_begins_is_not_in_a_round(name: str) -> None:
    assert not is_inside_a_round(drawing(name))


def test_f14_speeds_that_nobody_has_are_over_at_once() -> None:
    for speed in (0, 99):
        end, captions, _ = told(f"Speed {speed}\n    .[@ ]\n---\n[@ ].\n")
        assert (int(end.victor), end.rounds) == (DRAWN, 2)
        assert captions[0] == "Set against each other again"
    end, captions, _ = told("Speed 2\n      12\n    .\n---\n[| ].\n 3\n")
    assert (int(end.victor), captions) == (
        0, ["The lower army wins after 1 round: the other has no units left"]
    )  # fmt: skip


def random_battle(dice: random.Random) -> str:
    """Two armies in a drawing."""

    def unit() -> str:
        return f"[{''.join(dice.choices('|!@&-+', k=dice.choice([1, 2, 2, 3]))):3}]"

    def line() -> str:
        return f"{unit()}{unit()}.{unit()}{unit()}"

    return f"{line()}\n{line()}\n---\n{line()}\n{line()}"


def test_f14_every_picture_of_a_round_goes_on_as_its_battle_did() -> None:
    """With the caption above it, which names the speed."""
    pictures = 0
    for number in range(6):
        battle = read_battle(random_battle(random.Random(number)))
        end, steps = fought(battle.state)
        found, in_round = scenes(steps, battle.faces), 0
        for scene, lines in zip(found, SKETCHER.scenes(found), strict=True):
            in_round = scene.facts.get("round", in_round)
            text = "\n".join([scene.caption, *lines])
            if scene.caption.startswith("Round "):
                assert not is_inside_a_round(text)
            if scene.caption.startswith("Speed ") and lines:
                again = read_round(text).state
                finish_round(again)
                fight(again)
                assert (again.victor, again.units.tolist()) == (end.victor, end.units.tolist())
                assert again.rounds == end.rounds - in_round + 1
                pictures += 1
    assert pictures > 40


SWORDS = "    .[! ]\n---\n      *\n    .[@@]\n"


def test_f14_markers_that_two_speeds_would_place_need_a_caption() -> None:
    with pytest.raises(BadDrawing, match="may be of speed 2 or 1: write `Speed 2` above") as caught:
        read_round(SWORDS)
    assert (caught.value.line, caught.value.column) == (3, 7)
    for speed in (2, 1):
        assert read_round(f"Speed {speed}:\nPlace attack markers:\n{SWORDS}").state.speed == speed


def test_f4_speeds_that_are_drawn_count_and_not_those_of_today() -> None:
    """The crown behind the spear has been killed, and its speed of 4 stays."""
    text = "      3\n    .[| ]\n      *\n---\n    .[| ]\n      4\n"
    battle = read_round(text)
    assert battle.state.speed == 4
    with pytest.raises(BadDrawing, match="at no speed are these attack markers placed"):
        read_round("      3\n    .[| ]\n      *\n---\n    .[| ]\n      3\n")


def test_f4_an_attack_that_is_lost_is_not_drawn() -> None:
    """Three bows were there, so that of two swords' attacks none is left, and of a spear one."""
    text = " 0\n[| ].[! ]\n---\n *\n[& ].[@ ]\n"
    battle = read_round(text)
    assert battle.state.speed == 0
    assert battle.speeds == [{}, {12: [0]}]


@pytest.mark.parametrize(
    ("speed", "unit", "speeds", "markers"),
    [(11, "!", "10,11", "*"), (11, "|", "11", "*"), (1, "||", "11", "**")],
)
def test_f14_speeds_above_nine_are_read_as_their_unit_has_them(
    speed: int, unit: str, speeds: str, markers: str
) -> None:
    text = f"       .[@    ]\n        {markers}\n---\n       .[{unit:5}]\n        {speeds}\n"
    assert read_round(f"Speed {speed}\n{text}").state.speed == speed


BAD = {
    "    .[| ]\n---\n  *\n    .[| ]\n": "line 3, column 3: there is no front unit for these",
    "    .[| ]\n---\n    *\n    .[| ]\n": "line 3, column 5: this is neither below nor above",
    "    .[| ]\n---\n      **\n    .[| ]\n": "line 3, column 7: at no speed are these attack",
    "Speed 2\n    .[| ]\n      *\n---\n      *\n    .[| ]\n":
        "line 5, column 7: at speed 2 other attack markers are placed",
    "    .[| ]\n---\n      *\n    .[| ]\n      2,3\n":
        "line 5, column 7: a unit with these weapons cannot have these speeds",
    "    .[| ]\n---\n      *\n    .[@ ]\n      3\n":
        "line 5, column 7: a unit with these weapons cannot have these speeds",
    "    .[| ]\n---\n      *\n    .[| ]\n      58\n":
        "line 5, column 7: a unit with these weapons cannot have these speeds",
    "    .[| ]\n---\n      *\n    .[| ]\n      ,\n":
        "line 5, column 7: these are not speeds",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_f14_markers_and_speeds_that_cannot_be_are_refused_with_their_place(text: str) -> None:
    with pytest.raises(BadDrawing) as caught:
        read_round(text)
    assert str(caught.value).startswith(BAD[text])
