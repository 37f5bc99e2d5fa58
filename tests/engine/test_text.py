"""Text: in columns, in sentences, in files, in rulebooks, and boards drawn in it."""

from pathlib import Path

import pytest

import duelhall
from duelhall.engine import text as texts
from duelhall.engine.board import (
    Board,
    Card,
    Piece,
    Scene,
    Sketcher,
    SketchRow,
    Zone,
    hidden_cards,
    scene_texts,
)
from duelhall.engine.errors import UnknownName, UnusableFile
from duelhall.engine.rulebook import ruling, rulings
from duelhall.engine.text import capitalized, counted, padded, read_text, width_of


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("Spark", 5), ("火の玉", 6), ("Éte\u0301", 3), ("मंत्र", 3)]
)
def test_a_text_is_as_wide_as_at_a_terminal(text: str, width: int) -> None:
    assert width_of(text) == width


def test_columns_are_filled_with_spaces() -> None:
    assert padded("火の玉", 8) == "火の玉  "
    assert padded("Spark", 3) == "Spark"


# --- numbers of things, and beginnings of sentences ---


def test_one_thing_is_not_counted_as_many() -> None:
    assert [counted(number, "card") for number in (0, 1, 2, 1000)] == [
        "0 cards", "1 card", "2 cards", "1,000 cards",
    ]  # fmt: skip


def test_many_armies_go_many_ways() -> None:
    assert [counted(2, noun) for noun in ("army", "way")] == ["2 armies", "2 ways"]


def test_a_sentence_begins_with_a_capital_letter_and_changes_no_other() -> None:
    assert [capitalized(text) for text in ("the CPU", "you", "")] == ["The CPU", "You", ""]


# --- text files that somebody names ---


def test_what_is_too_long_for_one_of_ours_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "LONGEST_TEXT", 10)
    file = tmp_path / "text"
    file.write_text("ten\nletter")
    assert read_text(file) == "ten\nletter"
    file.write_text("ten\nletters")
    with pytest.raises(OSError, match="File too large"):
        read_text(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_a_device_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "LONGEST_TEXT", 2**10)
    with pytest.raises(UnusableFile, match="cannot use /dev/zero: File too large"):
        duelhall.load_match("/dev/zero")


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


# --- boards and scenes in plain text, for games that bring no drawing of their own ---


def test_a_zone_is_a_row_with_its_cards_and_facts() -> None:
    hand = Zone("hand0", "hand", "Your hand", 0, (Card("7", count=2), Card("B", marks=("new",))))
    other = Zone("hand1", "hand", "Opponent's hand", 1, hidden_cards(2), {"tricks": 1})
    sketch = Sketcher().board(Board(0, "Turn 3", {}, (other, hand)))
    assert sketch.heading == "Turn 3"
    assert sketch.rows == (
        SketchRow("Opponent's hand", (Piece("?", "hidden"),) * 2, "tricks 1", owner=1),
        SketchRow("Your hand", (Piece("7", name="7"),) * 2 + (Piece("B", "new", "B"),), owner=0),
    )
    assert sketch.lines == ()


def test_no_cards_are_no_hidden_cards() -> None:
    assert hidden_cards(0) == ()
    assert Zone("deck0", "deck", "Deck", 0, hidden_cards(3)).size == 3


def test_a_grid_is_drawn_with_its_gaps() -> None:
    cards = (
        Card("a", row=0, column=-1),
        Card("bcd", row=0, column=1),
        Card(facing="hidden", row=2, column=0),
    )
    zones = (Zone("field", "grid", "Field", None, cards), Zone("empty", "grid", "Empty"))
    sketch = Sketcher().board(Board(None, "", {}, zones))
    assert sketch.lines == ("Field", "  a       bcd", "", "      ?", "Empty")
    assert sketch.rows == ()


def test_a_scene_is_its_caption_and_its_parts() -> None:
    part = Scene("one", ("T1",), parts=(Scene("deeper"),))
    scenes = [Scene("What happens", ("T2", "T3"), parts=(part, Scene("two"))), Scene("The end")]
    assert list(scene_texts(Sketcher(), scenes)) == [
        ("What happens (T2, T3)", "    one (T1)", "      deeper", "    two"),
        ("The end",),
    ]
