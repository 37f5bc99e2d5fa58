"""What the results of a contest come to, and the report on it."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from duelhall.arena.report import (
    TournamentReport,
    about_order,
    crosstable_section,
    finite,
    report,
    standings_section,
)
from duelhall.arena.schedule import meets_of
from duelhall.arena.settings import Settings
from duelhall.arena.standings import PairsSoFar, Summary, standings_of, whole_pairs
from duelhall.arena.store import ENDINGS, NOBODY, ROW, Rows, open_games, write_games
from duelhall.cli.contest import section_lines
from duelhall.play.entry import Entry
from duelhall.play.seat import Ending
from duelhall.stats import Crosstable, Pentanomial, Standings, Tally, rate
from tests.terminal.console import duelhall

Game = tuple[int, int, int, int]
"""The pair, the players in seat 0 and in seat 1, the seat that won."""

EVEN_PAIRS: list[Game] = [
    game for pair in range(40) for game in ((pair, 0, 1, pair % 2), (pair, 1, 0, pair % 2))
]
"""The same seat wins both games of a pair, now seat 0 and now seat 1."""


def rows_of(games: list[Game]) -> Rows:
    rows = np.zeros(len(games), ROW)
    rows[["pair", "first", "second", "winner"]] = games
    rows["faulty"] = NOBODY
    return rows


def document(games: list[Game], settings: Settings) -> dict[str, Any]:
    """What a program is told of these games."""
    rows = rows_of(games)
    return report(standings_of(rows, settings), Summary.of([rows], 2), settings)


@pytest.fixture
def two() -> Settings:
    entries = tuple(Entry(name, builtin="random") for name in ("a", "b"))
    return Settings("blade", 1, entries, 80)


def rows_of_pairs(games: list[Game]) -> list[tuple[int, int]]:
    one, other = whole_pairs(rows_of(games))
    return list(zip(one.tolist(), other.tolist(), strict=True))


def test_pairs_are_whole_in_whatever_order_their_games_ended() -> None:
    games = [(7, 0, 1, 0), (3, 1, 2, 0), (5, 0, 2, 1), (3, 2, 1, NOBODY), (7, 1, 0, 1)]
    assert rows_of_pairs(games) == [(1, 3), (0, 4)]
    assert rows_of_pairs([]) == rows_of_pairs(games[:1]) == []


def test_games_that_do_not_mirror_each_other_are_no_pair() -> None:
    assert rows_of_pairs([(0, 0, 1, 0), (0, 0, 1, 0)]) == []
    assert rows_of_pairs([(0, 0, 1, 0), (0, 1, 2, 0)]) == []
    assert rows_of_pairs([(0, 0, 1, 0), (0, 1, 0, 0), (0, 0, 1, 0)]) == []


def test_standings_heed_pairs_but_no_halves_of_them(two: Settings) -> None:
    paired = standings_of(rows_of(EVEN_PAIRS), two)
    apart = [(number, *game[1:]) for number, game in enumerate(EVEN_PAIRS)]
    single = standings_of(rows_of(apart), two)
    assert paired.deal_share > 0.8
    assert single.deal_share == 0
    assert paired.rows[0].elo == pytest.approx(single.rows[0].elo)
    assert paired.rows[0].high < single.rows[0].high / 2
    assert [row.games for row in paired.rows] == [row.games for row in single.rows] == [80, 80]
    assert paired.seat_advantage.margin > 1.3 * single.seat_advantage.margin


def test_the_report_says_what_the_deals_decided(two: Settings) -> None:
    assert document(EVEN_PAIRS, two)["deal_share"] > 0.8


def test_the_report_counts_games_and_who_played_whom(two: Settings) -> None:
    games = [(0, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, NOBODY), (1, 1, 0, 0)]
    found = document(games, two)
    assert found["draw_share"] > 0
    assert found["head_to_head"] == [{"players": ["a", "b"], "wins": 2, "draws": 1, "losses": 1}]
    first, last = found["standings"]
    assert [first[key] for key in ("rank", "wins", "draws", "losses")] == [1, 2, 1, 1]
    assert (first["separable_from_next"], last["separable_from_next"]) == (False, None)


def test_the_report_claims_nothing_about_who_has_not_played(two: Settings) -> None:
    found = document([], two)
    assert found["head_to_head"] == []
    keys = ("rank", "elo", "low", "high", "games")
    assert [found["standings"][0][key] for key in keys] == [None, None, None, None, 0]


def test_a_finite_zero_has_no_minus() -> None:
    assert str(finite(-0.001)) == "0.0"


def test_a_match_counts_all_games_and_whole_pairs() -> None:
    games = [(0, 0, 1, 0), (1, 1, 0, 0), (0, 1, 0, 1), (2, 0, 1, NOBODY)]
    for piece in (1, 2, 4):
        pairs = PairsSoFar()
        for start in range(0, len(games), piece):
            pairs.add_results(rows_of(games[start : start + piece]))
        assert pairs.tally == Tally(wins=2, draws=1, losses=1)
        assert pairs.counted == Pentanomial(two=1)


def test_results_by_seat_and_role(two: Settings) -> None:
    games = [(0, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, NOBODY), (1, 1, 0, 0)]
    summary = Summary.of([rows_of(games[:3]), rows_of(games[3:])], 2)
    assert (summary.tally(0, 0), summary.tally(0, 1)) == (Tally(1, 1, 0), Tally(1, 0, 1))
    assert summary.by_seat(1, ("defender", "attacker")) == [
        {"seat": 0, "role": "defender", "wins": 1, "draws": 0, "losses": 1},
        {"seat": 1, "role": "attacker", "wins": 0, "draws": 1, "losses": 1},
    ]
    row = document(games, two)["standings"][0]
    assert row["by_seat"][0] == {"seat": 0, "role": None, "wins": 1, "draws": 1, "losses": 0}


def test_faults_are_counted_and_the_first_is_remembered() -> None:
    rows = rows_of([(0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 1, 0)])
    rows["number"], rows["faulty"] = (5, 4, 7), (1, -1, 1)
    rows["ending"] = (ENDINGS.index(Ending.CRASH), 0, ENDINGS.index(Ending.START))
    summary = Summary.of([rows[:2], rows[2:]], 2)
    assert (summary.faults(0), summary.faults(1)) == ({}, {"crash": 1, "start": 1})
    assert summary.first_fault(1) == 5
    assert (summary.lapses(0), summary.lapses(1)) == (0, 0)


def test_turns_that_were_lost_are_counted() -> None:
    rows = rows_of([(0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 1, 0)])
    rows["number"], rows["lapses_0"], rows["lapses_1"] = (1, 2, 3), (0, 4, 0), (0, 0, 3)
    summary = Summary.of([rows[:1], rows[1:]], 2)
    assert (summary.lapses(0), summary.lapses(1), summary.first_lapse(1)) == (0, 7, 2)


# --- as it is printed ---


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


def kept(folder: Path, names: list[str], winners: list[int | None]) -> Path:
    """A tournament whose games have such winners: a pair for each two players in turn."""
    entries = tuple(Entry(name, builtin="random") for name in names)
    settings = Settings("blade", 1, entries, 100)
    settings.save(folder)
    meetings = meets_of(settings)
    rest, times = ("played", "damage", 7), (0.5, 0.5)
    seats = [
        meetings[at // 2 % len(meetings)][:: -1 if at % 2 else 1] for at in range(len(winners))
    ]
    write_games(
        folder,
        settings,
        (
            (at + 1, at // 2, *seats[at], winner, None, *rest, *times, 0, 0, "1", "{}")
            for at, winner in enumerate(winners)
        ),
    )
    return folder


def show(folder: Path, form: str = "text", columns: int = 80) -> str:
    arguments = ("arena", "show", str(folder), "--format", form)
    return duelhall(*arguments, COLUMNS=str(columns)).stdout


def table(standings: Standings, width: int) -> list[str]:
    return section_lines(standings_section(standings), width)


def crosstable(standings: Standings, width: int) -> list[str]:
    return section_lines(crosstable_section(standings), width)


def test_wins_draws_and_losses_have_columns() -> None:
    lines = table(three("a", "b", "c"), 80)
    assert lines[0].split() == ["player", "Elo", "95%", "interval", "points", "games", *"WDL"]
    assert lines[1].split()[-5:] == ["141", "200", "140", "2", "58"]


def test_where_nothing_is_drawn_there_is_no_column_for_it() -> None:
    lines = table(against(["a", "b"], (0, 1, 6, 0, 4)), 80)
    assert lines[0].split()[-3:] == ["games", "W", "L"]
    assert lines[1].split()[-3:] == ["10", "6", "4"]


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("name", [2 * LONG, "日本" * 50, "🦊" * 60])
def test_rows_with_long_names_fit_a_terminal(name: str, width: int) -> None:
    standings = three(f"{name}1", f"{name}2", "short")
    for lines in (table(standings, width), crosstable(standings, width)):
        assert max(cell_len(line) for line in lines) in (width, width - 1)
        assert len({line.split("…")[-1] for line in lines if "…" in line}) == 2


def test_a_zero_has_no_minus() -> None:
    lines = table(against(["a", "b", "c"], (0, 1, 50, 0, 50), (1, 2, 50, 0, 50)), 80)
    assert "-0 " not in "\n".join(lines)
    assert [line.split()[2] for line in lines[1:]] == ["+0", "+0", "+0"]


def test_who_has_not_played_is_last_and_has_no_elo() -> None:
    standings = against(["idle", "good", "bad"], (1, 2, 90, 0, 10))
    lines = table(standings, 80)
    assert [line.split()[1] for line in lines[1:]] == ["good", "bad", "idle"]
    assert lines[3].split() == ["-", "idle", "-", "-", "0", "0", "0", "0"]


# --- the crosstable ---


def test_the_crosstable_has_points_where_all_played_as_often() -> None:
    assert crosstable(three("a", "b", "c"), 80) == [
        "Points against each other, out of 100 games:",
        "   player  A   B   C",
        "A  a       -   61  80",
        "B  b       39  -   51",
        "C  c       20  49  -",
    ]


def test_the_crosstable_has_games_too_where_they_differ() -> None:
    standings = against(["a", "b", "c"], (0, 1, 6, 1, 3), (0, 2, 4, 0, 0))
    assert crosstable(standings, 80) == [
        "Points/games against each other:",
        "   player  A       B       C",
        "A  a       -       6.5/10  4/4",
        "B  b       3.5/10  -",
        "C  c       0/4             -",
    ]


def test_a_crosstable_is_left_out_where_it_says_nothing_or_does_not_fit() -> None:
    names = [f"player {number}" for number in range(13)]
    games = [(a, b, 1235, 1, 1000) for a in range(13) for b in range(a)]
    twelve = against(names[:12], *games[:66])
    assert not crosstable(twelve, 80)
    assert len(crosstable(twelve, 120)) == 14
    assert crosstable(against(names[:8], *games[:28]), 80)


def titles(folder: Path, players: int) -> list[str]:
    """What the tables of a tournament are called."""
    with open_games(kept(folder, [f"player {n}" for n in range(players)], [0, 0])) as games:
        return [section.title for section in TournamentReport(games).sections()]


def test_there_are_as_many_tables_as_say_something(tmp_path: Path) -> None:
    assert titles(tmp_path, 2) == ["", "Points/games by seat"]
    assert titles(tmp_path, 12)[1].startswith("Points against each other, out of 2 games")
    assert titles(tmp_path, 13) == [""]


# --- remarks ---


def unseparated(standings: Standings) -> list[str]:
    names = [row.name for row in standings.rows]
    return about_order(standings, names)


def test_neighbours_that_are_not_separable_are_named() -> None:
    assert unseparated(three("a", "b", "c")) == ["Not separable yet: b, c"]


def test_a_long_run_is_told_by_its_ends() -> None:
    games = [(a, b, 10, 0, 10) for a in range(6) for b in range(a)]
    assert unseparated(against(list("abcdef"), *games)) == ["Not separable yet: a to f (6 players)"]


def test_many_runs_are_not_all_told() -> None:
    chain = [f"p{number:02}" for number in range(20)]
    games = [(a, b, 60 + 2 * (b - a), 0, 40) for b in range(20) for a in range(b)]
    lines = unseparated(against(chain, *games))
    assert len(lines) == 6
    assert re.fullmatch(r"Not separable yet: \d+ more runs of neighbours", lines[-1])


def test_what_deals_decide_is_told_once_it_is_known(tmp_path: Path) -> None:
    few = kept(tmp_path, ["a", "b", "c"], [0, 0, 1, 1] * 3)
    assert "decided by their deal" not in show(few)
    many = kept(tmp_path, ["a", "b", "c"], [0, 0, 1, 1] * 20)
    assert "of the pairs are decided by the deal, for the same seat." in show(many)


# --- the command ---


def test_names_are_whole_for_programs_and_pages(tmp_path: Path) -> None:
    folder = kept(tmp_path, [f"{LONG} 1", f"{LONG} 2", "c"], [0, 0, 0, 1, 0, None] * 4)
    text = show(folder)
    assert LONG not in text
    assert max(len(line) for line in text.splitlines()[:4]) == 80
    assert max(len(line) for line in show(folder, columns=100).splitlines()[:4]) == 100
    page, report = show(folder, "md"), show(folder, "json")
    assert f"| {LONG} 1 |" in page
    assert "| A | " in page
    assert f"{LONG} 1" in {row["name"] for row in json.loads(report)["standings"]}
