"""Boards and scenes in plain text, for games that bring no drawing of their own."""

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
