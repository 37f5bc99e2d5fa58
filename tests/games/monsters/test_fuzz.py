"""Damaged card files are refused, or their decks are played to an end; nothing else happens."""

import json
import random
import re
import tomllib
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelhall.engine.errors import BadOption, UnknownName
from duelhall.games.monsters import operations, words
from duelhall.games.monsters.board import note_text
from duelhall.games.monsters.card_file import parse_set
from duelhall.games.monsters.cards import CardSet
from duelhall.games.monsters.decks import STANDARD, canonical_text, decks_text
from duelhall.games.monsters.faults import BadCards, Faults
from duelhall.testing.conformance import random_match
from tests.games.monsters.setting import STANDARD_TEXT, deck_entry, game_of, made_deck

pytestmark = pytest.mark.uncovered

LINES = STANDARD_TEXT.splitlines()
WORDS = sorted(
    {*re.findall(r'"([^"]+)"', STANDARD_TEXT), *operations.WORDS, *words.PER, *words.FORBIDDEN,
     *words.MOVED, *words.TARGETS, *words.WHEN, *words.USES, "previous yours", "links >= 42"}
)  # fmt: skip
VALUES = ("0", "-1", "99", "true", "1.5", '""', "[]", "{}", '["Wax"]', '"~"', '"+9"', '"0"',
          '{a = 1}', '["alter", "answer"]', "9" * 30, "1979-05-27", "nan", "[[1]]")  # fmt: skip
CHARACTERS = 'abz09 ~+-"[]{}=.,#\n\\\té火\0'


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The standard set, with some slips of the pen in it."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        way = draw(st.sampled_from(("character", "value", "word", "drop", "double", "swap")))
        line = lines[place]
        if way == "character":
            column = draw(st.integers(0, max(0, len(line) - 1)))
            lines[place] = line[:column] + draw(st.sampled_from(CHARACTERS)) + line[column + 1 :]
        elif way == "value" and "=" in line:
            lines[place] = f"{line.partition('=')[0]}= {draw(st.sampled_from(VALUES))}"
        elif way == "word":
            lines[place] = re.sub(r'"[^"]*"', lambda _: f'"{draw(st.sampled_from(WORDS))}"', line)
        elif way == "drop":
            del lines[place]
        elif way == "double":
            lines.insert(place, line)
        elif way == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)


def read(text: str) -> CardSet | None:
    """The set in a text; None if it is refused with a reason."""
    try:
        document = tomllib.loads(text)
    except ValueError:
        return None
    faults = Faults("a test", text)
    cards = parse_set(document, faults)
    assert all(re.match(r"line \d+, column \d+: ", fault) for fault in faults.found)
    return None if faults.found else cards


def check_playable(cards: CardSet, seed: int) -> None:
    """Every card can be told, and a game with the decks of a set ends."""
    for move in cards.moves.values():
        assert note_text(move)
    chance = random.Random(seed)
    payable = bool(cards.monsters) and bool(cards.moves)
    decks = [*cards.decks.values()]
    if payable and len(decks) < 2:
        decks += [made_deck(deck_entry(chance, cards), cards) for _ in range(2)]
    game = game_of(chance.choice(decks), chance.choice(decks))
    match = random_match(game, seed)
    for state in match.states[::10]:
        assert game.position_text(game.parse_position(game.position_text(state)))


@given(damaged(), st.integers(0, 2**32))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_damaged_file_is_refused_or_played(text: str, seed: int) -> None:
    cards = read(text)
    if cards:
        check_playable(cards, seed)


ENTRIES = st.recursive(
    st.sampled_from(WORDS) | st.integers(-10, 50) | st.booleans() | st.none() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*words.USES, "name", "when", "do", "if"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def places_in(document: Any) -> list[tuple[Any, Any]]:
    """Every table or list of a document with every one of its keys."""
    keys = document if isinstance(document, dict) else range(len(document))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((document, key))
        if isinstance(document[key], dict | list):
            found += places_in(document[key])
    return found


@given(st.randoms(use_true_random=False), st.lists(ENTRIES, min_size=1, max_size=3))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_document_with_anything_in_it_is_refused_or_played(
    chance: random.Random, entries: list[Any]
) -> None:
    document = tomllib.loads(STANDARD_TEXT)
    for entry in entries:
        table, key = chance.choice(places_in(document))
        table[key] = entry
    faults = Faults("a test")
    cards = parse_set(document, faults)
    if not faults.found:
        check_playable(cards, chance.randrange(1000))


@given(st.randoms(use_true_random=False), st.lists(ENTRIES, min_size=1, max_size=2))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_decks_in_json_with_anything_in_them_are_refused_or_read(
    chance: random.Random, entries: list[Any]
) -> None:
    document = json.loads(decks_text(*list(STANDARD.decks.values())[:2]))
    for entry in entries:
        table, key = chance.choice(places_in(document))
        table[key] = entry
    with suppress(BadCards, BadOption, UnknownName):  # the others if they are no longer two
        text = canonical_text(json.dumps(document))
        assert canonical_text(text) == text
