"""Monsters' rulebook and the page on its card language: words are the code's, examples play."""

import os
import random
import re
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import is_set, parse_set
from duelhall.games.monsters.cards import CardSet, Deck
from duelhall.games.monsters.condition import FIXED, Atom, parse_condition
from duelhall.games.monsters.decks import OPTIONS
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.operations import ALWAYS_NAMED, MAYBE, OPERATIONS, Operation
from duelhall.games.monsters.operations import ENTRIES as EFFECT_ENTRIES
from duelhall.games.monsters.positions import ENTRIES as POSITION_ENTRIES
from duelhall.games.monsters.state import REASONS
from tests.docs.blocks import ROOT, blocks
from tests.games.monsters.duels import game_of

RULEBOOK = "docs/reference/rules/monsters.md"
LANGUAGE = "docs/reference/monsters-card-language.md"
CARDS = [tomllib.loads(block) for block in blocks(LANGUAGE, "toml")]
SETS = [number for number, document in enumerate(CARDS) if is_set(document) and "deck" in document]


def table(page: str, head: str) -> list[list[str]]:
    """The rows of the table whose first column has this head, as cells."""
    text = (ROOT / page).read_text(encoding="utf-8")
    rows = rf"^\| {re.escape(head)} \|.*\n\|[-:|]+\|\n((?:\|.*\n)+)"
    found = re.findall(rows, text, re.MULTILINE)
    assert len(found) == 1, f"{page} has {len(found)} tables of {head}"
    return [[cell.strip() for cell in row[1:-1].split("|")] for row in found[0].splitlines()]


def first_words(head: str) -> list[str]:
    """What stands in quotes in the first column of a table of the language."""
    return [word for row in table(LANGUAGE, head) for word in re.findall(r'`"([^"]+)"`', row[0])]


# --- the rulebook ---


def test_the_rulebook_lists_every_way_a_game_ends() -> None:
    ends = {(row[3].strip("`"), row[2]) for row in table(RULEBOOK, "winner")}
    assert ends == {(reason.word, reason.ruling) for reason in REASONS[1:]}


def test_the_rulebook_lists_every_option() -> None:
    listed = [row[0].strip("`") for row in table(RULEBOOK, "option")]
    assert listed == list(OPTIONS.chosen("standard", {}))


def test_the_rulebook_lists_every_entry_of_a_position() -> None:
    listed = [word for row in table(RULEBOOK, "entry") for word in re.findall(r"`(\w+)`", row[0])]
    assert set(listed) == {name.replace("1", "0") for name in POSITION_ENTRIES} | {"hand1"}


# --- the card language ---


def whole(number: int) -> dict[str, Any]:
    """An example as a whole set: its cards, with those of the first one where it has none."""
    example = CARDS[number]
    if number in SETS:
        return example
    first = CARDS[SETS[0]]
    moves = [*example["move"], *first["move"]]
    copies = {move["name"]: words.DECK // len(moves) for move in moves}
    copies[moves[0]["name"]] += words.DECK % len(moves)
    deck = {"name": "Example", "monster": first["monster"][0]["name"], "moves": copies}
    return {**first, "move": moves, "deck": [deck]}


def read(document: dict[str, Any]) -> CardSet:
    faults = Faults(LANGUAGE)
    cards = parse_set(document, faults)
    assert faults.found == []
    return cards


def play_at_random(first: Deck, second: Deck, seed: int) -> set[str]:
    """The moves of a game to its end."""
    chance = random.Random(seed)
    match = game_of(first, second).match(seed=seed)
    while not match.over:
        match.play(chance.choice(match.legal_moves()))
    return {match.move_seen(number, None) or "" for number in range(1, len(match.moves) + 1)}


def test_there_are_whole_sets_in_the_language() -> None:
    assert len(SETS) == 2


@pytest.mark.parametrize("number", range(len(CARDS)))
def test_every_example_of_the_language_is_read_and_played(number: int) -> None:
    for deck in read(whole(number)).decks.values():
        moves = set.union(*(play_at_random(deck, deck, seed) for seed in range(20)))
        example = {move["name"].lower().replace(" ", "-") for move in CARDS[number]["move"]}
        assert example <= moves


@pytest.mark.parametrize(
    ("head", "known"),
    [
        ("`use`", words.USES),
        ("`when`", words.WHEN),
        ("`target`", words.TARGETS),
        ("`per`", [*words.PER, "your Flame", "their Flame"]),
        ('`what` of `"forbid"`', words.FORBIDDEN),
        ('`what` of `"return"`', words.MOVED),
        ("`by`", words.CHOOSERS),
        ("`until`", words.UNTIL),
    ],
)
def test_the_words_of_the_language_are_those_of_the_code(head: str, known: Sequence[str]) -> None:
    assert first_words(head) == list(known)


def test_the_entries_of_an_effect_are_those_of_the_code() -> None:
    listed = [row[0].strip("`") for row in table(LANGUAGE, "entry")]
    assert listed == list(EFFECT_ENTRIES)


def cells_of(row: Operation) -> str:
    """An operation in the table of the language."""
    notes = {
        "`trait`": row.trait == ALWAYS_NAMED,
        "`trait`, or any": row.trait == MAYBE,
        "`what`": row.what,
        "`choose`": row.can_choose,
        "may be passive": words.PASSIVE in row.whens,
        "Field only": row.whens == (words.FIELD,),
        "no `target`": not row.has_target,
    }
    amount = f"{row.amounts[0]} to {row.amounts[1]}" if row.amounts else ""
    more = "; ".join(note for note, is_so in notes.items() if is_so)
    return " ".join(f'| `"{row.word}"` | {row.does} | {amount} | {more} |'.split()) + "\n"


def test_the_table_of_operations_is_what_the_code_says() -> None:
    page, head = ROOT / LANGUAGE, "| `do` | what happens to the target | amount | more |\n"
    before, _, rest = page.read_text(encoding="utf-8").partition(f"{head}|---|---|---|---|\n")
    rows, gap, after = rest.partition("\n\n")
    made = "".join(map(cells_of, OPERATIONS))
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        page.write_text(
            f"{before}{head}|---|---|---|---|\n{made}{gap[1:]}{after}", encoding="utf-8"
        )
    else:
        assert f"{rows}\n" == made, "DUELHALL_UPDATE_TABLES=1 writes it anew"


def test_what_a_monsters_play_effect_cannot_do_is_as_in_the_code() -> None:
    text = (ROOT / LANGUAGE).read_text(encoding="utf-8")
    listed = re.findall(r"so it cannot\s([^.]+)\.", text)
    assert re.findall(r"`(\w+)`", listed[0]) == [row.word for row in OPERATIONS if row.is_in_turn]


def test_the_conditions_of_the_language_are_those_of_the_code() -> None:
    faults = Faults(LANGUAGE)
    traits = CARDS[SETS[0]]["traits"]
    listed = first_words("`if`")
    read = [parse_condition(text, (), traits, faults) for text in listed]
    assert faults.found == []
    assert {text for text in listed if text in FIXED} == set(FIXED)
    subjects = {atom.subject % words.THEIRS for atom in read if isinstance(atom, Atom)}
    assert subjects == set(range(words.ALWAYS + 1, words.DEFENDED + 1)) - {words.COMPOUND}


@pytest.mark.parametrize(
    "sentence",
    [
        f"up to {words.MOST_COUNT} for counts and to {words.MOST_OF_A_TRAIT} for traits",
        f"has {words.MOST_EFFECTS} places for effects",
        f"hit points (1 to {words.MOST_HP})",
        f"a base attack and a base defence (0 to {words.MOST_STAT})",
        f"may come up to {words.MOST_OF_A_TRAIT} times",
        f"at most {words.LONGEST_NAME} of them",
        f"one monster and {words.DECK} moves",
    ],
)
def test_the_limits_of_the_language_are_those_of_the_code(sentence: str) -> None:
    assert sentence in " ".join((ROOT / LANGUAGE).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("page", [RULEBOOK, LANGUAGE])
def test_lines_are_short(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8").partition("| ruling | function | test |")[0]
    lines = [line for line in text.splitlines() if not line.startswith("|")]
    assert [line for line in lines if len(line) > 100] == []
