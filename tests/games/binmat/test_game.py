"""The course of the game (N30 to N32), compiled and interpreted."""

from collections import Counter

import pytest

import duelhall
from duelhall.engine.errors import IllegalMove
from duelhall.games.binmat.notation import place_cards
from duelhall.games.binmat.rules import lasts_its_time, refusal_is_late
from duelhall.games.binmat.state import NAMES
from duelhall.match.match import Match
from tests.games.binmat.setting import (
    LANES,
    GameOf,
    by_both_roles,
    by_every_rule_set,
    cards_in,
    check,
    played,
    refused,
    result,
)


@by_every_rule_set
def test_n30_thirteen_cards_are_dealt_to_each_lane(game_of: GameOf, rules: str) -> None:
    match = game_of(rules).match(seed=9)
    found = place_cards(match.state)
    assert [len(found[f"l{lane}"]) for lane in LANES] == [13] * 6
    assert sorted(card for lane in LANES for card in found[f"l{lane}"]) == sorted(NAMES)
    assert len(NAMES) == 78
    assert sum(len(cards) for cards in found.values()) == 78
    assert (match.state.turn, match.to_move) == (0, 0)


def test_n30_every_card_is_as_likely_to_be_dealt_to_a_place() -> None:
    game = duelhall.load("binmat")
    tops: Counter[str] = Counter()
    for seed in range(3900):
        tops[place_cards(game.dealt(seed))["l2"][-1]] += 1
    chi_square = sum((tops[card] - 50) ** 2 / 50 for card in NAMES)
    assert chi_square < 130  # 77 degrees of freedom: reached once in 6,000 honest shuffles


@by_every_rule_set
def test_n30_the_defender_wins_after_110_turns(game_of: GameOf, rules: str) -> None:
    match = game_of(rules).match(seed=2)
    for turn in range(110):
        assert (match.over, match.to_move, match.state.turn) == (False, turn % 2, turn)
        match.play("--")
    assert result(match) == (0, "turns", "N30")
    assert (match.points(0), match.points(1)) == (1, 0)
    assert refused_after_the_end(match) == "N30"


def refused_after_the_end(match: Match) -> str:
    with pytest.raises(IllegalMove, match="the game is over") as caught:
        match.play("--")
    return caught.value.ruling


@by_every_rule_set
def test_n30_the_attacker_may_still_win_on_the_last_turn(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "a0=4& l0=2^3^ turn=109", "c0")
    assert result(match) == (1, "damage", "N22")
    assert (match.points(0), match.points(1)) == (0, 1)
    match = played(game_of(rules), "a0=4& l0=2^3^5^ turn=109", "c0")
    assert result(match) == (0, "turns", "N30")


@by_every_rule_set
@pytest.mark.parametrize("move", ["--", "d0", "da", "p7&0", "p>&1", "c1", "u>&1"])
def test_n30_one_action_or_pass_a_turn(game_of: GameOf, rules: str, move: str) -> None:
    match = played(game_of(rules), "ha=7&>& a1=2& l0=2%3% l1=4%5%6% a=8% turn=21", move)
    assert (match.state.turn, match.to_move) == (22, 0)


@pytest.mark.parametrize(
    ("rules", "turn"), [("rulebook", "at-most"), ("hackmud", "exactly"), ("live", "exactly")]
)
def test_n31_how_long_a_turn_lasts_by_the_clock(game_of: GameOf, rules: str, turn: str) -> None:
    assert game_of(rules).options["turn"] == turn


@by_every_rule_set
@by_both_roles
def test_n31_a_player_who_gives_up_loses(game_of: GameOf, rules: str, seat: int) -> None:
    match = game_of(rules).match(seed=1)
    match.forfeit(seat)
    assert result(match) == (1 - seat, "forfeit", "N31")
    assert (match.points(seat), match.points(1 - seat)) == (0, 1)


@by_every_rule_set
def test_n32_the_defender_draws_from_any_lane(game_of: GameOf, rules: str) -> None:
    places = "l0=2& l1=3& l2=4& l3=5& l4=6& d1=7& d4=8&u a2=9& a=2% turn=0"
    match = played(game_of(rules), places)
    assert {move for move in match.legal() if move.startswith("d")} == {f"d{n}" for n in LANES}
    assert refused(match, "da") == "N32"
    match.play("d1")
    check(match, "hd=3& l1=")


@by_every_rule_set
def test_n32_the_attacker_draws_where_no_defender_stack_is(game_of: GameOf, rules: str) -> None:
    places = "l0=2& l1=3& l2=4& l3=5& l4=6& d1=7& d4=8&u a2=9& a=2%3% turn=1"
    match = played(game_of(rules), places)
    draws = {move for move in match.legal() if move.startswith("d")}
    assert draws == {"d0", "d2", "d3", "d5", "da"}
    assert {refused(match, move) for move in ("d1", "d4")} == {"N32"}
    match.play("da")
    check(match, "ha=3% a=2%")


@by_every_rule_set
@pytest.mark.parametrize(
    ("deck", "discard", "move", "turn"),
    [("l0", "x0", "d0", 0), ("l4", "x4", "d4", 0), ("l2", "x2", "d2", 1), ("a", "xa", "da", 1)],
)
def test_n32_an_empty_deck_first_takes_its_own_discard_pile(
    game_of: GameOf, rules: str, deck: str, discard: str, move: str, turn: int
) -> None:
    other = "x1=7% xa=8%" if discard != "xa" else "x1=7%"
    match = played(game_of(rules), f"{discard}=2&3&4& {other} turn={turn}", move)
    hand = cards_in(match, "hd" if turn == 0 else "ha")
    assert (len(hand), len(cards_in(match, deck))) == (1, 2)
    assert sorted(hand + cards_in(match, deck)) == ["2&", "3&", "4&"]
    check(match, f"{discard}= {other}")


@by_every_rule_set
def test_n32_a_deck_with_cards_leaves_its_discard_pile_alone(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "l0=2& x0=3& a=4& xa=5& turn=0", "d0", "da")
    check(match, "hd=2& ha=4& l0= x0=3& a= xa=5&")


def test_n32_every_card_of_the_pile_is_as_likely_to_be_drawn() -> None:
    game = duelhall.load("binmat")
    state = played(game, "x0=2&3&4& turn=0").state
    drawn: Counter[str] = Counter()
    for seed in range(900):
        state.rng = seed
        after = game.after(state, game.parse_move("d0", state))
        drawn["".join(place_cards(after)["hd"])] += 1
    assert sum((drawn[card] - 300) ** 2 / 300 for card in ("2&", "3&", "4&")) < 20


def test_n31_a_turn_lasts_its_time_where_the_rule_set_says_so() -> None:
    rule_sets = ("hackmud", "rulebook", "live")
    lasting = [lasts_its_time(duelhall.load("binmat", rules).options) for rules in rule_sets]
    assert lasting == [True, False, True]


def test_n8_a_refused_move_is_a_pass_where_two_of_them_cost_the_hand() -> None:
    rule_sets = ("hackmud", "rulebook", "live")
    passes = [refusal_is_late(duelhall.load("binmat", rules).options) for rules in rule_sets]
    assert passes == [False, False, True]
