"""The log that hackmud's players know, and combat told in words."""

import random
import re

import pytest

import duelhall
from duelhall.engine.record import foe
from duelhall.games.binmat.log import binlog
from duelhall.games.binmat.scenes import combat_scenes
from duelhall.games.binmat.state import NAMES, State
from duelhall.match.explain import trace_move
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match
from tests.games.binmat.setting import RULE_SETS, played, same

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
            f"`n--` [0-9]+ [0-9]+ (?:[0-9]+|-)(?: / (?:{CARD}u? )+x[a0-5])?(?: / (?:{CARD} )+xa)?"
            f"(?: / (?:{KNOWN} )+ha0 )?"
        ),
        f"`n--` [0-9]+ [0-9]+ [0-9]+ / (?:{CARD}u? )+xa / (?:{CARD} )+",
        "`n--` 0 0 0 /  xa",
    )
]


def log(match: Match, seat: int | None) -> list[str]:
    return match.log(len(match.moves), seat) or []


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_line_has_the_shape_of_the_community(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    for seed in range(12):
        match = random_match(game, seed)
        for number in range(1, len(match.moves) + 1):
            for seat in (0, 1, None):
                for line in match.log(number, seat) or ():
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
            ["a0 c0", "`n--` c0 / 8& / ?&", "`n--` d? / ?& xa", "`n--` 0 0 0 / 8& xa"],
            ["Combat in lane 0: attacker 8&, defender ?&", "BOUNCE: ?& to xa"],
        ),
        (
            "a0=8& d0=4&4% turn=1",
            ["a0 c0", "`n--` c0 / 8& / 4& 4%", "`n--` 3 3 1 / 8& xa / 4% "],
            ["Combat in lane 0: attacker 8&, defender 4& 4%", "Attack power 3 against 3",
             "Damage: 4% from the stack"],
        ),
        (
            "a0=9&7&u d0=4&4% turn=1",
            ["a0 c0", "`n--` c0 / 9& 7&u / 4& 4%", "`n--` 4 3 2 / 9& 7&u xa / 4% 4& xa"],
            ["Combat in lane 0: attacker 9& 7&u, defender 4& 4%", "Attack power 4 against 3",
             "Damage: 4% 4& from the stack"],
        ),
        (
            "a0=2&u d0=8& turn=1",
            ["a0 c0", "`n--` c0 / 2&u / 8&", "`n--` 1 3 - / 2&u x0"],
            ["Combat in lane 0: attacker 2&u, defender 8&", "Attack power 1 against 3",
             "No damage: the attackers go to x0"],
        ),
        (
            "a0=3& d0=5& turn=1",
            ["a0 c0", "`n--` c0 / 3& / 5&", "`n--` 0 0 0 / 3& xa"],
            ["Combat in lane 0: attacker 3&, defender 5&", "Attack power 0 against 0",
             "No damage: the attackers go to xa"],
        ),
        (
            "a0=2& d0=8&@& turn=1",
            ["a0 c0", "`n--` c0 / 2& / 8& @&", "`n--` d@ / 2& x0", "`n--` 0 0 0 /  xa"],
            ["Combat in lane 0: attacker 2&, defender 8& @&", "The defender's TRAP takes 2&",
             "No damage: there is no attacker stack"],
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


@pytest.mark.parametrize(
    ("places", "bounces"),
    [
        ("d0=4& ha=?& turn=1", ["`n--` a? / ?& x0"]),
        ("d0=?%4&?+ ha=?& turn=1", ["`n--` a? / ?& x0", "`n--` d? / ?% ?+ xa"]),
    ],
)
def test_n18_a_bounce_without_combat_is_logged(places: str, bounces: list[str]) -> None:
    match = played(duelhall.load("binmat", "rulebook"), places, "u?&0")
    for seat in (0, 1, None):
        assert log(match, seat)[1:] == ["a0 u?&0 / ?& a0", *bounces]


def test_what_is_no_combat_has_no_scenes() -> None:
    match = played(duelhall.load("binmat"), "", "--")
    assert match.scenes(1, 0) == []


# --- what is not told ---


@pytest.mark.parametrize(
    ("rules", "seat", "one", "other", "moves"),
    [
        ("hackmud", 0, "l0=7&8&", "l0=8&7&", "d0 -- d0"),
        ("rulebook", 1, "l0=7&8& turn=1", "l0=8&7& turn=1", "d0 -- d0"),
        ("live", 1, "a=7&8& turn=1", "a=8&7& turn=1", "da -- da"),
        ("live", 1, "a=7&8& turn=1", "a=8&7& turn=1", "x2&a"),
        ("hackmud", 1, "a0=2& l0=7&8& turn=1", "a0=2& l0=8&7& turn=1", "c0"),
        ("live", 1, "a0=2& l0=7&8& x1=3&4& turn=1", "a0=2& l0=8&7& x1=3&4& turn=1", "c0"),
    ],
)
def test_n40_who_did_not_see_a_card_drawn_is_not_told_the_order_of_draws(
    rules: str, seat: int, one: str, other: str, moves: str
) -> None:
    game = duelhall.load("binmat", rules)
    rest = "hd" if seat == 0 or "c0" in moves else "ha"
    first, second = (played(game, places, rest=rest) for places in (one, other))
    for move in moves.split():
        first.play(move)
        second.play(move)
        assert same(first, second, foe(seat))
        assert log(first, foe(seat)) == log(second, foe(seat))
        assert told(first, foe(seat)) == told(second, foe(seat))
    assert log(first, seat) != log(second, seat)


def told(match: Match, seat: int | None) -> list[str]:
    return [scene.caption for scene in match.scenes(len(match.moves), seat)]


@pytest.mark.parametrize(
    ("rules", "places", "move", "line"),
    [
        ("hackmud", "x3=7&8& turn=1", "d3", "a0 d3 / 8& ha0 "),
        ("rulebook", "x3=7&8& turn=1", "d3", "a0 d3 / X ha0 "),
        ("live", "x3=7&8& turn=1", "d3", "a0 d3 / X ha0 "),
        ("live", "a3=2& l3=9& x3=7& turn=1", "c3", "`n--` 1 0 2 / 2& xa / 9& X ha0 "),
        ("live", "a3=4& x3=7&8&9& turn=1", "c3", "`n--` 2 0 3 / 4& xa / X 8& 7& ha0 "),
    ],
)
def test_n2_the_first_card_of_a_reshuffle_is_named_by_hackmud_only(
    rules: str, places: str, move: str, line: str
) -> None:
    match = played(duelhall.load("binmat", rules), places, rest="hd")
    match.play(move, outcomes="".join(re.findall("x3=(\\S+)", places)))
    assert log(match, 0)[-1] == line


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", RULE_SETS)
def test_n40_what_a_seat_cannot_tell_apart_is_logged_and_told_alike(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    alike = 0
    for seed in range(30):
        match = late_match(game, seed)
        for before, move in zip(match.states, match.moves, strict=False):
            for seat in range(2):
                imagined = game.guess(game.view(before, seat), seat, seed)
                if game.allows(imagined, move):
                    here, there = (reading(game, s, move, seat) for s in (before, imagined))
                    if here[0] == there[0]:
                        assert here == there
                        alike += 1
    assert alike > 100


def late_match(game: Game, seed: int) -> Match:
    """A random match in which much can be told: nearly all cards are in one hand, and the other
    player does little but draw.
    """
    dice, cards, rich = random.Random(seed), list(NAMES), seed % 2
    dice.shuffle(cards)
    decks = " ".join(f"l{lane}={''.join(cards[lane : lane + 3])}" for lane in (0, 3))
    match = played(game, decks, rest=("hd", "ha")[rich])
    while not match.over and len(match.moves) < 20:
        legal = match.legal()
        draws = [move for move in legal if move in ("d0", "d3")]
        is_drawing = match.to_move != rich and dice.random() < 0.8
        match.play(dice.choice((is_drawing and draws) or legal))
    return match


def reading(game: Game, before: State, move: int, seat: int) -> tuple[list[bytes], list[str]]:
    """What a seat sees of a move, and what it reads of it."""
    trace = trace_move(game, before, move)
    seen = [game.view(step.state, seat).tobytes() for step in trace.steps if not step.secret]
    scenes = combat_scenes(before, move, trace, seat)
    return seen, [*binlog(before, move, trace, seat), *map(repr, scenes)]
