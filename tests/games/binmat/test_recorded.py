"""Games that were played on hackmud's server, replayed here by the rules `live`.

The folder `recorded` holds, for each of eight games, the lines that the server logged (ends of
lines are cut) and a whole game that agrees with them: what no player ever saw is made up. The
records are at github.com/samualtnorman/binmat, test/binmat-games, each as one player saw it;
2781746 was recorded by both, and of a6ed5ac, which went on after 110 turns, those are here. The
server wrote one log for both players, which names a card only where everybody saw it.
"""

import re
from pathlib import Path

import pytest

from duelhall.engine.record import foe
from duelhall.match.match import Match
from duelhall.match.saves import load_match
from tests.games.binmat.setting import cards_in, check

RECORDED = Path(__file__).parent / "recorded"
NAMES = sorted(file.stem for file in RECORDED.glob("*.json"))

CARD = "[2-9a@*?>][&%+!^#]"
TURN = re.compile("`V[0-9]{3}` `n------`")
FACE_ALONE = re.compile("([da]0 [ux].)([0-5a] / .([&%+!^#]).*)")

WRITTEN_HERE = {
    # Attackers who win go to the attacker discard there, and stay where they are here (N22).
    "`n--` 2 0 3 / 4& xa / X ha0": "`n--` 2 0 3 / X ha0",
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


@pytest.fixture(scope="module", params=NAMES)
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
