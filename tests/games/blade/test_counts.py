"""Small positions played out in every possible way, by the rules and by the twin."""

from copy import deepcopy
from itertools import permutations

import pytest

import duelhall
from duelhall.engine.game import Game
from duelhall.engine.record import DRAWN, UNDECIDED, State
from tests.twins.blade import NaiveBlade

Count = tuple[int, int, int, int]
"""How many ways there are to go on; how many player 0 wins, player 1 wins, and are drawn."""


def added(counts: list[Count]) -> Count:
    ways, first, second, drawn = (sum(column) for column in zip(*counts, strict=True))
    return ways, first, second, drawn


def ways(game: Game, state: State) -> Count:
    if state.winner != UNDECIDED:
        winner = int(state.winner)
        return 1, int(winner == 0), int(winner == 1), int(winner == DRAWN)
    return added([ways(game, game.after(state, move)) for move in game.legal(state)])


def naive_ways(twin: NaiveBlade) -> Count:
    if twin.winner is not None:
        return 1, int(twin.winner == 0), int(twin.winner == 1), int(twin.winner == "draw")
    counts = []
    for card in twin.legal():
        after = deepcopy(twin)
        after.play(card)
        counts.append(naive_ways(after))
    return added(counts)


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
        ("readme", "12BM:-:3 23BM:-:4", (432, 42, 262, 128)),
        ("controller", "12BM:-:3 23BM:-:4", (432, 42, 351, 39)),
        ("readme", "11BM7:2B:3 22BM6:M3:4", (1168, 338, 619, 211)),
        ("controller", "11BM7:2B:3 22BM6:M3:4", (1168, 338, 752, 78)),
        ("readme", "123BM:1:5 34BBM:2:6", (3850, 393, 2987, 470)),
        ("controller", "123BM:1:5 34BBM:2:6", (3850, 393, 3453, 4)),
    ],
)
def test_every_way_to_play_a_small_position(rules: str, position: str, expected: Count) -> None:
    game = duelhall.load("blade", rules)
    assert ways(game, game.parse_position(position)) == expected
    assert naive_ways(twin_of(position, rules)) == expected


@pytest.mark.parametrize("rules", ["readme", "controller"])
def test_every_order_of_small_decks(rules: str) -> None:
    """All 24 orders of each deck: equal cards, specials, and decks that run out."""
    game = duelhall.load("blade", rules)
    for first in set(permutations("14BM")):
        for second in set(permutations("44M7")):
            position = f"25:{''.join(first)}:3 26:{''.join(second)}:5"
            counted = ways(game, game.parse_position(position))
            assert counted == naive_ways(twin_of(position, rules)), position
