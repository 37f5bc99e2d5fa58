"""Blade against its twin, and against counts."""

import random
from copy import deepcopy
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

import duelhall
from duelhall.engine.record import DRAWN
from duelhall.games.blade.state import IN_ORDER, NAMES
from duelhall.match.match import Match
from duelhall.match.tree import Walker, Ways
from tests.twins.blade import PACKS, NaiveBlade
from tests.twins.walking import Twins, naive_walk

GAMES = {"random": 2_000, "lasting": 250}
LIKELY_TO_LAST = 0.8


def shuffled_decks(rules: str, dice: random.Random) -> list[list[str]]:
    pack = [card for card, count in PACKS[rules].items() for _ in range(count)]
    dice.shuffle(pack)
    return [pack[:16], pack[16:]]


def deal_text(decks: list[list[str]]) -> str:
    return " ".join("".join(deck) for deck in decks)


def as_counts(cards: list[str]) -> list[int]:
    return [cards.count(name) for name in NAMES]


def assert_same(match: Match, twin: NaiveBlade) -> None:
    s = match.state
    for seat in range(2):
        assert s.hand[seat].tolist() == as_counts(twin.hands[seat])
        assert [NAMES[card] for card in s.deck[seat, : s.deck_size[seat]]] == twin.decks[seat]
        assert [NAMES[card] for card in s.field[seat, : s.field_size[seat]]] == twin.fields[seat]
        assert bool(s.bolted[seat]) == twin.invalid[seat]
        assert s.score[seat] == twin.score(seat)
        assert match.points(seat) == twin.points(seat)
    assert s.gone.tolist() == as_counts(twin.gone)
    assert s.turn == twin.turn
    assert match.reason.word == twin.reason
    assert ("draw" if s.winner == DRAWN else match.winner) == twin.winner
    if not match.over:  # who would have been next after the end means nothing
        assert match.to_move == twin.to_move
        assert bool(s.placing) == twin.placing
        assert match.legal() == [
            NAMES[card] for card in sorted(NAMES.index(c) for c in twin.legal())
        ]


def lasting_move(twin: NaiveBlade, dice: random.Random) -> str:
    """A random card, rather one that keeps the round going: random play alone ends too soon to
    see initializations from the hand."""
    legal = twin.legal()
    if dice.random() < LIKELY_TO_LAST:
        lasting = [card for card in legal if _after(twin, card).winner is None]
        again = [card for card in lasting if _after(twin, card).turn == 0]
        return dice.choice(again or lasting or legal)
    return dice.choice(legal)


def _after(twin: NaiveBlade, card: str) -> NaiveBlade:
    copy = deepcopy(twin)
    copy.play(card)
    return copy


@pytest.mark.uncovered
@pytest.mark.parametrize("style", ["random", "lasting"])
@pytest.mark.parametrize("rules", ["readme", "controller"])
def test_the_twin_agrees_after_every_move(rules: str, style: str) -> None:
    game, dice = duelhall.load("blade", rules), random.Random(f"{rules} {style}")
    reasons = set()
    for _ in range(GAMES[style]):
        decks = shuffled_decks(rules, dice)
        match, twin = game.match(deal=deal_text(decks)), NaiveBlade(decks, rules)
        assert_same(match, twin)
        while not match.over:
            move = dice.choice(twin.legal()) if style == "random" else lasting_move(twin, dice)
            match.play(move)
            twin.play(move)
            assert_same(match, twin)
        reasons.add(match.reason.word)
    assert reasons == {"lower-score", "special-last", "hand-empty", "hands-empty", "stranded"}


@pytest.mark.uncovered
def test_the_recorded_match_ends_as_recorded() -> None:
    """The match that was played with the public controller, move by move."""
    decks = [list("365367B524BB51BB"), list("124433MBM526742M")]
    match = duelhall.load("blade", "controller").match(deal=deal_text(decks))
    twin = NaiveBlade(decks, "controller")
    assert match.to_move == 1
    for move in "522445657BMBMBBBMB21":
        match.play(move)
        twin.play(move)
        assert_same(match, twin)
    assert (match.winner, match.reason.word) == (0, "hands-empty")
    assert match.state.score.tolist() == [14, 11]
    assert match.state.turn == 20


@pytest.mark.uncovered
def test_the_order_of_a_hand_is_numbers_then_bolts_then_mirrors() -> None:
    assert [NAMES[card] for card in IN_ORDER] == list("1234567BM")
    assert np.unique(IN_ORDER).tolist() == list(range(9))


# --- small positions played out in every possible way ---


TWINS = Twins(NaiveBlade.legal, lambda twin, card, _: twin.play(card), lambda twin: twin.winner)


def twin_of(position: str, rules: str) -> NaiveBlade:
    """The twin in a position without invalid cards, player 0 being to move in a turn."""
    players = [[list(place.strip("-")) for place in part.split(":")] for part in position.split()]
    hands, decks, fields = zip(*players, strict=True)
    return NaiveBlade.from_parts(
        rules, list(hands), list(decks), list(fields), [False, False], [], 0, 0, placing=False
    )


@pytest.mark.uncovered
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


@pytest.mark.uncovered
def test_random_play_of_a_small_position() -> None:
    game = duelhall.load("blade", "readme")
    odds = Walker(game).odds(game.parse_position("12BM:-:3 23BM:-:4"))
    assert odds == ((Fraction(43, 288), Fraction(173, 288)), Fraction(1, 4))


@pytest.mark.uncovered
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
