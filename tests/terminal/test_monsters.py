"""Playing Monsters with decks and cards of one's own."""

import json
from pathlib import Path

import pytest

from duelhall.engine.registry import parse_game_name
from duelhall.games.monsters.decks import STANDARD
from tests.kits.samples import CARDS, DECK
from tests.terminal.console import duelhall

DECKS = list(STANDARD.decks)


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
    decks = ("--deck", DECKS[2], "--opponent-deck", DECKS[1].lower())
    out = play(*decks, "--seed", "1", state=tmp_path)  # in some games the first turn is not yours
    assert f"{DECKS[2]} vs {DECKS[1]}" in out
    assert out.index(DECKS[1], out.index("Turn 1")) < out.rindex(DECKS[2])


def test_the_heading_names_the_decks_always(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = play(typed=f"save {file}\n", state=tmp_path)
    assert out.startswith(f"Monsters, rules standard, {DECKS[0]} vs {DECKS[1]}.\n")
    heading = f"Monsters, rules standard, {DECKS[0]} vs {DECKS[1]}: person (player 0) against "
    assert duelhall("replay", str(file)).stdout.startswith(heading)


def test_what_effects_did_is_told_as_the_person_may_know_it(cards: Path, tmp_path: Path) -> None:
    cards.write_text(CARDS.replace("hp = 3", "hp = 20"), encoding="utf-8")
    out = play("--cards", str(cards), "--seed", "1", typed="spark\n", state=tmp_path)
    assert "you: Spark, initial ATK 2\n      you draw Spark (M10)" in out
    assert "opponent: Spark, initial ATK 2\n      opponent draws 1 card (M10)" in out


def test_a_lone_pass_is_played_by_itself_and_told_in_its_place(cards: Path, tmp_path: Path) -> None:
    cards.write_text(CARDS.replace("hp = 3", "hp = 20"), encoding="utf-8")
    typed = "undo\nspark\nundo\nlog\n"
    out = play("--cards", str(cards), "--seed", "1", typed=typed, state=tmp_path)
    told = "Opponent played spark.\nYou could only pass.\nOpponent played pass.\n"
    assert told in out
    assert "Your move (pass)> " not in out
    assert "You have no move to take back." in out
    assert "Taken back. This game is practice.\n\nTurn 2 of 100: your Battle (practice)" in out
    assert "3. You played pass\n" in out


def test_who_wants_to_be_asked_always_is(cards: Path, tmp_path: Path) -> None:
    out = play("--cards", str(cards), "--seed", "1", "--ask-always", typed="pass\n", state=tmp_path)
    assert "Your move (pass)> pass\n" in out
    assert "could only pass" not in out


def test_people_are_not_told_whether_the_other_had_a_choice(cards: Path, tmp_path: Path) -> None:
    typed = "\npass\n\npass\n\npass\n\n"
    out = play("--cards", str(cards), "--seed", "1", "--hotseat", typed=typed, state=tmp_path)
    assert "move (pass)> " in out
    assert "could only pass" not in out


def test_the_own_deck_is_in_the_own_seat(tmp_path: Path) -> None:
    out = play("--seat", "1", "--deck", DECKS[2], "--opponent-deck", DECKS[3], state=tmp_path)
    assert f"{DECKS[3]} vs {DECKS[2]}" in out


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


def test_both_decks_can_be_listed(tmp_path: Path) -> None:
    decks = ("--deck", DECKS[2], "--opponent-deck", DECKS[1])
    out = play(*decks, "--seed", "1", typed="deck\nTheir Deck\ntheir\n?\n", state=tmp_path)
    assert out.index(f"> deck\n{DECKS[2]}: a monster and 20 moves\n") < out.index(
        f"> Their Deck\n{DECKS[1]}: a monster and 20 moves\n"
    )
    assert "Their what? Type: their deck" in out
    assert "\n  their deck    the opponent's deck" in out


def test_a_game_without_decks_lists_none(tmp_path: Path) -> None:
    out = duelhall("play", "blade", typed="deck\n?\n", XDG_STATE_HOME=str(tmp_path)).stdout
    assert "their deck" not in out


def test_an_unknown_deck_is_refused_with_those_there_are() -> None:
    run = duelhall("play", "monsters", "--deck", "Nothing")
    assert run.returncode == 2
    assert "there is no deck 'Nothing' in the set, and no such file; available: " in run.stderr
    assert DECKS[0] in run.stderr


def test_other_games_have_no_decks_to_choose() -> None:
    run = duelhall("play", "blade", "--deck", "x")
    assert "blade has no decks to choose from" in run.stderr


def test_a_saved_game_keeps_its_cards(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play("--cards", str(cards), typed=f"pass\nsave {file}\n", state=tmp_path)
    cards.write_text(CARDS.replace('atk = "2"', 'atk = "9"'), encoding="utf-8")
    out = duelhall("replay", str(file), "--seat", "0").stdout
    assert "ATK:2 / DEF:~" in out
    saved = parse_game_name(json.loads(file.read_text(encoding="utf-8"))["game"])
    assert json.loads(str(saved.options["decks"]))[0]["set"]
