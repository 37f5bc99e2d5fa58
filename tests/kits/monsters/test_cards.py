"""Cards for designers of Monsters: listed, checked, and warned of."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from duelhall.games.monsters.card_file import STANDARD_FILE
from duelhall.games.monsters.condition import parse_condition
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.faults import Faults, Spans
from duelhall_kits.monsters.cards import ALL_TIMES, can_hold, checked, warnings
from tests.games.monsters.duels import (
    FILLER,
    JAB,
    TRAITS,
    Entry,
    document,
    field,
    made_set,
    monster,
    move,
    passive,
    play,
    special,
)
from tests.kits.monsters.samples import CARDS, DECK
from tests.terminal.console import duelhall


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "cards.toml"
    file.write_text(CARDS, encoding="utf-8")
    return file


# --- listing and checking ---


def test_the_standard_cards_are_listed() -> None:
    out = duelhall("monsters", "cards").stdout
    for name in [*STANDARD.monsters, *STANDARD.moves, *STANDARD.decks]:
        assert name in out


def test_cards_for_a_program(cards: Path) -> None:
    listed = json.loads(duelhall("monsters", "cards", "--cards", str(cards), "--json").stdout)
    assert listed["moves"][0]["says"] == ["Play: draw 1 card."]
    assert listed["decks"] == [{"name": "Sparks", "monster": "Drake", "moves": {"Spark": 20}}]


def test_the_file_of_the_standard_set_is_told() -> None:
    assert duelhall("monsters", "cards", "--file").stdout.strip() == str(STANDARD_FILE)


def test_good_files_are_told_what_they_hold(cards: Path, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(DECK, encoding="utf-8")
    out = duelhall("monsters", "check", str(cards), str(deck), "--cards", str(cards)).stdout
    assert f"{cards}: a card set: 1 monster, 1 move, 1 deck" in out
    assert f"{deck}: a deck: Mine with Drake" in out


def test_every_fault_is_told_with_its_line(cards: Path) -> None:
    cards.write_text(CARDS.replace('"draw"', '"drwa"').replace("hp = 3", "hp = 100"))
    run = duelhall("monsters", "check", str(cards))
    assert run.returncode == 1
    assert "2 faults" in run.stdout
    assert "line 5, column 6: HP is a whole number from 1 to 99, not 100" in run.stdout
    assert "line 18, column 6: 'drwa' is no operation; did you mean 'draw'?" in run.stdout
    report = json.loads(duelhall("monsters", "check", str(cards), "--json").stdout)
    assert len(report[0]["faults"]) == 2
    assert report[0]["findings"][1]["says"].startswith("'drwa' is no operation; did you mean")
    places = [(found["kind"], found["line"], found["column"]) for found in report[0]["findings"]]
    assert places == [("fault", 5, 6), ("fault", 18, 6)]


def test_a_deck_is_not_blamed_for_the_faults_of_its_set(cards: Path, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(DECK, encoding="utf-8")
    cards.write_text(CARDS.replace("hp = 3", "hp = 100"), encoding="utf-8")
    line, fault = checked(deck, cards).lines()
    assert line == f"{deck}: cannot be checked"
    assert fault == f"  the card set {cards} has 1 fault: check it first"


def test_checking_nothing_says_what_to_do() -> None:
    assert "name the files to check" in duelhall("monsters", "check").stderr


# --- what `duelhall monsters check` warns of ---


NOWHERE = Spans("")


def warned(*moves: Entry, **more: Any) -> list[str]:
    """What is said of some moves; all are in the decks, and Filler is a special without effect."""
    said = [one.says for one in warnings(made_set(document(*moves, **more)), NOWHERE)]
    return [one for one in said if FILLER["name"] not in one]


def test_the_standard_set_has_cards_in_no_deck_and_nothing_else() -> None:
    assert all(said.says.endswith("is in no deck") for said in warnings(STANDARD, NOWHERE))


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
        (move("Odd", "3", "~", play("draw", given="alter")),
         "effect 1 of 'Odd' never happens: its condition is that this is Alter"),
        (move("Calm", "3", "~", play("draw", given="no combat")),
         "effect 1 of 'Calm' never happens: its condition is that this is not combat"),
        (move("Far", "~", "+1", field("draw", given="no combat and your turn"), activate="answer"),
         "effect 1 of 'Far' never happens"),
        (special("draw", given="undefended"), "effect 1 of 'Trick' never happens"),
        (move("Wall", "~", "2", play("draw", given="undefended")),
         "effect 1 of 'Wall' never happens"),
        (move("Moss", "0", "~", passive("attack", given="previous theirs")),
         "effect 1 of 'Moss' never happens"),
        (move("Wait", "~", "+1", play("draw", given="links <= 1")),
         "effect 1 of 'Wait' never happens"),
        (special("draw", given="combats <= 0 and combat", use="attack"),
         "effect 1 of 'Trick' never happens"),
        (move("Null", "3", "~", play("cancel")),
         "effect 1 of 'Null' does nothing: the card is always the first link of its chain"),
        (special("return", what="previous"), "effect 1 of 'Trick' does nothing: the card is"),
        (special("again", use="defence"),
         "effect 1 of 'Trick' does nothing: it is never the turn of its target (M7)"),
        (move("Mute", "~", "~", field("draw"), use="alter", activate=""),
         "effect 1 of 'Mute' never happens: the card can never be used for it"),
        (special("recover", trait="Green"),
         "effect 1 of 'Trick' does nothing: no move of the set has Green"),
        (move("Rise", "0", "~", play("revive", trait="Red"), traits="Red"),
         "effect 1 of 'Rise' does nothing: no move of the set has Red and a lasting effect"),
        (special("cost", amount=0), "effect 1 of 'Trick' does nothing: its amount is 0"),
        (move("Fork", "0", "~", play("draw", either="A")),
         "effect 1 of 'Fork' is the only one of 'A' to choose from"),
        (move("Early", "3", "~", requires="combat"),
         "'Early' can never be used: it requires that this is combat"),
        (move("Later", "0", "~", field("draw", requires="links >= 1")),
         "'Later' can never be used: it requires that the chain has 1 or more links"),
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
        move("Snub", "~", "+1", play("cancel"), play("draw", given="defended and links >= 2")),
        special("again", target="both", use="defence"),
        special("draw", given="answer or previous theirs", use="alter answer"),
        move("Pair", "0", "~", play("draw", either="A"), play("mill", either="A")),
        move("Rise", "0", "~", play("revive", trait="Red"), field("draw"), traits="Red"),
        move(
            "Long",
            "3",
            "~",
            play(
                "draw",
                given=" or ".join(f"your Hand >= {n} and your Hand <= {n}" for n in range(12)),
            ),
        ),
    ],
)
def test_what_can_be_meant_is_not(entry: Entry) -> None:
    assert warned(entry, JAB) == []


def test_a_monster_that_cannot_faint_and_cards_in_no_deck() -> None:
    assert warned(JAB, mine=monster(hp=21))[0].startswith("'Beast' has 21 HP, more than the damage")
    cards = document(JAB)
    cards["move"].append(move("Spare", "3", "~"))
    doubt = "'Spare' is in no deck"
    assert doubt in [one.says for one in warnings(made_set(cards), NOWHERE)]
    cards |= {"deck": []}
    assert doubt not in [one.says for one in warnings(made_set(cards), NOWHERE)]


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("combat", False),
        ("turn <= 0", True),
        ("links >= 1 and not chain", True),
        ("combat and no combat", True),
        ("not combat and not no combat", True),
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
    condition = parse_condition(text, (), TRAITS, Faults("a test"))
    assert any(can_hold(condition, moment) for moment in ALL_TIMES) != never


TEXT = """\
traits = ["Red"]

[[monster]]
name = "Beast"
hp = 30
atk = 1
def = 1
traits = []

[[move]]
name = "Jab"
atk = "3"
def = "~"
traits = [
    "Red",
]

[[move.effect]]
when = "play"
do = "draw"
if = "alter"
"""


def test_warnings_have_their_places() -> None:
    found = warnings(made_set(tomllib.loads(TEXT)), Spans(TEXT))
    assert [(one.first, one.says.partition(" ")[0]) for one in found] == [
        ((5, 6), "'Beast'"),
        ((14, 10), "no"),
        ((21, 6), "effect"),
    ]
    assert str(found[0]).startswith("line 5, column 6: 'Beast' has 30 HP")
