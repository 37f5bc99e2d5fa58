"""The hash of the rules: what changes it, and what must not."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from duelhall.backend.cache import source_hash
from duelhall.engine.template import with_globals
from duelhall.games.blade.rules import deal_pack
from duelhall.games.blade.state import MIRROR, PACKS
from tests.modules import load_module

SOURCE = '''
import numpy as np
from duelhall.engine.rule import helper

STEP = 2
TABLE = np.array([1, 2, 3])

@helper
def inner(x):
    """Add."""
    return x + STEP  # the step

@helper
def outer(x):
    """Use."""
    return inner(x) + TABLE[0]
'''


def module(folder: Path, source: str) -> ModuleType:
    """The module with this source, always under the same name, as an edited file would be."""
    file = folder / f"edited_{len(list(folder.iterdir()))}.py"
    file.write_text(source)
    return load_module("edited", file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Use."""', '"""Use it well."""'),
        ('    """Use."""\n', ""),
        ("  # the step", ""),
        ("STEP = 2\n", "STEP = 2\n\n\n"),
    ],
)
def test_words_about_the_rules_leave_the_hash(tmp_path: Path, old: str, new: str) -> None:
    before = source_hash([module(tmp_path, SOURCE).outer])
    assert old in SOURCE
    assert source_hash([module(tmp_path, SOURCE.replace(old, new)).outer]) == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x + STEP", "x - STEP"),
        ("STEP = 2", "STEP = 3"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("TABLE[0]", "TABLE[1]"),
    ],
)
def test_what_the_rules_compute_changes_the_hash(tmp_path: Path, old: str, new: str) -> None:
    before = source_hash([module(tmp_path, SOURCE).outer])
    assert source_hash([module(tmp_path, SOURCE.replace(old, new)).outer]) != before


def test_which_function_stands_for_a_name_changes_the_hash(tmp_path: Path) -> None:
    """Two policies that change seats are two programs, though they are made of the same ones."""
    source = "\n@helper\ndef both(x):\n    return first(x) - second(x)\n"
    one = module(tmp_path, SOURCE + "first, second = inner, outer\n" + source)
    other = module(tmp_path, SOURCE + "first, second = outer, inner\n" + source)
    assert source_hash([one.both]) != source_hash([other.both])


def test_data_is_part_of_the_hash(tmp_path: Path) -> None:
    rule = module(tmp_path, SOURCE).outer
    assert source_hash([rule], "a") != source_hash([rule], "b")


def test_a_games_hash_covers_its_cards() -> None:
    other_pack = PACKS.copy()
    other_pack[0, 0] = MIRROR
    same, other = (with_globals(deal_pack, {"PACKS": pack}) for pack in (PACKS.copy(), other_pack))
    assert source_hash([deal_pack]) == source_hash([same])
    assert source_hash([deal_pack]) != source_hash([other])


DEEP = """
from enum import IntEnum
import numba, numpy as np
import edited_cards
from duelhall.engine.rule import helper

class Kind(IntEnum):
    A = 2

KIND = np.int8

@numba.njit
def foreign(x):
    return x + 1

@helper
def rule(x):
    return x + 7

@helper
def outer(x):
    def inner(y):
        return y + edited_cards.deep.DEEP + rule(y)
    return foreign(x) + Kind.A + KIND(x) + inner(x)
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [("A = 2", "A = 3"), ("x + 1", "x + 2"), ("x + 7", "x + 8"), ("np.int8", "np.int16")],
)
def test_what_lies_deeper_counts(tmp_path: Path, old: str, new: str) -> None:
    cards = ModuleType("edited_cards")
    cards.deep = ModuleType("edited_cards.deep")  # type: ignore[attr-defined]
    cards.deep.DEEP = 5
    sys.modules["edited_cards"] = cards
    before = source_hash([module(tmp_path, DEEP).outer])
    assert source_hash([module(tmp_path, DEEP).outer]) == before
    assert source_hash([module(tmp_path, DEEP.replace(old, new)).outer]) != before
    cards.deep.DEEP = 6
    assert source_hash([module(tmp_path, DEEP).outer]) != before


def test_what_cannot_be_hashed_is_refused(tmp_path: Path) -> None:
    loaded = module(tmp_path, SOURCE.replace("STEP = 2", "STEP = {1: 2}"))
    with pytest.raises(TypeError, match="a rule names a dict"):
        source_hash([loaded.outer])


MODULES = """
import edited_cards
from duelhall.engine.rule import helper

def made(step):
    @helper
    def closed(x):
        return x + step
    return closed

@helper
def outer(x, start=1):
    return x + start + edited_cards.VALUES[0]

inner = made(1)
"""


def with_cards(folder: Path, source: str, *values: int) -> ModuleType:
    cards = ModuleType("edited_cards")
    cards.VALUES = values  # type: ignore[attr-defined]
    sys.modules["edited_cards"] = cards
    return module(folder, source)


def test_constants_in_modules_defaults_and_closures_count(tmp_path: Path) -> None:
    one = with_cards(tmp_path, MODULES, 1, 2)
    assert source_hash([one.outer]) == source_hash([with_cards(tmp_path, MODULES, 1, 2).outer])
    assert source_hash([one.outer]) != source_hash([with_cards(tmp_path, MODULES, 1, 3).outer])
    default = with_cards(tmp_path, MODULES.replace("start=1", "start=2"), 1, 2)
    assert source_hash([one.outer]) != source_hash([default.outer])
    closed = with_cards(tmp_path, MODULES.replace("made(1)", "made(2)"), 1, 2)
    assert source_hash([one.inner]) != source_hash([closed.inner])


def test_the_middle_of_a_long_table_counts(tmp_path: Path) -> None:
    table = "np.arange(5000)"
    one = module(tmp_path, SOURCE.replace("np.array([1, 2, 3])", table))
    other = module(tmp_path, SOURCE.replace("np.array([1, 2, 3])", f"{table} * ({table} != 2500)"))
    assert source_hash([one.outer]) != source_hash([other.outer])
