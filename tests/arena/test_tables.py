"""What the results of a tournament come to, by the columns that a store keeps."""

import numpy as np
import pytest

from duelhall.arena.rows import (
    COLUMNS,
    ENDING,
    ENDINGS,
    FAULTY,
    FIRST,
    LAPSES_0,
    LAPSES_1,
    NOBODY,
    NUMBER,
    PAIR,
    SECOND,
    WINNER,
    Table,
)
from duelhall.arena.settings import Settings
from duelhall.arena.summary import PairsSoFar, Summary, whole_pairs
from duelhall.arena.tables import finite, report, standings_of
from duelhall.players.entry import Entry
from duelhall.players.seat import Ending
from duelhall.stats import Pentanomial, Tally

Game = tuple[int, int, int, int]
"""The pair, the players in seat 0 and in seat 1, the seat that won."""

EVEN_PAIRS: list[Game] = [
    game for pair in range(40) for game in ((pair, 0, 1, pair % 2), (pair, 1, 0, pair % 2))
]
"""The same seat wins both games of a pair, now seat 0 and now seat 1."""


def table_of(games: list[Game]) -> Table:
    table = np.zeros((len(games), COLUMNS), np.int64)
    table[:, [PAIR, FIRST, SECOND, WINNER]] = np.array(games).reshape(-1, 4)
    table[:, FAULTY] = NOBODY
    return table


@pytest.fixture
def two() -> Settings:
    entries = tuple(Entry(name, builtin="random") for name in ("a", "b"))
    return Settings("blade", 1, entries, 80)


def rows_of_pairs(games: list[Game]) -> list[tuple[int, int]]:
    one, other = whole_pairs(table_of(games))
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
    paired = standings_of(table_of(EVEN_PAIRS), two)
    apart = [(number, *game[1:]) for number, game in enumerate(EVEN_PAIRS)]
    single = standings_of(table_of(apart), two)
    assert paired.deal_share > 0.8
    assert single.deal_share == 0
    assert paired.rows[0].elo == pytest.approx(single.rows[0].elo)
    assert paired.rows[0].high < single.rows[0].high / 2
    assert [row.games for row in paired.rows] == [row.games for row in single.rows] == [80, 80]
    assert paired.seat_advantage.margin > 1.3 * single.seat_advantage.margin


def test_the_report_says_what_the_deals_decided(two: Settings) -> None:
    assert report(table_of(EVEN_PAIRS), two)["deal_share"] > 0.8


def test_the_report_counts_games_and_who_played_whom(two: Settings) -> None:
    games = [(0, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, NOBODY), (1, 1, 0, 0)]
    found = report(table_of(games), two)
    assert found["draw_share"] > 0
    assert found["head_to_head"] == [{"players": ["a", "b"], "wins": 2, "draws": 1, "losses": 1}]
    first, last = found["standings"]
    assert [first[key] for key in ("rank", "wins", "draws", "losses")] == [1, 2, 1, 1]
    assert (first["separable_from_next"], last["separable_from_next"]) == (False, None)


def test_the_report_claims_nothing_about_who_has_not_played(two: Settings) -> None:
    found = report(table_of([]), two)
    assert found["head_to_head"] == []
    keys = ("rank", "elo", "low", "high", "games")
    assert [found["standings"][0][key] for key in keys] == [None, None, None, None, 0]


def test_a_zero_has_no_minus() -> None:
    assert str(finite(-0.001)) == "0.0"


def test_a_match_counts_all_games_and_whole_pairs() -> None:
    games = [(0, 0, 1, 0), (1, 1, 0, 0), (0, 1, 0, 1), (2, 0, 1, NOBODY)]
    for piece in (1, 2, 4):
        pairs = PairsSoFar()
        for start in range(0, len(games), piece):
            pairs.add_results(table_of(games[start : start + piece]))
        assert pairs.tally == Tally(wins=2, draws=1, losses=1)
        assert pairs.counted == Pentanomial(two=1)


def test_results_by_seat_and_role(two: Settings) -> None:
    games = [(0, 0, 1, 0), (0, 1, 0, 1), (1, 0, 1, NOBODY), (1, 1, 0, 0)]
    summary = Summary.of([table_of(games[:3]), table_of(games[3:])], 2)
    assert (summary.tally(0, 0), summary.tally(0, 1)) == (Tally(1, 1, 0), Tally(1, 0, 1))
    assert summary.by_seat(1, ("defender", "attacker")) == [
        {"seat": 0, "role": "defender", "wins": 1, "draws": 0, "losses": 1},
        {"seat": 1, "role": "attacker", "wins": 0, "draws": 1, "losses": 1},
    ]
    row = report(table_of(games), two)["standings"][0]
    assert row["by_seat"][0] == {"seat": 0, "role": None, "wins": 1, "draws": 1, "losses": 0}


def test_faults_are_counted_and_the_first_is_remembered() -> None:
    table = table_of([(0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 1, 0)])
    table[:, NUMBER], table[:, FAULTY] = (5, 4, 7), (1, -1, 1)
    table[:, ENDING] = (ENDINGS.index(Ending.CRASH), 0, ENDINGS.index(Ending.START))
    summary = Summary.of([table[:2], table[2:]], 2)
    assert (summary.faults(0), summary.faults(1)) == ({}, {"crash": 1, "start": 1})
    assert summary.first_fault(1) == 5
    assert (summary.lapses(0), summary.lapses(1)) == (0, 0)


def test_turns_that_were_lost_are_counted() -> None:
    table = table_of([(0, 0, 1, 0), (0, 1, 0, 0), (1, 0, 1, 0)])
    table[:, NUMBER], table[:, LAPSES_0], table[:, LAPSES_1] = (1, 2, 3), (0, 4, 0), (0, 0, 3)
    summary = Summary.of([table[:1], table[1:]], 2)
    assert (summary.lapses(0), summary.lapses(1), summary.first_lapse(1)) == (0, 7, 2)
