"""What stands out on a board, and that it is never colour alone."""

from io import StringIO
from typing import Literal

from rich.console import Console
from rich.text import Text

from duelhall.engine.board import Piece, Sketch, SketchRow
from duelhall.match.game import load
from duelhall.match.match import Match
from duelhall.terminal.board import (
    NEW,
    NEWS,
    OTHER,
    OWN,
    PLAYABLE,
    Emphasis,
    cards_of,
    label_of,
    sketch_lines,
)
from duelhall.terminal.speaker import Retelling


def row(*cards: str, owner: int | None = 0, name: str = "") -> SketchRow:
    return SketchRow(
        "Hand", tuple(Piece(card, name=card) for card in cards), owner=owner, name=name
    )


def styled(style: str, line: Text) -> list[str]:
    """The parts of a line that have a style."""
    spans = [span for span in line.spans if style in str(span.style).split()]
    return [line.plain[span.start : span.end] for span in spans]


def in_style(style: str, shown: SketchRow, emphasis: Emphasis) -> list[str]:
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


def test_lines_of_a_drawing_have_the_colours_of_their_owners() -> None:
    sketch = Sketch("", (), ("theirs", "-----", "mine"), (0, None, 1))
    drawn = list(sketch_lines(sketch, emphasis=Emphasis(1)))
    assert [[str(span.style) for span in line.spans] for line in drawn] == [[OTHER], [], [OWN]]


def test_armies_and_stacks_are_somebodys() -> None:
    binmat = load("binmat", backend="python").match(seed=7).sketch(0)
    owners = dict(zip(binmat.lines, binmat.owners, strict=True))
    assert {line.split("  ")[0]: owner for line, owner in owners.items() if "stacks" in line} == {
        "attacker stacks": 1,
        "defender stacks": 0,
    }
    frontline = load("frontline", backend="python").match(seed=3)
    for move in ("1<", "2<"):
        frontline.play(move)
    assert set(frontline.sketch(0).owners) == {0}


def test_a_unit_is_one_part_of_a_drawing() -> None:
    now = Sketch("", (), ("[|@ ].[! ]",))
    (line,) = sketch_lines(now, emphasis=Emphasis(0, before=Sketch("", (), ("    [! ]",))))
    assert styled(NEW, line) == ["[|@ ]", "[! ]"]


def test_rows_stand_beside_the_drawing_where_there_is_room() -> None:
    sketch = Sketch("", (SketchRow("Hand", (Piece("7"),)), SketchRow("Deck", ())), ("drawing",))
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


def replayed(*, colours: Literal["standard"] | None) -> str:
    match = load("blade", backend="python").match(seed=7)
    match.play("7")
    output = StringIO()
    console = Console(file=output, force_terminal=True, color_system=colours, width=80)
    Retelling(match, 0, console).print_step(1)
    return output.getvalue()


def test_a_replay_marks_what_a_move_has_changed() -> None:
    assert NEWS not in replayed(colours=None)
    coloured = Text.from_ansi(replayed(colours="standard"))
    assert [line for line in coloured.plain.splitlines() if line.startswith(NEWS)] == [
        "* Your field        M 7                  score 8",
    ]
