"""The game of BINMAT: setting up, drawing, decks, the end, and what is refused and why."""

from collections import Counter
from dataclasses import replace

import pytest

import duelhall
from duelhall.engine.errors import IllegalMove
from duelhall.games.binmat.notation import place_cards
from duelhall.games.binmat.rules import lasts_its_time, refusal_is_late
from duelhall.games.binmat.state import NAMES
from duelhall.match.match import Match
from duelhall.match.saves import replayed
from tests.games.binmat.setting import (
    LANES,
    GameOf,
    by_both_roles,
    by_every_rule_set,
    cards_in,
    check,
    fought,
    may_be,
    played,
    position,
    refused,
    result,
    same,
    seen_in,
    told,
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


# --- what is refused, and why ---


ONLY_BREAKS = "As the defender you can begin combat only by playing a BREAK face up."
OWN_STACK = "You need a stack of your own in a lane to begin combat there."

NO_DISCARDS = "Under these rules nobody can discard a card to a lane."
DEFENDER_DISCARDS = "Only the defender can discard a card to a lane."
NO_TWO = "Under these rules nobody can discard a card to draw two."
ATTACKERS_TWO = "Only the attacker can discard a card to draw two."
NONE_TO_DRAW = (
    "You can discard to draw two only while the attacker deck or its discard pile has a card."
)
NO_CARD_LEFT = "You can draw from a lane only while its deck or its discard pile has a card."

FIRST_IS_DOWN = "As the defender you must play the first card of a stack face down."
AS_STACK = "As the attacker you must play numbers, TRAPs and WILDs the way their stack faces."
FACE_DOWN = "As the attacker you must play numbers, TRAPs and WILDs face down."
BOUNCE_AS_STACK = "As the attacker you must play a BOUNCE the way its stack faces."
BOUNCE_DOWN = "As the attacker you can play a BOUNCE face up only to an empty stack."

ONE_BREAK = "A stack can have only one BREAK."
NO_BREAK_UP = "As the defender you can play a BREAK only to a stack with no face-up BREAK."
ONE_BREAK_UP = "As the defender you can play a BREAK face up only to a stack with no face-up BREAK."
BREAK_AS_STACK = "You can play a BREAK face down only to a stack that is face down."

LEGAL = ""


@pytest.mark.parametrize(
    ("places", "move", "hackmud", "rulebook", "live"),
    [
        ("d0=4& a0=2& turn=0", "c0", ONLY_BREAKS, LEGAL, ONLY_BREAKS),
        ("a0=4& turn=0", "c0", ONLY_BREAKS, OWN_STACK, ONLY_BREAKS),
        ("d0=4& turn=1", "c0", OWN_STACK, OWN_STACK, LEGAL),
        ("hd=7& turn=0", "x7&0", LEGAL, NO_DISCARDS, LEGAL),
        ("ha=7& turn=1", "x7&0", DEFENDER_DISCARDS, NO_DISCARDS, DEFENDER_DISCARDS),
        ("hd=7& a=2& turn=0", "x7&a", NO_TWO, NO_TWO, ATTACKERS_TWO),
        ("ha=7& turn=1", "x7&a", NO_TWO, NO_TWO, NONE_TO_DRAW),
        ("ha=7& a=2& turn=1", "x7&a", NO_TWO, NO_TWO, LEGAL),
        ("turn=0", "d0", LEGAL, NO_CARD_LEFT, NO_CARD_LEFT),
        ("turn=1", "d0", LEGAL, NO_CARD_LEFT, LEGAL),
        ("hd=7& turn=0", "u7&0", FIRST_IS_DOWN, FIRST_IS_DOWN, LEGAL),
        ("ha=7& turn=1", "u7&0", LEGAL, FACE_DOWN, LEGAL),
        ("ha=7& a0=3% turn=1", "u7&0", AS_STACK, FACE_DOWN, LEGAL),
        ("ha=?& a0=3% turn=1", "u?&0", BOUNCE_AS_STACK, BOUNCE_DOWN, BOUNCE_DOWN),
        ("hd=>& d0=3%u>%u turn=0", "u>&0", ONE_BREAK, NO_BREAK_UP, ONE_BREAK_UP),
        ("hd=>& d0=3%u>%u turn=0", "p>&0", ONE_BREAK, NO_BREAK_UP, BREAK_AS_STACK),
        ("ha=>& a0=3%>% turn=1", "u>&0", ONE_BREAK, LEGAL, LEGAL),
        ("hd=>& d0=3%u turn=0", "p>&0", BREAK_AS_STACK, LEGAL, BREAK_AS_STACK),
    ],
)
def test_a_refusal_says_what_this_rule_set_forbids(
    game_of: GameOf, places: str, move: str, hackmud: str, rulebook: str, live: str
) -> None:
    for rules, answer in {"hackmud": hackmud, "rulebook": rulebook, "live": live}.items():
        assert (rules, told(played(game_of(rules), places), move)) == (rules, answer)


# --- decks, piles and exhausted lanes (S1, N1 to N3, N9 to N11) ---


# --- cards of one's own ---


@by_every_rule_set
@by_both_roles
def test_s1_you_play_cards_from_your_own_hand(game_of: GameOf, rules: str, seat: int) -> None:
    own, other = "da"[seat], "ad"[seat]
    places = f"h{own}=7& h{other}=8& {own}0=9& {own}1=6&u l0=5& turn={seat}"
    match = played(game_of(rules), places)
    for card in ("8&", "9&", "6&", "5&", "8"):
        for way in ("p{}1", "u{}1", "x{}1", "x{}a"):
            assert refused(match, way.format(card)) == "S1"


# --- decks and piles: N1 to N3 ---


@by_every_rule_set
def test_n1_open_lane_decks_show_their_top_card_only(game_of: GameOf, rules: str) -> None:
    match = game_of(rules).match(seed=5)
    for seat in (0, 1):
        for lane in (0, 1, 2):
            assert seen_in(match, seat, f"l{lane}") == "X" * 13
        for lane in (3, 4, 5):
            assert seen_in(match, seat, f"l{lane}") == "X" * 12 + cards_in(match, f"l{lane}")[-1]


@by_every_rule_set
def test_n1_the_next_card_is_shown_when_the_top_is_gone(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "l0=5&6& l3=2&3&4& turn=0", "d3")
    for seat in (0, 1):
        assert (seen_in(match, seat, "l3"), seen_in(match, seat, "l0")) == ("X3&", "XX")
    match.play("d3")
    for seat in (0, 1):
        assert seen_in(match, seat, "l3") == "2&"


@by_every_rule_set
def test_n2_an_open_lane_after_a_reshuffle(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "x3=2&3&4&5& turn=0", "d3")
    top = cards_in(match, "l3")[-1]
    expected = "XXX" if rules == "rulebook" else f"XX{top}"
    assert [seen_in(match, seat, "l3") for seat in (0, 1)] == [expected] * 2
    match.play("d3")
    assert cards_in(match, "ha") == [top]
    top = cards_in(match, "l3")[-1]
    expected = "XX" if rules == "rulebook" else f"X{top}"
    assert [seen_in(match, seat, "l3") for seat in (0, 1)] == [expected] * 2


@by_every_rule_set
def test_n2_the_card_whose_draw_caused_the_reshuffle_is_seen_by_hackmud_only(
    game_of: GameOf, rules: str
) -> None:
    match = played(game_of(rules), "x3=2&3&4&5& turn=0", "d3")
    first = cards_in(match, "hd")[0]
    assert seen_in(match, 0, "hd") == first
    if rules == "hackmud":
        assert may_be(match, 1, first) == {"hd"}
    else:
        assert {"l3", "hd"} <= may_be(match, 1, first)
    match.play("d3")
    second = cards_in(match, "ha")[0]
    is_seen = may_be(match, 0, second) == {"ha"}
    assert is_seen == (rules != "rulebook")


def test_n2_so_is_one_that_damage_took_if_it_can(game_of: GameOf) -> None:
    """By the rules of `live` in which a face-up deck always shows its top."""
    places = position("a3=4& l3=2^ x3=9&9%9^9# turn=1")
    always = game_of("live", reshuffled_deck="always-up").match(position=places)
    always.play("c3")
    cards = cards_in(always, "ha")
    assert [may_be(always, 0, card) for card in cards] == [{"ha"}] * 3
    assert [scene.caption for scene in always.scenes(1, 0)][-1] == (
        f"Damage: {' '.join(cards)} from the lane deck to the attacker"
    )


def test_n2_a_reshuffled_deck_of_one_card_shows_it_and_is_empty(game_of: GameOf) -> None:
    match = played(game_of("hackmud"), "x3=2& turn=1", "d3")
    assert (may_be(match, 0, "2&"), cards_in(match, "l3")) == ({"ha"}, [])


@pytest.mark.parametrize(("edition", "sees"), [(1, False), (2, True)])
def test_n2_a_game_is_read_as_it_was_played_by_its_edition(edition: int, *, sees: bool) -> None:
    """In edition 1 nobody else saw the card whose draw caused the reshuffle."""
    saved = played(duelhall.load("binmat"), "x3=2&3&4&5& turn=0", "d3").replay()
    match = replayed(replace(saved, edition=edition))
    assert (may_be(match, 1, cards_in(match, "hd")[0]) == {"hd"}) == sees
    assert (match.replay().game, match.replay().edition) == (
        "binmat" if sees else "binmat[reshuffled_deck=up]", 2
    )  # fmt: skip
    assert replayed(match.replay()).view(1).tobytes() == match.view(1).tobytes()


@by_every_rule_set
def test_n2_a_face_down_deck_stays_face_down(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "x0=2&3&4& xa=2%3%4% turn=0", "d0", "da")
    assert [seen_in(match, seat, "l0") for seat in (0, 1)] == ["XX", "XX"]
    assert [seen_in(match, seat, "a") for seat in (0, 1)] == ["XX", "XX"]


@pytest.mark.parametrize(("rules", "is_open"), [("rulebook", 1), ("hackmud", 0), ("live", 1)])
def test_n3_discard_piles_are_open_or_closed(game_of: GameOf, rules: str, is_open: int) -> None:
    match = played(game_of(rules), "x0=2&3& x4=5% xa=4& turn=0")
    for seat in (0, 1):
        seen = [seen_in(match, seat, place) for place in ("x0", "x4", "xa")]
        assert seen == (["2&3&", "5%", "4&"] if is_open else ["XX", "X", "X"])


def test_n3_a_card_discarded_to_a_closed_pile_is_not_named(game_of: GameOf) -> None:
    one = played(game_of("hackmud"), "hd=7&8& turn=0", "x7&1")
    other = played(game_of("hackmud"), "hd=7&8& turn=0", "x8&1")
    assert (seen_in(one, 1, "x1"), one.move_seen(1, 1)) == ("X", "xX1")
    assert one.move_seen(1, 0) == "x7&1"
    assert same(one, other, 1)
    assert may_be(one, 0, "7&") == {"x1"}  # the defender remembers it


def test_n3_a_card_discarded_to_an_open_pile_is_named(game_of: GameOf) -> None:
    match = played(game_of("live"), "hd=7&8& turn=0", "x7&1")
    assert (seen_in(match, 1, "x1"), match.move_seen(1, 1)) == ("7&", "x7&1")


def test_n3_what_combat_showed_is_remembered(game_of: GameOf) -> None:
    match = fought(game_of("hackmud"), "a0=2& d0=4% a1=3& x0=5&")
    for seat in (0, 1):
        assert seen_in(match, seat, "x0") == "XX"
        assert may_be(match, seat, "2&") == {"x0"}
        assert may_be(match, seat, "5&") != {"x0"}


# --- exhausted lanes: N9 to N11 ---


@by_every_rule_set
@by_both_roles
@pytest.mark.parametrize("lane", [0, 4])
def test_n9_a_draw_from_a_lane_without_any_card(
    game_of: GameOf, rules: str, seat: int, lane: int
) -> None:
    match = played(game_of(rules), f"hd=2& ha=3& turn={seat}")
    if (rules, seat) in (("hackmud", 0), ("hackmud", 1), ("live", 1)):
        match.play(f"d{lane}")
        assert result(match) == (1, "exhausted", "N9")
        check(match, "hd=2& ha=3&")
    else:
        assert refused(match, f"d{lane}") == "N9"


@by_every_rule_set
@by_both_roles
def test_n9_a_lane_with_a_discard_pile_is_not_exhausted(
    game_of: GameOf, rules: str, seat: int
) -> None:
    match = played(game_of(rules), f"x0=2& turn={seat}", "d0")
    assert not match.over
    check(match, f"h{'da'[seat]}=2& l0= x0=")


@by_every_rule_set
def test_n9_a_stack_keeps_the_attacker_from_an_exhausted_lane(game_of: GameOf, rules: str) -> None:
    assert refused(played(game_of(rules), "d0=7& turn=1"), "d0") == "N32"


@by_every_rule_set
def test_n10_no_draw_from_an_attacker_deck_without_any_card(game_of: GameOf, rules: str) -> None:
    assert refused(played(game_of(rules), "ha=7& turn=1"), "da") == "N10"
    assert "da" in played(game_of(rules), "a=7& turn=1").legal()
    assert "da" in played(game_of(rules), "xa=7& turn=1").legal()


STARVING = "d0=8% l0=2& d2=8& hd=9%"
"""With all other cards in the attacker deck, which does not count."""


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "move"),
    [
        ("turn=0", "--"),
        ("turn=1", "--"),
        ("l1=3& turn=0", "p9%1"),
        ("x4=3& turn=0", "p9%4"),
        ("a0=2% turn=1", "c0"),
        ("ha=?% turn=1", "u?%2"),
    ],
)
def test_n11_the_defender_wins_when_the_attacker_starves(
    game_of: GameOf, rules: str, places: str, move: str
) -> None:
    match = played(game_of(rules), f"{STARVING} {places}", move, rest="a")
    if rules == "rulebook":
        assert result(match) == (0, "starved", "N11")
    else:
        assert not match.over


ON_THE_LAST_TURN = [("", "--"), ("a0=2%", "c0"), ("ha=?%", "u?%2")]
"""Places and moves by which the attacker starves when it is his turn."""


@by_every_rule_set
@pytest.mark.parametrize(("places", "move"), ON_THE_LAST_TURN)
def test_n30_on_the_last_turn_the_end_of_turns_goes_before_n11(
    game_of: GameOf, rules: str, places: str, move: str
) -> None:
    match = played(game_of(rules), f"{STARVING} {places} turn=109", move, rest="a")
    assert result(match) == (0, "turns", "N30")
    assert match.state.turn == 110
    assert "N11" not in {ruling for step in match.explain(1) for ruling in step.rulings}


@by_every_rule_set
@pytest.mark.parametrize("turn", [107, 108])
def test_n11_until_the_turn_before_the_last(game_of: GameOf, rules: str, turn: int) -> None:
    match = played(game_of(rules), f"{STARVING} turn={turn}", "--", rest="a")
    assert match.over == (rules == "rulebook")
    assert match.reason.ruling == ("N11" if match.over else "")
    if not match.over:
        for _ in range(turn + 1, 110):
            match.play("--")
        assert result(match) == (0, "turns", "N30")


@pytest.mark.parametrize("turn", [0, 1])
def test_n11_switched_on_in_hackmud_it_is_the_rulebooks(game_of: GameOf, turn: int) -> None:
    """Not the one that hackmud's page takes back: the attacker deck has cards, and nobody draws."""
    match = played(game_of("hackmud", starving="yes"), f"{STARVING} turn={turn}", "--", rest="a")
    assert result(match) == (0, "starved", "N11")


@pytest.mark.parametrize("place", ["ha", "a3", "l3", "x3"])
def test_n11_not_while_he_has_a_card_or_can_draw_one(game_of: GameOf, place: str) -> None:
    match = played(game_of("rulebook"), f"{STARVING} {place}=9& turn=0", "--", rest="a")
    assert not match.over
    match = played(game_of("rulebook"), f"{STARVING} {place}=9& turn=1", "--", rest="xa")
    assert not match.over


@pytest.mark.parametrize("place", ["l3", "x3"])
def test_n11_a_stack_in_front_keeps_him_from_the_lane(game_of: GameOf, place: str) -> None:
    places = f"{STARVING} {place}=9& d3=6& turn=0"
    match = played(game_of("rulebook"), places, "--", rest="xa")
    assert result(match) == (0, "starved", "N11")
