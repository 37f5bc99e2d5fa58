"""The battle, ruling by ruling, compiled and interpreted.

Armies are given by column, from each player's own left to right: -2, -1 left of the divide, 1, 2
right of it. A unit is a string of symbols.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from duelhall.backend import CPU
from duelhall.backend.cpu import callable_rule
from duelhall.engine.record import DRAWN, UNDECIDED
from duelhall.games.frontline import battle as rules
from duelhall.games.frontline.cards import FASTEST, FORTRESS, MOST_SYMBOLS, SHIELD
from duelhall.games.frontline.state import Battlefield, place_of
from tests.games.frontline.armies import battle, place, standing
from tests.twins.frontline import Army

pytestmark = pytest.mark.uncovered

Rule = Callable[[str], Callable[..., Any]]


_compiled = cache(callable_rule)


@pytest.fixture
def rule(backend: str) -> Rule:
    def find(name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(rules, name)
        return _compiled(function) if backend == CPU else function

    return find


def speeds(rule: Rule, s: Battlefield, seat: int, column: int) -> list[int]:
    """The speeds at which a unit attacks this round, highest first."""
    rule("determine_speeds")(s)
    attacks = rule("attacks_at")
    return [
        speed for speed in range(9, -1, -1) for _ in range(attacks(s, seat, place(column), speed))
    ]


def test_f1_the_columns_beside_the_divide_are_neighbours(rule: Rule) -> None:
    s = battle(Army({-1: "|", 1: "+"}, {}), Army({1: "@"}, {}))
    assert speeds(rule, s, 0, -1) == [4]


def test_f4_the_fastest_spear_attacks_before_all_others(rule: Rule) -> None:
    crowns = "+" * MOST_SYMBOLS
    army = Army({-1: crowns, 1: f"|{crowns[1:]}", 2: crowns}, dict.fromkeys((-1, 1, 2), crowns))
    s = battle(army, Army({-1: "@", 1: "!"}, {}))
    rule("determine_speeds")(s)
    assert rule("highest_speed")(s) == FASTEST - 1
    rule("place_markers")(s, FASTEST - 1)
    assert s.markers[1, place(-1)] == 1


def test_f2_left_and_right_are_each_players_own(rule: Rule) -> None:
    """A spear alone, with an enemy on either diagonal, attacks the one to its own right."""
    for seat in range(2):
        armies = [Army({1: "|"}, {}), Army({-2: "@", 1: "@"}, {})]
        s = battle(*(armies if seat == 0 else armies[::-1]))
        rule("determine_speeds")(s)
        rule("place_markers")(s, 3)
        enemy = 1 - seat
        assert s.markers[enemy, place(-2)] == 1  # their column -2 is across from my column 2
        assert s.markers[enemy, place(1)] == 0


def test_f3_the_kth_column_to_the_right_faces_the_kth_to_the_left(rule: Rule) -> None:
    s = battle(Army({1: "|", 2: "|"}, {}), Army({-2: "|", -1: "|"}, {}))
    rule("determine_speeds")(s)
    rule("place_markers")(s, 3)
    for seat, columns in ((0, (1, 2)), (1, (-1, -2))):
        assert [int(s.markers[seat, place(column)]) for column in columns] == [1, 1]


def test_f4_crowns_hasten_and_enemy_bows_slow_the_column_and_its_neighbours(rule: Rule) -> None:
    """The lower army of the seed's example, against the upper one's bow."""
    s = battle(
        Army({-2: "!", -1: "|", 1: "|@", 2: "!", 3: "!"}, {-1: "+"}),
        Army({-2: "!", -1: "|", 1: "|@", 2: "!", 3: "!"}, {-1: "-", 1: "&&"}),
    )
    assert [speeds(rule, s, 0, column) for column in (-2, -1, 1, 2, 3)] == [
        [3, 2],
        [3],
        [3],
        [1, 0],
        [2, 1],
    ]


def test_f4_an_attack_slowed_below_0_is_lost(rule: Rule) -> None:
    s = battle(Army({1: "!"}, {}), Army({-1: "--"}, {}))
    assert speeds(rule, s, 0, 1) == [0]


def test_f4_each_symbol_counts_in_front_and_behind(rule: Rule) -> None:
    s = battle(Army({1: "|+"}, {1: "++"}), Army({-1: "-"}, {-1: "-"}))
    assert speeds(rule, s, 0, 1) == [3 + 3 - 2]


def test_f5_two_spears_place_two_markers_and_a_sword_attacks_twice(rule: Rule) -> None:
    s = battle(Army({1: "||!"}, {}), Army({-1: "@"}, {}))
    assert speeds(rule, s, 0, 1) == [3, 3, 2, 1]


def test_f6_a_unit_killed_at_a_higher_speed_no_longer_attacks(rule: Rule) -> None:
    s = battle(Army({1: "|"}, {}), Army({-1: "!"}, {}))
    rule("play_round")(s)
    assert int(s.victor) == 0


def test_f6_attacks_of_one_speed_are_simultaneous(rule: Rule) -> None:
    s = battle(Army({1: "|"}, {}), Army({-1: "|"}, {}))
    rule("play_round")(s)
    assert int(s.victor) == DRAWN


@pytest.mark.parametrize(
    ("enemy", "target"), [({-1: "@", -2: "@", 1: "@"}, -1), ({-2: "@", 1: "@"}, -2), ({1: "@"}, 1)]
)
def test_f7_across_else_to_the_right_else_to_the_left(
    rule: Rule, enemy: dict[int, str], target: int
) -> None:
    s = battle(Army({1: "|"}, {}), Army(enemy, {}))
    rule("determine_speeds")(s)
    rule("place_markers")(s, 3)
    assert s.markers[1, place(target)] == 1
    assert s.attacks == 1


def test_f7_nobody_within_reach_is_no_attack(rule: Rule) -> None:
    s = battle(Army({1: "|"}, {}), Army({2: "@"}, {}))
    rule("determine_speeds")(s)
    rule("place_markers")(s, 3)
    assert s.attacks == 0


def test_f8_shields_first_then_fortresses_one_for_a_marker(rule: Rule) -> None:
    s = battle(Army({1: "||"}, {}), Army({-1: "@&"}, {}))
    rule("determine_speeds")(s)
    rule("place_markers")(s, 3)
    rule("resolve_markers")(s)
    assert s.symbols[1, 1, SHIELD] == 0
    assert s.symbols[1, 1, FORTRESS] == 0
    assert s.units[1] == 1


@pytest.mark.parametrize(
    ("attacked", "saved"),
    [((1, 2, -1), 1), ((2, -1), 2), ((-1,), -1)],
    ids=["own", "right", "left"],
)
def test_f8_a_fortress_serves_its_column_then_the_right_then_the_left(
    rule: Rule, attacked: tuple[int, ...], saved: int
) -> None:
    s = battle(Army({-1: "+", 1: "+", 2: "+"}, {1: "&"}), Army({1: "|"}, {}))
    rule("determine_speeds")(s)
    for mark, column in enumerate(attacked):
        s.markers[0, place(column)] = 1
        s.marked[mark] = place_of(0, place(column))
    s.attacks = s.marks = len(attacked)
    rule("resolve_markers")(s)
    killed = set(attacked) - {saved}
    assert {column for column in (-1, 1, 2) if s.front[0, place(column)] == 0} == killed


def test_f8_a_unit_may_be_given_a_fortress_that_another_one_needs(rule: Rule) -> None:
    lower = Army({-2: "+", -1: "&", 1: "+", 2: "&"}, {})
    s = battle(lower, Army({-1: "|", 1: "@", 2: "|", -2: "@"}, {}))
    rule("play_round")(s)
    assert standing(s, 0) == {-1: ("[]", ""), 1: ("[+]", ""), 2: ("[&]", "")}


def test_f8_in_a_column_the_front_units_fortresses_break_first(rule: Rule) -> None:
    s = battle(Army({1: "&"}, {1: "&"}), Army({-1: "|"}, {}))
    rule("play_round")(s)
    assert standing(s, 0) == {1: ("[]", "[&]")}


def test_f9_a_unit_that_dies_in_the_same_step_still_gives_its_fortress(rule: Rule) -> None:
    s = battle(Army({-1: "|", 1: "&"}, {}), Army({-1: "|||", 1: "|"}, {}))
    rule("play_round")(s)
    assert s.units[0] == 0  # two markers too many on the one, and none was left for the other
    assert s.symbols[0, 2, FORTRESS] == 0


def test_f10_a_killed_unit_is_removed_with_everything_on_it(rule: Rule) -> None:
    s = battle(Army({-1: "|", 1: "+++"}, {}), Army({-1: "|", 1: "@"}, {}))
    rule("play_round")(s)
    assert standing(s, 0) == {-1: ("[|]", "")}


def test_f11_a_unit_without_symbols_stays(rule: Rule) -> None:
    s = battle(Army({1: "@"}, {}), Army({-1: "|"}, {}))
    rule("play_round")(s)
    assert s.units[0] == 1
    assert standing(s, 0) == {1: ("[]", "")}
    assert int(s.victor) == UNDECIDED


def test_f12_back_units_step_forward_and_gaps_close_toward_the_divide(rule: Rule) -> None:
    """The seed's own regrouping, and units behind going along."""
    s = battle(Army({1: "|", 3: "!"}, {-1: "+", 3: "-"}), Army({1: "|"}, {}))
    rule("regroup")(s, 0)
    assert standing(s, 0) == {-1: ("[+]", ""), 1: ("[|]", ""), 2: ("[!]", "[-]")}


def test_f12_free_columns_beside_the_divide_are_gaps(rule: Rule) -> None:
    s = battle(Army({-1: "@", 2: "|", 3: "!"}, {3: "-"}), Army({1: "|"}, {}))
    rule("regroup")(s, 0)
    assert standing(s, 0) == {-1: ("[@]", ""), 1: ("[|]", ""), 2: ("[!]", "[-]")}
    s = battle(Army({-3: "|", -2: "!"}, {}), Army({1: "|"}, {}))
    rule("regroup")(s, 0)
    assert standing(s, 0) == {-1: ("[|]", ""), 1: ("[!]", "")}


@pytest.mark.parametrize("side", [1, -1])
def test_f12_the_divide_moves_until_both_sides_are_even(rule: Rule, side: int) -> None:
    units = {side: "|", 2 * side: "!", 3 * side: "@", 4 * side: "&", 5 * side: "+"}
    s = battle(Army(units, {5 * side: "-"}), Army({1: "|"}, {}))
    rule("regroup")(s, 0)
    signs = [front for _, (front, _) in sorted(standing(s, 0).items())]
    assert signs == [f"[{sign}]" for sign in ("|!@&+" if side == 1 else "+&@!|")]
    assert sorted(standing(s, 0)) == ([-2, -1, 1, 2, 3] if side == 1 else [-3, -2, -1, 1, 2])
    assert standing(s, 0)[3 * side][1] == "[-]"


def test_f13_an_army_without_units_loses(rule: Rule) -> None:
    s = battle(Army({1: "|"}, {}), Army({-1: "+"}, {}))
    rule("fight")(s)
    assert int(s.victor) == 0
    s = battle(Army({1: "+"}, {}), Army({-1: "|"}, {}))
    rule("fight")(s)
    assert int(s.victor) == 1


@pytest.mark.parametrize("armies", [("|", "|"), ("+", "@"), ("|", "----")])
def test_f13_both_gone_or_a_round_without_change_is_a_tie(
    rule: Rule, armies: tuple[str, str]
) -> None:
    s = battle(Army({1: armies[0]}, {}), Army({-1: armies[1]}, {}))
    rule("fight")(s)
    assert int(s.victor) == DRAWN
    assert s.rounds == 1


def test_the_seeds_battle_is_won_by_the_upper_army_in_its_third_round(rule: Rule) -> None:
    s = battle(
        Army({-2: "!", -1: "|", 1: "|@", 2: "!", 3: "!"}, {-1: "+"}),
        Army({-2: "!", -1: "|", 1: "|@", 2: "!", 3: "!"}, {-1: "-", 1: "&&"}),
    )
    rule("play_round")(s)
    assert standing(s, 0) == {-1: ("[+]", ""), 1: ("[|]", ""), 2: ("[!]", "")}
    assert standing(s, 1) == {-1: ("[|]", "[-]"), 1: ("[|]", "[]"), 2: ("[!]", "")}
    rule("fight")(s)
    assert (int(s.victor), int(s.rounds)) == (1, 3)
