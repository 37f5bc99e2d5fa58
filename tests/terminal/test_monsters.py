"""The commands for Monsters: playing with decks, listing, checking and balancing cards."""

import json
from pathlib import Path

import pytest

from duelhall.engine.names import parse_game_name
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.reading import STANDARD_FILE
from tests.terminal.console import duelhall

READY = list(STANDARD.decks)
CARDS = """\
traits = ["Flame", "Tide"]

[[monster]]
name = "Drake"
hp = 3
atk = 2
def = 1
traits = ["Flame", "Flame"]

[[move]]
name = "Spark"
atk = "2"
def = "~"
traits = ["Flame"]

[[move.effect]]
when = "play"
do = "draw"

[[deck]]
name = "Sparks"
monster = "Drake"
moves = { "Spark" = 20 }
"""
DECK = 'name = "Mine"\nmonster = "Drake"\nmoves = { "Spark" = 20 }\n'


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "cards.toml"
    file.write_text(CARDS, encoding="utf-8")
    return file


def play(*arguments: str, typed: str = "quit\n", state: Path) -> str:
    out: str = duelhall(
        "play", "monsters", *arguments, typed=typed, XDG_STATE_HOME=str(state)
    ).stdout
    return out


# --- playing ---


def test_the_decks_can_be_chosen(tmp_path: Path) -> None:
    out = play("--deck", READY[2], "--opponent-deck", READY[1].lower(), state=tmp_path)
    assert f"{READY[2]} vs {READY[1]}" in out
    assert out.index(READY[1], out.index("Turn 1")) < out.rindex(READY[2])


def test_the_heading_names_the_decks_always(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = play(typed=f"save {file}\n", state=tmp_path)
    assert out.startswith(f"Monsters, rules standard, {READY[0]} vs {READY[1]}.\n")
    heading = f"Monsters, rules standard, {READY[0]} vs {READY[1]}: person against "
    assert duelhall("replay", str(file)).stdout.startswith(heading)


def test_what_effects_did_is_told_as_the_person_may_know_it(cards: Path, tmp_path: Path) -> None:
    cards.write_text(CARDS.replace("hp = 3", "hp = 20"), encoding="utf-8")
    typed = "pass\npass\nspark\npass\n"
    out = play("--cards", str(cards), "--seed", "1", typed=typed, state=tmp_path)
    assert "you: Spark, initial ATK 2\n      you draw Spark (M10)" in out
    assert "opponent: Spark, initial ATK 2\n      opponent draws 1 card (M10)" in out


def test_the_own_deck_is_in_the_own_seat(tmp_path: Path) -> None:
    out = play("--seat", "1", "--deck", READY[2], "--opponent-deck", READY[3], state=tmp_path)
    assert f"{READY[3]} vs {READY[2]}" in out


def test_own_cards_can_be_played_with(cards: Path, tmp_path: Path) -> None:
    out = play("--cards", str(cards), "--seed", "1", state=tmp_path)
    assert "Sparks vs Sparks" in out
    assert "spark*5" in out
    assert "Play: draw 1 card." in out


def test_a_deck_can_be_a_file(cards: Path, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(DECK, encoding="utf-8")
    out = play("--cards", str(cards), "--deck", str(deck), state=tmp_path)
    assert "Mine vs Sparks" in out


def test_a_card_can_be_shown(cards: Path, tmp_path: Path) -> None:
    out = play("--cards", str(cards), typed="show SPARK\nshow dr\nshow x\n?\n", state=tmp_path)
    assert "Spark  ATK:2 / DEF:~  Flame\n  Play: draw 1 card." in out
    assert "Drake  HP:3 ATK:2 DEF:1  Flame 2" in out
    assert "There is no card 'x' in either deck" in out
    assert "show CARD" in out


def test_an_unknown_deck_is_refused_with_those_there_are() -> None:
    run = duelhall("play", "monsters", "--deck", "Nothing")
    assert run.returncode == 2
    assert "there is no deck 'Nothing', and no such file; there are: " in run.stderr
    assert READY[0] in run.stderr


def test_other_games_have_no_decks_to_choose() -> None:
    run = duelhall("play", "blade", "--deck", "x")
    assert "blade has no decks to choose: leave out --deck" in run.stderr


def test_a_saved_game_keeps_its_cards(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play("--cards", str(cards), typed=f"pass\nsave {file}\n", state=tmp_path)
    cards.write_text(CARDS.replace('atk = "2"', 'atk = "9"'), encoding="utf-8")
    out = duelhall("replay", str(file), "--seat", "0").stdout
    assert "ATK:2 / DEF:~" in out
    saved = parse_game_name(json.loads(file.read_text(encoding="utf-8"))["game"])
    assert json.loads(str(saved.options["decks"]))[0]["set"]


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
    assert f"{cards}: a set of cards: 1 monsters, 1 moves, 1 decks" in out
    assert f"{deck}: a deck: Mine with Drake" in out


def test_every_fault_is_told_with_its_line(cards: Path) -> None:
    cards.write_text(CARDS.replace('"draw"', '"drwa"').replace("hp = 3", "hp = 99"))
    run = duelhall("monsters", "check", str(cards))
    assert run.returncode == 1
    assert "2 faults" in run.stdout
    assert "line 5: HP is a whole number from 1 to 20, not 99" in run.stdout
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
    assert lines[-1].startswith("20 games, each deal twice with the seats exchanged.")


def test_balance_for_a_program() -> None:
    arguments = ("--deck", READY[0], "--deck", READY[1], "--games", "40", "--player", "random")
    report = json.loads(duelhall("monsters", "balance", *arguments, "--json").stdout)
    assert [row["decks"] for row in report["pairings"]] == [
        [READY[0], READY[0]], [READY[0], READY[1]], [READY[1], READY[1]],
    ]  # fmt: skip
    row = report["pairings"][1]
    assert row["games"] == 40
    assert row["interval"][0] <= row["share"] <= row["interval"][1]
    assert report["games"] == 120


def test_mirrored_games_come_in_pairs() -> None:
    run = duelhall("monsters", "balance", "--games", "3")
    assert "give an even number, not 3" in run.stderr
