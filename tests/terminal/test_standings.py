"""The table of a tournament as it is printed."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from rich.cells import cell_len

from duelhall.arena.rows import (
    COLUMNS,
    FAULTY,
    FIRST,
    NOBODY,
    NUMBER,
    PAIR,
    RESULTS,
    SECOND,
    WINNER,
    checked_line,
)
from duelhall.arena.schedule import meets_of
from duelhall.arena.settings import Settings
from duelhall.players.entry import Entry
from duelhall.stats import Crosstable, Standings, rate
from duelhall.terminal.standings import crosstable_lines, remarks, table_lines
from tests.terminal.console import duelhall

LONG = "a name that somebody wrote to see what becomes of tables that are narrower than it is"


def against(players: list[str], *games: tuple[int, int, int, int, int]) -> Standings:
    """Standings by wins, draws and losses of two players, the seats shared evenly."""
    table = Crosstable(len(players))
    for one, other, wins, draws, losses in games:
        table.counts[one, other] += [losses // 2, draws // 2, wins // 2]
        table.counts[other, one] += [(wins + 1) // 2, (draws + 1) // 2, (losses + 1) // 2]
    return rate(players, table)


def three(*names: str) -> Standings:
    return against(list(names), (0, 1, 60, 2, 38), (0, 2, 80, 0, 20), (1, 2, 51, 0, 49))


def kept(folder: Path, names: list[str], winners: list[int]) -> Path:
    """A tournament whose games have such winners: a pair for each two players in turn."""
    entries = tuple(Entry(name, builtin="random") for name in names)
    settings = Settings("blade", 1, entries, 100)
    settings.save(folder)
    meetings = meets_of(settings)
    table = np.zeros((len(winners), COLUMNS), np.int64)
    for number, (row, winner) in enumerate(zip(table, winners, strict=True)):
        first, second = meetings[number // 2 % len(meetings)][:: -1 if number % 2 else 1]
        row[[NUMBER, PAIR, FIRST, SECOND]] = number + 1, number // 2, first, second
        row[WINNER] = winner
        row[FAULTY] = NOBODY
    (folder / RESULTS).write_bytes(b"".join(checked_line(row.tolist()) for row in table))
    return folder


def show(folder: Path, form: str = "text", columns: int = 80) -> str:
    arguments = ("arena", "show", str(folder), "--format", form)
    return duelhall(*arguments, COLUMNS=str(columns)).stdout


def test_wins_draws_and_losses_have_columns() -> None:
    lines = table_lines(three("a", "b", "c"), 80)
    assert lines[0].split() == ["player", "Elo", "95%", "interval", "points", "games", *"WDL"]
    assert lines[1].split()[-5:] == ["141", "200", "140", "2", "58"]


def test_where_nothing_is_drawn_there_is_no_column_for_it() -> None:
    lines = table_lines(against(["a", "b"], (0, 1, 6, 0, 4)), 80)
    assert lines[0].split()[-3:] == ["games", "W", "L"]
    assert lines[1].split()[-3:] == ["10", "6", "4"]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", [2 * LONG, "日本" * 50, "🦊" * 60])
def test_rows_with_long_names_fit_a_terminal(name: str, width: int) -> None:
    standings = three(f"{name}1", f"{name}2", "short")
    for lines in (table_lines(standings, width), crosstable_lines(standings, width)):
        assert max(cell_len(line) for line in lines) in (width, width - 1)
        assert len({line.split("…")[-1] for line in lines if "…" in line}) == 2


def test_a_zero_has_no_minus() -> None:
    lines = table_lines(against(["a", "b", "c"], (0, 1, 50, 0, 50), (1, 2, 50, 0, 50)), 80)
    assert "-0 " not in "\n".join(lines)
    assert [line.split()[2] for line in lines[1:]] == ["+0", "+0", "+0"]


def test_who_has_not_played_is_last_and_has_no_elo() -> None:
    standings = against(["idle", "good", "bad"], (1, 2, 90, 0, 10))
    lines = table_lines(standings, 80)
    assert [line.split()[1] for line in lines[1:]] == ["good", "bad", "idle"]
    assert lines[3].split() == ["-", "idle", "-", "-", "0", "0", "0", "0"]


# --- the crosstable ---


def test_the_crosstable_has_points_where_all_played_as_often() -> None:
    assert crosstable_lines(three("a", "b", "c"), 80) == [
        "Points against each other, out of 100 games:",
        "   player  A   B   C",
        "A  a       -   61  80",
        "B  b       39  -   51",
        "C  c       20  49  -",
    ]


def test_the_crosstable_has_games_too_where_they_differ() -> None:
    standings = against(["a", "b", "c"], (0, 1, 6, 1, 3), (0, 2, 4, 0, 0))
    assert crosstable_lines(standings, 80) == [
        "Points/games against each other:",
        "   player  A       B       C",
        "A  a       -       6.5/10  4/4",
        "B  b       3.5/10  -",
        "C  c       0/4             -",
    ]


def test_a_crosstable_is_left_out_where_it_says_nothing_or_does_not_fit() -> None:
    names = [f"player {number}" for number in range(13)]
    games = [(a, b, 1235, 1, 1000) for a in range(13) for b in range(a)]
    assert not crosstable_lines(against(names[:2], *games[:1]), 80)
    assert not crosstable_lines(against(names, *games), 400)
    twelve = against(names[:12], *games[:66])
    assert not crosstable_lines(twelve, 80)
    assert len(crosstable_lines(twelve, 120)) == 14
    assert crosstable_lines(against(names[:8], *games[:28]), 80)


# --- remarks ---


def about_order(standings: Standings) -> list[str]:
    names = [row.name for row in standings.rows]
    return [line for line in remarks(standings, names, "blade") if "separable" in line]


def test_neighbours_that_are_not_separable_are_named() -> None:
    assert about_order(three("a", "b", "c")) == ["Not separable yet: b, c"]


def test_a_long_run_is_told_by_its_ends() -> None:
    games = [(a, b, 10, 0, 10) for a in range(6) for b in range(a)]
    assert about_order(against(list("abcdef"), *games)) == ["Not separable yet: a to f (6 players)"]


def test_many_runs_are_not_all_told() -> None:
    chain = [f"p{number:02}" for number in range(20)]
    games = [(a, b, 60 + 2 * (b - a), 0, 40) for b in range(20) for a in range(b)]
    lines = about_order(against(chain, *games))
    assert len(lines) == 6
    assert re.fullmatch(r"Not separable yet: \d+ more runs of neighbours", lines[-1])


def test_what_deals_decide_is_told_once_it_is_known(tmp_path: Path) -> None:
    few = kept(tmp_path, ["a", "b", "c"], [0, 0, 1, 1] * 3)
    assert "decided by their deal" not in show(few)
    many = kept(tmp_path, ["a", "b", "c"], [0, 0, 1, 1] * 20)
    assert "of the pairs are decided by the deal, for the same seat." in show(many)


# --- the command ---


def test_names_are_whole_for_programs_and_pages(tmp_path: Path) -> None:
    folder = kept(tmp_path, [f"{LONG} 1", f"{LONG} 2", "c"], [0, 0, 0, 1, 0, NOBODY] * 4)
    text = show(folder)
    assert LONG not in text
    assert max(len(line) for line in text.splitlines()[:4]) == 80
    assert max(len(line) for line in show(folder, columns=100).splitlines()[:4]) == 100
    page, report = show(folder, "md"), show(folder, "json")
    assert f"| {LONG} 1 |" in page
    assert "| A | " in page
    assert f"{LONG} 1" in {row["name"] for row in json.loads(report)["standings"]}
