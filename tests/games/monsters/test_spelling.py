"""Names in letters of any script, and sets of many traits."""

import unicodedata
from pathlib import Path

import pytest

from duelhall.games.monsters.card_file import read_set
from duelhall.games.monsters.cards import is_name, slug
from duelhall.games.monsters.decks import canonical_text, decks_text, find_deck, parse_decks
from duelhall.games.monsters.faults import BadCards
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    TRAITS,
    Entry,
    begun,
    document,
    field,
    game_with,
    move,
    play,
    zones,
)
from tests.games.monsters.setting import game_of, made_set

NAMES = ("Éclat d'Été", "火の玉", "Ярость", "صاعقة", "मंत्र", "Straße 7", "İğne")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_has_letters_of_any_script(name: str) -> None:
    assert is_name(name)
    assert is_name(unicodedata.normalize("NFD", name))
    assert slug(unicodedata.normalize("NFD", name)) == slug(name) == slug(slug(name))


@pytest.mark.parametrize(
    "name", ["", "12", "a_b", "a,b", " a", "a ", "-a", "a\u200b", "💧", "x" * 25]
)
def test_other_signs_are_no_name(name: str) -> None:
    assert not is_name(name)


def cards_with(*names: str) -> Entry:
    return document(*(move(name, "0", "~", play("search", choose=True), field("draw"))
                      for name in names))  # fmt: skip


def test_cards_are_typed_shown_and_chosen_in_their_own_script() -> None:
    game = game_with(cards_with(*NAMES[:5]), backend="python")
    match = begun(game, "hand0=éclat-dété,火の玉,ярость stasis0=मंत्र")
    assert match.legal() == ["pass", "éclat-dété", "火の玉", "ярость", "!मंत्र"]
    match.play("火")
    for word in ("pass", "pass", ":яр"):
        match.play(word)
    match.play(unicodedata.normalize("NFD", "ÉCLAT D'ÉTÉ"))
    assert "ярость" in zones(match)["hand0"]
    text = game.position_text(match.state)
    assert game.position_text(game.parse_position(text)) == text
    assert random_match(game, 1).over


def test_a_file_may_spell_letters_in_either_way(tmp_path: Path) -> None:
    file = tmp_path / "karten.toml"
    text = (
        'traits = ["Süß"]\n[[monster]]\nname = "Bär"\nhp = 3\natk = 1\ndef = 1\ntraits = ["Süß"]\n'
        '[[move]]\nname = "Öl"\natk = "1"\ndef = "~"\ntraits = ["Süß"]\n'
        '[[deck]]\nname = "Grün"\nmonster = "Bär"\n[deck.moves]\n"Öl" = 20\n'
    )
    half = len(text) // 2
    mixed = text[:half] + unicodedata.normalize("NFD", text[half:])
    file.write_text(mixed, encoding="utf-8")
    cards = read_set(file)
    deck = find_deck(unicodedata.normalize("NFD", "grün"), cards)
    assert deck.words == ("öl",)
    assert canonical_text(unicodedata.normalize("NFD", decks_text(deck, deck))) == decks_text(
        deck, deck
    )


# --- many traits ---

MANY = [f"T{number}" for number in range(9)]


def set_of_many(*moves: Entry) -> Entry:
    return {**document(*moves), "traits": [*MANY, "Red", "Blue"]}


def test_a_set_can_have_any_number_of_traits_and_a_deck_those_that_its_cards_name() -> None:
    cards = made_set(set_of_many(
        move("Jab", "3", "~", play("charge", trait="T8"), traits="T2"),
        move("Hum", "0", "~", play("draw", per="their T5", given="not your T4 >= 1 and chain")),
    ))  # fmt: skip
    deck = cards.decks["Beast"]
    assert deck.traits == ("T2", "T4", "T5", "T8", "Red", "Blue")
    game = game_of(deck, cards.decks["Brute"], backend="python")
    assert random_match(game, 3).over
    assert parse_decks(str(game.options["decks"]))[0].traits == deck.traits


def test_a_deck_that_names_more_than_six_is_refused() -> None:
    moves = [move(f"M{trait}", "1", "~", traits=trait) for trait in MANY[:5]]
    with pytest.raises(
        BadCards, match="the deck 'Beast' name 7 traits, and a deck can have 6: T0,"
    ):
        made_set(set_of_many(*moves))


def test_a_set_of_few_traits_gives_its_decks_all_of_them() -> None:
    assert made_set(document(move("Jab", "1", "~"))).decks["Beast"].traits == tuple(TRAITS)
