"""Where things stand in a card file, and all faults of one at once."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from duelhall.games.monsters.card_file import read_set
from duelhall.games.monsters.faults import BadCards, Letter, Spans
from tests.games.monsters.setting import STANDARD_TEXT

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
    assert Spans(TEXT).of(place) == spot


def test_names_of_entries_have_places_too() -> None:
    assert Spans(TEXT).of_name(("nested", "b c")) == (5, 19)
    assert Spans(TEXT).of_name(("move", 0)) == (11, 1)
    assert Spans("").of(("move",)) is None


def faults(folder: Path, text: str) -> list[str]:
    file = folder / "cards.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadCards) as caught:
        read_set(file)
    return list(caught.value.faults)


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
    assert [said.partition(" (")[0] for said in faults(tmp_path, BAD)] == [
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
    assert faults(tmp_path, text) == [f"line 3, column 3: {says}"]


def test_what_toml_finds_has_a_place(tmp_path: Path) -> None:
    assert faults(tmp_path, "a = 1\nb == 2\n") == [
        "line 2, column 4: this is not TOML: Invalid value"
    ]
    assert faults(tmp_path, "a = 1\nb = [")[0].startswith("line 2, column 6: this is not TOML: ")


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
        line, column = spans.of(place) or (0, 0)
        written = f'"{value}"' if isinstance(value, str) else str(value).lower()
        assert lines[line - 1][column - 1 :].startswith(written)
