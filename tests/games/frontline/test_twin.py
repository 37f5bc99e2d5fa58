"""Frontline against its twins, and against counts."""

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.backend.cpu import callable_rule
from duelhall.engine.record import DRAWN, HIDDEN, UNDECIDED
from duelhall.engine.sources import BadOutcome
from duelhall.games.frontline import battle as rules
from duelhall.games.frontline.cards import COPIES, parse_table, symbols_text
from duelhall.games.frontline.state import DEPLOYING, FOUGHT, MODES, PICKING, State
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.saves import replayed
from duelhall.match.tree import Odds, Walker, Ways
from tests.games.frontline.armies import battle, random_army, standing, standing_in_twin
from tests.twins.frontline import Army, NaiveBattle, NaiveFrontline, cards_needed
from tests.twins.walking import Twins, naive_walk

BATTLES = {CPU: 1_500, PYTHON: 100}


def winner_of(twin: NaiveBattle) -> int:
    if twin.winner is None:
        return UNDECIDED
    return DRAWN if twin.winner == "tie" else int(twin.winner)


@pytest.mark.uncovered
@pytest.mark.parametrize("mode", [CPU, PYTHON])
def test_the_twin_agrees_after_every_round(mode: str) -> None:
    play_round = callable_rule(rules.play_round) if mode == CPU else rules.play_round
    dice = random.Random(3)
    for _ in range(BATTLES[mode]):
        first, second = (random_army(dice, dice.randint(1, 10)) for _ in range(2))
        s, twin = battle(first, second), NaiveBattle(first, second)
        while twin.winner is None:
            twin.play_round()
            play_round(s)
            assert int(s.victor) == winner_of(twin)
            for seat in range(2):
                if s.victor == UNDECIDED:
                    assert standing(s, seat) == standing_in_twin(twin.armies[seat])
        assert s.rounds == twin.rounds


@pytest.fixture(scope="module")
def fight() -> Any:
    """A whole battle, in machine code."""
    return callable_rule(rules.fight)


def victor(fight: Any, first: Army, second: Army) -> int:
    s = battle(first, second)
    fight(s)
    return int(s.victor)


@pytest.mark.uncovered
def test_an_army_against_itself_ties_and_changing_places_changes_the_result(fight: Any) -> None:
    dice, other = random.Random(4), {0: 1, 1: 0, DRAWN: DRAWN}
    for _ in range(3_000):
        first, second = (random_army(dice, dice.randint(1, 10)) for _ in range(2))
        assert victor(fight, first, first) == DRAWN
        assert victor(fight, second, first) == other[victor(fight, first, second)]


@pytest.mark.uncovered
def test_a_battle_has_no_more_rounds_than_things_that_can_change(fight: Any) -> None:
    """Every round but the last breaks a shield or a fortress, or kills a unit."""
    dice = random.Random(5)
    for _ in range(3_000):
        armies = [random_army(dice, dice.randint(1, 10)) for _ in range(2)]
        cards = [
            card for army in armies for line in (army.front, army.back) for card in line.values()
        ]
        changes = len(cards) + sum(card.count("@") + card.count("&") for card in cards)
        s = battle(*armies)
        fight(s)
        assert s.rounds <= changes + 1


# --- whole matches ---


STAGES = {PICKING: "picking", DEPLOYING: "deploying", FOUGHT: "over"}
MATCHES = {"cpu": 30, "python": 6}


def faces(game: Game, kinds: Any) -> list[str]:
    """The faces of cards, "?" where they are hidden and "" where there are none."""
    cards = parse_table(str(game.options["cards"]))
    return ["?" if kind == HIDDEN else symbols_text(cards[kind]) for kind in kinds]


def match_winner(state: State) -> int | str | None:
    winner = int(state.winner)
    return {UNDECIDED: None, DRAWN: "tie"}.get(winner, winner)


def dealt(game: Game, state: State) -> list[str]:
    """The cards at the beginning of a battle, in an order that deals them again."""
    if game.options["mode"] == "draft":
        return [*faces(game, state.row), *faces(game, state.pack[: state.pack_size][::-1])]
    first, second = ([face for face in faces(game, hand) if face] for hand in state.hand)
    return first if game.options["mode"] == "mirror" else first + second


def compare(game: Game, match: Match, twin: NaiveFrontline) -> None:
    state = match.state
    assert match_winner(state) == twin.winner
    assert state.score.tolist() == twin.score
    assert set(match.legal()) == (twin.legal() if twin.winner is None else set())
    for seat in range(2):
        compare_views(game, match.view(seat), seat, twin.seen_by(seat))


def compare_views(game: Game, view: State, seat: int, seen: dict[str, Any]) -> None:
    other, size = 1 - seat, int(game.options["hand"])
    assert STAGES[int(view.stage)] == seen["phase"]
    assert int(view.to_move) == seen["to_move"]
    assert faces(game, view.hand[seat][:size]) == seen["own_hand"]
    assert [n + 1 for n in range(size) if view.placed[seat, n]] == seen["own_placed"]
    units = ["", *faces(game, view.hand[seat])]
    line = [(units[view.ahead[seat, n]], units[view.behind[seat, n]])
            for n in range(view.length[seat])]  # fmt: skip
    assert line == seen["own_line"]
    hidden = ["?"] * seen["enemy_hand_size"]
    expected = hidden if seen["enemy_hand"] is None else seen["enemy_hand"]
    assert faces(game, view.hand[other][:size]) == expected
    if view.stage == PICKING:
        assert faces(game, view.row) == seen["row"]
        assert int(view.pack_size) == seen["to_come"]


@pytest.mark.uncovered
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", ["cpu", "python"])
def test_the_twin_agrees_after_every_move(way: str, mode: str) -> None:
    dice = random.Random(mode)
    for seed in range(MATCHES[way]):
        hand = dice.randint(8, 10) if mode == "muster" else dice.randint(1, 10)
        battles = dice.randint(1, 4)
        game = duelhall.load("frontline", mode, hand=hand, battles=battles, backend=way)
        order = [
            symbols_text(row) for row in parse_table(str(game.options["cards"])) if row[COPIES]
        ]
        match = game.match(seed)
        deals = [dealt(game, match.state)]
        twin = NaiveFrontline(mode, hand, battles, order, deals)
        compare(game, match, twin)
        while not match.over:
            move = dice.choice(sorted(match.legal()))
            match.play(move)
            if match.state.fought == len(deals) and not match.over:
                deals.append(dealt(game, match.state))
            twin.play(move)
            compare(game, match, twin)


# --- tiny games played in every possible way ---


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
