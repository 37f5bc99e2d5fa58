"""What a player is told who tries what may not be used now."""

import pytest

from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
    PUSH,
    begun,
    duel,
    field,
    monster,
    move,
    passive,
    told,
)

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
