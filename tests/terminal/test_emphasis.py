"""What stands out on a board, and that it is never colour alone."""

from rich.text import Text

from duelhall.engine.game import load
from duelhall.engine.match import Match
from duelhall.engine.sketch import Piece, Row, Sketch
from duelhall.terminal.boards import NEWS, sketch_lines
from duelhall.terminal.emphasis import NEW, OTHER, OWN, PLAYABLE, Emphasis, cards_of, label_of


def row(*cards: str, owner: int | None = 0, name: str = "") -> Row:
    return Row("Hand", tuple(Piece(card, name=card) for card in cards), owner=owner, name=name)


def styled(style: str, line: Text) -> list[str]:
    """The parts of a line that have a style."""
    spans = [span for span in line.spans if style in str(span.style).split()]
    return [line.plain[span.start : span.end] for span in spans]


def in_style(style: str, shown: Row, emphasis: Emphasis) -> list[str]:
    return styled(style, cards_of(shown, emphasis))


def played_by(match: Match) -> set[str]:
    return {match.game.sketcher.card_played(text) for text in match.legal()} - {""}


def test_what_can_be_played_is_underlined() -> None:
    emphasis = Emphasis(0, frozenset({"7", "B"}))
    assert in_style(PLAYABLE, row("7", "7", "8", "B"), emphasis) == ["7", "7", "B"]
    assert in_style(PLAYABLE, row("7", owner=None), emphasis) == ["7"]
    assert in_style(PLAYABLE, row("7", owner=1), emphasis) == []


def test_a_row_about_a_card_has_its_label_underlined() -> None:
    label = label_of(row(name="jab"), Emphasis(0, frozenset({"jab"})))
    assert styled(PLAYABLE, label) == ["Hand"]


def test_each_seat_has_a_colour_that_goes_with_the_viewer() -> None:
    for seat, owner, colour in ((0, 0, OWN), (0, 1, OTHER), (1, 1, OWN), (1, 0, OTHER)):
        label = label_of(row(owner=owner), Emphasis(seat))
        assert styled(colour, label) == ["Hand"]
    assert not styled(OWN, label_of(row(owner=None), Emphasis(0)))


def test_what_is_new_is_marked_by_a_sign_too() -> None:
    before = Sketch("", (row("7", "8"), row("5", owner=1), row("x", owner=None)))
    now = Sketch("", (row("8"), row("5", "5", owner=1), row(owner=None)))
    emphasis = Emphasis(0, before=before)
    assert in_style(NEW, now.rows[1], emphasis) == ["5"]
    assert [line.plain[0] for line in sketch_lines(now, emphasis=emphasis)] == [" ", NEWS, NEWS]
    assert [line.plain[0] for line in sketch_lines(now, emphasis=Emphasis(0))] == [" ", " ", " "]


def test_new_parts_of_a_drawing_are_marked() -> None:
    before = Sketch("", (), ("lane | 0 | 1 |", "     +---+---+"))
    now = Sketch("", (), ("lane | 0 | 7 |", "     | 8 |   |", "     +---+---+"))
    drawn = list(sketch_lines(now, emphasis=Emphasis(0, before=before)))
    assert [line.plain[0] for line in drawn] == [NEWS, NEWS, " "]
    assert [styled(NEW, line) for line in drawn] == [["7"], ["8"], []]


def test_a_unit_is_one_part_of_a_drawing() -> None:
    now = Sketch("", (), ("[|@ ].[! ]",))
    (line,) = sketch_lines(now, emphasis=Emphasis(0, before=Sketch("", (), ("    [! ]",))))
    assert styled(NEW, line) == ["[|@ ]", "[! ]"]


def test_rows_stand_beside_the_drawing_where_there_is_room() -> None:
    sketch = Sketch("", (Row("Hand", (Piece("7"),)), Row("Deck", ())), ("drawing",))
    beside = ["  drawing      Hand  7", "               Deck  (none)"]
    assert [line.plain for line in sketch_lines(sketch, 27, Emphasis())] == beside
    below = ["  drawing", "  Hand  7", "  Deck  (none)"]
    assert [line.plain for line in sketch_lines(sketch, 26, Emphasis())] == below
    assert [line.plain for line in sketch_lines(sketch, 27)] == below


def test_moves_lead_to_the_cards_that_they_play() -> None:
    blade = load("blade", backend="python").match(seed=7)
    assert played_by(blade) == {piece.name for piece in blade.sketch(0).rows[3].pieces}
    frontline = load("frontline", backend="python").match(seed=3)
    assert played_by(frontline) == {"1", "2", "3", "4", "5", "6"}
    draft = load("frontline[draft]", backend="python").match(seed=3)
    assert played_by(draft) <= {piece.name for row in draft.sketch(0).rows for piece in row.pieces}
    binmat = load("binmat", backend="python").match(seed=7)
    for move in ("d0", "d0"):
        binmat.play(move)
    assert played_by(binmat) == {binmat.sketch(0).rows[-1].pieces[0].name}
