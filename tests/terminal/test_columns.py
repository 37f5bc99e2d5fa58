"""Tables of text stay below each other, whatever is written in them."""

import pytest
from rich.cells import cell_len

from duelhall.terminal.output import aligned, barred, cut_short, fitted


def test_cells_are_padded_by_the_width_that_they_have_on_a_screen() -> None:
    assert aligned([["日本", "1"], ["abc", "2"], ["🦊", "3"]]) == ["日本  1", "abc   2", "🦊    3"]


@pytest.mark.parametrize("text", ["a" * 100, "日本" * 50, "a日" * 50, "🦊🐻" * 30])
@pytest.mark.parametrize("width", [12, 13, 40])
def test_a_long_text_is_shortened_to_a_width(text: str, width: int) -> None:
    short = cut_short(text, width)
    assert width - 2 <= cell_len(short) <= width
    assert short.count("…") == 1


def test_beginning_and_end_stay_so_that_versions_can_be_told_apart() -> None:
    assert cut_short("my-very-long-bot-name-v1", 12) == "my-very-…-v1"
    assert cut_short("short", 12) == "short"


def test_one_column_is_shortened_until_rows_fit() -> None:
    rows = [["", "player", "Elo"], ["1.", "x" * 100, "+20"], ["2.", "y", "-20"]]
    lines = aligned(fitted(rows, 1, 40))
    assert max(len(line) for line in lines) == 40
    assert lines[1].endswith("x  +20")
    assert fitted(rows, 1, 200) == rows


def test_nothing_is_shortened_below_what_can_be_read() -> None:
    rows = [["x" * 100, "y" * 60], ["short", "y"]]
    assert [row[0] for row in fitted(rows, 0, 40)] == ["xxxxxxxx…xxx", "short"]


def test_a_bar_in_a_name_is_no_bar_of_the_table() -> None:
    assert barred([["name"], ["a|b"]])[2] == "| a\\|b |"
