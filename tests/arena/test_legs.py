"""In which order games are played."""

from collections import Counter, defaultdict

import numpy as np
import pytest

from duelhall.arena.contests import GameJob
from duelhall.arena.legs import PAIRS, PAIRS_OF_A_TEST, jobs_in_legs
from duelhall.arena.schedule import meetings_of
from duelhall.arena.settings import Settings
from duelhall.players.entry import Entry

BOTS = tuple(Entry(name, ("true",)) for name in "abc")
BUILTINS = tuple(Entry(name, builtin="random") for name in "abc")


def jobs(games: int, entries: tuple[Entry, ...] = BOTS, **more: object) -> list[GameJob]:
    settings = Settings("blade", 1, entries, games, **more)  # type: ignore[arg-type]
    meetings = meetings_of(settings)
    return list(jobs_in_legs(settings, meetings, np.arange(len(meetings))))


@pytest.mark.parametrize("games", [2, 8, 800])
def test_no_leg_has_both_games_of_a_pair(games: int) -> None:
    played = jobs(games)
    assert {job.number for job in played} == set(range(1, 3 * games + 1))
    legs = [job.leg for job in played]
    assert legs == sorted(legs)
    by_pair = defaultdict(set)
    for job in played:
        by_pair[job.pair].add(job.leg)
    assert {len(legs) for legs in by_pair.values()} == {2}
    assert all(second == first + 1 for first, second in map(sorted, by_pair.values()))


def test_a_leg_is_fair_to_both_seats() -> None:
    first_leg = [job for job in jobs(80) if job.leg == 0]
    seats = Counter(tuple(entry.name for entry in job.entries) for job in first_leg)
    assert set(seats.values()) == {20}


def test_legs_are_short_where_a_test_can_end_a_match() -> None:
    sizes = Counter(job.leg for job in jobs(2000, BOTS[:2], sprt=(0.0, 20.0)))
    assert set(sizes.values()) == {PAIRS_OF_A_TEST, 1000 % PAIRS_OF_A_TEST}
    assert Counter(job.leg for job in jobs(2000, BOTS[:2])) == dict.fromkeys(range(4), PAIRS)


def test_games_of_builtin_players_are_played_pair_by_pair() -> None:
    played = jobs(8, BUILTINS)
    assert [job.number for job in played] == list(range(1, 25))
    assert {job.leg for job in played} == {0}
