"""How cards may lie (N12 to N18), compiled and interpreted."""

import pytest

from tests.games.binmat.setting import (
    GameOf,
    by_both_roles,
    by_every_rule_set,
    check,
    played,
    refused,
    rulings,
    ways,
    with_card,
)

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
