"""Small positions played out in every possible way, by the rules and by the twin."""

from fractions import Fraction
from itertools import permutations

import pytest

import duelhall
from duelhall.match.tree import Walker, Ways
from tests.twins.blade import NaiveBlade
from tests.twins.walking import Twins, naive_walk

pytestmark = pytest.mark.uncovered  # it is slow, and other tests run every line

TWINS = Twins(NaiveBlade.legal, lambda twin, card, _: twin.play(card), lambda twin: twin.winner)


def twin_of(position: str, rules: str) -> NaiveBlade:
    """The twin in a position without invalid cards, player 0 being to move in a turn."""
    players = [[list(place.strip("-")) for place in part.split(":")] for part in position.split()]
    hands, decks, fields = zip(*players, strict=True)
    return NaiveBlade.from_parts(
        rules, list(hands), list(decks), list(fields), [False, False], [], 0, 0, placing=False
    )


@pytest.mark.parametrize(
    ("rules", "position", "expected"),
    [
        ("readme", "12BM:-:3 23BM:-:4", Ways(432, (42, 262), 128)),
        ("controller", "12BM:-:3 23BM:-:4", Ways(432, (42, 351), 39)),
        ("readme", "11BM7:2B:3 22BM6:M3:4", Ways(1168, (338, 619), 211)),
        ("controller", "11BM7:2B:3 22BM6:M3:4", Ways(1168, (338, 752), 78)),
        ("readme", "123BM:1:5 34BBM:2:6", Ways(3850, (393, 2987), 470)),
        ("controller", "123BM:1:5 34BBM:2:6", Ways(3850, (393, 3453), 4)),
    ],
)
def test_every_way_to_play_a_small_position(rules: str, position: str, expected: Ways) -> None:
    game = duelhall.load("blade", rules)
    walker, state = Walker(game), game.parse_position(position)
    assert walker.ways(state) == expected
    assert naive_walk(twin_of(position, rules), TWINS) == (expected, walker.odds(state))


def test_random_play_of_a_small_position() -> None:
    game = duelhall.load("blade", "readme")
    odds = Walker(game).odds(game.parse_position("12BM:-:3 23BM:-:4"))
    assert odds == ((Fraction(43, 288), Fraction(173, 288)), Fraction(1, 4))


@pytest.mark.parametrize("rules", ["readme", "controller"])
def test_every_order_of_small_decks(rules: str) -> None:
    """All 24 orders of each deck: equal cards, specials, and decks that run out."""
    game = duelhall.load("blade", rules)
    walker = Walker(game)
    for first in set(permutations("14BM")):
        for second in set(permutations("44M7")):
            position = f"25:{''.join(first)}:3 26:{''.join(second)}:5"
            counted = walker.ways(game.parse_position(position))
            assert counted == naive_walk(twin_of(position, rules), TWINS)[0], position
