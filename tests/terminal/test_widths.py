"""No word is cut on a terminal of 60 columns or more, wherever text is shown."""

from collections import Counter
from collections.abc import Iterable, Iterator
from io import StringIO
from itertools import islice

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
from duelhall.play.entry import entry_of
from duelhall.terminal import page as listing
from duelhall.terminal.board import drawn_lines, sketch_lines
from duelhall.terminal.keyboard import prompt_lines
from duelhall.terminal.output import UNLIMITED, print_fitted
from duelhall.terminal.page import Page
from duelhall.testing.conformance import random_match

WIDTHS = (60, 61, 72, 80, 100, 120, 140)
FRAMES = str.maketrans(dict.fromkeys("│╭╮╰╯─━┏┓┗┛┃•", " "))


def terminal(width: int) -> Console:
    return Console(file=StringIO(), width=width, force_terminal=True, color_system=None)


def printed(console: Console) -> str:
    output: str = console.file.getvalue()  # type: ignore[attr-defined]
    return output


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
