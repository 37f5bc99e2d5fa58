"""What effects forbid: all five things, until the end of the turn and by Passives."""

from typing import Any

import pytest

from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    Entry,
    begun,
    duel,
    effect,
    field,
    fired,
    monster,
    move,
    passive,
    play,
    refused,
)

JAB = move("Jab", "3", "~", field("draw"))
PUSH = move("Push", "+1", "+1", field("draw"))
SHOUT = move("Shout", "~", "~", field("draw"), use="attack defence answer alter")
BELL = move("Bell", "0", "~", field("draw"), activate="alter answer")
BEAST = monster(field("draw"), use="alter attack defence answer")

FORBIDDEN = {
    "initial": {"jab", "!jab", "bell", "!bell"},
    "additional": {"push", "!push"},
    "special": {"shout", "!shout"},
    "stasis": {"!jab", "!bell", "!push", "!shout"},
    "monster": {"!monster"},
}
"""What each word forbids, where it could be done otherwise."""
PLACES = "hand0=jab*2,bell,push,shout stasis0=jab,bell,push,shout"
MOMENTS = {
    "battle": ({"pass", "jab", "!jab", "bell", "!bell"}, ""),
    "combat": ({"pass", "push", "!push", "shout", "!shout", "!monster"}, "jab -"),
}


by_word_and_moment = pytest.mark.parametrize(
    ("what", "moment"),
    [
        (what, moment)
        for what in FORBIDDEN
        for moment in MOMENTS
        if (what, moment) != ("initial", "combat")  # without an initial move there is none
    ],
)


@by_word_and_moment
def test_m17_a_passive_forbids_while_it_holds(what: str, moment: str) -> None:
    tabu = move("Tabu", "~", "~", passive("forbid", what=what, target="opponent"), use="alter")
    game = duel(JAB, PUSH, SHOUT, BELL, tabu, mine=BEAST)
    expected, moves = MOMENTS[moment]
    assert set(begun(game, PLACES, moves).legal()) == expected
    match = begun(game, f"{PLACES} stasis1=tabu", moves)
    assert set(match.legal()) == expected - FORBIDDEN[what]
    for word in sorted(expected & FORBIDDEN[what]):
        assert refused(match, word) == "M10"


@by_word_and_moment
def test_an_effect_forbids_until_the_end_of_the_turn(what: str, moment: str) -> None:
    hush = move("Hush", "~", "~", play("forbid", what=what), use="alter")
    game = duel(JAB, PUSH, SHOUT, BELL, hush, mine=BEAST)
    expected, moves = MOMENTS[moment]
    places = f"phase=alter {PLACES.replace('hand0=', 'hand0=hush,')}"
    match = begun(game, places, f"hush - - - {moves}")
    assert set(match.legal()) == expected - FORBIDDEN[what]
    for word in sorted(expected & FORBIDDEN[what]):
        assert refused(match, word) == "M10"


def test_in_alter_and_in_a_non_combat_chain_a_field_effect_is_no_initial_move() -> None:
    hush = move("Hush", "~", "~", play("forbid", what="initial"), use="alter")
    game = duel(JAB, PUSH, SHOUT, BELL, hush, mine=BEAST)
    places = f"phase=alter {PLACES.replace('hand0=', 'hand0=hush,')}"
    assert "!bell" in begun(game, places, "hush - -").legal()
    assert "!bell" in begun(game, places, "hush - - shout -").legal()


@pytest.mark.parametrize("what", ["initial", "additional", "special", "stasis", "monster"])
def test_the_defender_is_forbidden_things_too(what: str) -> None:
    guard = move("Guard", "~", "2", field("draw"))
    tabu = move("Tabu", "~", "~", passive("forbid", what=what, target="opponent"), use="alter")
    game = duel(JAB, PUSH, SHOUT, guard, tabu, mine=BEAST)
    places = "hand0=jab hand1=guard,push,shout stasis1=guard,push,shout"
    everything = {"pass", "guard", "!guard", "push", "!push", "shout", "!shout", "!monster"}
    assert set(begun(game, places, "jab").legal()) == everything
    match = begun(game, f"{places} stasis0=tabu", "jab")
    gone = FORBIDDEN[what] | {"initial": {"guard", "!guard"}, "stasis": {"!guard"}}.get(what, set())
    assert set(match.legal()) == everything - gone


TARGETS = [("self", {0}), ("opponent", {1}), ("both", {0, 1})]


def legal_attacks(hush: Entry, places: str, moves: str) -> set[int]:
    """The players who may attack in their Battle."""
    game = duel(JAB, hush)
    found = set()
    for seat in (0, 1):
        match = begun(game, f"active={seat} hand{seat}=jab {places}", moves)
        if "jab" in match.legal():
            found.add(seat)
    return found


@pytest.mark.parametrize(("target", "who"), TARGETS)
def test_m17_whom_a_passive_forbids(target: str, who: set[int]) -> None:
    hush = move("Hush", "~", "~", passive("forbid", what="initial", target=target), use="alter")
    assert legal_attacks(hush, "stasis0=hush", "") == {0, 1} - who


@pytest.mark.parametrize(("target", "who"), TARGETS)
def test_whom_an_effect_forbids(target: str, who: set[int]) -> None:
    """Player 0 plays it; the answer of player 1 is still allowed in its own next turn."""
    hush = move("Hush", "~", "~", play("forbid", what="special", target=target), use="alter")
    game = duel(JAB, SHOUT, hush)
    places = "phase=alter hand0=hush*2,jab,shout hand1=shout"
    match = begun(game, places, "hush - - - jab")
    assert "forbid" not in fired(match)
    assert ("shout" not in match.legal()) == (1 in who)
    match.play("pass")
    assert ("shout" not in match.legal()) == (0 in who)


def test_in_the_next_turn_nothing_is_forbidden_any_more() -> None:
    hush = move("Hush", "~", "~", play("forbid", what="initial", target="both"), use="alter")
    match = begun(duel(JAB, hush), "phase=alter hand0=hush,jab hand1=jab", "hush - - - - -")
    assert "jab" in match.legal()


@pytest.mark.parametrize(
    ("given", "allowed"), [("your Stasis >= 2", True), ("your Stasis >= 1", False)]
)
def test_m17_a_passive_forbids_on_its_condition(given: str, allowed: bool) -> None:  # noqa: FBT001
    tabu = move("Tabu", "~", "~", passive("forbid", what="initial", target="opponent", given=given),
                use="alter")  # fmt: skip
    match = begun(duel(JAB, tabu), "hand0=jab stasis1=tabu")
    assert ("jab" in match.legal()) == allowed


def test_m17_a_monster_forbids_always() -> None:
    tyrant = monster(passive("forbid", what="special", target="opponent"))
    match = begun(duel(SHOUT, mine=monster(), theirs=tyrant), "phase=alter hand0=shout")
    assert refused(match, "shout") == "M10"


def test_two_effects_forbid_two_things() -> None:
    hush = move("Hush", "~", "~", play("forbid", what="initial"), play("forbid", what="stasis"),
                use="alter")  # fmt: skip
    game = duel(JAB, BELL, hush)
    match = begun(game, "phase=alter hand0=hush,jab stasis0=bell", "hush - -")
    assert match.legal() == ["pass"]


# --- in the same chain ---


def loud(**more: Any) -> dict[str, Any]:
    """An attack that forbids something while it is on the chain."""
    return move("Roar", "3", "~", effect("chain", "forbid", target="opponent", **more))


def test_m10_a_card_forbids_things_while_it_is_on_the_chain() -> None:
    game = duel(loud(what="initial"), GUARD, BRACE, JAB)
    match = begun(game, "hand0=roar hand1=guard,brace", "roar")
    assert match.legal() == ["pass", "brace"]
    assert refused(match, "guard") == "M10"
    match = begun(game, "hand0=jab hand1=guard", "jab")
    assert "guard" in match.legal()


def test_m10_it_ends_with_the_chain_and_is_for_its_target_only() -> None:
    game = duel(loud(what="additional"), PUSH, BRACE)
    match = begun(game, "hand0=roar,push hand1=brace", "roar")
    assert match.legal() == ["pass"]
    match.play("pass")
    assert "push" in match.legal()
    match = begun(game, "hand0=roar hand1=brace", "roar - -")
    assert match.state.forbidden.tolist() == [0, 0]


def test_m10_while_its_condition_holds() -> None:
    game = duel(loud(what="initial", given="their Hand >= 2"), GUARD)
    assert begun(game, "hand0=roar hand1=guard", "roar").legal() == ["pass", "guard"]
    assert begun(game, "hand0=roar hand1=guard*2", "roar").legal() == ["pass"]
