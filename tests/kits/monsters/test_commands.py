"""The command for designers of Monsters: listing and checking cards."""

import json
from pathlib import Path

import pytest

from duelhall.games.monsters.card_file import STANDARD_FILE
from duelhall.games.monsters.decks import STANDARD
from duelhall_kits.monsters.cards import checked
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
