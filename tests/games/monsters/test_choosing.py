"""Choosing decks by name or file, and asking for the text of a card."""

from pathlib import Path

import pytest

from duelhall.engine.definition import CardWishes
from duelhall.engine.errors import BadUsage, UnknownName
from duelhall.games.monsters.decks import (
    STANDARD,
    cards_of,
    deck_names,
    deck_options,
    exchanged_decks,
    find_deck,
    names_of_decks,
    ready_made_deck,
)
from duelhall.match.game import Game
from tests.games.monsters.duels import GUARD, JAB, duel, field, monster, move, passive

DECKS = [deck.name for deck in STANDARD.decks.values()]
OWN_DECK = f"""\
name = "Mine"
monster = "{ready_made_deck(DECKS[0]).monster.name}"
moves = {{ "Elbow" = 20 }}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A deck in a file of its own."""
    found = tmp_path / "mine.toml"
    found.write_text(OWN_DECK, encoding="utf-8")
    return found


def chosen(own: str | None, other: str | None, seat: int = 0) -> str:
    return names_of_decks(deck_options(CardWishes(None, own, other), seat)["decks"])


def test_a_deck_is_found_by_its_name_or_in_a_file(file: Path) -> None:
    assert find_deck(DECKS[1].upper(), STANDARD).name == DECKS[1]
    assert find_deck(str(file), STANDARD).name == "Mine"
    with pytest.raises(
        UnknownName, match=f"no deck 'Soup' in the set, and no such file; available: {DECKS[0]}"
    ):
        find_deck("Soup", STANDARD)
    with pytest.raises(UnknownName, match="no deck 'xxx"):
        find_deck("x" * 300, STANDARD)  # longer than the name of a file can be


def test_decks_that_nobody_named_are_ready_ones(file: Path) -> None:
    assert chosen(None, None) == f"{DECKS[0]} vs {DECKS[1]}"
    assert chosen(DECKS[2], None) == f"{DECKS[2]} vs {DECKS[0]}"
    assert chosen(None, DECKS[0]) == f"{DECKS[1]} vs {DECKS[0]}"
    assert chosen(str(file), DECKS[3]) == f"Mine vs {DECKS[3]}"


def test_the_own_deck_is_that_of_the_own_seat() -> None:
    assert chosen(DECKS[2], DECKS[3], seat=1) == f"{DECKS[3]} vs {DECKS[2]}"


def test_a_set_without_ready_decks_needs_two_names(tmp_path: Path) -> None:
    cards = tmp_path / "cards.toml"
    cards.write_text('traits = ["Red"]\n', encoding="utf-8")
    assert cards_of(cards).traits == ("Red",)
    assert cards_of(None) is STANDARD
    with pytest.raises(BadUsage, match="has no ready-made decks: name two with --deck"):
        deck_options(CardWishes(cards, "Mine"), 0)
    with pytest.raises(UnknownName, match="available: none"):
        deck_options(CardWishes(cards, "Mine", "Yours"), 0)


def described(game: Game, name: str) -> list[str]:
    """What is printed on a card."""
    text = game.definition.cards.text
    assert text
    return text(game.match(seed=1).state, name)


def test_a_card_is_described_with_all_that_is_printed_on_it() -> None:
    bell = {**move("Bell", "0", "~", field("draw"), traits="Red Red Blue", activate="alter"),
            "text": "Ding."}  # fmt: skip
    game = duel(bell, JAB, GUARD, mine=monster(passive("attack")))
    assert described(game, " BELL ") == [
        "Bell  ATK:0 / DEF:~  Red 2, Blue",
        "  Activate it in your Alter phase.",
        "  Field: draw 1 card.",
        '  "Ding."',
    ]
    assert described(game, "ja") == ["Jab  ATK:3 / DEF:~  free"]
    assert described(game, "brute") == [
        "Brute  HP:9 ATK:0 DEF:1  Red 4, Blue 2",
        "  Passive: your attack +1.",
    ]


def test_an_unknown_card_is_not_described() -> None:
    game = duel(JAB, GUARD)
    assert described(game, "soup") == ["There is no card 'soup' in either deck"]
    assert described(game, "Burte") == [
        "There is no card 'Burte' in either deck; did you mean brute?"
    ]
    assert described(game, "b") == [
        "There is no card 'b' in either deck; did you mean beast, brute?"
    ]


def test_m19_both_deck_lists_can_be_read() -> None:
    bell = {**move("Bell", "0", "~", field("draw"), traits="Red Red", activate="alter"),
            "text": "Ding."}  # fmt: skip
    game = duel(bell, JAB, mine=monster(passive("attack")), theirs=monster(hp=12))
    decks = game.definition.cards.deck_text
    assert decks
    state = game.match(seed=1).state
    assert decks(state, 0) == [
        "Beast: a monster and 20 moves",
        "  Beast      HP:9 ATK:0 DEF:1  Red 4, Blue 2. Passive: your attack +1.",
        "  3 Bell     ATK:0 / DEF:~  Red 2. Activate it in your Alter phase. Field: draw 1 card.",
        "  3 Jab      ATK:3 / DEF:~  free.",
        "  14 Filler  ATK:~ / DEF:~  free. Use it in answer to a non-combat chain.",
    ]
    assert decks(state, 1)[1] == "  Brute      HP:12 ATK:0 DEF:1  Red 4, Blue 2."


def test_decks_can_be_exchanged() -> None:
    decks = deck_options(CardWishes(None, "Long Winter", "Kiln Yard"), 0)
    assert names_of_decks(str(exchanged_decks(decks)["decks"])) == "Kiln Yard vs Long Winter"
    assert exchanged_decks(exchanged_decks(decks)) == decks


def test_the_ready_made_decks_are_listed() -> None:
    assert deck_names() == list(STANDARD.decks)
