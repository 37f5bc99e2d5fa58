"""Decks, piles and exhausted lanes (S1, N1 to N3, N9 to N11), compiled and interpreted."""

from dataclasses import replace

import pytest

import duelhall
from duelhall.match.saves import replayed
from tests.games.binmat.setting import (
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
)

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
