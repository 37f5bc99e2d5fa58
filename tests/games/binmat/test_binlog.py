"""The log that hackmud's players know, and combat told in words."""

import re

import pytest

import duelhall
from duelhall.engine.match import Match
from duelhall.games.binmat.binlog import binlog
from duelhall.testing.conformance import random_match
from tests.games.binmat.setting import played

CARD = "[2-9a@*?>][&%+!^#]"
KNOWN = f"(?:X|{CARD})"
SHAPES = [
    re.compile(shape)
    for shape in (
        "`V[0-9]{3}` `n------`",
        "[da]0 `n--`",
        f"[da]0 d[0-5a] / {KNOWN} h[da]0 ",
        "[da]0 d[0-5]",  # a draw from a lane without any card
        f"[da]0 p{KNOWN}[0-5] / {KNOWN} [da][0-5]",
        f"[da]0 u{CARD}[0-5] / {CARD} [da][0-5]",
        f"d0 x{KNOWN}[0-5] / {KNOWN} x[0-5]",
        f"a0 x{CARD}a / {CARD} xa / {KNOWN} {KNOWN} ha0 ",
        "[da]0 c[0-5]",
        f"`n--` c[0-5] / (?:{CARD}u? ?)* / (?:{CARD}u? ?)*",
        f"`n--` [ad]@ / {CARD} x[a0-5]",
        f"`n--` [ad]\\? / (?:{CARD} )+x[a0-5]",
        (
            f"`n--` [0-9]+ [0-9]+ (?:[0-9]+|-)(?: / (?:{CARD} )+x[a0-5])?(?: / (?:{CARD} )+xa)?"
            f"(?: / (?:{KNOWN} )+ha0 )?"
        ),
    )
]


def log(match: Match, seat: int | None) -> list[str]:
    number = len(match.moves)
    return binlog(match.states[number - 1], match.moves[-1], match.explain(number), seat)


@pytest.mark.parametrize("rules", ["hackmud", "rulebook", "live"])
def test_every_line_has_the_shape_of_the_community(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    for seed in range(12):
        match = random_match(game, seed)
        for number in range(1, len(match.moves) + 1):
            before, move = match.states[number - 1], match.moves[number - 1]
            for seat in (0, 1, None):
                for line in binlog(before, move, match.explain(number), seat):
                    assert any(shape.fullmatch(line) for shape in SHAPES), line


@pytest.mark.parametrize(
    ("rules", "places", "move", "defender", "attacker"),
    [
        ("hackmud", "l0=7&8& turn=1", "d0", "a0 d0 / X ha0 ", "a0 d0 / 8& ha0 "),
        ("hackmud", "l3=7&8& turn=1", "d3", "a0 d3 / 8& ha0 ", "a0 d3 / 8& ha0 "),
        ("hackmud", "hd=7& ", "p7&2", "d0 p7&2 / 7& d2", "d0 pX2 / X d2"),
        ("hackmud", "hd=7& ", "x7&2", "d0 x7&2 / 7& x2", "d0 xX2 / X x2"),
        ("live", "hd=7& ", "x7&2", "d0 x7&2 / 7& x2", "d0 x7&2 / 7& x2"),
        ("live", "ha=7& a=2&3& turn=1", "x7&a", "a0 x7&a / 7& xa / X X ha0 ",
         "a0 x7&a / 7& xa / 3& 2& ha0 "),
        ("hackmud", "", "--", "d0 `n--`", "d0 `n--`"),
    ],
)  # fmt: skip
def test_a_move_is_logged_as_each_role_may_read_it(
    rules: str, places: str, move: str, defender: str, attacker: str
) -> None:
    match = played(duelhall.load("binmat", rules), places, move)
    assert log(match, 0)[1] == defender
    assert log(match, 1)[1] == attacker


@pytest.mark.parametrize(
    ("places", "lines", "words"),
    [
        (
            "a0=8& l0=2&3&4&5&6& turn=1",
            ["a0 c0", "`n--` c0 / 8& / ", "`n--` 3 0 4 / 8& xa / X X X X ha0 "],
            ["Combat in lane 0: attacker 8&, defender nothing", "Attack power 3 against 0",
             "Damage: X X X X from the lane deck to the attacker"],
        ),
        (
            "a0=@&8& d0=4&2& l0=2% turn=1",
            ["a0 c0", "`n--` c0 / @& 8& / 4& 2&", "`n--` a@ / 2& xa",
             "`n--` 3 2 2 / @& 8& xa / 4& xa / X ha0 "],
            ["Combat in lane 0: attacker @& 8&, defender 4& 2&",
             "The attacker's TRAP takes 2&", "Attack power 3 against 2",
             "Damage: 4& from the stack", "Damage: X from the lane deck to the attacker"],
        ),
        (
            "a0=8& d0=?& turn=1",
            ["a0 c0", "`n--` c0 / 8& / ?&", "`n--` d? / ?& xa", "`n--` 3 0 - / 8& xa"],
            ["Combat in lane 0: attacker 8&, defender ?&", "BOUNCE: ?& to xa"],
        ),
        (
            "a0=8& d0=4&4% turn=1",
            ["a0 c0", "`n--` c0 / 8& / 4& 4%", "`n--` 3 3 1 / 8& xa / 4% xa"],
            ["Combat in lane 0: attacker 8&, defender 4& 4%", "Attack power 3 against 3",
             "Damage: 4% from the stack"],
        ),
        (
            "a0=2& d0=8& turn=1",
            ["a0 c0", "`n--` c0 / 2& / 8&", "`n--` 1 3 - / 2& x0"],
            ["Combat in lane 0: attacker 2&, defender 8&", "Attack power 1 against 3",
             "No damage: the attackers go to x0"],
        ),
        (
            "a0=8& l0=2& turn=1",
            ["a0 c0", "`n--` c0 / 8& / ", "`n--` 3 0 4 / X ha0 "],
            ["Combat in lane 0: attacker 8&, defender nothing", "Attack power 3 against 0",
             "Damage: X from the lane deck to the attacker", "The attack breaks through"],
        ),
    ],
)  # fmt: skip
def test_combat_is_logged_and_told(places: str, lines: list[str], words: list[str]) -> None:
    match = played(duelhall.load("binmat"), places, "c0")
    assert log(match, 0)[1:] == lines
    assert [scene.caption for scene in match.scenes(len(match.moves), 0)] == words


def test_what_is_no_combat_has_no_scenes() -> None:
    match = played(duelhall.load("binmat"), "", "--")
    assert match.scenes(1, 0) == []
