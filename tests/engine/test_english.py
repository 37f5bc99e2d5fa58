"""Numbers of things, and beginnings of sentences."""

from duelhall.engine.text import capitalized, counted


def test_one_thing_is_not_counted_as_many() -> None:
    assert [counted(number, "card") for number in (0, 1, 2, 1000)] == [
        "0 cards", "1 card", "2 cards", "1,000 cards",
    ]  # fmt: skip


def test_many_armies_go_many_ways() -> None:
    assert [counted(2, noun) for noun in ("army", "way")] == ["2 armies", "2 ways"]


def test_a_sentence_begins_with_a_capital_letter_and_changes_no_other() -> None:
    assert [capitalized(text) for text in ("the CPU", "you", "")] == ["The CPU", "You", ""]
