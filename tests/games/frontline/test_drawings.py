"""Battles from drawings: of whole armies, and of the middle of a round."""

import random
from pathlib import Path

import numpy as np
import pytest

from duelhall.backend.cpu import callable_rule
from duelhall.engine.board import caption_of
from duelhall.engine.record import DRAWN
from duelhall.games.frontline import state as battlefield
from duelhall.games.frontline.battle import fight, finish_round
from duelhall.games.frontline.scenes import (
    SpeedsShown,
    battle_board,
    fought,
    regrouped,
    round_finished,
    scenes,
)
from duelhall.games.frontline.sketch import SKETCHER, Frame
from duelhall.games.frontline.state import Battlefield
from duelhall.match.explain import Step
from duelhall_kits.frontline.drawing import BadDrawing, Battle, is_one_army, read_army, read_battle
from duelhall_kits.frontline.round import has_speeds_left, is_inside_a_round, read_round
from tests.games.frontline.armies import standing

DRAWINGS = Path(__file__).parent / "drawings"
NAMES = sorted(file.stem for file in DRAWINGS.glob("*.txt"))
INSIDE_A_ROUND = ("speed-2-markers", "speed-2-resolved", "speed-3-resolved")
SETUPS = [name for name in NAMES if name not in INSIDE_A_ROUND]
WORKED_EXAMPLE = (
    "round-1-speeds",
    "speed-3-markers",
    "speed-3-resolved",
    "speed-2-markers",
    "speed-2-resolved",
    "regrouped",
)


def drawing(name: str) -> str:
    return (DRAWINGS / f"{name}.txt").read_text(encoding="utf-8")


def plain(text: str) -> list[str]:
    """A drawing without what means nothing: comments, and the ends of lines."""
    rows = [row.partition("<<<")[0].rstrip() for row in text.splitlines()]
    return ["---" if row.startswith("---") else row for row in rows]


def printed(battle: Battle, near: int = 0) -> list[str]:
    board = battle_board(battle.state, battle.faces, near)
    return list(Frame.around([board]).armies(board))


def pictures_of(steps: list[Step], battle: Battle) -> list[tuple[str, ...]]:
    """The drawings of all that happens in these steps."""
    return SKETCHER.scenes(scenes(steps, battle.faces))


@pytest.mark.parametrize("name", SETUPS)
def test_f14_every_setup_in_the_rules_is_read(name: str) -> None:
    battle = read_battle(drawing(name))
    fought(battle.state)
    units = [row for row in plain(drawing(name)) if "[" in row or row == "---"]
    margin = min(len(row) - len(row.lstrip()) for row in units if row != "---")
    units = [row if row == "---" else row[margin:] for row in units]
    assert plain("\n".join(printed(battle))) == units


@pytest.mark.parametrize("name", INSIDE_A_ROUND)
def test_f14_every_drawing_from_inside_a_round_is_read_when_asked_for(name: str) -> None:
    with pytest.raises(BadDrawing, match="--regroup"):
        read_battle(drawing(name))
    battle = read_battle(drawing(name), inside_a_round=True)
    units = [row for row in plain(drawing(name)) if "[" in row or row == "---"]
    assert plain("\n".join(printed(battle))) == units
    state, _ = regrouped(battle.state)
    fought(state)


def test_f14_the_worked_example_prints_the_drawings_of_the_rules() -> None:
    battle = read_battle(drawing(WORKED_EXAMPLE[0]))
    _, steps = fought(battle.state)
    pictures = [lines for lines in pictures_of(steps, battle) if len(lines) > 3]
    for name, lines in zip(WORKED_EXAMPLE, pictures, strict=False):
        assert plain("\n".join(lines)) == plain(drawing(name)), name
        assert lines == tuple(row.rstrip() for row in lines)


def test_f14_the_worked_example_regroups_as_the_rules_draw_it() -> None:
    battle = read_battle(drawing("speed-2-resolved"), inside_a_round=True)
    _, steps = regrouped(battle.state)
    told = pictures_of(steps, battle)
    assert told[:3] == [
        ("            .[|x]    [! ]", "        [+ ]."),
        ("        [+ ].[|x]    [! ]",),
        ("        [+ ].[|x][! ]",),
    ]
    assert plain("\n".join(told[-1])) == plain(drawing("regrouped"))


BEFORE_SETTING_UP = (
    "Before regroup:\n            .[|x]    [! ]\n        [+ ].\n",
    """First move up back line units with no units ahead of them:
        [+ ].[|x]    [! ]   <<< in this case the army no longer has a back line
""",
    """Then fill all gaps by moving units towards the center divide:
        [+ ].[|x][! ]       <<< if they did have back line units they would move
""",
)
"""The lower army by itself, as the rules draw it while it regroups, and below it the upper one."""

UPPER = "    [| ].[|x][! ]\n    [- ].[XX]\n"


@pytest.mark.parametrize("text", BEFORE_SETTING_UP)
def test_f14_an_army_of_the_rules_that_regroups_by_itself_goes_on_from_there(text: str) -> None:
    own, other = (read_army(drawn, inside_a_round=True) for drawn in (text, UPPER))
    s, _ = regrouped(own.against(other).state)
    set_up = read_battle(drawing("regrouped")).state
    for seat in range(2):
        assert standing(s, seat) == standing(set_up, seat)
    end, whole = (fought(battle)[0] for battle in (s, set_up))
    assert (end.victor, end.rounds, end.units.tolist()) == (1, 2, whole.units.tolist())


def test_f2_the_upper_army_is_turned_around() -> None:
    """Both players of the first drawing have built the same army."""
    s = read_battle(drawing("setup")).state
    assert standing(s, 0) == standing(s, 1) == {
        -2: ("[!]", ""), -1: ("[|]", "[-]"), 1: ("[|@]", "[+]"), 2: ("[!]", ""), 3: ("[!]", ""),
    }  # fmt: skip


def test_f14_seen_from_the_other_side_both_armies_are_turned() -> None:
    turned = [row.partition("<<<")[0].rstrip() for row in drawing("round-1-speeds").splitlines()]
    battle = read_battle(drawing("round-1-speeds"))
    again = read_battle("\n".join(printed(battle, near=1)))
    assert turned[0] == "        [&&].[- ]"
    assert printed(again)[-1] == "        [- ].[&&]"
    for seat in range(2):
        assert standing(again.state, seat) == standing(battle.state, 1 - seat)


def test_f14_a_tall_unit_and_a_wide_one_are_the_same() -> None:
    tall = "    .[&& \n      & ]\n---\n[! ].[| ]\n"
    wide = "     .[&&&]\n---\n[!  ].[|  ]\n"
    assert printed(read_battle(tall)) == printed(read_battle(wide))
    assert printed(read_battle(wide)) == ["     .[&&&]", "-----------", "[!  ].[|  ]"]


def test_f14_tall_units_may_stand_beside_each_other() -> None:
    battle = read_battle("[&& [@@ .[! ]\n & ] @ ]\n---\n    [| ].\n")
    assert battle.faces[1] == ("", "&&&", "@@@", "!")


def test_f14_speeds_of_more_than_one_digit_are_told_apart() -> None:
    battle = read_battle("           .[@        ]\n---\n[+++++++++].[!        ]\n")
    _, steps = fought(battle.state)
    assert any("10,11" in line for lines in pictures_of(steps, battle) for line in lines)


def test_f14_many_markers_widen_every_picture() -> None:
    battle = read_battle("    .[@ ]\n---\n[||].[||]\n")
    _, steps = fought(battle.state)
    pictures = pictures_of(steps, battle)
    assert "      .[@   ]" in pictures[0]
    assert "        ****" in pictures[1]


def test_a_battle_is_data_too() -> None:
    battle = read_battle("    .[@ ]\n---\n[||].[| ]\n")
    _, steps = fought(battle.state)
    speeds, marked, resolved, *_ = scenes(steps, battle.faces)
    assert speeds.facts == {"step": "speeds", "round": 1}
    assert marked.facts["speed"] == 3
    assert speeds.board
    near = speeds.board.zone("army0")
    assert near
    assert near.facts["speeds"] == [{"column": -1, "speeds": [3, 3]}, {"column": 0, "speeds": [3]}]
    assert [(card.id, card.face, card.row, card.column) for card in near.cards] == [
        ("0.1", "||", 0, -1), ("0.2", "|", 0, 0),
    ]  # fmt: skip
    assert marked.board
    assert resolved.board
    before, after = (board.zone("army1") for board in (marked.board, resolved.board))
    assert before
    assert after
    (shield,) = before.cards
    assert (shield.name, shield.facts["whole"], shield.facts["markers"]) == (
        "shield", {"shield": 1}, 3,
    )  # fmt: skip
    assert not after.cards


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("    .[| ]\n---\n[| ].\n", "Tie after 1 round: both armies are gone"),
        ("    .[@ ]\n---\n[@ ].\n", "Tie after 1 round: nothing was broken or killed"),
        ("    .[@ ]\n---\n[| ].[! ]\n", "The lower army wins after 1 round: the other has no"),
    ],
)
def test_f13_the_end_of_a_battle_is_told(text: str, says: str) -> None:
    battle = read_battle(text)
    _, steps = fought(battle.state)
    assert scenes(steps, battle.faces)[-1].caption.startswith(says)


def test_f13_an_army_that_is_gone_does_not_regroup() -> None:
    battle = read_battle("    .\n---\n[| ].\n", inside_a_round=True)
    state, steps = regrouped(battle.state)
    (scene,) = scenes(steps, battle.faces)
    assert int(state.victor) == 0
    assert scene.caption.startswith("The lower army wins after 0 rounds")


BAD = {
    "": "line 1, column 1: there is no line ---",
    "    .[! ]\n    [| ].": "line 2, column 1: there is no line ---",
    "    .[! ]\n---\n    .[! ]\n---\n": "line 4, column 1: a drawing has one line ---",
    "    .[! ]\n--- [! ]\n    .[! ]": "line 2, column 5: nobody stands on the line ---",
    "    .[! ]\n---\n    .[? ]": "line 3, column 7: there is no symbol '?'",
    "    .[! ]\n---\n    .[  ]": "line 3, column 6: a unit has at least one symbol",
    "    .[! ]\n---\n[! ].[! ][": "line 3, column 10: this bracket is not closed",
    "    .[! \n---\n    .[! ]": "line 1, column 6: this bracket is not closed",
    "    .[! [! ]\n    .[! ]\n---\n    .[! ]": "line 1, column 6: this bracket is not closed",
    "    .[! ]\n---\n    .! ]": "line 3, column 6: expected a unit in brackets",
    "    .[! ]\n---\n    .]": "line 3, column 6: this bracket closes no unit",
    "    .[! ]\n---\n    .[! ].": "line 3, column 10: a line has one centre divide",
    "    .[! ]\n---\n     .[! ]": "line 3, column 6: the divides are not lined up",
    "    .[! ]\n---\n    [! ]": "line 3, column 1: the lower army has no centre divide",
    "    .[! ]\n---\n": "line 2, column 1: the lower army has no centre divide",
    "    .[! ]\n---\n    .": "line 3, column 1: the lower army has no units",
    "    .\n---\n    .": "line 2, column 1: nobody stands on this battlefield",
    "    .[! ]\n---\n    .[!@ ]": "line 3, column 6: this unit is out of line",
    "    .[! ]\n---\n    . [! ]": "line 3, column 7: this unit is out of line",
    "    .[! ]\n---\n[! ].\n    .[! ]": "line 4, column 6: nobody stands in front of this unit",
    "    .[! ]\n---\n    .    [! ]": "line 3, column 6: there is a gap in the front line",
    "        .[! ]\n---\n[! ]    .[! ]": "line 3, column 5: there is a gap in the front line",
    "[! ]    .[! ]\n---\n        .[! ]": "line 1, column 5: there is a gap in the front line",
    "    .[! ]\n---\n    .[! ][! ]": "line 3, column 5: 0 front units stand left of the divide",
    "    .[! ][! ]\n---\n    .[! ]": "line 1, column 5: 0 front units stand left of the divide",
    "    .[! ]\n---\n    .[! ]\n    .[! ]\n    .[! ]": "line 5, column 1: an army has a front",
    "    .[&& \n      &]x\n---\n    .[! ]": "line 2, column 9: expected only the ends of tall",
    "          .[!       ]\n---\n          .[!!!!!!!!!!]".replace("[!       ]", "[!         ]"):
        "line 3, column 12: a unit has at most 9 symbols",
    f"    .[! ]\n---\n    .{'[! ]' * 12}": "line 3, column 50: there are at most 11 columns",
    f"    .[! ]\n---\n{'[! ]' * 12}.": "line 3, column 49: the divides are not lined up",
}  # fmt: skip


@pytest.mark.parametrize("text", BAD)
def test_f14_a_bad_drawing_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(BadDrawing) as caught:
        read_battle(text)
    assert str(caught.value).startswith(BAD[text])


def test_f14_an_error_shows_the_place() -> None:
    with pytest.raises(BadDrawing) as caught:
        read_battle("    .[! ]\n---\n    .[?!]  <<< a comment\n")
    assert str(caught.value).splitlines()[1:] == ["      .[?!]", "        ^"]


def test_counting_units_is_the_same_compiled_and_interpreted() -> None:
    cells = np.zeros(2, battlefield.BATTLE)
    cells["front"][:, 1, 10:13] = [1, 0, 2]
    cells["back"][:, 1, 10] = 3
    battlefield.count_units(cells[0], 1)
    callable_rule(battlefield.count_units)(cells[1], 1)
    assert cells[0] == cells[1]
    assert (cells[0].left[1], cells[0].right[1], cells[0].units[1]) == (10, 13, 3)


ONE_ARMY = (Path(__file__).parent / "one_army.txt").read_text(encoding="utf-8")
"""The first drawing in the rules, with the words below the pointer to its divide."""


def test_f14_the_annotated_army_of_the_rules_is_read_by_itself() -> None:
    army = read_army(ONE_ARMY)
    battle = army.against(army)
    assert printed(battle) == printed(read_battle(drawing("setup")))
    for seat in range(2):
        assert standing(battle.state, seat) == standing(read_battle(drawing("setup")).state, seat)


def test_f14_two_armies_that_were_drawn_by_themselves_meet() -> None:
    battle = read_army("[! ].[|@]\n    .[+ ]\n").against(read_army("[&&&].[-  ]\n     .[|  ]\n"))
    assert printed(battle) == [
        "[|  ].", "[-  ].[&&&]", "-----------", "[!  ].[|@ ]", "     .[+  ]",
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "one"), [(ONE_ARMY, True), ("", False), ("hello", False),
                                           ("    .[! ]\n---\n[! ].", False)])  # fmt: skip
def test_f14_one_army_is_told_from_two(text: str, one: bool) -> None:  # noqa: FBT001
    assert is_one_army(text) == one


BAD_ARMIES = {
    "[! ]": "line 1, column 1: the army has no centre divide .",
    "    .": "line 1, column 1: nobody stands on this battlefield",
    "    .[! ]\n---\n    .[! ]": "line 2, column 1: one army is drawn without a line ---",
    "    .[! ]\n[! ].": "line 2, column 1: nobody stands in front of this unit",
    "    .[! ]\n    ^\n     divide": "line 3, column 6: expected a unit in brackets",
    "    .[! ]\n\n    divide": "line 3, column 5: expected a unit in brackets",
    "Speed 3, markers resolved\n    .[! ]": "line 1, column 1: the heading names a speed",
}


@pytest.mark.parametrize("text", BAD_ARMIES)
def test_f14_a_bad_drawing_of_one_army_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(BadDrawing) as caught:
        read_army(text)
    assert str(caught.value).startswith(BAD_ARMIES[text])


def test_f14_every_picture_of_a_battle_is_read_again_with_its_caption() -> None:
    """Also the one in which both armies are gone."""
    battle = read_battle("    .[| ]\n---\n[| ].\n")
    _, steps = fought(battle.state)
    told = scenes(steps, battle.faces)
    for scene, lines in zip(told, SKETCHER.scenes(told), strict=True):
        if lines:
            text = "\n".join([caption_of(scene), *lines])
            again = read_battle(text, inside_a_round=True)
            units = "\n".join(row.strip() for row in lines if "." in row or "-" in row)
            assert plain(units) == plain("\n".join(row.strip() for row in printed(again)))
    end, result = regrouped(again.state)
    assert int(end.victor) == DRAWN
    assert scenes(result, again.faces)[-1].caption == "Tie after 0 rounds: both armies are gone"


IN_STEPS = ("speeds-initial", "speeds-crown", "speeds-bow")


def test_f4_speeds_are_shown_before_and_after_crowns_and_bows_on_request() -> None:
    """As the rules draw them, where only the lower army has speeds."""
    battle = read_battle(drawing("speeds-initial"))
    _, steps = fought(battle.state)
    told = scenes(steps, battle.faces, shown=SpeedsShown.ALL)
    assert [scene.caption for scene in told[:4]] == [
        "Round 1, the speeds before crowns and bows",
        "Round 1, the speeds after crowns",
        "Round 1, the speeds after bows",
        "Speed 3, attack markers",
    ]
    for name, lines in zip(IN_STEPS, SKETCHER.scenes(told), strict=False):
        rows = plain("\n".join(lines))
        lower = plain(drawing(name))[plain(drawing(name)).index("---") :]
        assert rows[rows.index("---") :] == lower, name


def test_f4_crowns_and_bows_that_cancel_each_other_out_are_shown() -> None:
    battle = read_battle(drawing("setup"))
    _, steps = fought(battle.state)
    told = [scene.caption for scene in scenes(steps, battle.faces, shown=SpeedsShown.ALL)]
    assert told[0] == "Round 1, the speeds before crowns and bows"
    assert told[1:3] == ["Round 1, the speeds after crowns", "Round 1, the speeds after bows"]


def test_f4_speeds_that_nothing_changes_are_shown_once() -> None:
    battle = read_battle("    .[@ ]\n---\n[| ].[! ]\n")
    _, steps = fought(battle.state)
    assert scenes(steps, battle.faces, shown=SpeedsShown.ALL) == scenes(steps, battle.faces)


def test_f4_pointers_of_the_upper_army_are_below_its_speeds_too() -> None:
    battle = read_battle("    .[+ ]\n    .[! ]\n---\n[| ].\n")
    _, steps = fought(battle.state)
    _, lines, *_ = SKETCHER.scenes(scenes(steps, battle.faces, shown=SpeedsShown.ALL))
    assert lines == ("    .[+ ]", "      23", "      ^^", "    .[! ]", "---------", "[| ].", " 3")
    assert printed(read_battle("\n".join(lines))) == printed(battle)


def test_f14_speeds_can_be_left_out() -> None:
    battle = read_battle(drawing("round-1-speeds"))
    _, steps = fought(battle.state)
    told = scenes(steps, battle.faces, shown=SpeedsShown.NONE)
    assert told[0].caption == "Round 1"
    for lines in SKETCHER.scenes(told):
        assert not any(line.strip() and not line.strip(" 0123456789,") for line in lines)


def test_f12_a_viewer_may_stop_after_every_round_but_the_last() -> None:
    battle = read_battle(drawing("round-1-speeds"))
    end, steps = fought(battle.state)
    told = scenes(steps, battle.faces)
    assert sum(scene.pause for scene in told) == end.rounds - 1
    assert [scene.caption for scene in told if scene.pause] == ["Set against each other again"] * 2


# --- going on with a round from a drawing of the middle of it (F14) ---


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


BAD_ROUNDS = {
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


@pytest.mark.parametrize("text", BAD_ROUNDS)
def test_f14_markers_and_speeds_that_cannot_be_are_refused_with_their_place(text: str) -> None:
    with pytest.raises(BadDrawing) as caught:
        read_round(text)
    assert str(caught.value).startswith(BAD_ROUNDS[text])
