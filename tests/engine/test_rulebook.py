import pytest

from duelhall.engine.errors import UnknownName
from duelhall.engine.rulebook import ruling, rulings

TEXT = """# A game

**A1.** First
line.

Words between.

**A2, B3.** Two at once.
"""


def test_paragraphs_are_found_by_number() -> None:
    assert list(rulings(TEXT)) == ["A1", "A2", "B3"]
    assert ruling(TEXT, "a1") == "**A1.** First\nline."
    assert ruling(TEXT, "B3") == ruling(TEXT, "A2")


def test_a_number_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="no ruling 'A7'; available: A1, A2, B3"):
        ruling(TEXT, "A7")
