"""Pages on Monsters: words are the code's, examples play, and tables are made from the set.

The balance is not measured here, for that takes a while: the page names the set and the rules that
it was measured with, and a test wants them to be today's.
"""

import random
import re
import tomllib
from collections.abc import Sequence
from typing import Any

import pytest

from duelhall.engine import registry
from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import is_set, parse_set
from duelhall.games.monsters.cards import CardSet, Deck
from duelhall.games.monsters.condition import FIXED, Atom, parse_condition
from duelhall.games.monsters.decks import OPTIONS, STANDARD
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.operations import ALWAYS_NAMED, MAYBE, OPERATIONS, Operation
from duelhall.games.monsters.operations import ENTRIES as EFFECT_ENTRIES
from duelhall.games.monsters.positions import ENTRIES as POSITION_ENTRIES
from duelhall.games.monsters.state import REASONS
from duelhall_kits.monsters.cards import markdown
from tests.docs.blocks import ROOT, blocks, check_made
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
    after = rest.partition("\n\n")[2]
    made = "".join(map(cells_of, OPERATIONS))
    check_made(page, f"{before}{head}|---|---|---|---|\n{made}\n{after}")


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


# --- the standard set ---

PAGE = ROOT / "docs/reference/monsters-standard-set.md"
MADE = re.compile(r"<!-- made from the file -->\n(.*)<!-- until here -->\n", re.DOTALL)


def test_the_tables_are_what_the_file_says() -> None:
    text, tables = PAGE.read_text(encoding="utf-8"), "\n".join(markdown(STANDARD))
    made = f"<!-- made from the file -->\n{tables}\n<!-- until here -->\n"
    assert MADE.search(text)
    check_made(PAGE, MADE.sub(lambda _: made, text))


def test_the_balance_was_measured_with_these_cards_and_rules() -> None:
    text = PAGE.read_text(encoding="utf-8")
    edition = registry.find("monsters").edition
    assert f"set `{STANDARD.hash}`" in text, "duelhall monsters balance --markdown measures it anew"
    assert f"edition {edition} of the rules" in text, (
        "duelhall monsters balance --markdown measures it anew"
    )


def balance(section: str, columns: int) -> list[list[str]]:
    """The rows of the balance tables with so many columns in a section of the page."""
    text = PAGE.read_text(encoding="utf-8").split(f"### {section}\n")[1].split("\n### ")[0]
    rows = [row[1:-1].split("|") for row in text.splitlines() if row.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows if len(row) == columns]
    return cells[2:]


def percent(cell: str) -> float:
    return float(cell.rstrip("%"))


def test_the_balance_is_within_its_bounds() -> None:
    pairs, cards = balance("By greedy", 8), balance("By greedy", 7)
    assert len(pairs) == len(STANDARD.decks) * (len(STANDARD.decks) + 1) / 2
    for first, second, wins, _, _, turns, draws, fainted in pairs:
        assert first == second or 40 <= percent(wins) <= 60
        assert 8 <= float(turns) <= 16
        assert percent(draws) < 1
        assert percent(fainted) >= 90
    assert [(row[0], row[1]) for row in cards] == [
        (deck.name, move.name) for deck in STANDARD.decks.values() for move, _ in deck.moves
    ]
    assert all(percent(row[4]) >= 25 for row in cards)


def test_frontlines_set_is_as_the_rulebook_has_it() -> None:
    text = (ROOT / "docs/reference/rules/frontline.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `([^`]+)` \| (\d+) \| .*\|$", text, re.MULTILINE)
    file = (ROOT / "src/duelhall/games/frontline/standard.toml").read_text(encoding="utf-8")
    cards = re.findall(r'^"(.+)" = (\d+)$', file, re.MULTILINE)
    assert [(card.replace("\\", ""), count) for card, count in table] == cards
