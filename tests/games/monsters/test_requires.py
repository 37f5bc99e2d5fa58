"""What using a card requires (M22), conditions of several parts, and how cards are refused."""

import pytest

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
    field,
    monster,
    move,
    passive,
    play,
    refused,
    special,
    told,
)

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


# --- what a player is told who tries what may not be used now ---

WARD = move("Ward", "~", "~", field("draw"), use="defence")
HAIL = move("Hail", "~", "~", field("draw"), use="attack")
MIST = move("Mist", "1", "~", passive("attack"))
BLOW = move("Blow", "2", "~", traits="Green")
BEAST = monster(field("draw"), use="answer")


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
    game = duel(JAB, GUARD, PUSH, BRACE, HUM, WARD, HAIL, mine=BEAST, copies=2)
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
