"""Actions (N4 to N8), compiled and interpreted."""

from tests.games.binmat.setting import (
    LANES,
    GameOf,
    by_every_rule_set,
    cards_in,
    check,
    played,
    refused,
    seen_in,
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
