"""Tiny games played in every possible way, with every deal, by the rules and by the twin."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import duelhall
from duelhall.engine.sources import BadOutcome
from duelhall.match.saves import replayed
from duelhall.match.tree import Odds, Walker, Ways
from tests.twins.frontline_game import NaiveFrontline, cards_needed
from tests.twins.walking import Twins, naive_walk

TWINS = Twins(NaiveFrontline.legal, lambda twin, move, _: twin.play(move), lambda twin: twin.winner)
FACES = {"|": 2, "@": 1, "!": 1}
CARDS = " ".join(f"{count}{face}" for face, count in FACES.items())


def naive_game(mode: str, hand: int) -> tuple[Ways, Odds]:
    """Every deal of the twin, cards of the same face being one, and every way to play it."""
    cards = [face for face, count in FACES.items() for _ in range(count)]
    deals = Counter(permutations(cards, cards_needed(mode, hand)))
    lines, odds = Counter[str](), Counter[str]()
    for deal, count in deals.items():
        ways, found = naive_walk(NaiveFrontline(mode, hand, 1, list(FACES), [list(deal)]), TWINS)
        lines.update(all=ways.lines, first=ways.won[0], second=ways.won[1], drawn=ways.drawn)
        for name, likely in zip(
            ("first", "second", "drawn"), (*found.won, found.drawn), strict=True
        ):
            odds[name] += likely * Fraction(count, deals.total())  # type: ignore[assignment]
    return (
        Ways(lines["all"], (lines["first"], lines["second"]), lines["drawn"]),
        Odds((Fraction(odds["first"]), Fraction(odds["second"])), Fraction(odds["drawn"])),
    )


# A single unit is placed in two ways and committed in two. Of two units the first is placed in four
# ways; the second in two at an end, which leaves one way to commit, or behind the first, which
# leaves two: 4 * (2 + 2) = 16 lines for each player. What the battles come to is the twin's word.
ONE_UNIT, TWO_UNITS = 2 * 2, 4 * (2 + 2)
LONG = pytest.mark.uncovered


@pytest.mark.parametrize(
    ("mode", "hand", "lines", "won", "likely"),
    [
        ("mirror", 1, 3 * ONE_UNIT**2, 0, Fraction(0)),
        ("skirmish", 1, 7 * ONE_UNIT**2, 48, Fraction(5, 12)),
        pytest.param("mirror", 2, 7 * TWO_UNITS**2, 384, Fraction(35, 216), marks=LONG),
        pytest.param("skirmish", 2, 12 * TWO_UNITS**2, 1472, Fraction(53, 108), marks=LONG),
    ],
)
def test_every_deal_and_every_way_to_play_it(
    mode: str, hand: int, lines: int, won: int, likely: Fraction
) -> None:
    game = duelhall.load("frontline", mode, hand=hand, cards=CARDS)
    ways, odds = Walker(game).ways(), Walker(game).odds()
    assert ways == Ways(lines, (won, won), lines - 2 * won)
    assert odds == Odds((likely, likely), 1 - 2 * likely)
    assert naive_game(mode, hand) == (ways, odds)


def test_every_deal_between_battles() -> None:
    """A unit against its like is a tie: both battles are fought, each after a deal of its own."""
    game = duelhall.load("frontline", "mirror", hand=1, battles=2, cards=CARDS)
    assert Walker(game).ways() == Ways((3 * ONE_UNIT**2) ** 2, (0, 0), (3 * ONE_UNIT**2) ** 2)


@pytest.mark.parametrize("face", FACES)
def test_f21_a_deal_between_battles_can_be_scripted(face: str) -> None:
    game = duelhall.load("frontline", "mirror", hand=1, battles=2, cards=CARDS)
    match = game.match(deal="|")
    for move in ("1<", "commit<", "1<"):
        match.play(move)
    with pytest.raises(BadOutcome, match="& cannot be drawn: it is not one of 4"):
        match.play("commit<", outcomes="&")
    match.play("commit<", outcomes=face)
    assert game.position_text(match.state).startswith(f"{face}:none {face}:none ")
    assert match.replay().moves[-1] == f"commit<={face}"
    assert replayed(match.replay()).state.tobytes() == match.state.tobytes()
