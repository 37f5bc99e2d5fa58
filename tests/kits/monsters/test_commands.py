"""The command for designers of Monsters: listing, checking and balancing cards."""

import json
from pathlib import Path

import pytest

from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.reading import STANDARD_FILE
from tests.kits.monsters.samples import CARDS, DECK
from tests.terminal.console import duelhall

DECKS = list(STANDARD.decks)


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
    assert "line 5: HP is a whole number from 1 to 99, not 100" in run.stdout
    assert "line 18: 'drwa' is no operation; did you mean 'draw'?" in run.stdout
    report = json.loads(duelhall("monsters", "check", str(cards), "--json").stdout)
    assert len(report[0]["faults"]) == 2


def test_checking_nothing_says_what_to_do() -> None:
    assert "name the files to check" in duelhall("monsters", "check").stderr


# --- balance ---


def test_balance_is_a_table_with_intervals(cards: Path) -> None:
    arguments = ("--cards", str(cards), "--games", "20", "--player", "random")
    lines = duelhall("monsters", "balance", *arguments).stdout.splitlines()
    assert lines[0].split() == [
        "deck", "against", "wins", "95%", "interval", "beginner", "median", "turns", "draws",
        "fainted",
    ]  # fmt: skip
    assert lines[1].startswith("Sparks  Sparks")
    assert lines[-1].startswith("20 games, each deal twice with the seats swapped.")


def test_balance_for_a_program() -> None:
    arguments = (
        "--deck",
        DECKS[0],
        "--deck",
        DECKS[1],
        "--games",
        "40",
        "--player",
        "random",
    )
    report = json.loads(duelhall("monsters", "balance", *arguments, "--json").stdout)
    assert [row["decks"] for row in report["pairings"]] == [
        [DECKS[0], DECKS[0]], [DECKS[0], DECKS[1]], [DECKS[1], DECKS[1]],
    ]  # fmt: skip
    row = report["pairings"][1]
    assert row["games"] == 40
    assert row["interval"][0] <= row["share"] <= row["interval"][1]
    assert report["games"] == 120


def test_mirrored_games_come_in_pairs() -> None:
    run = duelhall("monsters", "balance", "--games", "3")
    assert "give an even number, not 3" in run.stderr
