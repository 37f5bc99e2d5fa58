"""The log that hackmud's players know, of our games and of games that their server recorded."""

import os
import random
import re
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.record import foe
from duelhall.games.binmat.log import binlog
from duelhall.games.binmat.scenes import combat_scenes
from duelhall.games.binmat.state import NAMES, State
from duelhall.match.explain import trace_move
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.saves import load_match
from duelhall.terminal.replay import print_log
from duelhall.testing.conformance import random_match
from tests.games.binmat.setting import RULE_SETS, cards_in, check, played, same

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


# --- a whole game, for each seat and openly ---


WHOLE = Path(__file__).parent / "logged" / "whole.json"
SEATS = {"seat0": 0, "seat1": 1, "open": None}


@pytest.mark.parametrize("eyes", SEATS)
def test_a_whole_game_is_logged_as_it_was(eyes: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_log(load_match(WHOLE), SEATS[eyes])
    log, output = WHOLE.with_suffix(f".{eyes}.log"), capsys.readouterr().out
    if os.environ.get("DUELHALL_UPDATE_GOLDEN"):
        log.write_text(output, encoding="utf-8")
    assert output == log.read_text(encoding="utf-8")


# --- games of hackmud's server, replayed by the rules `live` ---


RECORDED = Path(__file__).parent / "recorded"
RECORDINGS = sorted(file.stem for file in RECORDED.glob("*.json"))

TURN = re.compile("`V[0-9]{3}` `n------`")
FACE_ALONE = re.compile("([da]0 [ux].)([0-5a] / .([&%+!^#]).*)")

WRITTEN_HERE = {
    # Attackers who win go to the attacker discard there, and stay where they are here (N22).
    "`n--` 2 0 3 / 4& xa / X ha0": "`n--` 2 0 3 / X ha0"
}
"""Lines that are written in another way here."""

LAST_SEEN = {
    "2781746": "l0=0 l1=4 l2=3 l3=0 l4=4 l5=12 a=3 hd=0 ha=0 x0=7#2^8%2# x1=>#6+5!9# x2=>&3&?%*%"
    " x3=4%a^2%9^ x4=4#?#7+>+ x5=a+3#2+?+"
    " xa=9!3^a!2&8&4!@%@#2!3!8^8+7&?^3+6!6^4+*+9+9&>!5&4&@+5+9%*!",
    "534b4b4": "l0=10 l1=8 l2=13 l3=11 l4=12 l5=12 hd=1 ha=@&@%5#?#2#3+ d0=?&u x0=6& xa=*^7^3#",
    "5968450": "l0=10 l1=12 l2=11 l3=10 l4=11 l5=9 hd=9^9+3#7^6&6#9! ha=6 a0=1 d0= xa=?%",
    "5c593fe": "l0=8 l1=8 l2=5 l3=6 l4=6 l5=6# a=2 ha=30 x0=7+7! x1=*! x2=5# x3=4& x4=7% x5="
    " xa=3#5^4%8&8+8%",
    "6dec467": "l0=11 l1=10 l2=11 l3=11 l4=9 l5=10 hd=2^a&9&3#2&5& ha=7 a1=1 d0=?! xa=4!",
    "a32decf": "l0=11 l1=11 l2=13 l3=11 l4=12 l5=12 hd=5%3+ ha=5 x0=?%",
    "a6ed5ac": "l0=1 l1=8 l2=3 l3=3 l4=0 l5=4 a=0 hd=0 ha=30 a1=1 d1=?^>! d4=8^u x0=4!?&a!5+>%"
    " x1=5^*!2^7% x2=3+@+8%2% x3=6+>#@!3# x4=>+4^9!*# x5=8&7+?!a+ xa=",
    "d846d2a": "l0=0 l1=6 l2=8 l3=12 l4=12 l5=0 a=3 hd=7^@%5+@+ ha=21 a0=1 x0=4^2! x1=2&9%"
    " x2=*!># x3=>+ x4=>% x5=",
}
"""What was seen of some places in the end; a number is how many cards a place had."""


@pytest.fixture(scope="module", params=RECORDINGS)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def match(name: str) -> Match:
    return load_match(RECORDED / f"{name}.json")


def recorded(name: str) -> list[list[str]]:
    """What the server logged, turn by turn, with every move written out."""
    turns: list[list[str]] = []
    for line in (RECORDED / f"{name}.log").read_text(encoding="utf-8").splitlines():
        if TURN.fullmatch(line):
            turns.append([])
        turns[-1].append(FACE_ALONE.sub(r"\1\3\2", WRITTEN_HERE.get(line, line)))
    return turns


def logged(match: Match, number: int, seat: int) -> list[str]:
    """What a seat reads here of a move, counted from 1."""
    return [line.rstrip() for line in match.log(number, seat) or ()]


def test_a_game_of_the_server_is_logged_here_as_there(name: str, match: Match) -> None:
    turns = recorded(name)
    assert len(turns) == len(match.moves)
    for number, lines in enumerate(turns, start=1):
        assert logged(match, number, foe(match.mover(number))) == lines


def test_who_played_or_drew_a_card_that_the_server_hid_is_told_it(name: str, match: Match) -> None:
    for number, lines in enumerate(recorded(name), start=1):
        shapes = [re.escape(line).replace("X", f"(X|{CARD})") for line in lines]
        for seat in range(2):
            for line, shape in zip(logged(match, number, seat), shapes, strict=True):
                assert re.fullmatch(shape, line), (line, shape)


def test_every_card_lies_where_the_server_had_it_in_the_end(name: str, match: Match) -> None:
    for entry in LAST_SEEN[name].split():
        place, _, cards = entry.partition("=")
        if cards.isdecimal():
            assert (place, len(cards_in(match, place))) == (place, int(cards))
        else:
            check(match, entry)


def test_two_games_are_over_where_their_records_end() -> None:
    ends = {name: load_match(RECORDED / f"{name}.json") for name in ("2781746", "d846d2a")}
    assert {name: (match.winner, match.reason.word) for name, match in ends.items()} == {
        "2781746": (0, "turns"),
        "d846d2a": (1, "damage"),
    }
