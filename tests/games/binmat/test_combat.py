"""Combat, step by step (N19 to N22, N33 to N39), compiled and interpreted."""

import pytest

from duelhall.match.game import Game
from tests.games.binmat.setting import (
    RULE_SETS,
    GameOf,
    by_every_rule_set,
    cards_in,
    check,
    fought,
    may_be,
    played,
    result,
    seen_in,
)

# --- combat by rule set: N19 to N22 ---


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "tie", "bounce"),
    [
        ("a0=3& d0=5% l0=2^", "d0= xa=3&5% l0=2^ ha=", "d0=5%u xa=3& l0=2^ ha="),
        ("a0=3& d0=5%u9%u l0=2^", "d0=5%u xa=3&9% ha=", "d0=5%u9%u xa=3& ha="),
        ("a0=3& l0=2^7^", "xa=3& l0=2^ ha=7^", "xa=3& l0=2^7^ ha="),
        ("a0=3& d0=@%u l0=2^", "d0= xa=3&@% l0=2^", "d0=@%u xa=3& l0=2^"),
        ("a0=3&>+ d0=5%9% l0=2^", "d0=5%u9%u xa=3&>+ l0=2^", "d0=5%u9%u xa=3&>+ l0=2^"),
        ("a0=3&>+ l0=2^7^", "xa=3&>+ l0=2^7^ ha=", "xa=3&>+ l0=2^7^ ha="),
    ],
)
def test_n19_nothing_against_nothing(
    game_of: GameOf, rules: str, places: str, tie: str, bounce: str
) -> None:
    match = fought(game_of(rules), places)
    check(match, f"{tie if rules == 'rulebook' else bounce} a0= x0=")


@pytest.mark.parametrize(
    ("places", "power", "larger"),
    [
        (
            "a0=8&>+ d0=4%u@^u@#u@!u l0=2#3#",
            "d0=4%u xa=@^@#@!8&>+ l0=2#3# ha=",
            "d0= xa=4%@^@#@!8&>+ l0=2#3# ha=",
        ),
        (
            "a0=4&>+ d0=4%u@^u@#u l0=2#3#",
            "d0=4%u xa=@^@#4&>+ l0=2#3# ha=",
            "d0= xa=4%@^@#4&>+ l0=2#3# ha=",
        ),
        ("a0=8&>+ d0=4%u l0=2#3#5#", "d0= xa=4%8&>+ l0=2# ha=5#3#", None),
        ("a0=8&>+ d0= l0=2#3#5#6#", "d0= xa=8&>+ l0=2# ha=6#5#3#", None),
        ("a0=2&>+ d0=4%u@^u l0=2#", "d0=4%u@^u x0=2&>+ xa= l0=2# ha=", None),
    ],
)
@by_every_rule_set
def test_n20_damage_of_a_break(
    game_of: GameOf, rules: str, places: str, power: str, larger: str | None
) -> None:
    match = fought(game_of(rules), places)
    check(match, f"{larger if larger and rules == 'live' else power} a0=")


@by_every_rule_set
@pytest.mark.parametrize("stack", ["4&4%>+", "4&>+4%"])
def test_n21_a_break_counts_whenever_it_was_played(game_of: GameOf, rules: str, stack: str) -> None:
    match = fought(game_of(rules), f"a0={stack} d0=4^ l0=2#3#5#")
    check(match, "d0= xa=4^4&4%>+ l0=2# ha=5#3#")


@by_every_rule_set
def test_n21_a_break_that_a_trap_took_does_not_count(game_of: GameOf, rules: str) -> None:
    match = fought(game_of(rules), "a0=8&>+ d0=4%@^ l0=2#3#")
    check(match, "d0= x0=>+ xa=4%@^8& l0=2#3# ha=")
    match = played(game_of(rules), "a0=8& ha=>+ d0=4%@^ l0=2#3# turn=1", "u>+0")
    check(match, "d0= x0=>+ xa=4%@^8& l0=2#3# ha=")


@by_every_rule_set
def test_n21_a_break_of_the_defender_counts_by_live(game_of: GameOf, rules: str) -> None:
    taken = "l0=2# ha=3#" if rules == "live" else "l0=2#3# ha="
    match = fought(game_of(rules), "a0=8& d0=4%>+ l0=2#3#")
    check(match, f"d0= a0= xa=8&4%>+ {taken}")
    match = played(game_of(rules), "a0=8& d0=4% hd=>+ l0=2#3# turn=0", "u>+0")
    check(match, f"d0= a0= xa=8&4%>+ {taken}")


@by_every_rule_set
def test_n21_not_if_an_attackers_trap_took_it(game_of: GameOf, rules: str) -> None:
    match = fought(game_of(rules), "a0=@&8& d0=4%>+ l0=2#3#5#")
    check(match, "d0= a0= xa=@&8&4%>+ l0=2#3# ha=5#")


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "wins"),
    [
        ("a0=4& l0=2^3^5^", ""),
        ("a0=4& l0=2^3^", "rulebook hackmud live"),
        ("a0=4& l0=2^3^ x0=9&", "rulebook hackmud"),
        ("a0=4& l0=2^ x0=9&9%", "rulebook hackmud"),
        ("a0=4& l0=2^ x0=9&", "rulebook hackmud live"),
        ("a0=2& x0=9&", "rulebook hackmud live"),
        ("a0=2& x0=9&9%", "rulebook hackmud"),
        ("a0=8& d0=2% l0=3^5^", ""),
        ("a0=8& d0=2% l0=3^", "rulebook hackmud live"),
        ("a0=8& d0=2% l0=3^ x0=9&", "rulebook hackmud"),
        ("a0=2& d0=2%", ""),
        ("a0=8&>+ d0=4% l0=3^", "rulebook hackmud live"),
        ("a0=8&>+ d0=4% l0=3^5^", ""),
    ],
)
def test_n22_damage_beyond_the_lane_deck(
    game_of: GameOf, rules: str, places: str, wins: str
) -> None:
    match = fought(game_of(rules), places)
    if rules in wins.split():
        assert result(match) == (1, "damage", "N22")
    else:
        assert not match.over
        check(match, "a0= d0=")


def test_n22_the_discard_is_shuffled_in_and_damage_goes_on(game_of: GameOf) -> None:
    match = fought(game_of("live"), "a0=8& d0=2% ha=6& l0=3^ x0=9&9%9^")
    assert cards_in(match, "ha")[:2] == ["6&", "3^"]
    assert sorted(cards_in(match, "ha")[2:] + cards_in(match, "l0")) == ["9%", "9&", "9^"]
    assert len(cards_in(match, "l0")) == 2
    check(match, "x0= xa=8&2%")


def test_n22_in_an_open_lane_the_first_card_of_the_reshuffle_is_not_seen(game_of: GameOf) -> None:
    match = played(game_of("live"), "a3=4& l3=2^ x3=9&9%9^9# turn=1", "c3")
    open_top, fresh, shown = cards_in(match, "ha")
    assert open_top == "2^"
    assert may_be(match, 0, "2^") == {"ha"}
    assert may_be(match, 0, fresh) == {"l3", "ha"}
    assert may_be(match, 0, shown) == {"ha"}
    assert seen_in(match, 0, "l3") == f"X{cards_in(match, 'l3')[-1]}"


# --- TRAPs: N33 ---


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        # The top card goes to the discard of the TRAP's owner, and the TRAP stays.
        ("a0=@&8& d0=4%9^ l0=2#3#", "d0= xa=@&8&4%9^ x0= l0=2# ha=3#"),
        ("a0=2&9& d0=4%@^", "d0=4%u@^u x0=2&9& xa= ha="),
        ("a0=8&4& d0=4%@^ l0=2#3#", "d0= x0=4& xa=8&4%@^ l0=2#3# ha="),
        # The initiator's TRAPs come first; one that is taken before its turn does not act.
        ("a0=@&8& d0=4%@^ l0=2#3#", "d0= xa=@^4%@&8& x0= l0=2# ha=3#"),
        ("a0=8&@& d0=@^4% l0=2#3#5#6#", "d0= x0=@& xa=4%@^8& l0=2# ha=6#5#3#"),
        # Each of several TRAPs takes a card, if there is one.
        ("a0=@&@%8& d0=4%2^3^ l0=2#3#", "d0= xa=3^2^4%@&@%8& l0=2# ha=3#"),
        ("a0=@&@%8& d0=4% l0=2#3#5#6#7#", "d0= xa=4%@&@%8& l0=2# ha=7#6#5#3#"),
        ("a0=2&3&4& d0=4%@^@#", "d0=4%u@^u@#u x0=2&3&4& xa="),
        # Also of the TRAPs that would act next, one can be taken and the other act.
        ("a0=8&@&9& d0=@^4%@# l0=2#", "d0= x0=9& xa=@#4%@^8&@& l0=2#"),
        # One that lies face up already does not act.
        ("a0=4&4^ d0=@^u4%u l0=2#", "d0= xa=4%@^4&4^ x0= l0=2# ha="),
        ("a0=2&9& d0=@^u4%u@#", "d0=@^u4%u@#u x0=2&9& xa="),
        # A TRAP comes before a BOUNCE and a WILD.
        ("a0=@&8& d0=4%?^ l0=2#3#", "d0= xa=?^4%@&8& x0= l0=2# ha=3#"),
        ("a0=8&?& d0=4%@^ l0=2#3#", "d0= x0=?& xa=8&4%@^ l0=2#3# ha="),
        ("a0=8&*& d0=@^2% l0=2#3#", "d0= x0=*& xa=8&@^2% l0=2# ha=3#"),
    ],
)
def test_n33_traps_in_an_attackers_combat(
    game_of: GameOf, rules: str, places: str, expected: str
) -> None:
    check(fought(game_of(rules), places), f"{expected} a0=")


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ("a0=2&@& d0=@^4%", "d0=@^u4%u>+u x0=@&2& xa="),
        ("a0=@&2& d0=@^8%", "d0=@^u8%u x0=2&@& xa=>+"),
        ("a0=@&2& d0=8%", "d0=8%u x0=@&2& xa=>+"),
    ],
)
def test_n33_in_a_defenders_combat_his_traps_come_first(
    game_of: GameOf, rules: str, places: str, expected: str
) -> None:
    match = played(game_of(rules), f"{places} hd=>+ turn=0", "u>+0")
    check(match, f"{expected} a0=")


def test_n33_so_in_combat_as_an_action(game_of: GameOf) -> None:
    match = fought(game_of("rulebook"), "a0=2&@& d0=@^4%", seat=0)
    check(match, "d0=@^u4%u x0=@&2& xa= a0=")


@pytest.mark.parametrize("rules", ["hackmud", "live"])
def test_n33_an_attackers_trap_that_lies_face_up_does_not_act(game_of: GameOf, rules: str) -> None:
    match = fought(game_of(rules), "a0=8&u@%u d0=4^4# l0=2#")
    check(match, "d0=4^u xa=4#8&@% a0= l0=2#")


def test_n33_facing_is_kept_for_each_card(game_of: GameOf) -> None:
    match = fought(game_of("live"), "a0=8&u@%@+u d0=4^9# l0=2#3#")
    check(match, "d0= xa=9#4^8&@%@+ a0= l0=2# ha=3#")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_n33_a_trap_on_a_face_up_stack_never_acts(game_of: GameOf, rules: str) -> None:
    places = "hd=@& d0=4%u a0=4^4+ l0=2# turn=0"
    match = played(game_of(rules), places, "u@&0", "c0")
    check(match, "d0= xa=@&4%4^4+ x0= a0= l0=2# ha=")


@by_every_rule_set
def test_n33_a_trap_acts_once(game_of: GameOf, rules: str) -> None:
    places = "a0=2&9& d0=4%@^ ha=4&4+ l0=2#3#5# turn=1"
    match = played(game_of(rules), places, "c0", "--", "p4&0", "--", "p4+0", "--", "c0")
    check(match, "x0=2&9& d0= xa=4%@^4&4+ ha= l0=2#3#5#")


# --- BOUNCE: N34 ---


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ("a0=8&?% d0=4^", "d0=4^u x0=?% xa=8&"),
        ("a0=8& d0=4^?#", "d0=4^u x0= xa=8&?#"),
        ("a0=8&?% d0=4^?#", "d0=4^u x0=?% xa=8&?#"),
        ("a0=?&?%8& d0=?^4^?#", "d0=4^u x0=?&?% xa=8&?^?#"),
        ("a0=2&?% d0=4^8^", "d0=4^u8^u x0=?% xa=2&"),
        ("a0=8&>+?% d0=4^", "d0=4^u x0=?% xa=8&>+"),
        ("a0=8& d0=4^u?#u", "d0=4^u x0= xa=8&?#"),
        ("a0=8& d0=?#", "d0= x0= xa=8&?#"),
        ("a0=?& d0=4^", "d0=4^u x0=?& xa="),
        ("a0=8&?&", "d0= x0=?& xa=8&"),
        ("a0=@&8& d0=?^?#", "d0= x0= xa=@&8&?^?#"),
        ("a0=?&8& d0=4^@#", "d0=4^u@#u x0=8&?& xa="),
    ],
)
def test_n34_a_bounce_left_in_either_stack_ends_the_combat(
    game_of: GameOf, rules: str, places: str, expected: str
) -> None:
    check(fought(game_of(rules), f"{places} l0=2#3#"), f"{expected} a0= l0=2#3# ha=")


@by_every_rule_set
def test_n34_so_in_a_defenders_combat(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "hd=>+ d0=4^?# a0=8&?& l0=2# turn=0", "u>+0")
    check(match, "d0=4^u>+u x0=?& xa=8&?# a0= l0=2# ha=")


# --- attack power: N35 and N36 ---


def cards_of(faces: str) -> str:
    return "".join(face + suit for face in faces for suit in "&%+!^#")


def taken(game: Game, stack: str) -> int:
    """How many cards a stack takes from an undefended lane: its power and one, or none at all."""
    match = played(game, f"a0={stack} turn=1", "c0", rest="l0")
    return len(cards_in(match, "ha"))


@pytest.mark.parametrize("rules", ["hackmud", "live"])
@pytest.mark.parametrize(
    ("stack", "power"),
    [
        ("2&", 1),
        ("4&", 2),
        ("2&2%", 2),
        ("8&", 3),
        ("3&5&", 3),
        ("9&7&", 4),
        ("a&6&", 4),
        ("a&a%a^2&", 5),
        (cards_of("a") + "4&", 6),
        ("8&@&", 3),
        (cards_of("a9") + "8&6&", 7),
        (cards_of("a9876") + "4&4%4+4!", 8),
    ],
)
def test_n35_power_is_the_exponent(game_of: GameOf, rules: str, stack: str, power: int) -> None:
    assert taken(game_of(rules), stack) == power + 1


@pytest.mark.parametrize("rules", ["hackmud", "live"])
@pytest.mark.parametrize("stack", ["3&", "6&", "a&", "9&", "4&8&", "2&2%2+", "a&a%4&", "@&"])
def test_n35_another_sum_or_none_is_nothing(game_of: GameOf, rules: str, stack: str) -> None:
    assert taken(game_of(rules), stack) == 0


@by_every_rule_set
@pytest.mark.parametrize(
    ("stack", "power"),
    [
        ("7&*&", 3),
        ("*&7&", 3),
        ("8&*&", 4),
        ("9&*&", 4),
        ("3&2&*&", 3),
        ("2&*&", 2),
        ("7&*&*%", 4),
        ("*&8&*%", 5),
        ("*&", 1),
        ("*&@&", 1),
        ("*&*%", 2),
        ("*&*%*+", 3),
        ("*&*%2&", 3),
        ("8&" + cards_of("*"), 9),
    ],
)
def test_n36_wilds_lift_the_sum_one_by_one(
    game_of: GameOf, rules: str, stack: str, power: int
) -> None:
    assert taken(game_of(rules), stack) == power + 1


@by_every_rule_set
def test_n36_so_in_the_defenders_stack(game_of: GameOf, rules: str) -> None:
    match = fought(game_of(rules), "a0=4& d0=7%*^")
    check(match, "d0=7%u*^u x0=4& xa=")
    match = fought(game_of(rules), "a0=8& d0=*^ l0=2#3#5#")
    check(match, "d0= xa=8&*^ l0=2# ha=5#3#")


# --- outcomes: N37 to N39 ---


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ("a0=8& d0=4%@^", "d0=4%u@^u x0=8& xa="),
        ("a0=3& d0=@^", "d0=@^u x0=3& xa="),
        ("a0=3&8&>+ d0=@^@#@!", "d0=@^u@#u@!u x0=3&8&>+ xa="),
        ("a0=8& d0=@^?#", "d0=@^u x0=8& xa=?#"),
        ("a0=?& d0=4%@^", "d0=4%u@^u x0=?& xa="),
        ("a0=@& d0=@^4%", "d0=@^u x0=@& xa=4%"),
    ],
)
def test_n37_no_damage_when_traps_took_the_whole_attack(
    game_of: GameOf, rules: str, places: str, expected: str
) -> None:
    check(fought(game_of(rules), f"{places} l0=2#3#"), f"{expected} a0= l0=2#3# ha=")


@by_every_rule_set
@pytest.mark.parametrize(
    ("before", "after"),
    [("4%", "4%u>+u"), ("4%?#@^", "4%u@^u>+u"), ("?#", ">+u"), ("@^", "@^u>+u")],
)
def test_n37_a_defenders_combat_in_an_empty_lane(
    game_of: GameOf, rules: str, before: str, after: str
) -> None:
    match = played(game_of(rules), f"hd=>+ d0={before} l0=2# turn=0", "u>+0")
    check(match, f"d0={after} xa={'?#' if '?' in before else ''} x0= l0=2# ha=")


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ("a0=2& d0=4%", "d0=4%u x0=2& xa= ha="),
        ("a0=3& d0=2%", "d0=2%u x0=3& xa= ha="),
        ("a0=4&2&2^ d0=8%8^", "d0=8%u8^u x0=4&2&2^ xa= ha="),
        ("a0=4& d0=4%", "d0= x0= xa=4&4% l0=2#3#5# ha="),
        ("a0=2& d0=3%", "d0= x0= xa=2&3% l0=2#3# ha=5#"),
        ("a0=8& d0=2%", "d0= x0= xa=8&2% l0=2# ha=5#3#"),
        ("a0=4& d0=2%u@^u@#u", "d0=2%u x0= xa=4&@^@# l0=2#3#5# ha="),
        ("a0=4& d0=9%9^9#", "d0= x0= xa=4&9%9^9# l0=2#3#5# ha="),
        ("a0=2&", "d0= x0= xa=2& l0=2# ha=5#3#"),
        ("a0=4& ha=7&", "d0= x0= xa=4& l0= ha=7&5#3#2#"),
    ],
)
def test_n38_the_outcome_of_combat(game_of: GameOf, rules: str, places: str, expected: str) -> None:
    match = fought(game_of(rules), f"{places} l0=2#3#5#")
    check(match, f"{expected} a0=")
    assert not match.over


@by_every_rule_set
def test_n38_so_when_the_defender_began_it(game_of: GameOf, rules: str) -> None:
    match = played(game_of(rules), "hd=>+ d0=@^u4% a0=a&6&*& l0=2#3# turn=0", "u>+0")
    if rules == "live":  # his BREAK deals all of the attack power (N21): 5
        check(match, "d0= xa=>+4%@^a&6&*& ha=3#2# l0=")
    else:
        check(match, "d0= xa=>+4%@^a&6&*& ha=3# l0=2#")
    assert match.to_move == 1


@by_every_rule_set
@pytest.mark.parametrize(
    ("places", "stack"),
    [
        ("a0=2& d0=3%5%", "3%u5%u"),
        ("a0=2& d0=2%@^u@#u", "2%u@^u"),
        ("a0=2&?& d0=4%9^", "4%u9^u"),
        ("a0=2& d0=4%@^", "4%u@^u"),
        ("a0=3&>& d0=5%9%", "5%u9%u"),
    ],
    ids=["repelled", "damaged", "bounced", "trapped", "nothing"],
)
def test_n39_after_combat_the_defender_stack_is_face_up(
    game_of: GameOf, rules: str, places: str, stack: str
) -> None:
    check(fought(game_of(rules), places), f"d0={stack}")


@by_every_rule_set
def test_n39_other_lanes_stay_as_they_are(game_of: GameOf, rules: str) -> None:
    match = fought(game_of(rules), "a0=2& d0=4% a1=8& d1=@%?% d2=9&")
    check(match, "a1=8& d1=@%?% d2=9& x1= xa=")
