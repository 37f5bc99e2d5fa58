"""The last turns of a game played in every possible way, with every order of every reshuffle."""

from fractions import Fraction
from itertools import permutations
from math import factorial

import pytest

import duelhall
from duelhall.match.outcome import move_outcomes
from duelhall.match.tree import Walker, Ways
from tests.games.binmat.setting import CARD, position, twin_in
from tests.twins.binmat import ATTACKER, DEFENDER, NaiveBinmat
from tests.twins.walking import Picks, Twins, Winner, naive_walk

ROLES = (DEFENDER, ATTACKER)


def played(twin: NaiveBinmat, move: str, picks: Picks) -> None:
    def shuffle(_name: str, cards: list[str]) -> list[str]:
        return [cards.pop(picks(len(cards))) for _ in range(len(cards))]

    twin.shuffle = shuffle
    twin.play(move)


def winner_of(twin: NaiveBinmat) -> Winner:
    return None if twin.winner is None else ROLES.index(twin.winner)


TWINS = Twins(NaiveBinmat.legal, played, winner_of)


THREE_TURNS = "xa=5&7^@! l3=2! turn=107"
A_STACK = "xa=5&7^ l3=2!3! a3=4&u hd=@^ turn=107"


@pytest.mark.uncovered
@pytest.mark.parametrize(
    ("rules", "places", "ways"),
    [
        ("hackmud", THREE_TURNS, Ways(529, (374, 155), 0)),
        ("rulebook", THREE_TURNS, Ways(254, (254, 0), 0)),
        ("live", THREE_TURNS, Ways(1128, (932, 196), 0)),
        ("hackmud", A_STACK, Ways(1225, (868, 357), 0)),
        ("rulebook", A_STACK, Ways(422, (380, 42), 0)),
    ],
)
def test_every_way_to_play_the_last_three_turns(rules: str, places: str, ways: Ways) -> None:
    game = duelhall.load("binmat", rules)
    text = position(places)
    walker, state = Walker(game), game.parse_position(text)
    assert walker.ways(state) == ways
    assert naive_walk(twin_in(rules, text), TWINS) == (ways, walker.odds(state))


@pytest.mark.parametrize("pile", ["5&", "5&7^", "5&7^@!", "2&5&7^@!"])
def test_n32_every_order_of_a_reshuffle_is_as_likely(pile: str) -> None:
    game = duelhall.load("binmat")
    state = game.parse_position(position(f"xa={pile} turn=31"))
    cards = CARD.findall(pile)
    found = list(move_outcomes(game, state, game.parse_move("da", state)))
    assert {outcome.names for outcome in found} == set(permutations(cards))
    assert {outcome.probability for outcome in found} == {Fraction(1, factorial(len(cards)))}
    assert len({outcome.state.tobytes() for outcome in found}) == len(found)
