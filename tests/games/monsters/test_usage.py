"""What may be used: what is forbidden, what is required, and what it costs."""

from typing import Any

import pytest

from duelhall.engine.errors import BadPosition
from duelhall.engine.rule import python_function
from duelhall.games.monsters.board import sketch
from duelhall.games.monsters.effects import change_of, with_change
from duelhall.games.monsters.zones import ANY_TRAIT
from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
    PUSH,
    SHOUT,
    Entry,
    begun,
    check,
    damage,
    duel,
    effect,
    field,
    fired,
    left,
    monster,
    move,
    passive,
    play,
    position,
    refused,
    special,
    told,
)

LASTING_JAB = move("Jab", "3", "~", field("draw"))
LASTING_PUSH = move("Push", "+1", "+1", field("draw"))
LASTING_SHOUT = move("Shout", "~", "~", field("draw"), use="attack defence answer alter")
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
    game = duel(LASTING_JAB, LASTING_PUSH, LASTING_SHOUT, BELL, tabu, mine=BEAST)
    expected, moves = MOMENTS[moment]
    assert set(begun(game, PLACES, moves).legal()) == expected
    match = begun(game, f"{PLACES} stasis1=tabu", moves)
    assert set(match.legal()) == expected - FORBIDDEN[what]
    for word in sorted(expected & FORBIDDEN[what]):
        assert refused(match, word) == "M10"


@by_word_and_moment
def test_an_effect_forbids_until_the_end_of_the_turn(what: str, moment: str) -> None:
    hush = move("Hush", "~", "~", play("forbid", what=what), use="alter")
    game = duel(LASTING_JAB, LASTING_PUSH, LASTING_SHOUT, BELL, hush, mine=BEAST)
    expected, moves = MOMENTS[moment]
    places = f"phase=alter {PLACES.replace('hand0=', 'hand0=hush,')}"
    match = begun(game, places, f"hush - - - {moves}")
    assert set(match.legal()) == expected - FORBIDDEN[what]
    for word in sorted(expected & FORBIDDEN[what]):
        assert refused(match, word) == "M10"


def test_in_alter_and_in_a_non_combat_chain_a_field_effect_is_no_initial_move() -> None:
    hush = move("Hush", "~", "~", play("forbid", what="initial"), use="alter")
    game = duel(LASTING_JAB, LASTING_PUSH, LASTING_SHOUT, BELL, hush, mine=BEAST)
    places = f"phase=alter {PLACES.replace('hand0=', 'hand0=hush,')}"
    assert "!bell" in begun(game, places, "hush - -").legal()
    assert "!bell" in begun(game, places, "hush - - shout -").legal()


@pytest.mark.parametrize("what", ["initial", "additional", "special", "stasis", "monster"])
def test_the_defender_is_forbidden_things_too(what: str) -> None:
    guard = move("Guard", "~", "2", field("draw"))
    tabu = move("Tabu", "~", "~", passive("forbid", what=what, target="opponent"), use="alter")
    game = duel(LASTING_JAB, LASTING_PUSH, LASTING_SHOUT, guard, tabu, mine=BEAST)
    places = "hand0=jab hand1=guard,push,shout stasis1=guard,push,shout"
    everything = {"pass", "guard", "!guard", "push", "!push", "shout", "!shout", "!monster"}
    assert set(begun(game, places, "jab").legal()) == everything
    match = begun(game, f"{places} stasis0=tabu", "jab")
    gone = FORBIDDEN[what] | {"initial": {"guard", "!guard"}, "stasis": {"!guard"}}.get(what, set())
    assert set(match.legal()) == everything - gone


TARGETS = [("self", {0}), ("opponent", {1}), ("both", {0, 1})]


def legal_attacks(hush: Entry, places: str, moves: str) -> set[int]:
    """The players who may attack in their Battle."""
    game = duel(LASTING_JAB, hush)
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
    game = duel(LASTING_JAB, LASTING_SHOUT, hush)
    places = "phase=alter hand0=hush*2,jab,shout hand1=shout"
    match = begun(game, places, "hush - - - jab")
    assert "forbid" not in fired(match)
    assert ("shout" not in match.legal()) == (1 in who)
    match.play("pass")
    assert ("shout" not in match.legal()) == (0 in who)


def test_in_the_next_turn_nothing_is_forbidden_any_more() -> None:
    hush = move("Hush", "~", "~", play("forbid", what="initial", target="both"), use="alter")
    match = begun(duel(LASTING_JAB, hush), "phase=alter hand0=hush,jab hand1=jab", "hush - - - - -")
    assert "jab" in match.legal()


@pytest.mark.parametrize(
    ("given", "allowed"), [("your Stasis >= 2", True), ("your Stasis >= 1", False)]
)
def test_m17_a_passive_forbids_on_its_condition(given: str, allowed: bool) -> None:  # noqa: FBT001
    tabu = move("Tabu", "~", "~", passive("forbid", what="initial", target="opponent", given=given),
                use="alter")  # fmt: skip
    match = begun(duel(LASTING_JAB, tabu), "hand0=jab stasis1=tabu")
    assert ("jab" in match.legal()) == allowed


def test_m17_a_monster_forbids_always() -> None:
    tyrant = monster(passive("forbid", what="special", target="opponent"))
    match = begun(duel(LASTING_SHOUT, mine=monster(), theirs=tyrant), "phase=alter hand0=shout")
    assert refused(match, "shout") == "M10"


def test_two_effects_forbid_two_things() -> None:
    hush = move("Hush", "~", "~", play("forbid", what="initial"), play("forbid", what="stasis"),
                use="alter")  # fmt: skip
    game = duel(LASTING_JAB, BELL, hush)
    match = begun(game, "phase=alter hand0=hush,jab stasis0=bell", "hush - -")
    assert match.legal() == ["pass"]


# --- in the same chain ---


def loud(**more: Any) -> dict[str, Any]:
    """An attack that forbids something while it is on the chain."""
    return move("Roar", "3", "~", effect("chain", "forbid", target="opponent", **more))


def test_m10_a_card_forbids_things_while_it_is_on_the_chain() -> None:
    game = duel(loud(what="initial"), GUARD, BRACE, LASTING_JAB)
    match = begun(game, "hand0=roar hand1=guard,brace", "roar")
    assert match.legal() == ["pass", "brace"]
    assert refused(match, "guard") == "M10"
    match = begun(game, "hand0=jab hand1=guard", "jab")
    assert "guard" in match.legal()


def test_m10_it_ends_with_the_chain_and_is_for_its_target_only() -> None:
    game = duel(loud(what="additional"), LASTING_PUSH, BRACE)
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


# --- what using a card requires (M22) ---


# --- M22 ---


def test_m22_a_card_is_played_only_while_what_it_requires_holds() -> None:
    blow = move("Blow", "3", "~", requires="your Hand >= 2")
    match = begun(duel(blow), "hand0=blow")
    assert refused(match, "blow") == "M22"
    assert told(match, "blow") == "You can play Blow only while your Hand has 2 or more cards."
    assert "blow" in begun(duel(blow), "hand0=blow*2").legal()


def test_m22_an_effect_requires_something_of_its_own_use_only() -> None:
    drum = move("Drum", "0", "~", play("draw"), field("draw", requires="your Damage >= 1"))
    game = duel(drum)
    match = begun(game, "hand0=drum stasis0=drum")
    assert match.legal() == ["pass", "drum"]
    says = told(match, "!drum")
    assert says == "You can activate Drum only while your Damage has 1 or more cards."
    assert "!drum" in begun(game, "stasis0=drum damage0=filler").legal()
    horn = move("Horn", "0", "~", play("draw", requires="their turn"), field("draw"))
    match = begun(duel(horn), "hand0=horn stasis0=horn")
    assert match.legal() == ["pass", "!horn"]
    assert told(match, "horn") == "You can play Horn only during the opponent's turn."


def test_m22_what_a_card_requires_is_for_both_uses() -> None:
    drum = move("Drum", "0", "~", field("draw"), requires="their turn")
    match = begun(duel(drum), "hand0=drum stasis0=drum")
    assert (refused(match, "drum"), refused(match, "!drum")) == ("M22", "M22")


def test_m22_all_of_several_requirements_must_hold() -> None:
    drum = move("Drum", "0", "~", play("draw", requires="your Damage >= 1"),
                play("mill", requires="your Drop >= 1"), requires="your turn")  # fmt: skip
    game = duel(drum)
    assert "drum" in begun(game, "hand0=drum damage0=filler drop0=filler").legal()
    match = begun(game, "hand0=drum damage0=filler")
    assert told(match, "drum") == "You can play Drum only while your Drop has 1 or more cards."


def test_m22_so_for_a_monsters_effect() -> None:
    beast = monster(field("draw", requires="your Hand <= 1"), use="alter")
    match = begun(duel(JAB, mine=beast), "phase=alter hand0=jab*2")
    says = told(match, "!monster")
    assert says == "You can activate Beast only while your Hand has 1 or fewer cards."
    assert "!monster" in begun(duel(JAB, mine=beast), "phase=alter hand0=jab").legal()


def test_m22_a_requirement_can_ask_for_the_link_that_it_would_follow() -> None:
    echo = move("Echo", "~", "~", play("cancel"), use="answer", requires="previous theirs")
    match = begun(duel(HUM, SHOUT, echo), "hand0=hum,echo hand1=shout,echo", "hum")
    assert "echo" in match.legal()
    match.play("pass")
    assert refused(match, "echo") == "M22"


def test_m22_a_condition_is_looked_at_when_the_effect_resolves() -> None:
    late = move("Late", "0", "~", play("draw", given="links >= 2"), requires="links <= 0")
    match = begun(duel(late, SHOUT), "hand0=late hand1=shout", "late shout - -")
    check(match, "hand0=filler")


def test_m22_other_refusals_are_told_as_ever() -> None:
    blow = move("Blow", "3", "~", requires="your Hand >= 2", traits="Green")
    assert refused(begun(duel(blow), "hand0=blow"), "blow") == "M6"


# --- several parts ---


def drawn(given: str, places: str = "") -> bool:
    """Whether a card with a condition does something."""
    game = duel(special("draw", given=given))
    match = begun(game, f"phase=alter hand0=trick {places}", "trick - -")
    return bool(match.state.in_hand[0])


YES, NO = "your turn", "their turn"


@pytest.mark.parametrize(
    ("given", "holds"),
    [
        (f"{YES} and {YES}", True),
        (f"{YES} and {NO}", False),
        (f"{NO} or {YES}", True),
        (f"{NO} or {NO}", False),
        (f"not {NO}", True),
        (f"not not {NO}", False),
        (f"{YES} or {YES} and {NO}", True),
        (f"({YES} or {YES}) and {NO}", False),
        (f"not {YES} or {YES}", True),
        (f"not ({YES} or {NO})", False),
        (f"{YES} and {YES} and {YES} and {YES} and {NO}", False),
        (f"{NO} or {NO} or {NO} or {NO} or {NO} or {YES}", True),
        (f"not ({NO} or not ({YES} and not {NO}))", True),
    ],
)
def test_conditions_are_joined_by_and_or_not(given: str, holds: bool) -> None:  # noqa: FBT001
    assert drawn(given) == holds


def test_equal_conditions_share_their_places() -> None:
    given = "your turn and not their turn"
    entries = [play("draw", given=given) for _ in range(7)]
    moves = [move(f"M{number}", "0", "~", *entries) for number in range(5)]
    assert begun(duel(*moves), "hand0=m4", "m4 - -").state.in_hand[0] == 7


def test_a_passive_can_have_such_a_condition() -> None:
    rage: Entry = {"when": "passive", "do": "attack", "amount": 2}
    rage |= {"if": "your Damage >= 1 and not (their turn or no combat)"}
    game = duel(JAB, GUARD, mine=monster(rage), theirs=monster(hp=12))
    assert damage(begun(game, "hand0=jab damage0=filler", "jab - -")) == 5
    assert damage(begun(game, "hand0=jab", "jab - -")) == 3


# --- what is refused, and why ---

WARD = move("Ward", "~", "~", field("draw"), use="defence")
HAIL = move("Hail", "~", "~", field("draw"), use="attack")
MIST = move("Mist", "1", "~", passive("attack"))
BLOW = move("Blow", "2", "~", traits="Green")
ANSWERING_BEAST = monster(field("draw"), use="answer")


@pytest.mark.parametrize(
    ("places", "moves", "word", "answer"),
    [
        ("hand1=jab", "", "jab", "You can play only cards from your own hand."),
        ("hand0=ward", "", "!ward", "You can activate only cards from your own Stasis."),
        ("stasis0=mist", "", "!mist", "You can activate only cards with a Field effect."),
        ("hand0=blow", "", "blow",
         "You can play a move from your hand only if you have all its traits left."),
        ("hand0=guard", "", "guard",
         "In Battle, outside a chain, you can use only moves with an initial ATK."),
        ("hand0=jab*2", "jab - -", "jab",
         "You can initiate combat only once in a turn, unless an effect lets you do it again."),
        ("hand0=jab,guard", "jab -", "guard",
         "In your own turn you can use a move in combat only if its ATK is a number."),
        ("hand0=jab hand1=push", "jab", "push",
         "In your opponent's turn you can use a move in combat only if its DEF is a number."),
        ("hand0=jab hand1=brace,guard", "jab brace -", "guard",
         "In combat you can use only one initial move, and only before your first additional one."),
        ("hand0=jab,ward", "jab -", "ward",
         "You can use this in your attack only if its text names attack."),
        ("hand0=jab hand1=hail", "jab", "hail",
         "You can use this in your defence only if its text names defence."),
        ("hand0=hum hand1=guard", "hum", "guard",
         "In Alter and in a non-combat chain you can play only special moves from your hand."),
        ("hand0=hum hand1=ward", "hum", "ward",
         "You can add to a non-combat chain only what says in its text that it answers one."),
        ("phase=alter hand0=ward", "", "ward",
         "In Alter you can use only what names Alter in its text."),
        ("", "", "!monster", "Outside a chain you can use your monster's effect only in Alter."),
        ("hand0=hum*2", "hum - !monster - - hum -", "!monster",
         "You can use your monster's Field effect only once in each turn."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_is_missing(places: str, moves: str, word: str, answer: str) -> None:
    game = duel(JAB, GUARD, PUSH, BRACE, HUM, WARD, HAIL, mine=ANSWERING_BEAST, copies=2)
    if word in ("!mist", "blow"):
        game = duel(MIST, BLOW)
    assert told(begun(game, places, moves), word) == answer


def test_a_monster_without_a_field_effect_is_not_used() -> None:
    answer = "You can use your monster only if it has a Field effect."
    assert told(begun(duel(JAB), "phase=alter"), "!monster") == answer


def test_what_an_effect_forbids_is_said_to_be_forbidden() -> None:
    tabu = move("Tabu", "~", "~", passive("forbid", what="initial", target="opponent"), use="alter")
    match = begun(duel(JAB, tabu), "hand0=jab stasis1=tabu")
    assert told(match, "jab") == "You can use only what no effect forbids you at the moment."


# --- effects that change what moves cost (M6) ---


DEAR = move("Dear", "0", "~", traits="Red Red Blue")
RED = move("Crimson", "0", "~", traits="Red")
POOR = monster(traits="Red Blue")


def cost(amount: int, **more: Any) -> Entry:
    return special("cost", amount=amount, **more)


def test_m6_moves_cost_less_until_the_end_of_the_turn() -> None:
    game = duel(cost(-1, trait="Red"), DEAR, mine=POOR)
    match = begun(game, "phase=alter hand0=trick,dear*3")
    match.play("pass")
    assert refused(match, "dear") == "M6"
    match = begun(game, "phase=alter hand0=trick,dear*3", "trick - - - dear - -")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (0, 0)
    match = begun(game, "phase=alter hand0=trick,dear", "trick - - - - - -")
    assert not match.state.costs.any()


def test_m6_why_says_that_effects_changed_the_cost() -> None:
    match = begun(duel(cost(-1), RED), "phase=alter hand0=trick,crimson", "trick - - - crimson")
    assert "changed_cost" in fired(match)


def test_m6_without_a_trait_each_trait_costs_less_and_none_less_than_nothing() -> None:
    match = begun(duel(cost(-2), DEAR), "phase=alter hand0=trick,dear", "trick - - - dear")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (4, 2)


def test_m6_what_a_move_does_not_cost_is_not_made_a_cost() -> None:
    game = duel(cost(3, target="both"), RED, HUM)
    match = begun(game, "phase=alter hand0=trick,crimson,hum", "trick - - - hum - - crimson")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (0, 2)


def test_m6_the_next_move_costs_more_in_whatever_turn_and_once() -> None:
    game = duel(cost(1, trait="Red", target="opponent", until="next"), RED, HUM)
    match = begun(game, "phase=alter hand0=trick hand1=crimson*2",
                  "trick - - - - - crimson - - crimson")  # fmt: skip
    assert left(match, 1, "Red") == 1
    match = begun(game, "phase=alter hand0=trick hand1=crimson,hum",
                  "trick - - - - - hum - - crimson")  # fmt: skip
    assert left(match, 1, "Red") == 3


def test_m6_activating_from_stasis_costs_nothing_and_uses_nothing_up() -> None:
    drum = move("Drum", "0", "~", effect("field", "draw"), traits="Red")
    game = duel(cost(1, until="next"), drum, RED)
    match = begun(game, "phase=alter hand0=trick,crimson stasis0=drum", "trick - - - !drum - -")
    assert left(match, 0, "Red") == 4
    match.play("crimson")
    assert left(match, 0, "Red") == 2


def test_m17_a_passive_changes_costs_while_it_holds() -> None:
    moss = move("Moss", "0", "~", passive("cost", amount=1, target="opponent", given="their turn"))
    match = begun(duel(moss, RED), "active=1 hand1=crimson*2 stasis0=moss*2", "crimson")
    assert left(match, 1, "Red") == 1
    match = begun(duel(moss, RED), "hand0=crimson*2 stasis1=moss*2", "crimson")
    assert left(match, 0, "Red") == 1
    match = begun(duel(moss, RED), "hand0=crimson*2 stasis0=moss*2", "crimson")
    assert left(match, 0, "Red") == 3


def test_m10_a_card_on_the_chain_changes_costs_as_soon_as_it_is_there() -> None:
    toll = move("Toll", "3", "~", effect("chain", "cost", amount=2, target="opponent"))
    wall = move("Wall", "~", "1", traits="Red")
    match = begun(duel(toll, wall), "hand0=toll hand1=wall", "toll wall")
    assert left(match, 1, "Red") == 1
    given = effect("chain", "cost", amount=2, target="opponent", given="links >= 2")
    match = begun(duel({**toll, "effect": [given]}, wall), "hand0=toll hand1=wall", "toll wall")
    assert left(match, 1, "Red") == 3


def test_m22_what_is_looked_at_is_the_hand_before_the_card_leaves_it() -> None:
    moss = move("Moss", "0", "~", passive("cost", amount=-1, given="your Hand <= 1"))
    match = begun(duel(moss, RED), "hand0=crimson*2 stasis0=moss", "crimson")
    assert left(match, 0, "Red") == 3


def test_changes_are_packed_from_minus_7_to_7() -> None:
    add, read = python_function(with_change), python_function(change_of)
    change = add(add(add(0, 2, -9), 5, 4), ANY_TRAIT, 1)
    assert [read(change, trait) for trait in range(6)] == [1, 1, -6, 1, 1, 5]
    assert add(change, 7, 3) == change


# --- telling ---


def test_a_refusal_says_what_a_move_costs_now() -> None:
    match = begun(duel(cost(1), RED, mine=POOR), "phase=alter hand0=trick,crimson", "trick - - -")
    assert told(match, "crimson") == "You can play Crimson only for Red 2, which it costs now."
    match = begun(duel(cost(1), DEAR, mine=POOR), "hand0=dear")
    assert told(match, "dear").startswith("You can play a move from your hand only if you have all")


def test_a_board_shows_what_changes_and_what_cards_cost_now() -> None:
    match = begun(duel(cost(-1, trait="Red"), DEAR), "phase=alter hand0=trick,dear", "trick - -")
    zones = {zone.id: zone for zone in match.board(0).zones}
    assert zones["monster0"].facts["cost_change"] == {"Red": -1}
    assert zones["monster1"].facts["cost_change"] == {}
    facts = zones["hand0"].cards[0].facts
    assert (facts["cost"], facts["cost_now"]) == (["Red", "Red", "Blue"], ["Red", "Blue"])
    assert facts["text"].startswith("Red Red Blue (now Red Blue).")
    assert "left: Red 4 Blue 2; costs: Red -1" in str(sketch(match.board(0)))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"amount": -1, "trait": "Red"},
         "your moves that cost Red cost 1 less of it until the end of the turn"),
        ({"amount": 2, "target": "opponent", "until": "next"},
         "opponent's next move costs 2 more of each trait in its cost"),
    ],
)  # fmt: skip
def test_what_an_effect_changes_is_told(entry: Entry, says: str) -> None:
    match = begun(duel(special("cost", **entry)), "phase=alter hand0=trick", "trick - -")
    assert says in str(match.scene_texts(len(match.moves), 0))


# --- positions ---


def test_changed_costs_are_written_in_positions() -> None:
    game = duel(cost(-1, trait="Blue", target="opponent", until="next"), RED)
    match = begun(game, "phase=alter hand0=trick", "trick - -")
    text = match.game.position_text(match.state)
    assert "costs=0,0,0,0,0,0:0,0,0,0,0,0:0,0,0,0,0,0:0,-1,0,0,0,0" in text
    assert game.parse_position(text).tobytes() == match.state.tobytes()


@pytest.mark.parametrize("costs", ["0", "0,0:0,0:0,0:0,0", "8,0,0,0,0,0" + ":0,0,0,0,0,0" * 3])
def test_other_costs_are_refused(costs: str) -> None:
    game = duel(RED)
    with pytest.raises(BadPosition):
        game.parse_position(position(game, f"costs={costs}"))
