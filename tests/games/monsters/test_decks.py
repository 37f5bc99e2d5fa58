"""Decks as the text in options and saved games."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import BadOption, UnknownName
from duelhall.games.monsters import words
from duelhall.games.monsters.decks import (
    STANDARD,
    canonical_text,
    decks_text,
    parse_decks,
    ready_made_deck,
)
from duelhall.games.monsters.effect_file import effect_rows
from duelhall.games.monsters.faults import BadCards
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    GUARD,
    JAB,
    PUSH,
    TRAITS,
    begun,
    check,
    damage,
    deck_of,
    document,
    duel,
    monster,
    move,
    passive,
    play,
)
from tests.games.monsters.setting import made_set

DECKS = list(STANDARD.decks.values())
TEXT = decks_text(DECKS[0], DECKS[1])


def test_the_text_of_decks_is_read_back() -> None:
    for first in DECKS:
        for second in DECKS:
            text = decks_text(first, second)
            assert canonical_text(text) == text


def test_it_is_one_line_and_holds_all_cards() -> None:
    assert "\n" not in TEXT
    first = json.loads(TEXT)[0]
    assert sum(copies for copies, _ in first["moves"]) == words.DECK
    assert first["monster"]["name"] == DECKS[0].monster.name


@pytest.mark.parametrize("written", ["{} vs {}", "  {} vs {} "])
def test_two_ready_decks_are_named(written: str) -> None:
    names = (DECKS[1].name.upper(), DECKS[2].name.lower().replace(" ", "-"))
    assert canonical_text(written.format(*names)) == decks_text(DECKS[1], DECKS[2])
    assert ready_made_deck(f" {DECKS[3].name} ") is DECKS[3]


def test_an_unknown_ready_deck_is_refused_with_all_there_are() -> None:
    with pytest.raises(
        UnknownName, match=f"no ready-made deck 'Soup'; available: {DECKS[0].name}, "
    ):
        duelhall.load("monsters", decks=f"{DECKS[0].name} vs Soup")


@pytest.mark.parametrize("text", [DECKS[0].name, " vs ".join([DECKS[0].name] * 3), "[]"])
def test_decks_are_two(text: str) -> None:
    with pytest.raises(BadOption, match="give two decks, written "):
        parse_decks(text)


def changed(change: Callable[[dict[str, Any]], object]) -> str:
    """The text of two ready-made decks, the first one changed."""
    decks = json.loads(TEXT)
    change(decks[0])
    return json.dumps(decks)


def drop_monster(deck: dict[str, Any]) -> None:
    del deck["monster"]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (drop_monster, "a deck lacks monster"),
        (lambda deck: deck.update(colour=1), "'colour' is no entry of a deck"),
        (lambda deck: deck.update(monster=3), "a monster is a table with entries, not 3"),
        (lambda deck: deck["monster"].update(hp=0), "HP is a whole number from 1 to 99, not 0"),
        (lambda deck: deck.update(moves=3), "moves is a list, not 3"),
        (
            lambda deck: deck["moves"].append(3),
            "a move of a deck is a pair: how many, and the card",
        ),
        (lambda deck: deck["moves"].append([1]), "a move of a deck is a pair"),
        (
            lambda deck: deck["moves"][0].__setitem__(0, 0),
            "how many is a whole number from 1 to 20",
        ),
        (lambda deck: deck["moves"][0].__setitem__(0, 20), "moves, and must have 20"),
        (lambda deck: deck["moves"][0].__setitem__(1, {}), "a move lacks name, atk, def, traits"),
        (lambda deck: deck["moves"].append(deck["moves"][0]), "a move is in the deck's list twice"),
        (lambda deck: deck.update(deck=3), "the names of a deck and its set are text of one line"),
        (lambda deck: deck.update(text="a\nb"), "are text of one line"),
        (lambda deck: deck.update(traits=[]), "there must be 1 to 6 traits, not 0"),
    ],
)
def test_faults_in_the_text_are_told(
    change: Callable[[dict[str, Any]], object], fault: str
) -> None:
    with pytest.raises(BadCards, match=fault) as caught:
        parse_decks(changed(change))
    assert caught.value.file == "the option decks"


@pytest.mark.parametrize("text", ["[", "[nothing]", "[" * 10 + "3" * 4, "[1, 2"])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(BadCards, match="this is not JSON"):
        parse_decks(text)


def test_what_is_no_deck_is_refused() -> None:
    with pytest.raises(BadCards, match="a deck is a table with entries, not 1"):
        parse_decks("[1, 2]")


def both(first: dict[str, Any], second: dict[str, Any]) -> str:
    """The text of a deck from each of two sets."""
    return decks_text(made_set(first).decks["Beast"], made_set(second).decks["Brute"])


def test_m24_decks_of_sets_that_agree_can_meet() -> None:
    more = {**document(JAB, GUARD), "traits": [*TRAITS, "Grey"]}
    said = document({**JAB, "text": "Ouch.", "effect": []}, PUSH)
    others = {**document(GUARD), "traits": ["Blue", "Red", "Grey"]}
    for other in (more, said, others):
        text = both(document(JAB), other)
        assert canonical_text(text) == text


@pytest.mark.parametrize(
    ("other", "fault"),
    [
        (
            {**document(GUARD, mine=monster(traits="")), "traits": ["red", "Blue", "Green"]},
            "the trait 'Red' of one deck is written 'red' in the other",
        ),
        (document({**JAB, "atk": "4"}), "'Jab' is one card in one deck and another in the other"),
        (document({**JAB, "def": "+1"}), "'Jab' is one card in one deck"),
        (document({**JAB, "traits": ["Red"]}), "'Jab' is one card in one deck"),
        (document({**JAB, "effect": [play("draw")]}), "'Jab' is one card in one deck"),
        (document({**JAB, "requires": "combat"}), "'Jab' is one card in one deck"),
    ],
)
def test_m24_decks_of_sets_that_disagree_are_refused(other: dict[str, Any], fault: str) -> None:
    with pytest.raises(BadCards, match=fault):
        duelhall.load("monsters", decks=both(document(JAB), other))


def test_m24_two_monsters_of_one_name_must_be_the_same() -> None:
    first, second = (made_set(document(JAB, mine=monster(hp=hp))).decks["Beast"] for hp in (8, 9))
    with pytest.raises(BadCards, match="'Beast' is one card in one deck and another in the other"):
        parse_decks(decks_text(first, second))


def with_effects(count: int) -> list[dict[str, Any]]:
    """Moves that have so many effects together, up to seven each."""
    counts = [min(7, count - first) for first in range(0, count, 7)]
    return [
        move(f"M{number}", "0", "~", *[play("draw")] * effects, requires="your turn")
        for number, effects in enumerate(counts)
    ]


def test_m1_the_effects_and_requirements_of_a_deck_have_39_places() -> None:
    moves = with_effects(30)
    game = duel(*moves, mine=monster(*[passive("attack")] * 4))
    check(begun(game, "hand0=m4", "m4 - -"), "hand0=filler*2")
    with pytest.raises(BadCards, match="of the deck 'Beast' take 40 places, and there are 39"):
        duel(*moves, mine=monster(*[passive("attack")] * 5))


def test_the_last_effect_of_a_full_deck_acts() -> None:
    moves = with_effects(28)
    game = duel(*moves, JAB, mine=monster(passive("attack"), *[play("mill")] * 6))
    assert len(effect_rows(deck_of(game, 0))) == words.MOST_EFFECTS
    assert damage(begun(game, "hand0=jab", "jab - -")) == 4
    assert begun(game, "hand0=m3", "m3 - -").state.in_hand[0] == 7


def test_a_game_with_made_up_cards_is_saved_with_them() -> None:
    gift = move("Gift", "0", "~", play("draw", given="links <= 3", target="both"))
    match = random_match(duel(JAB, gift, copies=8), 3)
    again = replayed(parse(match.replay().text()))
    assert again.state.tobytes() == match.state.tobytes()
    assert again.game.options == match.game.options
