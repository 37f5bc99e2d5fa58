"""Card files: what is read, and every fault with its line, what was found and what is allowed."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duelhall.games.monsters.card_file import is_set, read_deck, read_set
from duelhall.games.monsters.cards import CardSet, Deck
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.faults import MOST_NAMES, BadCards, Faults, Letter, Spans
from tests.games.monsters.duels import STANDARD_TEXT, made_set

GOOD = """\
traits = ["Flame", "Tide"]

[[monster]]
name = "Drake"
hp = 8
atk = 2
def = 1
traits = ["Flame", "Tide", "Flame"]
use = ["answer", "alter"]

[[monster.effect]]
when = "field"
do = "draw"

[[move]]
name = "Spark"
atk = "2"
def = "~"
traits = ["Flame"]

[[move.effect]]
when = "play"
if = "your Hand >= 3"
do = "recover"
trait = "Tide"

[[move]]
name = "Veil"
atk = "~"
def = "+1"
traits = []
text = "Thin."

[[deck]]
name = "Cinders"
monster = "Drake"
[deck.moves]
"Spark" = 12
Veil = 8
"""


def read(folder: Path, text: str) -> CardSet:
    file = folder / "cards.toml"
    file.write_text(text, encoding="utf-8")
    return read_set(file)


def faults(folder: Path, text: str) -> tuple[str, ...]:
    """The faults of a file, without their columns."""
    return tuple(re.sub(r"^(line \d+), column \d+:", r"\1:", said) for said in told(folder, text))


def told(folder: Path, text: str) -> tuple[str, ...]:
    with pytest.raises(BadCards) as caught:
        read(folder, text)
    return caught.value.faults


def test_m1_a_set_is_read_from_a_file(tmp_path: Path) -> None:
    cards = read(tmp_path, GOOD)
    assert cards.traits == ("Flame", "Tide")
    assert cards.monsters["Drake"].traits == ("Flame", "Flame", "Tide")
    assert cards.monsters["Drake"].use == ("alter", "answer")
    assert cards.moves["Veil"].text == "Thin."
    assert [copies for _, copies in cards.decks["Cinders"].moves] == [12, 8]
    assert len(cards.hash) == 12


def test_a_set_is_known_by_its_cards_and_not_by_its_comments(tmp_path: Path) -> None:
    known = read(tmp_path, GOOD).hash
    assert read(tmp_path, f"# A comment.\n\n{GOOD}").hash == known
    assert read(tmp_path, GOOD.replace("Thin.", "Thick.")).hash != known


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    assert read(tmp_path, f"\ufeff{GOOD}").moves


def test_m1_a_deck_may_be_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text('name = "Mine"\nmonster = "Drake"\n[moves]\nVeil = 20\n', encoding="utf-8")
    deck = read_deck(file, read(tmp_path, GOOD))
    assert isinstance(deck, Deck)
    assert deck.name == "Mine"
    file.write_text('name = "Mine"\nmonster = "Drak"\n[moves]\nVeil = 20\nSpork = 1\n', "utf-8")
    with pytest.raises(BadCards) as caught:
        read_deck(file, read(tmp_path, GOOD))
    assert caught.value.faults == (
        "line 2, column 11: 'Drak' is no monster; did you mean 'Drake'? (allowed: 'Drake')",
        "line 3, column 1: the deck 'Mine' has 21 moves, and must have 20 (M1)",
        "line 5, column 9: 'Spork' is no move; did you mean 'Spark'? (allowed: 'Spark', 'Veil')",
    )


def test_a_set_has_traits_moves_or_decks() -> None:
    assert is_set({"traits": []})
    assert is_set({"move": []})
    assert not is_set({"name": "Mine", "monster": "Drake", "moves": {}})


CASES = [
    # (in the good file, put instead, the fault)
    ('traits = ["Flame", "Tide"]', "", "line 1: a set of cards lacks traits"),
    ('traits = ["Flame", "Tide"]', 'traits = "Flame"', "line 1: traits is a list, not 'Flame'"),
    ('"Tide"]\n\n[[mon', '"Tide", 7]\n\n[[mon', "line 1: a trait is a word of letters, not 7"),
    ('"Tide"]\n\n[[mon', '"Tide", "a b"]\n\n[[mon',
     "line 1: a trait is a word of letters, not 'a b'"),
    ('"Tide"]\n\n[[mon', '"Tide", "Tide"]\n\n[[mon',
     "line 1: the trait 'Tide' comes twice"),
    ('"Tide"]\n\n[[mon', '"Tide", "Hand"]\n\n[[mon',
     "line 1: the trait 'Hand' is a word that means something else in conditions"),
    ("[[monster]]\n", "[[monster]]\ncolour = 1\n", "line 4: 'colour' is no entry of a monster"),
    ("hp = 8", "hp = 100", "line 5: HP is a whole number from 1 to 99, not 100"),
    ("hp = 8", "hp = true", "line 5: HP is a whole number from 1 to 99, not True"),
    ("hp = 8", 'hp = "8"', "line 5: HP is a whole number from 1 to 99, not '8'"),
    ("hp = 8", "hp = 0", "line 5: HP is a whole number from 1 to 99, not 0"),
    ("hp = 8\n", "", "line 3: a monster lacks hp"),
    ("atk = 2\n", "atk = -1\n", "line 6: ATK is a whole number from 0 to 99, not -1"),
    ("def = 1\n", "def = 100\n", "line 7: DEF is a whole number from 0 to 99, not 100"),
    ('"Tide", "Flame"]\n', '"Tide", "Flam"]\n',
     "line 8: 'Flam' is no trait; did you mean 'Flame'? (allowed: 'Flame', 'Tide')"),
    ('"Tide", "Flame"]\n', '"Flame"' + ', "Flame"' * 6 + "]\n",
     "line 8: Flame comes more than 7 times"),
    ('use = ["answer", "alter"]', 'use = ["anser"]',
     ("line 9: 'anser' is no use; did you mean 'answer'? "
     "(allowed: 'alter', 'attack', 'defence', 'answer')")),
    ('use = ["answer", "alter"]', "use = 3", "line 9: use of a card is a list, not 3"),
    ('use = ["answer", "alter"]\n', "",
     "line 3: 'Drake' lacks use: when its Field effect is used (M20)"),
    ('when = "field"\ndo = "draw"', 'when = "passive"\ndo = "attack"',
     "line 9: 'Drake' needs no use: it has no Field effect (M20)"),
    ('name = "Spark"', 'name = "Pass"',
     "line 16: the name 'Pass' is a word that players type for something else"),
    ('trait = "Tide"', "trait = 7", "line 25: 7 is no trait (allowed: 'Flame', 'Tide')"),
    ('do = "draw"', 'do = "drain"\ntrait = "Tide"\namount = 8',
     "line 15: the amount of 'drain' is a whole number from 1 to 7, not 8"),
    ("[[move]]",
     '[[monster]]\nname = "drake"\nhp = 8\natk = 2\ndef = 1\ntraits = ["Tide"]\n\n[[move]]',
     "line 16: the name 'drake' is taken already, by 'Drake'"),
    ('name = "Spark"', 'name = "Drake"', "line 16: the name 'Drake' is taken already, by 'Drake'"),
    ('name = "Veil"', 'name = "spark"', "line 28: the name 'spark' is taken already, by 'Spark'"),
    ('name = "Spark"', 'name = "Spark!"',
     ("line 16: a name has 1 to 24 letters, digits, spaces, ' and -, beginning and ending with a "
     "letter or a digit, and at least one letter; not 'Spark!'")),
    ('name = "Spark"', f'name = "{"x" * 25}"', "line 16: a name has 1 to 24 letters"),
    ('name = "Spark"', "name = 3", "line 16: a name has 1 to 24 letters"),
    ('name = "Spark"\n', "", "line 15: a move lacks name"),
    ('atk = "2"', "atk = 2", 'line 17: ATK is "~", "0" to "99", or "-99" to "+99", not 2'),
    ('atk = "2"', 'atk = "100"', 'line 17: ATK is "~", "0" to "99", or "-99" to "+99"'),
    ('def = "+1"', 'def = "+"', 'line 30: DEF is "~", "0" to "99", or "-99" to "+99", not \'+\''),
    ('atk = "2"', 'atk = "~"',
     "line 15: 'Spark' is a special move and lacks use: when it is played"),
    ('atk = "2"', 'atk = "2"\nuse = ["alter"]',
     ("line 18: 'Spark' needs no use: its stats say when it is played (M5); activate says when "
      "else its Field effect may be activated")),
    ('atk = "2"', 'atk = "2"\nactivate = ["alter"]',
     "line 18: 'Spark' has no Field effect to activate (M16)"),
    ('def = "+1"', 'def = "+1"\neffect = [{when="field", do="draw"}]\nactivate = ["attack"]',
     ("line 32: 'Veil' cannot have activate 'attack': in combat its stats say when it is "
      "activated, and it may add alter and answer (M3, M9)")),
    ('atk = "2"', 'atk = "2"\nrequires = "rain"', "line 18: 'rain' is not a condition"),
    ('when = "field"\ndo = "draw"', 'when = "play"\nrequires = "combat"\ndo = "draw"',
     "line 13: a monster is not played, so nothing is required (M2)"),
    ('text = "Thin."', 'text = "Thin\\n."', "line 32: text is one line in quotes, not 'Thin\\n.'"),
    ('text = "Thin."', "text = 1", "line 32: text is one line in quotes, not 1"),
    ('text = "Thin."', "effect = 1", "line 32: effect is a list, not 1"),
    ('text = "Thin."', "effect = [1]", "line 32: an effect is a table with entries, not 1"),
    ("[[move]]\nname = \"Veil\"", "[[move.effect]]\nwhen = 1\n[[move]]\nname = \"Veil\"",
     "line 27: an effect lacks do"),
    ('name = "Cinders"', 'name = "-"', "line 35: a name has 1 to 24 letters"),
    ('monster = "Drake"\n[d', 'monster = "Drak"\n[d',
     "line 36: 'Drak' is no monster; did you mean 'Drake'? (allowed: 'Drake')"),
    ('monster = "Drake"\n[d', "monster = 7\n[d", "line 36: 7 is no monster (allowed: 'Drake')"),
    ('monster = "Drake"\n[d', "[d", "line 34: a deck lacks monster"),
    ("Veil = 8", "Veil = 9",
     "line 37: the deck 'Cinders' has 21 moves, and must have 20 (M1)"),
    ("Veil = 8", "Veil = 0", "line 39: how many 'Veil' is a whole number from 1 to 20, not 0"),
    ("Veil = 8", "Viel = 8",
     "line 39: 'Viel' is no move; did you mean 'Veil'? (allowed: 'Spark', 'Veil')"),
    ("[deck.moves]\n\"Spark\" = 12\nVeil = 8", "moves = 3",
     "line 37: moves is a table with how many there are of each move"),
    ("[[deck]]", "[[dekc]]",
     "line 34: 'dekc' is no entry of a set of cards; did you mean 'deck'?"),
    ("[[monster.effect]]", "[[monster.efect]]",
     "line 11: 'efect' is no entry of a monster; did you mean 'effect'?"),
    ("[[deck]]", '[[deck]]\nname = "Cinders"\nmonster = "Drake"\nmoves = {Spark = 20}\n[[deck]]',
     "line 39: there are two decks 'Cinders'"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "fault"), CASES)
def test_m1_a_fault_is_told_with_its_line_and_what_is_allowed(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    assert old in GOOD
    found = faults(tmp_path, GOOD.replace(old, new, 1))
    assert any(told.startswith(fault) for told in found), found


def with_field_effect(atk: str, activate: str) -> str:
    """The good file, where Veil has a Field effect and names these times."""
    field = f'effect = [{{when="field", do="draw"}}]\nactivate = {activate}'
    veil = f'atk = "{atk}"\ndef = "+1"'
    return GOOD.replace('atk = "~"\ndef = "+1"', f"{veil}\n{field}")


def test_m3_a_move_without_an_atk_number_cannot_name_alter(tmp_path: Path) -> None:
    assert with_field_effect("~", '["answer"]') != GOOD
    (said,) = told(tmp_path, with_field_effect("~", '["answer", "alter"]'))
    assert said == (
        "line 32, column 23: 'Veil' cannot have activate 'alter': its ATK is ~, and in your own "
        "turn that must be a number (M3)"
    )
    for good in (with_field_effect("~", '["answer"]'), with_field_effect("+1", '["alter"]')):
        assert read(tmp_path, good).moves["Veil"].activate


@pytest.mark.parametrize(
    ("old", "new", "first"),
    [
        ('monster = "Drake"\n[d', 'monster = "Drak"\n[d', "line 36: 'Drak' is no monster"),
        ('monster = "Drake"\n[d', "[d", "line 34: a deck lacks monster"),
        ('"Spark" = 12', '"Sprak" = 12', "line 38: 'Sprak' is no move"),
        ('name = "Cinders"', 'name = "!"', "line 35: a name has 1 to 24 letters"),
    ],
)
def test_m1_another_fault_of_a_deck_does_not_hide_its_size(
    tmp_path: Path, old: str, new: str, first: str
) -> None:
    found = faults(tmp_path, GOOD.replace(old, new).replace("Veil = 8", "Veil = 9"))
    assert len(found) == 2
    assert any(told.startswith(first) for told in found)
    assert any(told.endswith("has 21 moves, and must have 20 (M1)") for told in found)


@pytest.mark.parametrize(
    ("moves", "fault"),
    [("Veil = 0", "line 38: how many 'Veil'"), ("", "line 36: 'Drak' is no monster")],
)
def test_m1_a_size_that_cannot_be_told_is_not(tmp_path: Path, moves: str, fault: str) -> None:
    text = GOOD.replace('monster = "Drake"\n[d', 'monster = "Drak"\n[d')
    found = faults(tmp_path, text.replace('"Spark" = 12\nVeil = 8', moves))
    assert found[-1].startswith(fault)
    assert not any("must have 20" in told for told in found)


# --- traits that are none ---

FLOOD = GOOD.replace("traits = []", 'traits = ["Tide"]').replace(
    'text = "Thin."', 'effect = [{when = "play", do = "draw", if = "your Tide >= 1"}]'
)
"""Tide is listed in line 1, and used in lines 8, 25, 31 and 32."""


def test_a_trait_that_is_refused_is_no_fault_of_the_cards(tmp_path: Path) -> None:
    text = FLOOD.replace('"Flame", "Tide"]', '"Flame", "Ti de"]', 1)
    assert faults(tmp_path, text) == ("line 1: a trait is a word of letters, not 'Ti de'",)


def test_so_if_there_are_no_traits_at_all(tmp_path: Path) -> None:
    text = FLOOD.replace('traits = ["Flame", "Tide"]\n', "traits = []\n", 1)
    assert faults(tmp_path, text) == ("line 1: there must be 1 to 200 traits, not 0",)


def test_another_trait_is_still_a_fault_of_its_card(tmp_path: Path) -> None:
    text = FLOOD.replace('"Flame", "Tide"]', '"Flame", "Ti de"]', 1)
    found = faults(tmp_path, text.replace('["Flame"]', '["Flam"]'))
    assert found == (
        "line 1: a trait is a word of letters, not 'Ti de'",
        "line 19: 'Flam' is no trait; did you mean 'Flame'? (allowed: 'Flame')",
    )


def test_an_unknown_trait_is_told_once_with_all_its_lines(tmp_path: Path) -> None:
    text = FLOOD.replace('"Flame", "Tide"]', '"Flame", "Tied"]', 1)
    (said,) = faults(tmp_path, text)
    known = "line 8: 'Tide' is no trait; did you mean 'Tied'? (allowed: 'Flame', 'Tied')"
    assert said == f"{known}; also in lines 25, 31, 32"
    text = GOOD.replace('"Flame", "Tide"]', '"Flame", "Tied"]', 1).replace('trait = "Tide"\n', "")
    text = text.replace("traits = []", 'traits = ["Tide"]')
    assert faults(tmp_path, text)[0].endswith("; also in line 30")


def test_of_many_lines_some_are_listed(tmp_path: Path) -> None:
    more = "".join(
        f'[[move]]\nname = "M{number}"\natk = "1"\ndef = "~"\ntraits = ["Wax"]\n'
        for number in range(9)
    )
    (said,) = faults(tmp_path, GOOD + more)
    known = "line 44: 'Wax' is no trait (allowed: 'Flame', 'Tide')"
    assert said == f"{known}; also in lines 49, 54, 59, 64, 69 and 3 more"


def test_an_unknown_trait_of_a_deck_without_lines_is_told_once() -> None:
    card = {"name": "A", "atk": "1", "def": "~", "traits": ["Wax"]}
    with pytest.raises(BadCards) as caught:
        made_set({"traits": ["Red"], "move": [card, card | {"name": "B"}]})
    assert caught.value.faults == ("'Wax' is no trait (allowed: 'Red')",)


def with_effect(lines: str) -> str:
    """The good file with another effect of Spark, from line 20 on."""
    return GOOD.replace(
        'when = "play"\nif = "your Hand >= 3"\ndo = "recover"\ntrait = "Tide"\n', f"{lines}\n"
    )


EFFECTS = [
    ('when = "plya"\ndo = "draw"',
     ("line 22: 'plya' is no time of an effect; did you mean 'play'? "
     "(allowed: 'play', 'field', 'passive', 'chain')")),
    ('when = "play"\ndo = "drwa"', "line 23: 'drwa' is no operation; did you mean 'draw'?"),
    ('when = "play"\ndo = 3', "line 23: 3 is no operation (allowed: 'attack', 'defence', 'draw'"),
    ('do = "draw"', "line 21: an effect lacks when"),
    ('when = "passive"\ndo = "draw"', "line 22: 'draw' happens 'play' or 'field', not 'passive'"),
    ('when = "play"\ndo = "keep"', "line 22: 'keep' happens 'field', not 'play'"),
    ('when = "play"\ndo = "draw"\ntarget = "me"',
     "line 24: 'me' is no target (allowed: 'self', 'opponent', 'both')"),
    ('when = "play"\ndo = "cancel"\ntarget = "self"', "line 24: 'cancel' takes no target"),
    ('when = "play"\ndo = "cancel"\nper = "link"', "line 24: 'cancel' takes no per"),
    ('when = "play"\ndo = "cancel"\namount = 1', "line 24: 'cancel' takes no amount"),
    ('when = "play"\ndo = "draw"\namount = 0',
     "line 24: the amount of 'draw' is a whole number from 1 to 99, not 0"),
    ('when = "play"\ndo = "attack"\namount = -100',
     "line 24: the amount of 'attack' is a whole number from -99 to 99, not -100"),
    ('when = "play"\ndo = "draw"\namount = 1.5', "line 24: the amount of 'draw' is a whole number"),
    ('when = "play"\ndo = "draw"\nper = "your Decks"',
     "line 24: 'your Decks' is no per; did you mean 'your"),
    ('when = "play"\ndo = "draw"\nuntil = "turn"', "line 24: 'draw' takes no until"),
    ('when = "passive"\ndo = "attack"\nuntil = "turn"',
     "line 24: a Passive with 'attack' takes no until"),
    ('when = "play"\ndo = "attack"\nuntil = "noon"', "line 24: 'noon' is no until (allowed: "),
    ('when = "play"\ndo = "draw"\nper = ""', "line 24: '' is no per (allowed: 'your Hand'"),
    ('when = "play"\ndo = "draw"\ntrait = "Tide"', "line 24: 'draw' takes no trait"),
    ('when = "play"\ndo = "draw"\nwhat = "this"', "line 24: 'draw' takes no what"),
    ('when = "play"\ndo = "search"', "line 21: trait is missing (allowed: 'Flame', 'Tide')"),
    ('when = "play"\ndo = "search"\ntrait = "Tied"', "line 24: 'Tied' is no trait"),
    ('when = "play"\ndo = "forbid"', "line 21: what of 'forbid' is missing (allowed: 'initial'"),
    ('when = "play"\ndo = "return"\nwhat = "that"',
     "line 24: 'that' is no what of 'return' (allowed: 'this', 'previous')"),
    ('when = "play"\ndo = "draw"\ncolour = 1', "line 24: 'colour' is no entry of an effect"),
    ('when = "play"\ndo = "draw"\nif = "raining"',
     "line 24: 'raining' is not a condition (allowed: 'your turn', 'their turn', 'combat'"),
    ('when = "play"\ndo = "draw"\nif = 3', "line 24: 3 is not a condition"),
    ('when = "play"\ndo = "draw"\nif = "combat and"',
     "line 24: in the condition 'combat and' something is missing after 'and'"),
    ('when = "play"\ndo = "draw"\nif = "or combat"',
     "line 24: in the condition 'or combat' something is missing at its beginning"),
    ('when = "play"\ndo = "draw"\nif = "(combat and"',
     "line 24: in the condition '(combat and' something is missing after 'and'"),
    ('when = "play"\ndo = "draw"\nif = "(combat"',
     "line 24: in the condition '(combat' a ')' is missing"),
    ('when = "play"\ndo = "draw"\nif = "combat) or combat"',
     "line 24: in the condition 'combat) or combat' there is a ')' too many"),
    ('when = "play"\ndo = "draw"\nif = "combat not combat"',
     "line 24: in the condition 'combat not combat' there is a 'not' too many"),
    ('when = "passive"\ndo = "attack"\nmay = true',
     "line 24: a Passive leaves no choice: it never resolves (M17)"),
    ('when = "play"\ndo = "draw"\nmay = 1', "line 24: may is true or false, not 1"),
    ('when = "play"\ndo = "draw"\nchoose = true', "line 24: 'draw' leaves no cards to choose"),
    ('when = "play"\ndo = "cancel"\nup_to = true',
     "line 24: 'cancel' has no amount of which there can be less"),
    ('when = "play"\ndo = "draw"\nup_to = true\nmay = true',
     "line 25: leave out may: with up_to, the player can already choose 0"),
    ('when = "play"\ndo = "draw"\nup_to = true\namount = 21',
     "line 25: an amount of 'draw' that is chosen is a whole number from 1 to 20, not 21"),
    ('when = "play"\ndo = "draw"\nup_to = true\namount = 100',
     "line 25: the amount of 'draw' is a whole number from 1 to 99, not 100"),
    ('when = "play"\ndo = "draw"\nby = "opponent"',
     "line 24: by says who chooses, and there is nothing to choose"),
    ('when = "play"\ndo = "draw"\nmay = true\nby = "owner"',
     "line 25: by 'owner' is for cards that are chosen"),
    ('when = "play"\ndo = "draw"\nmay = true\nby = "me"', "line 25: 'me' is no by"),
    ('when = "play"\ndo = "discard"\nchoose = true\ntarget = "opponent"',
     "line 21: the cards of 'discard' are chosen by their owner, who alone sees them"),
    ('when = "play"\ndo = "draw"\neither = 3', "line 24: either is a word in quotes, not 3"),
    ('when = "play"\ndo = "draw"\neither = " "', "line 24: either is a word in quotes, not ' '"),
    ('when = "passive"\ndo = "attack"\nrequires = "combat"',
     "line 24: a Passive requires nothing: it is never used (M17)"),
    ('when = "play"\ndo = "draw"\nif = "attack type Flam"',
     "line 24: 'Flam' is no trait; did you mean 'Flame'?"),
    ('when = "play"\ndo = "draw"\nif = "Hand >= 3"',
     "line 24: 'Hand' is no count; did you mean 'your Hand'? (allowed: 'links', 'turn'"),
    ('when = "play"\ndo = "draw"\nif = "your links >= 3"', "line 24: 'links' is no count or trait"),
    ('when = "play"\ndo = "draw"\nif = "your Hnad >= 3"',
     "line 24: 'Hnad' is no count or trait; did you mean 'Hand'?"),
    ('when = "play"\ndo = "draw"\nif = "your Hand = 3"',
     "line 24: '=' is not a comparison: write >= (at least) or <= (at most)"),
    ('when = "play"\ndo = "draw"\nif = "your Hand >= 101"',
     "line 24: the number in this condition is a whole number from 0 to 100, not 101"),
    ('when = "play"\ndo = "draw"\nif = "your Tide <= 8"',
     "line 24: the number in this condition is a whole number from 0 to 7, not 8"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "fault"), EFFECTS)
def test_a_fault_of_an_effect_is_told_with_its_line(tmp_path: Path, lines: str, fault: str) -> None:
    found = faults(tmp_path, with_effect(lines))
    assert len(found) == 1
    assert found[0].startswith(fault), found


@pytest.mark.parametrize(
    ("effects", "fault"),
    [
        ([{"either": "A"}, {}, {"either": "A"}], "the alternatives 'A' are not in a row"),
        ([{"either": "A"}, {"either": "A", "may": True}], "may belongs to the first of several"),
    ],
)
def test_a_fault_of_alternatives_is_told(effects: list[dict[str, Any]], fault: str) -> None:
    entries = [{"when": "play", "do": "draw", **one} for one in effects]
    card = {"name": "A", "atk": "1", "def": "~", "traits": [], "effect": entries}
    with pytest.raises(BadCards, match=fault):
        made_set({"traits": ["Red"], "move": [card]})


def test_m2_a_monsters_play_effect_leaves_no_choice() -> None:
    beast = {"name": "Beast", "hp": 1, "atk": 0, "def": 0, "traits": []}
    entry = {"when": "play", "do": "draw", "may": True}
    with pytest.raises(BadCards, match="a monster's Play effect acts before anybody can choose"):
        made_set({"traits": ["Red"], "monster": [beast | {"effect": [entry]}]})


def test_what_is_longer_than_any_card_is_refused(tmp_path: Path) -> None:
    effect = '[[move.effect]]\nwhen = "play"\ndo = "draw"\n'
    requires = "(" * 21 + "turn > 1"
    moves = f'[[move]]\nname = "Long"\natk = "0"\ndef = "0"\nrequires = "{requires}"\n{effect * 40}'
    decks = "".join(f'[[deck]]\nname = "Deck{n}"\nmonster = "Drake"\n' for n in range(101))
    found = "\n".join(faults(tmp_path, GOOD + moves + decks))
    assert "a condition has at most 500 characters and 20 (" in found
    assert "a card has at most 39 effects, not 40" in found
    assert "a set has at most 100 decks, not 102" in found


def test_words_of_the_language_are_all_listed_and_only_a_few_names() -> None:
    many, faults = [f"w{number}" for number in range(MOST_NAMES + 1)], Faults("a test")
    faults.word((), "x", "operation", many)
    faults.add_word((), "x", "move", many)
    assert "allowed: 'w0', 'w1'" in faults.found[0]
    assert faults.found[1].endswith("(there are 25)")


def test_of_very_many_faults_the_first_are_told(tmp_path: Path) -> None:
    found = told(tmp_path, 'traits = ["A"]\nnone = 1\n' + "[[move]]\natk = 1\n" * 166)
    assert (len(found), found[-1]) == (21, "and 313 more")


def test_how_many_more_faults_there_are_is_told_though_the_first_are_long(tmp_path: Path) -> None:
    effect = f'[[move.effect]]\nwhen = "play"\ndo = "draw"\nif = "{"oops" * 10}"\n'
    move = '[[move]]\nname = "M#"\natk = "1"\ndef = "1"\ntraits = []\n'
    moves = "".join(move.replace("#", f"{n}") + 10 * effect for n in range(13))
    with pytest.raises(BadCards) as caught:
        read(tmp_path, 'traits = ["A"]\n' + moves)
    *listed, last = caught.value.faults
    assert last == f"and {caught.value.count - len(listed)} more"
    assert str(caught.value).endswith(f"\n  {listed[-1]}\n  {last}")


def test_all_faults_of_a_file_are_told_at_once_in_its_order(tmp_path: Path) -> None:
    text = (
        GOOD.replace("hp = 8", "hp = 100").replace("Thin.", "\\t").replace("Veil = 8", "Veil = 7")
    )
    with pytest.raises(BadCards) as caught:
        read(tmp_path, text.replace('do = "draw"', 'do = "drew"'))
    where = [fault.split(":")[0] for fault in caught.value.faults]
    assert where == [
        "line 5, column 6", "line 13, column 6", "line 32, column 8", "line 37, column 1",
    ]  # fmt: skip
    says = f"{tmp_path / 'cards.toml'} has 4 faults:\n  line 5, column 6: HP is"
    assert str(caught.value).startswith(says)
    assert str(BadCards("x", ["no"])) == "x has a fault:\n  no"


OPERATIONS_IN_A_TURN = (
    "attack", "defence", "drain", "charge", "cost", "forbid", "prevent", "again", "cancel",
    "return",
)  # fmt: skip


@pytest.mark.parametrize("do", OPERATIONS_IN_A_TURN)
def test_m2_a_monsters_play_effect_that_could_do_nothing_is_a_fault(do: str) -> None:
    more: dict[str, Any] = {"trait": "Red"} if do in ("drain", "charge") else {}
    more |= {"forbid": {"what": "initial"}, "return": {"what": "this"}}.get(do, {})
    effect = {"when": "play", "do": do, **more}
    beast = {"name": "Beast", "hp": 1, "atk": 0, "def": 0, "traits": [], "effect": [effect]}
    says = f"acts before the first turn, and there '{do}' does nothing"
    with pytest.raises(BadCards, match=says):
        made_set({"traits": ["Red"], "monster": [beast]})


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a = 1\na = 2", "line 2, column 6: this is not TOML: Cannot overwrite a value"),
        ("a = 1\nb == 2\n", "line 2, column 4: this is not TOML: Invalid value"),
        ("a = 1\nb = [", "line 2, column 6: this is not TOML: "),
    ],
)
def test_what_is_not_toml_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    (said,) = told(tmp_path, text)
    assert said.startswith(fault)


def test_what_is_not_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadCards, match="this is not a text file"):
        read_set(file)


@pytest.mark.parametrize("kind", ["monster", "move", "deck"])
def test_lists_that_are_none_are_refused(tmp_path: Path, kind: str) -> None:
    assert f"line 1: {kind} is a list, not 3" in faults(tmp_path, f"{kind} = 3\ntraits = ['A']")


def test_the_lines_of_quoted_entries_and_nested_tables_are_found(tmp_path: Path) -> None:
    text = GOOD.replace('"Spark" = 12', "'Sprak' = 12").replace(
        "[[move.effect]]", "[[ move.effect ]]"
    )
    assert faults(tmp_path, text.replace('Tide"\n\n', 'Tied"\n\n'))[0].startswith("line 25: 'Tied'")
    assert any(fault.startswith("line 38: 'Sprak'") for fault in faults(tmp_path, text))


def test_the_standard_set_has_no_fault(tmp_path: Path) -> None:
    assert read(tmp_path, STANDARD_TEXT) == STANDARD


def test_a_set_in_the_place_of_a_deck_is_refused(tmp_path: Path) -> None:
    cards = read(tmp_path, GOOD)
    with pytest.raises(BadCards, match="this is a set of cards, not a deck: give it with --cards"):
        read_deck(tmp_path / "cards.toml", cards)


# --- where things stand in a card file ---


TEXT = """\
# A comment with [[move]] in it.
traits = ["A", 'B',  # "C" = 1
          "D"]
"quoted key" = 3
nested = { a = 1, "b c" = { d = [ [ 1, 2 ], "x" ] } }
long = \"\"\"
[[move]]
name = \\\"\"\"\"
dotted.key = 1979-05-27

[[move]]
name = "One"
[[ move.effect ]]
if = "your Hand >= 3"
[move.table]
x = 'y'
[[move]]
name = "T\\u0077o"
"""


@pytest.mark.parametrize(
    ("place", "spot"),
    [
        (("traits",), (2, 10)),
        (("traits", 1), (2, 16)),
        (("traits", 2), (3, 11)),
        (("quoted key",), (4, 16)),
        (("nested", "b c"), (5, 27)),
        (("nested", "b c", "d", 0, 1), (5, 40)),
        (("nested", "b c", "d", 1), (5, 45)),
        (("dotted", "key"), (9, 14)),
        (("move",), (11, 1)),
        (("move", 0), (11, 1)),
        (("move", 0, "effect", 0), (13, 1)),
        (("move", 0, "effect", 0, "if", Letter(5)), (14, 12)),
        (("move", 0, "effect", 0, "do"), (13, 1)),
        (("move", 0, "table", "x"), (16, 5)),
        (("move", 1, "name"), (18, 8)),
        (("move", 1, "name", Letter(1)), (18, 8)),
        (("move", 1, "traits", 0), (17, 1)),
        (("nothing",), (1, 1)),
    ],
)
def test_every_place_has_a_line_and_a_column(place: tuple[str | int, ...], spot: object) -> None:
    assert Spans(TEXT).of(place) == {spot}


def test_names_of_entries_have_places_too() -> None:
    assert Spans(TEXT).of_name(("nested", "b c")) == {(5, 19)}
    assert Spans(TEXT).of_name(("move", 0)) == {(11, 1)}
    assert not Spans("").of(("move",))


BAD = """\
traits = ["Red", "HP"]
[[move]]
name = "A"
atk = "~"
def = "~"
traits = ["Blue"]
use = ["altr"]
activate = ["alter"]
colour = 1
[[move.effect]]
when = "play"
do = "drwa"
target = "me"
per = "my Red"
if = "Your Hand >= 3 and combt"
until = "noon"
by = "them"
[[move]]
name = "B"
atk = "+1"
def = "?"
traits = []
use = []
[[move.effect]]
do = "forbid"
requires = "your Hand > 3 or YOUR TURN or your Red >= 1000 or your Hand or a OR b"
[[move]]
atk = "~"
def = "~"
traits = []
"""


def test_no_fault_hides_another(tmp_path: Path) -> None:
    assert [said.partition(" (")[0] for said in told(tmp_path, BAD)] == [
        "line 1, column 18: the trait 'HP' is a word that means something else in conditions",
        "line 6, column 11: 'Blue' is no trait",
        "line 7, column 8: 'altr' is no use; did you mean 'alter'?",
        "line 9, column 1: 'colour' is no entry of a move",
        "line 12, column 6: 'drwa' is no operation; did you mean 'draw'?",
        "line 13, column 10: 'me' is no target",
        "line 14, column 7: 'my Red' is no per; did you mean 'your Red'?",
        "line 15, column 7: 'Your Hand' is no count; did you mean 'your Hand'?",
        "line 15, column 26: 'combt' is not a condition; did you mean 'combat'?",
        "line 16, column 9: 'noon' is no until",
        "line 17, column 6: 'them' is no by",
        "line 17, column 6: by says who chooses, and there is nothing to choose",
        'line 21, column 7: DEF is "~", "0" to "99", or "-99" to "+99", not \'?\'',
        "line 24, column 1: an effect lacks when",
        "line 24, column 1: what of 'forbid' is missing",
        "line 26, column 13: '>' is not a comparison: write >=",
        "line 26, column 30: 'YOUR TURN' is not a condition; did you mean 'your turn'?",
        ("line 26, column 43: the number in this condition is a whole number from 0 to 7, not "
         "1000"),
        ("line 26, column 63: 'your Hand' is not a condition: compare it with a number, as in "
         "'your Hand >= 3'"),
        ("line 26, column 76: 'a OR b' is not a condition: and, or and not are written in small "
         "letters"),
        "and 2 more",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "behind", ["", '\n[[move]]\nname = "A"\natk = "1"\ndef = "~"\ntraits = []']
)
def test_an_effect_before_any_card_is_told_so(tmp_path: Path, behind: str) -> None:
    text = f'traits = ["A"]\n\n  [[move.effect]]\nwhen = "play"\ndo = "draw"{behind}\n'
    says = "[[move.effect]] stands before any [[move]]: an effect belongs to the card above it"
    assert told(tmp_path, text) == (f"line 3, column 3: {says}",)


def entries_in(document: Any, place: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """Every text and every number of a document with its place."""
    keys = document.items() if isinstance(document, dict) else enumerate(document)
    for key, value in keys:
        if isinstance(value, dict | list):
            yield from entries_in(value, (*place, key))
        else:
            yield (*place, key), value


def test_all_of_the_standard_set_is_found_where_it_stands() -> None:
    spans, lines = Spans(STANDARD_TEXT), STANDARD_TEXT.split("\n")
    for place, value in entries_in(tomllib.loads(STANDARD_TEXT)):
        ((line, column),) = spans.of(place)
        written = f'"{value}"' if isinstance(value, str) else str(value).lower()
        assert lines[line - 1][column - 1 :].startswith(written)
