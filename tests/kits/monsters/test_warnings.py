"""What `duelhall monsters check` warns of."""

from typing import Any

import pytest

from duelhall.games.monsters.condition_text import parse_condition
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.faults import Faults
from duelhall.kits.monsters.warnings import never_holds, warnings
from tests.games.monsters.duels import (
    FILLER,
    JAB,
    TRAITS,
    Entry,
    document,
    field,
    monster,
    move,
    passive,
    play,
    special,
)
from tests.games.monsters.setting import made_set


def warned(*moves: Entry, **more: Any) -> list[str]:
    """What is said of some moves; all are in the decks, and Filler is a special without effect."""
    said = warnings(made_set(document(*moves, **more)))
    return [one for one in said if FILLER["name"] not in one]


def test_the_standard_set_has_cards_in_no_deck_and_nothing_else() -> None:
    assert all(said.endswith("is in no deck") for said in warnings(STANDARD))


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (move("Dear", "3", "~", traits="Green"), "no monster of the set can pay for 'Dear' (M6)"),
        (move("Idle", "~", "~", use="alter"), "'Idle' is a special move without an effect"),
        (move("Zero", "3", "~", play("attack", amount=0)),
         "effect 1 of 'Zero' does nothing: its amount is 0"),
        (special("attack"),
         "effect 1 of 'Trick' does nothing: 'attack' comes when its target has no attack in com"),
        (move("Hum", "0", "~", play("attack")), "effect 1 of 'Hum' does nothing: 'attack' comes"),
        (move("Wall", "~", "2", play("attack")), "effect 1 of 'Wall' does nothing: 'attack' comes"),
        (move("Late", "~", "~", field("defence"), use="defence", activate="alter"),
         "effect 1 of 'Late' does nothing: 'defence' comes"),
        (move("Never", "3", "~", play("draw", given="your turn and their turn")),
         "effect 1 of 'Never' never happens: its condition is that it is your turn and"),
        (move("Locked", "3", "~", requires="your Hand >= 21"),
         "'Locked' can never be used: it requires that your Hand has 21 or more cards"),
    ],
)  # fmt: skip
def test_what_can_hardly_be_meant_is_said(entry: Entry, said: str) -> None:
    found = warned(entry, JAB)
    assert len(found) == 1
    assert found[0].startswith(said)


@pytest.mark.parametrize(
    "entry",
    [
        special("attack", until="turn"),
        special("attack", use="attack"),
        move("Wall", "~", "2", play("attack", target="opponent")),
        move("Push", "+1", "~", play("attack")),
        move("Both", "3", "2", play("attack"), play("defence"), play("attack", target="both")),
        move("Moss", "0", "~", passive("attack", amount=-1)),
        move("Fine", "3", "~", requires="your turn or their turn"),
    ],
)
def test_what_can_be_meant_is_not(entry: Entry) -> None:
    assert warned(entry, JAB) == []


def test_a_monster_that_cannot_faint_and_cards_in_no_deck() -> None:
    assert warned(JAB, mine=monster(hp=21))[0].startswith("'Beast' has 21 HP, more than the damage")
    cards = document(JAB)
    cards["move"].append(move("Spare", "3", "~"))
    assert "'Spare' is in no deck" in warnings(made_set(cards))
    assert "'Spare' is in no deck" not in warnings(made_set({**cards, "deck": []}))


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("combat", False),
        ("combat and no combat", True),
        ("not combat and not no combat", False),
        ("alter and battle", True),
        ("your Hand >= 3 and your Hand <= 2", True),
        ("your Hand >= 3 and their Hand <= 2", False),
        ("your Hand >= 3 and not your Hand >= 2", True),
        ("not your Hand <= 2 and your Hand <= 3", False),
        ("not your Hand >= 0", True),
        ("your Red >= 3 and your Blue <= 2", False),
        ("your Red >= 3 and your Red <= 2 or turn >= 100", False),
    ],
)
def test_conditions_that_never_hold(text: str, never: bool) -> None:  # noqa: FBT001
    assert never_holds(parse_condition(text, (), TRAITS, Faults("a test"))) == never
