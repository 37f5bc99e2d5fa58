"""Text in columns."""

import pytest

from duelhall.engine.text import padded, width_of


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("Spark", 5), ("火の玉", 6), ("Éte\u0301", 3), ("मंत्र", 3)]
)
def test_a_text_is_as_wide_as_at_a_terminal(text: str, width: int) -> None:
    assert width_of(text) == width


def test_columns_are_filled_with_spaces() -> None:
    assert padded("火の玉", 8) == "火の玉  "
    assert padded("Spark", 3) == "Spark"
