"""Boards and texts on terminals of any width."""

from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import islice
from typing import Literal

import pytest
from cyclopts import App
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from duelhall.cli.main import command_line
from duelhall.engine import registry
from duelhall.engine.board import Piece, Sketch, SketchRow
from duelhall.engine.rulebook import find_page
from duelhall.match.game import load
from duelhall.match.match import Match
from duelhall.play.roster import entry_of
from duelhall.terminal import page as listing
from duelhall.terminal.board import (
    NEW,
    NEWS,
    OTHER,
    OWN,
    PLAYABLE,
    Emphasis,
    cards_of,
    drawn_lines,
    label_of,
    sketch_lines,
)
from duelhall.terminal.keyboard import prompt_lines
from duelhall.terminal.output import UNLIMITED, print_fitted
from duelhall.terminal.page import Page
from duelhall.terminal.speaker import StepPrinter
from duelhall.testing.conformance import random_match
from tests.terminal.console import printed

# --- what stands out on a board, and that it is never colour alone ---


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
    StepPrinter(match, 0, console).print_step(1)
    return output.getvalue()


def test_a_replay_marks_what_a_move_has_changed() -> None:
    assert NEWS not in replayed(colours=None)
    coloured = Text.from_ansi(replayed(colours="standard"))
    assert [line for line in coloured.plain.splitlines() if line.startswith(NEWS)] == [
        "* Your field        M 7                  score 8",
    ]


# --- no word is cut on a terminal of 60 columns or more, wherever text is shown ---


WIDTHS = (60, 61, 72, 80, 100, 120, 140)
FRAMES = str.maketrans(dict.fromkeys("│╭╮╰╯─━┏┓┗┛┃•", " "))


def terminal(width: int) -> Console:
    return Console(file=StringIO(), width=width, force_terminal=True, color_system=None)


def words(text: str) -> Counter[str]:
    return Counter(text.translate(FRAMES).split())


def assert_whole(text: str, wide: str, width: int) -> None:
    """Assert that a text has the words that it has with all the room in the world, and fits."""
    assert words(text) == words(wide)
    assert_fits(text, width)


def assert_fits(text: str, width: int) -> None:
    longest = max(text.splitlines(), key=cell_len)
    assert cell_len(longest) <= width, longest


def bare(text: str) -> set[str]:
    """The words of a text; a heading may stand once above a column, or before each of its cells."""
    return {word.removesuffix(":") for word in words(text)}


def shown(text: Iterable[Text]) -> str:
    return "\n".join(line.plain for line in text)


# --- boards ---


def sketches(match: Match) -> Iterator[Sketch]:
    """The boards of a match, from both seats and open."""
    for state in match.states:
        for seat in (0, 1, None):
            seen = state if seat is None else match.game.view(state, seat)
            yield match.game.sketch(match.game.board(seen, seat))


def scenes(match: Match) -> Iterator[str]:
    """What moves set off in a match."""
    for number in range(1, len(match.moves) + 1):
        yield from (line for lines in match.scene_texts(number, None) for line in lines)


@pytest.mark.parametrize(
    "name", ["blade", "binmat", "binmat[live]", "monsters", "frontline", "frontline[draft,hand=10]"]
)
def test_no_word_of_a_board_is_cut(name: str) -> None:
    match = random_match(load(name, backend="python"), seed=len(name))
    every = max(1, len(match.states) // 8)
    for first, sketch in enumerate(islice(sketches(match), 0, None, every)):
        wide = shown(sketch_lines(sketch))
        for width in range(60 + first % 9, 141, 9):
            assert_whole(shown(sketch_lines(sketch, width)), wide, width)


@pytest.mark.parametrize("name", ["binmat", "monsters", "frontline[draft,hand=10]"])
def test_no_word_of_a_scene_is_cut(name: str) -> None:
    for line in islice(scenes(random_match(load(name, backend="python"), seed=5)), 200):
        for width in (60, 77, 120):
            assert_whole(shown(drawn_lines(line, width)), line, width)


def test_a_board_that_fits_is_drawn_as_without_a_terminal() -> None:
    sketch = load("monsters", backend="python").match(seed=3).sketch(0)
    wide = [line.plain for line in sketch_lines(sketch)]
    assert [line.plain for line in sketch_lines(sketch, max(map(len, wide)))] == wide


def test_a_long_note_goes_on_below_its_beginning() -> None:
    sketch = Sketch(
        "", (SketchRow("Hand", (Piece("jab"),), "one two three four five six seven eight"),)
    )
    assert shown(sketch_lines(sketch, 40)).splitlines() == [
        "  Hand  jab  one two three four five six",
        "             seven eight",
    ]
    narrow = sketch_lines(Sketch("", (SketchRow("Hand", (Piece("jab" * 10),), "one " * 8),)), 60)
    assert shown(narrow).splitlines() == [
        f"  Hand  {'jab' * 10}",
        f"        {' '.join(['one'] * 8)}",
    ]


def test_cards_go_on_below_the_first_ones() -> None:
    rows = (
        SketchRow("Your hand", tuple(Piece(f"card-{n}") for n in range(10))),
        SketchRow("A" * 30, ()),
    )
    assert shown(sketch_lines(Sketch("", rows), 60)).splitlines() == [
        "  Your hand                   card-0 card-1 card-2 card-3",
        "                              card-4 card-5 card-6 card-7",
        "                              card-8 card-9",
        f"  {'A' * 30}",
        "                              (none)",
    ]


def test_what_is_said_goes_on_below_its_beginning() -> None:
    plain = ["nothing is indented", "that was not"]
    assert shown(drawn_lines(" ".join(plain), 20)).splitlines() == plain
    indented = ["  what is indented", "      goes further"]
    assert shown(drawn_lines("  what is indented goes further", 20)).splitlines() == indented
    columns = ["  save F  keeps the", "          game"]
    assert shown(drawn_lines("  save F  keeps the game", 20)).splitlines() == columns


def test_what_is_printed_fits_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    for at_terminal, expected in ((True, "a long\nline\n"), (False, "a long line\n")):
        output = StringIO()
        monkeypatch.setattr(output, "isatty", lambda at_terminal=at_terminal: at_terminal)
        monkeypatch.setattr("sys.stderr", output)
        monkeypatch.setenv("COLUMNS", "8")
        print_fitted("a long line", to_stderr=True)
        assert output.getvalue() == expected


def test_a_prompt_leaves_room_to_type() -> None:
    assert prompt_lines("Your move (1 2)> ", 60) == ["Your move (1 2)> "]
    assert prompt_lines(f"Your move ({' '.join('123456789' * 3)})> ", 60) == [
        "Your move (1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 1",
        "2 3 4 5 6 7 8 9)> ",
    ]


# --- the games, their rules, and help ---


@pytest.mark.parametrize("width", WIDTHS)
def test_no_word_of_the_list_of_games_is_cut(width: int) -> None:
    for name in registry.names():
        entry = entry_of(registry.find(name))
        lines, wide = (listing.game_lines(entry, room) for room in (width, UNLIMITED))
        assert_whole("\n".join(lines), "\n".join(wide), width)


def test_no_word_of_a_page_is_cut() -> None:
    for name in ("api", "arena", "design"):
        page = Page(find_page(name).read_text(encoding="utf-8"))
        console, wide = terminal(60), terminal(UNLIMITED)
        for each in (console, wide):
            each.print(page)
        assert bare(printed(console)) == bare(printed(wide))


@pytest.mark.parametrize("name", registry.names())
def test_no_word_of_a_rulebook_is_cut(name: str) -> None:
    page = Page(listing.rulebook_text(name))
    wide = terminal(UNLIMITED)
    wide.print(page)
    for width in (60, 80, 120):
        console = terminal(width)
        console.print(page)
        assert_fits(printed(console), width)
        assert bare(printed(console)) == bare(printed(wide))


def test_a_table_without_room_for_its_words_becomes_lines() -> None:
    console = terminal(60)
    console.print(Page(f"| name | what |\n|---|---|\n| {'a' * 40} | {'b' * 40} |"))
    assert printed(console).split() == ["name:", "a" * 40, "what:", "b" * 40]


def commands(app: App, *path: str) -> Iterator[tuple[str, ...]]:
    """All commands and their subcommands."""
    yield path
    for name in app:
        if not name.startswith("-"):
            yield from commands(app[name], *path, name)


@pytest.mark.parametrize("command", list(commands(command_line([]))), ids=" ".join)
def test_no_word_of_a_help_page_is_cut(command: tuple[str, ...]) -> None:
    app = command_line(command)
    wide = terminal(400)
    app.help_print(command, console=wide)
    for width in (60, 80, 120):
        console = terminal(width)
        app.help_print(command, console=console)
        assert_whole(printed(console), printed(wide), width)
