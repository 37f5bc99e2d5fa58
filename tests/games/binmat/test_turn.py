"""Playing cards from the hand, and which way they face."""

import pytest

from tests.games.binmat.setting import (
    LANES,
    GameOf,
    by_both_roles,
    by_every_rule_set,
    cards_in,
    check,
    played,
    refused,
    rulings,
    seen_in,
    ways,
    with_card,
)


@by_every_rule_set
def test_n4_the_defender_begins_combat_by_the_rulebook_only(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "d0=4& a0=2& turn=0")
    if rules == "rulebook":
        match.play("c0")
        check(match, "d0=4&u a0= x0=2&")
    else:
        assert refused(match, "c0") == "N4"


@by_every_rule_set
def test_n4_the_attacker_always_does(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "d0=4& a0=2& turn=1")
    match.play("c0")
    check(match, "d0=4&u a0= x0=2&")


@by_every_rule_set
def test_n5_the_attackers_combat_without_a_stack(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "d0=4&?%@^ l0=2&3& turn=1")
    if rules == "live":
        match.play("c0")
        check(match, "d0=4&u@^u xa=?% x0= l0=2&3& ha=")
    else:
        assert refused(match, "c0") == "N5"


def test_n5_an_attacker_may_even_begin_combat_in_a_lane_without_stacks(game_of: GameOf) -> None:
    match = played(game_of("live"), "l0=2&3& turn=1", "c0")
    check(match, "l0=2&3& ha= xa= x0=")


def test_n5_the_defender_needs_a_stack(game_of: GameOf) -> None:
    assert refused(played(game_of("rulebook"), "a0=4& turn=0"), "c0") == "N5"
    for rules in ("hackmud", "live"):
        assert "c0" not in played(game_of(rules), "a0=4& turn=0").legal()


@by_every_rule_set
def test_n6_the_defender_discards_to_any_lane_but_by_the_rulebook(
    game_of: GameOf, rules: str
) -> None:
    match = played(game_of(rules), "hd=7&8% d2=4& x3=2& turn=0")
    discards = {move for move in match.legal() if move.startswith("x")}
    if rules == "rulebook":
        assert discards == set()
        assert refused(match, "x7&0") == "N6"
    else:
        assert discards == {f"x{card}{lane}" for card in ("7&", "8%") for lane in LANES}
        match.play("x7&3")
        check(match, "hd=8% x3=2&7&")


@by_every_rule_set
def test_n6_the_attacker_does_not(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "ha=7& turn=1")
    assert {refused(match, f"x7&{lane}") for lane in LANES} == {"N6"}


@by_every_rule_set
def test_n7_the_attacker_discards_one_and_draws_two(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "ha=9&7& a=2&3&4& turn=1")
    if rules == "live":
        match.play("x7&a")
        check(match, "ha=9&4&3& a=2& xa=7&")
        assert match.to_move == 0
        assert (match.move_seen(1, 0), seen_in(match, 0, "xa")) == ("x7&a", "7&")
    else:
        assert refused(match, "x7&a") == "N7"


@by_every_rule_set
def test_n7_the_defender_does_not(game_of: GameOf, rules: str) -> None:
    assert refused(played(game_of(rules), "hd=7& a=2&3&4& turn=0"), "x7&a") == "N7"


def test_n7_the_discarded_card_is_in_the_pile_before_the_draws(game_of: GameOf) -> None:
    match = played(game_of("live"), "ha=7& xa=2& turn=1", "x7&a")
    assert sorted(cards_in(match, "ha")) == ["2&", "7&"]
    check(match, "a= xa=")


def test_n7_the_pile_is_shuffled_in_between_the_draws(game_of: GameOf) -> None:
    match = played(game_of("live"), "ha=7& a=2& turn=1", "x7&a")
    check(match, "ha=2&7& a= xa=")
    match = played(game_of("live"), "ha=7&8& a=2& xa=3& turn=1", "x7&a")
    assert cards_in(match, "ha")[:2] == ["8&", "2&"]
    assert sorted(cards_in(match, "ha")[2:] + cards_in(match, "a")) == ["3&", "7&"]
    check(match, "xa=")
    assert len(cards_in(match, "a")) == 1


def test_n7_not_when_deck_and_discard_are_both_empty(game_of: GameOf) -> None:
    assert refused(played(game_of("live"), "ha=7& turn=1"), "x7&a") == "N7"


@by_every_rule_set
def test_n8_two_passes_of_the_attacker(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "ha=7&8& hd=9& xa=2& turn=1", "--", "--")
    check(match, "ha=7&8& hd=9& xa=2&")
    match.play("--")
    check(match, "ha= hd=9& xa=2&7&8&" if rules == "live" else "ha=7&8& hd=9& xa=2&")


@by_every_rule_set
def test_n8_two_passes_of_the_defender(game_of: GameOf, rules: str) -> None:
    """Last card first, each to the smallest pile, the lowest lane on ties."""
    piles = "x0=2% x1=3%4% x2=5% x3=6% x4=7%8% x5=9% xa="
    places = f"hd=2&3&4&5&6& ha=9& {piles} turn=0"
    match = played(game_of(rules), places, "--", "--", "--")
    if rules == "live":
        check(match, "hd= ha=9& x0=2%6&2& x1=3%4% x2=5%5& x3=6%4& x4=7%8% x5=9%3& xa=")
    else:
        check(match, f"hd=2&3&4&5&6& ha=9& {piles}")


def test_n8_the_last_card_is_the_one_drawn_last(game_of: GameOf) -> None:
    places = "hd=2&9& l0=3& turn=0"
    match = played(game_of("live"), places, "p2&1", "--", "d0", "--", "--", "--", "--")
    check(match, "hd= x0=3& x1=9& x2=")


def test_n8_an_action_between_the_passes_keeps_the_hand(game_of: GameOf) -> None:
    match = played(game_of("live"), "ha=7& a=2& turn=1", "--", "--", "da", "--", "--")
    check(match, "ha=7&2& xa=")
    match.play("--")
    match.play("--")
    check(match, "ha= xa=7&2&")


# --- how cards may lie (N12 to N18), compiled and interpreted ---


EMPTY, DOWN, UP, MIXED = "", "3%4%", "3%u4%u", "3%u>%"


@pytest.mark.parametrize(
    ("rules", "stack", "expected"),
    [
        ("rulebook", EMPTY, "p"),
        ("rulebook", DOWN, "p"),
        ("rulebook", UP, "u"),
        ("rulebook", MIXED, "u"),
        ("hackmud", EMPTY, "p"),
        ("hackmud", DOWN, "p"),
        ("hackmud", UP, "u"),
        ("live", EMPTY, "pu"),
        ("live", DOWN, "p"),
        ("live", UP, "u"),
    ],
)
@pytest.mark.parametrize("card", ["7&", "a&", "@&", "*&", "?&"])
def test_n12_facing_of_the_defenders_cards(
    game_of: GameOf, rules: str, stack: str, card: str, expected: str
) -> None:
    assert ways(game_of(rules), 0, stack, card) == expected
    for letter in "pu":
        match = with_card(game_of(rules), 0, stack, card)
        if letter in expected:
            match.play(f"{letter}{card}0")
            check(match, f"d0={stack}{card}{'u' if letter == 'u' else ''} hd=")
        else:
            assert refused(match, f"{letter}{card}0") == "N12"


@by_every_rule_set
@pytest.mark.parametrize("card", ["7&", "@&", "*&", "?&"])
def test_n12_a_defenders_card_on_a_face_up_stack_has_no_immediate_effect(
    game_of: GameOf, rules: str, card: str
) -> None:
    match = played(game_of(rules), f"hd={card} d0=4%u a0=2&9& turn=0", f"u{card}0")
    check(match, f"d0=4%u{card}u a0=2&9& xa= x0=")


@pytest.mark.parametrize("card", ["7&", "@&", "?&"])
def test_n12_nor_has_one_that_is_played_face_up_to_an_empty_stack(
    game_of: GameOf, card: str
) -> None:
    match = played(game_of("live"), f"hd={card} a0=2&9& turn=0", f"u{card}0")
    check(match, f"d0={card}u a0=2&9& xa= x0=")


@pytest.mark.parametrize(
    ("rules", "stack", "expected"),
    [
        ("rulebook", EMPTY, "p"),
        ("rulebook", DOWN, "p"),
        ("hackmud", EMPTY, "pu"),
        ("hackmud", DOWN, "p"),
        ("hackmud", UP, "u"),
        ("live", EMPTY, "pu"),
        ("live", DOWN, "pu"),
        ("live", UP, "pu"),
        ("live", "3%u4%", "pu"),
        ("live", "3%4%u", "pu"),
    ],
)
@pytest.mark.parametrize("card", ["7&", "a&", "@&", "*&"])
def test_n13_facing_of_the_attackers_cards(
    game_of: GameOf, rules: str, stack: str, card: str, expected: str
) -> None:
    assert ways(game_of(rules), 1, stack, card) == expected
    for letter in "pu":
        match = with_card(game_of(rules), 1, stack, card)
        if letter in expected:
            match.play(f"{letter}{card}0")
            check(match, f"a0={stack}{card}{'u' if letter == 'u' else ''} ha=")
        else:
            assert refused(match, f"{letter}{card}0") == "N13"


@pytest.mark.parametrize("rules", ["hackmud", "live"])
@pytest.mark.parametrize("stack", ["", "8%u"])
def test_n13_an_attackers_trap_played_face_up_does_nothing(
    game_of: GameOf, rules: str, stack: str
) -> None:
    match = played(game_of(rules), f"ha=@& a0={stack} d0=4^4# turn=1", "u@&0")
    check(match, f"a0={stack}@&u d0=4^4# xa= x0=")


@by_every_rule_set
@by_both_roles
def test_n14_no_break_on_an_empty_stack(game_of: GameOf, rules: str, seat: int) -> None:
    match = with_card(game_of(rules), seat, EMPTY, ">&")
    assert {refused(match, move) for move in ("p>&0", "u>&0")} == {"N14"}


@pytest.mark.parametrize(
    ("rules", "seat", "stack", "expected"),
    [
        ("rulebook", 0, "3%>%", "pu"),
        ("rulebook", 0, "3%u>%", "pu"),
        ("rulebook", 0, "3%u>%u", ""),
        ("rulebook", 0, "3%u>%u4%u", ""),
        ("rulebook", 1, "3%>%", "pu"),
        ("rulebook", 1, "3%>%>^", "pu"),
        ("hackmud", 0, "3%>%", ""),
        ("hackmud", 0, "3%>%4%", ""),
        ("hackmud", 0, "3%u>%u", ""),
        ("hackmud", 1, "3%>%", ""),
        ("hackmud", 1, "3%>%4%", ""),
        ("hackmud", 1, "3%u>%u", ""),
        ("live", 0, "3%>%", "pu"),
        ("live", 0, "3%u>%u", ""),
        ("live", 1, "3%>%", "pu"),
        ("live", 1, "3%u>%", "pu"),
        ("live", 1, "3%u>%u", "pu"),
        ("live", 1, "3%u4%>%", "pu"),
    ],
)
def test_n15_a_second_break(
    game_of: GameOf, rules: str, seat: int, stack: str, expected: str
) -> None:
    assert ways(game_of(rules), seat, stack, ">&") == expected
    if expected == "":
        match = with_card(game_of(rules), seat, stack, ">&")
        assert refused(match, "u>&0") == "N15"
        assert refused(match, "p>&0") == ("N16" if rules == "live" else "N15")


@pytest.mark.parametrize(
    ("rules", "seat", "stack", "expected"),
    [
        ("rulebook", 0, DOWN, "pu"),
        ("rulebook", 0, UP, "pu"),
        ("rulebook", 1, DOWN, "pu"),
        ("hackmud", 0, DOWN, "pu"),
        ("hackmud", 0, UP, "u"),
        ("hackmud", 1, DOWN, "pu"),
        ("hackmud", 1, UP, "u"),
        ("live", 0, DOWN, "pu"),
        ("live", 0, UP, "u"),
        ("live", 1, DOWN, "pu"),
        ("live", 1, UP, "pu"),
        ("live", 1, "3%u4%", "pu"),
    ],
)
def test_n16_a_face_down_break(
    game_of: GameOf, rules: str, seat: int, stack: str, expected: str
) -> None:
    assert ways(game_of(rules), seat, stack, ">&") == expected
    match = with_card(game_of(rules), seat, stack, ">&")
    if "p" in expected:
        match.play("p>&0")
        check(match, f"{'da'[seat]}0={stack}>&")
    else:
        assert refused(match, "p>&0") == "N16"


@by_every_rule_set
@pytest.mark.parametrize("stack", ["4%", "4%u"])
def test_n17_a_defenders_face_up_break_starts_combat(
    game_of: GameOf, rules: str, stack: str
) -> None:
    match = played(game_of(rules), f"hd=>& d0={stack} a0=2^ turn=0", "u>&0")
    check(match, "d0=4%u>&u a0= x0=2^ xa= hd=")
    assert match.to_move == 1


@by_every_rule_set
def test_n17_an_attackers_face_up_break_starts_combat(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "ha=>& a0=8% d0=4^ l0=2#3# turn=1", "u>&0")
    check(match, "a0= d0= xa=4^8%>& ha=3#2# l0=")
    assert not match.over


@by_every_rule_set
def test_n17_a_face_down_break_does_not(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "hd=>& ha=>% d0=4% a0=2^ turn=0", "p>&0", "p>%0")
    check(match, "d0=4%>& a0=2^>% x0= xa=")


@pytest.mark.parametrize(
    ("rules", "stack", "expected"),
    [
        ("rulebook", EMPTY, "pu"),
        ("rulebook", DOWN, "p"),
        ("hackmud", EMPTY, "pu"),
        ("hackmud", DOWN, "p"),
        ("hackmud", UP, "u"),
        ("live", EMPTY, "pu"),
        ("live", DOWN, "p"),
        ("live", UP, "p"),
        ("live", "3%u4%", "p"),
    ],
)
def test_n18_how_the_attacker_plays_a_bounce(
    game_of: GameOf, rules: str, stack: str, expected: str
) -> None:
    assert ways(game_of(rules), 1, stack, "?&") == expected
    match = with_card(game_of(rules), 1, stack, "?&")
    for letter in set("pu") - set(expected):
        assert refused(match, f"{letter}?&0") == "N18"
    if "p" in expected:
        match.play("p?&0")
        check(match, f"a0={stack}?& ha= x0=")


@by_every_rule_set
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d0=4%?^", "d0=4%u xa=?^"),
        ("d0=?^4%?#", "d0=4%u xa=?^?#"),
        ("d0=4%@#?^", "d0=4%u@#u xa=?^"),
        ("d0=4%@#", "d0=4%u@#u xa="),
        ("d0=4%u2^u", "d0=4%u2^u xa="),
        ("d0=?#", "d0= xa=?#"),
        ("d0=", "d0= xa="),
    ],
)
def test_n18_a_bounce_face_up_on_an_empty_stack(
    game_of: GameOf, rules: str, before: str, after: str
) -> None:
    match = played(game_of(rules), f"ha=?& {before} l0=2#3# turn=1", "u?&0")
    check(match, f"{after} a0= x0=?& l0=2#3# ha=")
    assert ("N33" in rulings(match)) == (rules != "rulebook")  # whether that was combat


def test_n18_a_bounce_on_ones_own_face_up_stack_has_no_immediate_effect(game_of: GameOf) -> None:
    match = played(game_of("hackmud"), "ha=?& a0=3%u d0=4%?^ turn=1", "u?&0")
    check(match, "a0=3%u?&u d0=4%?^ xa= x0=")
